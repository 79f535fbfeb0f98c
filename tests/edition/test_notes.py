"""Notes of an edition are text: they cannot include files of the building machine or markup of their own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from sphinx.errors import ExtensionError

from cc_dsl.edition.notes import unsafe_markup
from cc_dsl.edition.sources import pages_of_edition
from cc_dsl.edition_model.imprint import load_work
from tests.cli.desk import change, leave_cases
from tests.edition.conftest import ROOT, made_alone

REFUSED = Path(__file__).with_name("refused.txt").read_text("utf-8").rstrip("\n").split("\n\n")[1:]


@pytest.mark.parametrize("block", REFUSED)
def test_what_could_bring_in_a_file_is_refused(block: str) -> None:
    name, _, words = block.partition("\n")
    found = unsafe_markup(f"Words.\n\n{words}\n")
    assert found is not None
    assert found.line == 3
    assert name in found.sentence


def test_prose_is_allowed() -> None:
    assert unsafe_markup(Path(__file__).with_name("allowed.md").read_text("utf-8")) is None


INCLUDED = "```{include} ../../../../../../../../etc/passwd\n```\n\n"
PAGE = '[pages.text]\ntitle = "The letter and the title"\n'
TITLE = "The title of the page “text” must be one line of text without markup."
WORDS = "must be one line of text without markup."


def spoilt(folder: Path, file: str, old: str, new: str) -> str:
    """Copy an edition with one worked case, and replace words of a file; return the file as it is then."""
    shutil.copytree(ROOT / "corpus" / "lanrick-1880", folder)
    leave_cases(folder, "five-men-each")
    change(folder / file, old, new)
    return (folder / file).read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new", "at", "said"),
    [
        (PAGE, '[pages.text]\ntitle = "The {download}`/etc/passwd`"\n', "[pages.text]", TITLE),
        (PAGE, '[pages.text]\ntitle = "A\\n\\n```{include} /x\\n```"\n', "[pages.text]", TITLE),
        (PAGE, '[pages."../../../stray"]\ntitle = "A"\n', "", "“../../../stray” cannot name a page."),
        ('\ntitle = "Lanrick"', '\ntitle = "{download}`/etc/passwd`"', "title =", f"“title” {WORDS}"),
        ('"Lanrick (1880)"', '"{raw}`x` (1880)"', "short_title =", f"“short_title” {WORDS}"),
    ],
)
def test_titles_and_names_of_pages_are_words(tmp_path: Path, old: str, new: str, at: str, said: str) -> None:
    """Their sources are not written, and the line of the file is named, if it is known."""
    changed = spoilt(tmp_path / "evil", "edition.toml", old, new)
    place = f":{changed[: changed.index(at)].count(chr(10)) + 1}" if at else ""
    with pytest.raises(ExtensionError) as caught:
        pages_of_edition(str(ROOT / "docs" / "templates"), load_work(str(tmp_path / "evil")), {})
    assert f"edition.toml{place}: {said}" in str(caught.value)


@pytest.mark.slow
@pytest.mark.parametrize("heading", ["## introduction\n\n", "## 2.1\n\n"])
def test_no_file_comes_in(tmp_path: Path, heading: str) -> None:
    """The build ends with the line, and nothing of a file is on a page."""
    changed = spoilt(tmp_path / "evil", "notes.md", heading, f"{heading}{INCLUDED}")
    answer = made_alone(tmp_path / "evil", tmp_path)
    assert [path for path in tmp_path.rglob("*.html") if "root:" in path.read_text("utf-8")] == []
    assert answer.status == 2, answer.err
    line = changed[: changed.index("```{include}")].count("\n") + 1
    assert f"notes.md:{line}: Notes cannot use the directive {{include}}." in " ".join(answer.err.split())
