"""The TEI files: valid by the schema; read back, they have the whole text, all clauses and the apparatus."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import pytest

import cc_dsl
from cc_dsl import resources
from cc_dsl.export.elements import Prose
from cc_dsl.export.tei import tei
from cc_dsl.source.clauses import load_edition_text
from tests.golden.record import difference

TEI = "{http://www.tei-c.org/ns/1.0}"
ID = "{http://www.w3.org/XML/1998/namespace}id"
SIGNS = {"italic": "_{}_", "bold": "*{}*", "smallcaps": "{{sc:{}}}"}


class Read(NamedTuple):
    """What a TEI file says of an edition."""

    text: str
    clauses: dict[str, list[str]]
    """The segments of each clause."""
    figures: dict[str, str]
    """The description of each figure."""
    headings: list[tuple[str, str]]
    variants: list[dict[str, Any]]
    agreements: list[dict[str, Any]]
    alone: list[dict[str, Any]]


def marked(element: ET.Element) -> str:
    """Return words with the typographic signs of the corpus."""
    found = (element.text or "") if element.tag != f"{TEI}table" else ""
    for child in element:
        match child.tag.removeprefix(TEI):
            case "hi":
                found += SIGNS[child.get("rend", "")].format("".join(child.itertext()))
            case "note":
                found += f"[[{child.text}]]"
            case "figure":
                (labels,) = child.findall(f"{TEI}ab")
                found += f"[[{labels.text}]]"
            case "row":
                found += "\t".join(map(marked, child)) + "\n"
                continue
            case "lb" | "anchor":
                pass
            case _:
                found += marked(child)
        found += child.tail or ""
    return found.removesuffix("\n") if element.tag == f"{TEI}table" else found


def sigla(pointers: str | None) -> list[str]:
    return [pointer.removeprefix("#w.") for pointer in (pointers or "").split()]


def note_of(app: ET.Element) -> str:
    return app.findtext(f"{TEI}note", "")


def read(data: str) -> Read:
    root = ET.fromstring(data)
    body = root.find(f".//{TEI}body")
    assert body is not None
    blocks = [block for block in body.iter() if block.tag in (f"{TEI}p", f"{TEI}head", f"{TEI}ab", f"{TEI}table")]
    blocks = [block for block in blocks if block.get("type") != "labels"]
    rows = {id(segment): row for row in body.iter(f"{TEI}row") for segment in row.iter(f"{TEI}seg")}
    begun: set[int] = set()
    clauses: dict[str, list[str]] = {}
    figures: dict[str, str] = {}
    headings: list[tuple[str, str]] = []
    for segment in body.iter(f"{TEI}seg"):
        name = segment.get("n", "")
        if segment.get("type") == "heading":
            headings.append((name, marked(segment)))
            continue
        if (row := rows.get(id(segment))) is not None:  # the cells of a row make one segment of its clause
            if id(row) not in begun:
                clauses.setdefault(name, []).append("\t".join(map(marked, row)))
            begun.add(id(row))
            continue
        clauses.setdefault(name, []).append(marked(segment))
        figure = segment.find(f"{TEI}figure")
        if figure is not None:
            figures[name] = figure.findtext(f"{TEI}figDesc", "")
    lists = {found.get("type"): list(found) for found in root.iter(f"{TEI}listApp")}
    return Read(
        "\n\n".join(map(marked, blocks)) + "\n",
        clauses,
        figures,
        headings,
        [variant(app) for app in lists.get("variants", [])],
        [stretch(app) for app in lists.get("agreements", [])],
        [stretch(app) for app in lists.get("alone", [])],
    )


def variant(app: ET.Element) -> dict[str, Any]:
    """Read an entry of the apparatus."""
    lemma = app.find(f"{TEI}lem")
    assert lemma is not None
    return {
        "clause": app.get("n", ""),
        "heading": app.get("loc", ""),
        "lemma": marked(lemma),
        "type": app.get("type", ""),
        "substantive": app.get("subtype") == "substantive",
        "readings": [
            (sigla(one.get("wit"))[0], "[[wanting]]" if one.get("type") == "wanting" else marked(one))
            for one in app.findall(f"{TEI}rdg")
        ],
        "note": note_of(app),
    }


def stretch(app: ET.Element) -> dict[str, Any]:
    """Read a stretch of clauses in which witnesses agree, or that one alone has."""
    lemma = app.find(f"{TEI}lem")
    assert lemma is not None
    ends = {segment.get("type"): marked(segment) for segment in lemma}
    return {
        "witnesses": sigla(lemma.get("wit")),
        "clauses": app.get("n", "").split(),
        "from": ends.get("from", ""),
        "to": ends.get("to", ""),
        "note": note_of(app),
    }


# --------------------------------------------------------------------------------------------- what is read back


ROOT = Path(__file__).parents[2]
EDITIONS = resources.edition_names()


@cache
def exported(name: str) -> str:
    """Return an edition as TEI, made once."""
    return tei(cc_dsl.load(name))


@cache
def back(name: str) -> Read:
    return read(exported(name))


def table(name: str, file: str) -> dict[str, Any]:
    """Read a data file of the corpus, by no code of the package."""
    path = ROOT / "corpus" / name / file
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


@pytest.mark.parametrize("name", EDITIONS)
def test_document_is_that_which_was_reviewed(name: str) -> None:
    """Notes, readings, tables, header and all; below is what holds of every document."""
    changed = difference(f"tei/{name}.xml", exported(name))
    assert not changed, changed


@pytest.mark.parametrize("name", EDITIONS)
def test_text_comes_back_to_the_letter_with_its_clauses(name: str) -> None:
    found = back(name)
    assert found.text == (ROOT / "corpus" / name / "text.txt").read_text("utf-8")
    text, _ = load_edition_text(str(ROOT / "corpus" / name))
    assert text is not None
    wanted = table(name, "clauses.toml")
    assert {id: [" ".join(one.split()) for one in segments] for id, segments in found.clauses.items()} == {
        clause["id"]: [" ".join(one.split()) for one in clause["words"]] for clause in wanted["clause"]
    }
    assert found.figures == {
        clause["id"]: clause["description"].strip() for clause in wanted["clause"] if clause.get("figure")
    }
    assert sorted((id, words) for id, words in found.headings) == sorted(
        (heading.get("id", ""), " ".join(heading["words"])) for heading in wanted.get("heading", [])
    )


@pytest.mark.parametrize("name", EDITIONS)
def test_apparatus_comes_back(name: str) -> None:
    wanted = table(name, "apparatus.toml")
    found = back(name)
    assert found.variants == [
        {
            "clause": one["clause"],
            "heading": one.get("heading", ""),
            "lemma": one["lemma"],
            "type": one["type"],
            "substantive": one["substantive"],
            "readings": [(reading["witness"], reading["words"]) for reading in one["readings"]],
            "note": one.get("note", ""),
        }
        for one in wanted.get("variant", [])
    ]
    for key, listed in (("agreement", found.agreements), ("alone", found.alone)):
        assert listed == [
            {
                "witnesses": one.get("witnesses") or [one["witness"]],
                "clauses": one["clauses"],
                "from": one.get("from", ""),
                "to": one.get("to", ""),
                "note": one.get("note", ""),
            }
            for one in wanted.get(key, [])
        ]


@pytest.mark.parametrize("name", EDITIONS)
def test_every_pointer_has_its_target(name: str) -> None:
    root = ET.fromstring(exported(name))
    ids = [element.get(ID, "") for element in root.iter() if element.get(ID)]
    assert len(ids) == len(set(ids))
    pointers = {
        pointer
        for element in root.iter()
        for key in ("wit", "target", "corresp", "resp", "from", "to")
        for pointer in element.get(key, "").split()
        if pointer.startswith("#")
    }
    assert pointers
    assert {pointer for pointer in pointers if pointer[1:] not in ids} == set()


def test_clause_is_found_by_the_pattern_of_its_citation() -> None:
    """As the header says, with the name of the edition or without it."""
    pattern = ET.fromstring(exported("1862")).find(f".//{TEI}refsDecl/{TEI}cRefPattern")
    assert pattern is not None
    replacement = pattern.get("replacementPattern", "").replace("$", "\\")
    for cited in ("1862.II.8", "II.8"):
        assert re.sub(pattern.get("matchPattern", ""), replacement, cited) == "#c.1862.II.8"


def test_markdown_of_notes_becomes_what_it_is() -> None:
    """Lists, links, tables, code and emphasis in a quotation are elements of TEI; no sign of Markdown is left."""
    written = Path(__file__).with_name("prose.md").read_text("utf-8")
    blocks = list(Prose("x", ["II.8", "II.80a"]).blocks(written))
    assert [one.tag.removeprefix(TEI) for one in blocks] == ["quote", "list", "list", "table"]
    quote, numbered, bulleted, rows = blocks
    assert "".join(quote.itertext()).strip() == "Quoted in italics, over two lines."
    assert [one.get("rend") for one in (numbered, bulleted)] == ["numbered", "bulleted"]
    assert [one.get("target") for one in numbered.iter(f"{TEI}ref")] == ["#c.x.II.8", "https://example.org/x"]
    assert bulleted.findtext(f".//{TEI}code") == "code"
    assert [[cell.text for cell in row] for row in rows] == [["head", "of a table"], ["cell", "II.80"]]


VALIDATED = ("1860", "castle-croquet-1866", "court")
"""Among these documents all elements are found; each must be the reviewed one, so that the others cannot change."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "names",
    [VALIDATED, pytest.param([*{*EDITIONS} - {*VALIDATED}], marks=pytest.mark.exhaustive)],
    ids=["some", "rest"],
)
def test_valid_by_the_schema_of_the_tei(tei_schema: Path, names: Sequence[str]) -> None:
    from lxml import etree

    schema = etree.RelaxNG(etree.parse(str(tei_schema)))
    for name in names:
        assert schema.validate(etree.fromstring(exported(name).encode())), (name, str(schema.error_log)[:2000])
