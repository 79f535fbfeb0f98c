"""The folder of an edition is enough for its pages: a new text needs no page, no list and no program."""

from __future__ import annotations

import runpy
import shutil
from collections import defaultdict
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from docutils.nodes import section, title
from docutils.utils import new_document
from jinja2 import nodes

import cc_dsl.edition.directives  # noqa: F401 - tells the templates of their modules
from cc_dsl import resources
from cc_dsl.edition import frame, markup, sources
from cc_dsl.edition_model.imprint import load_work
from cc_dsl.words.layout import as_sentence
from tests.edition.conftest import EDITIONS, ROOT

TEMPLATES = str(ROOT / "docs" / "templates")
CORPUS = ROOT / "corpus"


def following(folder: Path, name: str, written: dict[str, str] | None = None) -> dict[str, str]:
    found = sources.pages_of_edition(TEMPLATES, load_work(str(folder)), written or {})
    return {path.removeprefix(f"edition/{name}/").removesuffix(".md"): text for path, text in found.items()}


@pytest.fixture
def stranger(tmp_path: Path) -> Path:
    """Return the folder of an edition that no page, list or program has heard of."""
    folder = tmp_path / "stranger"
    shutil.copytree(CORPUS / "1862", folder)
    meta = (folder / "edition.toml").read_text("utf-8").replace('id = "1862"', 'id = "stranger"')
    (folder / "edition.toml").write_text(meta.replace("Court Circular (1862)", "Strange Court (1899)"), "utf-8")
    return folder


def test_stranger_has_all_its_pages(stranger: Path) -> None:
    """How to play, text, six rules, course of play, readings, apparatus, the index of clauses, and a game.

    The page that teaches follows from how-to-play.md, and the editorial statement is referred to where there is one.
    """
    found = following(stranger, "stranger")
    others = ["how-to-play", "play", "text", "course", "whole", "readings", "apparatus", "clauses", "game", "index"]
    assert sorted(found) == sorted([*(f"rule-{number}" for number in range(1, 7)), *others])
    assert "# *Strange Court*, 1899" in found["index"]
    assert "```{rules:rule} stranger.V\n```" in found["rule-5"]
    listed = found["index"].split(":hidden:")[1].split()
    places = [listed.index(f"<{name}>") for name in ("how-to-play", "text", "rule-1", "rule-6", "readings")]
    assert places == sorted(places)
    assert "editorial-statement" not in found["index"]
    statement = {"edition/editorial-statement.md": "# Editorial statement\n"}
    assert "</edition/editorial-statement>" in following(stranger, "stranger", statement)["index"]
    (stranger / "how-to-play.md").unlink()
    assert "how-to-play" not in following(stranger, "stranger")


def test_written_page_takes_the_place_of_one_that_follows(stranger: Path) -> None:
    """A page that somebody wrote is kept and listed under its own heading; what it shows is not shown again."""
    written = {
        "edition/stranger/rule-5.md": "# The last deal\n\n```{rules:rule} stranger.V\n```\n",
        "edition/stranger/how-to-play.md": "# How to play\n",
        "edition/stranger/trick.md": "# A trick\n\n```{rules:play} stranger\n```\n",
    }
    found = following(stranger, "stranger", written)
    listed = found["index"].split(":hidden:\n\n")[1].splitlines()
    assert listed[0] == "How to play <how-to-play>"
    assert "The last deal <rule-5>" in listed
    assert "A trick <trick>" in listed
    assert "game" not in found


def test_configuration_shows_the_whole_corpus() -> None:
    settings = runpy.run_path(str(ROOT / "docs" / "conf.py"))
    assert sorted(settings["rules_editions"]) == sorted(path.parent.name for path in CORPUS.glob("*/game.rules"))
    compared = sorted(path.parent.name for path in (CORPUS / "comparisons").glob("*/alignment.toml"))
    assert settings["rules_comparisons"] == compared


def test_comparison_keeps_to_the_folder_of_its_written_pages() -> None:
    """A page that says of which comparison it is gives all its pages their folder; others are listed with them."""
    works = [load_work(resources.edition_folder(name)) for name in ("1860", "1862")]
    plain = sources.pages_of_comparison(TEMPLATES, "1860-1862", works, {})
    assert [*plain] == [f"edition/1860-1862/{page}.md" for page in ("index", "words", "partings")]
    assert "The left side shows *Court Circular*, 1860" in plain["edition/1860-1862/words.md"]
    written = {"edition/comparison/numbers.md": "---\nhide-toc: true\nof: 1860-1862\n---\n# Figures\n"}
    found = sources.pages_of_comparison(TEMPLATES, "1860-1862", works, written)
    assert "edition/comparison/words.md" in found
    assert "partings\nnumbers" in found["edition/comparison/index.md"]


# The attributes that page templates use exist; a missing one would be noticed only when its page is built.


MODULES = {name: own for name, own in markup.environment().globals.items() if isinstance(own, ModuleType)}
assert {"report", "figures"} <= MODULES.keys()


@pytest.mark.parametrize("name", sorted(markup.environment().list_templates(extensions=["html"])))
def test_modules_have_what_a_template_asks_of_them(name: str) -> None:
    environment = markup.environment()
    assert environment.loader is not None
    parsed = environment.parse(environment.loader.get_source(environment, name)[0])
    asked = [one for one in parsed.find_all(nodes.Getattr) if isinstance(one.node, nodes.Name)]
    found = {(one.node.name, one.attr) for one in asked if isinstance(one.node, nodes.Name)}
    missing = [f"{one}.{part}" for one, part in sorted(found) if one in MODULES and not hasattr(MODULES[one], part)]
    assert missing == []


def test_words_become_one_sentence() -> None:
    """The place of a source in edition.toml may be a phrase, a sentence or an address."""
    assert as_sentence("witness A, remarks on the texts") == "Witness A, remarks on the texts."
    assert as_sentence("Witness A. The text names no author.") == "Witness A. The text names no author."
    assert as_sentence("www.bibliomania.com/page.html") == "www.bibliomania.com/page.html."


@pytest.mark.parametrize(
    ("heading", "shown"),
    [
        ("Figures", "Figures — Court Circular, 1860 and 1862"),
        ("Court Circular, 1860, and Court Circular, 1862", "Court Circular, 1860, and Court Circular, 1862"),
    ],
)
def test_heading_names_its_works_once(heading: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    works = {name: load_work(str(CORPUS / name)) for name in EDITIONS}
    shelf = SimpleNamespace(options=(), editions_of=lambda _: EDITIONS, work=works.__getitem__)
    monkeypatch.setattr(frame, "domain_of", lambda _: SimpleNamespace(shelf=shelf))
    env = SimpleNamespace(current_document=SimpleNamespace(docname="edition/both/index"), metadata=defaultdict(dict))
    app: Any = SimpleNamespace(env=env, config=SimpleNamespace(rules_homes={"both": "edition/both"}))
    document = new_document("page")
    document += section("", title("", heading))
    frame.add_work_to_title(app, document)
    assert document.astext().strip() == shown
