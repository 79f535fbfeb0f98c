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
