"""The build of the edition: reproducible, also over an earlier build, and without dangling references."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from cc_dsl.edition import engine
from cc_dsl.edition.build import build_edition, doctrees_of, refuse_foreign_files
from cc_dsl.edition.packages import FOLDER
from cc_dsl.errors import UserError
from tests import processes
from tests.cli.desk import change, leave_cases
from tests.edition.conftest import EDITIONS, ROOT, Made, lay_out, made_alone

SHORT = """# An edition in short

```{{toctree}}
{pages}
```
"""
"""A first page that leads to some pages alone."""
LEFT_OUT = re.compile(r"^- \{doc\}`[^`]*<\.\./readings-in-play>`.*\n", re.MULTILINE)
COMPARED = ("downloads", "edition/1860/index", "edition/1862/index", "edition/comparison/index")
"""The pages of two editions and their comparison."""
ALONE = ("edition/1862/index",)


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Make an edition of the pages of `EDITIONS` and no others, where the package of the engine is not to be had.

    Several processes make it, and one makes the changed edition below; their files are the same to the byte.
    """
    folder = tmp_path_factory.mktemp("short")
    edition = shortened(folder / "edition", EDITIONS, COMPARED)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv(FOLDER, str(folder))
        answer = edition.make(in_parallel=True)
    assert answer.returncode == 0, answer.stderr
    return edition


def shortened(folder: Path, editions: tuple[str, ...], shown: tuple[str, ...]) -> Made:
    """Lay out some editions, with a first page that leads to some pages and the written pages below those."""
    edition = lay_out(folder)
    pages = edition.docs / "edition"
    kept = {page.split("/")[1] for page in shown if "/" in page}
    for path in pages.iterdir():
        if path.name not in kept:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    if "downloads" not in shown:
        (edition.docs / "downloads.md").unlink()
    for page in pages.rglob("*.md"):
        page.write_text(LEFT_OUT.sub("", page.read_text("utf-8")), "utf-8")
    for name in ("language", "internals", "decisions", "python", "notebooks"):
        shutil.rmtree(edition.docs / name)
    (edition.docs / "index.md").write_text(SHORT.format(pages="\n".join(shown)), "utf-8")
    conf = edition.docs / "conf.py"
    fewer = f"\nrules_editions = {{name: rules_editions[name] for name in {editions!r}}}\n"
    fewer += f"rules_comparisons[{int(len(editions) > 1)}:] = []\n"
    conf.write_text(conf.read_text("utf-8") + fewer, "utf-8")
    return edition


def digests_of_pages(out: Path) -> dict[str, str]:
    """Return the digest of each page by its address."""
    listed = json.loads((out / "addresses.json").read_text("utf-8"))["addresses"]
    return {one["address"]: one["sha256"] for one in listed if one["kind"] == "page"}


@pytest.mark.slow
def test_without_the_package_the_edition_is_made_and_says_so(short: Made) -> None:
    made = short.out / "_static" / "engine"
    assert [path.name for path in made.iterdir()] == [engine.MANIFEST]
    assert "built without the engine" in (made / engine.MANIFEST).read_text("utf-8")


