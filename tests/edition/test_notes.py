"""Notes of an edition are text: they cannot include files of the building machine or markup of their own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cc_dsl.edition.notes import unsafe_markup
from tests.cli.desk import leave_cases, process
from tests.edition.conftest import ROOT

REFUSED = {
    "```{include} ../../../etc/passwd\n```": "directive {include}",
    "```{literalinclude} /etc/hostname\n```": "directive {literalinclude}",
    "```{raw} html\n<b>x</b>\n```": "directive {raw}",
    "```{eval-rst}\n.. include:: /etc/passwd\n```": "directive {eval-rst}",
    "```{csv-table}\n:file: /etc/passwd\n```": "directive {csv-table}",
    "```{figure} /etc/passwd\n```": "directive {figure}",
    "{download}`../../../etc/passwd`": "role {download}",
    "{raw}`x`": "role {raw}",
    "<script>x()</script>": "HTML",
    'a <a href="javascript:x()">b</a>': "HTML",
    "![a](../../../etc/passwd)": "picture",
    "[a](../../../etc/passwd)": "“../../../etc/passwd”",
    "> - deep: {download}`x`": "role {download}",
}
ALLOWED = """A note, *stressed*, with `code`, {rules:ref}`1862.II.8`, {sup}`a`, an [address](https://example.org).

- a list

> a quotation

```text
{include} as an example
```

```{note}
A remark.
```
"""


@pytest.mark.parametrize("words", REFUSED)
def test_what_could_bring_in_a_file_is_refused(words: str) -> None:
    found = unsafe_markup(f"Words.\n\n{words}\n")
    assert found is not None
    assert found.line == 3
    assert REFUSED[words] in found.sentence


def test_prose_is_allowed() -> None:
    assert unsafe_markup(ALLOWED) is None


FEW = "five-men-each"
"""The only worked case of the copies."""
INCLUDED = "```{include} ../../../../../../../../etc/passwd\n```\n\n"
PAGE = '[pages.text]\ntitle = "The letter and the title"\n'
TITLE = "The title of the page “text” must be one line of text without markup."
NOTES = "```{include}", "Notes cannot use the directive {include}."
WORDS = "must be one line of text without markup."
SPOILT = [
    ("notes.md", "## introduction\n\n", f"## introduction\n\n{INCLUDED}", *NOTES),
    ("notes.md", "## 2.1\n\n", f"## 2.1\n\n{INCLUDED}", *NOTES),
    ("edition.toml", PAGE, '[pages.text]\ntitle = "The {download}`/etc/passwd`"\n', "[pages.text]", TITLE),
    ("edition.toml", PAGE, '[pages.text]\ntitle = "A\\n\\n```{include} /x\\n```"\n', "[pages.text]", TITLE),
    ("edition.toml", PAGE, '[pages."../../../stray"]\ntitle = "A"\n', "", "“../../../stray” cannot name a page."),
    ("edition.toml", '\ntitle = "Lanrick"', '\ntitle = "{download}`/etc/passwd`"', "", f"“title” {WORDS}"),
    ("edition.toml", '"Lanrick (1880)"', '"{raw}`x` (1880)"', "", f"“short_title” {WORDS}"),
    ("edition.toml", "Lanrick (1880)", "Lanrick <img src=x (1880)", "", ""),
]
"""A file of an edition, words in it, what is put in their place, words of the line that is named, and what is said.

Nothing is said where a title is only words, and what would begin a tag is printed as it stands.
"""


@pytest.mark.slow
@pytest.mark.parametrize(("file", "old", "new", "at", "said"), SPOILT)
def test_no_file_comes_in(tmp_path: Path, file: str, old: str, new: str, at: str, said: str) -> None:
    """The build ends with the line, no page can be named out of its folder, and nothing of a file is on a page."""
    folder = tmp_path / "evil"
    shutil.copytree(ROOT / "corpus" / "lanrick-1880", folder)
    leave_cases(folder, FEW)
    text = (folder / file).read_text("utf-8")
    assert old in text
    changed = text.replace(old, new, 1)
    (folder / file).write_text(changed, "utf-8")
    words = ("edition", "--quiet", "--only", str(folder), str(tmp_path / "out"))
    answer = process(*words, CIRCULAR_PACKAGES=str(tmp_path))  # without the engine, which the test does not need
    pages = {path: path.read_text("utf-8") for path in tmp_path.rglob("*.html")}
    assert [path for path, page in pages.items() if "root:" in page or "<img src=x" in page] == []
    assert not [*tmp_path.rglob("stray*")]
    if said:
        assert answer.status == 2, answer.err
        line = changed[: changed.index(at)].count("\n") + 1
        assert (f"{file}:{line}: {said}" if at else said) in " ".join(answer.err.split())
    else:
        assert answer.status == 0, answer.err
        assert any("Lanrick &lt;img src=x" in page for page in pages.values())
