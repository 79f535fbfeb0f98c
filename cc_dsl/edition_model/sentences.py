"""The page of all sentences of the language, made from grammar/sentences.toml, so that it cannot go stale."""

from __future__ import annotations

from cc_dsl.syntax.sentences import load_sentences

MARK = "<!-- the sentences -->"
"""Stands in docs/language/sentences.md where the tables go."""
COLUMNS = "26 36 38"


def sentences_page() -> str:
    """Return all sentences as Markdown: the meaning of the placeholders, and a table for each group."""
    book = load_sentences()
    parts = ["\n".join(f"- `{name}`: {words}." for name, words in book.placeholders.items())]
    for group in book.groups:
        # The fences of the examples inside the table are shorter than its own.
        lines = ["````{list-table}", ":header-rows: 1", f":widths: {COLUMNS}", ""]
        lines += ["* - Form", "  - Example", "  - Meaning"]
        for sentence in group.sentences:
            example = [f"    {line}".rstrip() for line in (*sentence.example.split("\n"), "```")]
            meaning = " ".join(sentence.meaning.split())
            lines += [f"* - `{sentence.form}`", "  - ```rules", *example, f"  - {meaning}"]
        title = f"Chapter: {group.title}" if group.is_chapter else group.title
        parts += [f"## {title}", group.about, "\n".join([*lines, "````"])]
    return "\n\n".join(parts) + "\n"