@pytest.mark.slow
def test_changed_edition_replaces_the_one_before(short: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    """A note, an argument, the title of an open place and the heading of a page are changed, and it is built again.

    Other pages show them, and pages that show nothing of 1862 stay the same to the byte, and so do their digests, which
    name no folder.  Nothing stays of what the build before left there.
    """
    monkeypatch.setenv(FOLDER, str(short.docs))
    before = {path: path.read_bytes() for path in (*short.out.rglob("*.html"), *short.out.glob("downloads/1860.*"))}
    digests = digests_of_pages(short.out)
    folder = short.corpus / "1862"
    change(folder / "notes.md", "The text gives no reason for the clause.", "No reason is given for this clause.")
    change(folder / "readings.toml", "In 1860 the words are “either with King", "In 1860 one reads “either with King")
    change(folder / "readings.toml", 'title = "Who receives the first three cards"', 'title = "Who begins to receive"')
    change(short.docs / "edition" / "1862" / "trick.md", "# ", "# Once more: ")
    (short.out / "_static" / "engine" / "former.js").touch()
    (short.out / "downloads" / "former.pdf").touch()
    answer = short.make()
    assert answer.returncode == 0, answer.stderr
    written = {path.relative_to(short.out).as_posix() for path, page in before.items() if path.read_bytes() != page}
    assert {"edition/1862/rule-2.html", "downloads.html"} <= written
    assert not [
        name for name in written if name.startswith(("edition/1860/course", "edition/1860/readings", "downloads/"))
    ]
    changed = {address for address, digest in digests_of_pages(short.out).items() if digests[address] != digest}
    assert {"edition/1862/rule-2.html", "edition/1862/trick.html"} <= changed
    assert not {"edition/1860/course.html", "edition/1860/readings.html", "edition/1862/rule-6.html"} & changed
    page = (short.out / "edition/1862/rule-2.html").read_text("utf-8")
    assert "In 1860 one reads" in page
    assert "No reason is given for this clause." in page
    assert "Who begins to receive" in (short.out / "edition/1862/readings.html").read_text("utf-8")
    # The list beside a page repeats the headings of the other pages.
    assert "Once more: " in (short.out / "edition/1862/rule-5.html").read_text("utf-8")
    assert "No reason is given for this clause." in (short.out / "downloads/1862.tei.xml").read_text("utf-8")
    assert not [*short.out.rglob("former.*")]


DANGLING = {
    "See {rules:ref}`1862.IX.9`.": "no page shows clause 1862.IX.9",
    "See {rules:statement}`1862.II.8-77`.": "no page shows statement 1862.II.8-77",
    "See {rules:reading}`1862.nonsense`.": "no page shows reading 1862.nonsense",
    "See {rules:step}`1862.step-999`.": "no page shows step 1862.step-999",
    "```{rules:rule} 1862.II\n```": "clause 1862.II.8 is shown twice",
    "```{rules:rule} 1862.IX\n```": "the edition 1862 has no IX",
    "```{rules:rule} 1234.I\n```": "rules_editions has no edition 1234",
}


CASE = 'by = "equal lines", takes = 1 }'
UNSHOWN = ("no page shows clause 1862.V.2", "no page shows statement 1862.V.2-1")


@pytest.mark.slow
def test_dangling_reference_or_clause_unshown_fails_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reference without target, a thing shown twice and a clause on no page are errors."""
    monkeypatch.setenv(FOLDER, str(tmp_path))  # avoid building an engine that the test does not need
    own = shortened(tmp_path, ("1862",), ALONE)
    pages = own.docs / "edition" / "1862"
    (pages / "rule-5.md").write_text("# Rule V\n\nNothing is shown here.\n", "utf-8")
    with (pages / "trick.md").open("a", encoding="utf-8") as page:
        page.write("".join(f"\n{words}\n" for words in DANGLING))
    answer = own.make()
    assert answer.returncode == 1
    assert [complaint for complaint in (*DANGLING.values(), *UNSHOWN) if complaint not in answer.stderr] == []


def test_missing_tools_are_named_with_the_remedy() -> None:
    code = (
        "import sys\n"
        "sys.modules.update(sphinx=None, myst_parser=None)\n"
        "from cc_dsl.edition.build import build_edition\n"
        "from cc_dsl.errors import UserError\n"
        "try:\n"
        "    build_edition('nowhere')\n"
        "except UserError as error:\n"
        "    print(error.code, error)\n"
    )
    answer = processes.run([sys.executable, "-c", code], cwd=ROOT, text=True, check=True)
    assert answer.stdout.startswith("not-installed The edition needs sphinx and myst_parser. ")
    assert "[edition]" in answer.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "old", "new", "complaint"),
    [
        ("game.rules", "a Trio is a Line", "a Trio iss a Line", "game.rules:97:21: error[syntax]"),
        ("game.rules", "Nine of Clubs make a", "Eight of Clubs make a", "An example of 1862.II.3 does not hold"),
        ("cases.toml", CASE, CASE.replace("1", "2"), "the worked case equal-Lines-one-card does not hold: takes: 2"),
    ],
)
def test_rules_that_do_not_hold_fail_the_build(tmp_path: Path, file: str, old: str, new: str, complaint: str) -> None:
    folder = tmp_path / "corpus" / "1862"
    shutil.copytree(ROOT / "corpus" / "1862", folder)
    leave_cases(folder, "equal-Lines-one-card")
    change(folder / file, old, new)
    answer = made_alone(folder, tmp_path)
    assert answer.status == 2
    assert complaint in answer.err


@pytest.mark.slow
def test_what_leads_nowhere_is_words(tmp_path: Path) -> None:
    """No clause is of the division of a heading above other headings, and what would begin a tag in a title is text."""
    folder = tmp_path / "lanrick-1880"
    shutil.copytree(ROOT / "corpus" / "lanrick-1880", folder)
    leave_cases(folder, "five-men-each")
    change(folder / "clauses.toml", 'id = "1"', 'id = "Z"')
    change(folder / "edition.toml", "Lanrick (1880)", "Lanrick <img src=x (1880)")
    answer = made_alone(folder, tmp_path)
    assert answer.status == 0, answer.err
    pages = [path.read_text("utf-8") for path in (tmp_path / "out").rglob("*.html")]
    assert not any("<img src=x" in page for page in pages)
    assert any("Lanrick &lt;img src=x" in page for page in pages)


# Where an edition may be built, and which folders are refused.


def refuse(out: Path) -> None:
    """See whether an edition may be made there."""
    refuse_foreign_files(str(out))


def test_pages_of_somebody_else_are_not_replaced(tmp_path: Path) -> None:
    out = tmp_path / "site"
    refuse(out)
    out.mkdir()
    (out / ".nojekyll").touch()
    refuse(out)
    (out / "index.html").write_text("my own page")
    with pytest.raises(UserError, match=r"such as index\.html"):
        refuse(out)
    Path(doctrees_of(str(out))).mkdir(mode=0o700)
    refuse(out)
    Path(doctrees_of(str(out))).rmdir()
    (out / "addresses.json").touch()
    refuse(out)


def test_nothing_is_left_beside_the_pages(edition: Made) -> None:
    assert not Path(doctrees_of(str(edition.out))).exists()


@pytest.mark.skipif(os.name != "posix", reason="folders have no such modes")
def test_what_others_may_have_written_is_not_read(tmp_path: Path) -> None:
    """Sphinx keeps the pages that it has read in a folder beside the edition, and would run what is in them."""
    doctrees = Path(doctrees_of(str(tmp_path / "site")))
    doctrees.mkdir()
    doctrees.chmod(0o777)
    with pytest.raises(UserError, match="written by other users"):
        refuse(tmp_path / "site")
    doctrees.chmod(0o700)
    refuse(tmp_path / "site")
    doctrees.rename(tmp_path / "elsewhere")
    doctrees.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UserError, match="written by other users"):
        refuse(tmp_path / "site")


def test_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(UserError, match="cannot be created: Not a directory"):
        build_edition(str(tmp_path / "file" / "out"))
