"""Read a TEI file of the edition back: its text, its clauses, its apparatus."""

from __future__ import annotations

from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

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
