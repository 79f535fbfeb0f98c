"""Notes of an edition are words: no file of the machine that builds the pages, and no markup of their own, comes in."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from cc_dsl.edition.notes import unsafe_markup
from tests import processes
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
    """It is refused at its line, with the name of what cannot be used, wherever in the Markdown it stands."""
    found = unsafe_markup(f"Words.\n\n{words}\n")
    assert found is not None
    assert found.line == 3
    assert REFUSED[words] in found.sentence


def test_prose_is_allowed() -> None:
    """Notes keep the forms of prose, and references to clauses."""
    assert unsafe_markup(ALLOWED) is None


@pytest.mark.slow
@pytest.mark.parametrize("place", ["## introduction\n\n", "## 2.1\n\n"])
def test_an_edition_that_names_a_file_is_not_made(tmp_path: Path, place: str) -> None:
    """The build ends with the line of the notes, and nothing of the file is on a page."""
    folder = tmp_path / "evil"
    shutil.copytree(ROOT / "corpus" / "lanrick-1880", folder)
    secret = tmp_path / "secret.txt"
    secret.write_text("root:x:0:0", "utf-8")
    notes = folder / "notes.md"
    text = notes.read_text("utf-8").replace(place, f"{place}```{{include}} ../../../../../../../..{secret}\n```\n\n", 1)
    notes.write_text(text, "utf-8")
    line = text[: text.index("```{include}")].count("\n") + 1
    command = [sys.executable, "-m", "cc_dsl", "edition", "--quiet", "--only", str(folder), str(tmp_path / "out")]
    answer = processes.run(command, cwd=ROOT, text=True)
    assert answer.returncode == 2
    assert f"notes.md:{line}: Notes cannot use the directive {{include}}." in " ".join(answer.stderr.split())
    assert not [path for path in tmp_path.rglob("*.html") if "root:x:0:0" in path.read_text("utf-8")]


TITLES = {
    """[pages.text]
title = "The {download}`/etc/passwd`"
""": (23, "The title of the page “text” holds words in one line, without markup."),
    """[pages.text]
title = "A\\n\\n```{include} /etc/passwd\\n```"
""": (23, "The title of the page “text” holds words in one line, without markup."),
    """[pages."../../../stray"]
title = "A"
""": (None, "“../../../stray” cannot name a page."),
}
"""What stands under the first heading of a page in edition.toml; the line that is named, and the message."""


def built(folder: Path, before: str, after: str) -> processes.Done:
    """Build an edition whose edition.toml is changed in one place; nothing of a file of the machine is on a page."""
    copied = folder / "evil"
    shutil.copytree(ROOT / "corpus" / "lanrick-1880", copied)
    data = copied / "edition.toml"
    text = data.read_text("utf-8")
    assert before in text
    data.write_text(text.replace(before, after, 1), "utf-8")
    command = [sys.executable, "-m", "cc_dsl", "edition", "--quiet", "--only", str(copied), str(folder / "out")]
    answer = processes.run(command, cwd=ROOT, text=True)
    assert not [path for path in folder.rglob("*.html") if "root:" in path.read_text("utf-8")]
    return answer


def evil(folder: Path, before: str, after: str) -> str:
    """Build an edition whose edition.toml is changed in one place; return what is said, which is a refusal."""
    answer = built(folder, before, after)
    assert answer.returncode == 2, answer.stderr
    return " ".join(answer.stderr.split())


@pytest.mark.slow
@pytest.mark.parametrize("table", TITLES)
def test_titles_of_pages_are_words(tmp_path: Path, table: str) -> None:
    """No markup in a title brings in a file, and no page can be called by a name that leads out of their folder."""
    line, sentence = TITLES[table]
    said = evil(tmp_path, '[pages.text]\ntitle = "The letter and the title"\n', table)
    assert sentence in said
    assert line is None or f"edition.toml:{line}: " in said
    assert not [*tmp_path.rglob("stray*")]


@pytest.mark.slow
@pytest.mark.parametrize("key", ["title", "short_title"])
def test_titles_of_editions_are_words(tmp_path: Path, key: str) -> None:
    """The title of the text, and the short one, stand in the sources of pages."""
    before = {"title": 'title = "Lanrick"', "short_title": 'short_title = "Lanrick (1880)"'}[key]
    said = evil(tmp_path, f"\n{before}", f'\n{key} = "Lanrick {{download}}`/etc/passwd` (1880)"')
    assert f"“{key}” holds words in one line, without markup." in said


@pytest.mark.slow
def test_signs_in_a_title_are_words_too(tmp_path: Path) -> None:
    """What would begin a tag is printed as it stands."""
    answer = built(tmp_path, "Lanrick (1880)", "Lanrick <img src=x (1880)")
    assert answer.returncode == 0, answer.stderr
    pages = {path: path.read_text("utf-8") for path in (tmp_path / "out").rglob("*.html")}
    assert [path for path, text in pages.items() if "<img src=x" in text] == []
    assert any("Lanrick &lt;img src=x" in text for text in pages.values())
