"""The editors' additions to a text as parts of its TEI: notes, open places, rules, and how to play.

A sentence of the how-to-play page carries the clauses on which it rests in a note at its end:

    The next card is turned up. [I.3]
    The next card is turned up.<note type="grounds"><ref target="#c.1862.I.3">I.3</ref></note>
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from cc_dsl.cases.howto import guide_of, plain_words
from cc_dsl.edition_model.pictures import picture_of
from cc_dsl.export.elements import (
    ID,
    SPACE,
    Prose,
    add_line,
    add_printed,
    add_words,
    figure_element,
    identifier,
    new_element,
    new_part,
)
from cc_dsl.pipeline import Edition
from cc_dsl.source.howto import HowToPart, groups_of_parts
from cc_dsl.words.layout import capital

if TYPE_CHECKING:
    from cc_dsl.edition_model.doubts import Doubt
    from cc_dsl.edition_model.statements import Block
    from cc_dsl.source.notes import NotesSection

CERTAINTIES = {"plain": "high", "probable": "medium", "open": "low"}
"""The degrees of confidence in TEI; any other word becomes `unknown`."""


def notes_part(notes: Mapping[str, NotesSection], prose: Prose) -> ET.Element:
    """Return the editors' notes, each pointing to its clause."""
    part = new_part("notes", "Notes")
    for note in notes.values():
        target = prose.pointer(note.id)
        kind = "commentary" if target else "introduction" if note.id == "introduction" else "division"
        attributes = {"type": kind, "n": note.id, "target": target, "resp": "#editors"}
        add_line(part, "note", attributes).extend(prose.blocks(note.markdown))
    return part


def readings_part(doubts: Sequence[Doubt], prose: Prose) -> ET.Element:
    """Return the open places: the question, each answer with its argument, and the confidence in the default."""
    part = new_part("readings", "Readings and gaps")
    for doubt in doubts:
        attributes = {
            "type": "reading",
            "subtype": doubt.kind,
            "n": doubt.name,
            ID: identifier("r", prose.name, doubt.name),
            "target": prose.pointer(doubt.clause),
            "cert": CERTAINTIES.get(doubt.confidence, "unknown") if doubt.confidence else "",
            "resp": "#editors",
        }
        note = add_line(part, "note", attributes)
        add_line(note, "label", {}, doubt.title)
        if doubt.words:
            add_line(note, "p").append(add_printed(new_element("quote"), doubt.words))
        note.append(prose.paragraph(doubt.question or f"What is meant by “{doubt.words}”?"))
        answers = add_line(note, "list")
        for answer in doubt.answers:
            id = identifier("a", prose.name, doubt.name, answer.name)
            item = add_line(answers, "item", {"n": answer.name, ID: id, "rend": "default" if answer.is_default else ""})
            add_line(item, "label", {}, answer.phrase)
            item.extend(prose.paragraph(words) for words in (answer.reason, answer.argument) if words)
            clauses = [clause.removeprefix(f"{prose.name}.") for clause in answer.evidence]
            item[-1].extend(_grounds(prose, clauses))
        if doubt.why:
            note.append(prose.paragraph(f"Why the default: {doubt.why}"))
    return part


def rules_part(blocks: Sequence[Block], prose: Prose) -> ET.Element:
    """Return the rules of each clause, and those under the editor's name, without the headings of their blocks."""
    part = new_part("rules", "Rules")
    for block in blocks:
        title = capital(block.title)
        id = identifier("rules", prose.name, block.id)
        attributes = {"type": "rules", "n": block.id, ID: id, "corresp": prose.pointer(block.clause)}
        rules = add_line(part, "ab", attributes)
        if title:
            rules.append(new_element("label", {}, title))
        lines = (line.removeprefix("  ") for line in block.text.split("\n")[block.heading_lines :])
        rules.append(new_element("code", {"lang": "rules", SPACE: "preserve"}, "\n".join(lines).strip("\n")))
    return part


def how_to_play(edition: Edition, doubts: Sequence[Doubt], prose: Prose) -> ET.Element:
    """Return the how-to-play page; an empty part if there is none."""
    guide = guide_of(edition)
    part = new_part("how-to-play", guide.title if guide is not None else "How to play")
    readings = {doubt.name: f"#{identifier('r', prose.name, doubt.name)}" for doubt in doubts}
    say = partial(plain_words, edition.rules)

    def sentences(own: HowToPart) -> ET.Element:
        """Return a paragraph with its sentences, each followed by its citations."""
        paragraph = new_element("p", tail="\n")
        for sentence in own.sentences:
            add_words(paragraph, f"{' ' if paragraph.text else ''}{say(sentence.words)}")
            paragraph.extend(_grounds(prose, sentence.clauses, sentence.places, readings))
        return paragraph

    for section in guide.teaching_sections if guide is not None else ():
        division = add_line(part, "div")
        if section.title:
            add_line(division, "head", {}, section.title)
        for kind, parts in groups_of_parts(section.parts):
            if kind == "pictures":
                division.extend(figure_element(*picture_of(edition, picture)) for picture in parts)
            elif kind == "paragraph":
                division.extend(map(sentences, parts))
            elif kind == "table":
                table = add_line(division, "table")
                for own in parts:
                    role = {"role": "label" if own.kind == "head" else ""}
                    row = add_line(table, "row", role)
                    row.extend(new_element("cell", role, say(cell)) for cell in own.cells)
                    grounds = new_element("cell", role, "" if own.sentences else "Clauses")
                    for sentence in own.sentences:
                        grounds.extend(_grounds(prose, sentence.clauses, sentence.places, readings))
                    row.append(grounds)
            else:
                items = add_line(division, "list", {"rend": "numbered" if kind == "ol" else "bulleted"})
                for own in parts:
                    add_line(items, "item").append(sentences(own))
    return part


def _grounds(
    prose: Prose, clauses: Iterable[str], places: Iterable[str] = (), readings: Mapping[str, str] = {}
) -> Iterator[ET.Element]:
    """Yield the note with the clauses, and the open places, on which a sentence rests, if there are any.

    `readings` has the pointers to the open places of the text.
    """
    note = new_element("note", {"type": "grounds"})
    targets = [(clause, prose.pointer(clause)) for clause in clauses]
    targets += [("house rule", readings.get(place.partition("=")[0], "")) for place in places]
    note.extend(new_element("ref", {"target": target}, words, ", ") for words, target in targets)
    if targets:
        note[-1].tail = None
        yield note
