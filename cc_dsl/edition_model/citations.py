"""Formats citations, as MLA, Chicago, BibTeX, RIS and CSL-JSON, from one description of the thing cited."""

from __future__ import annotations

import datetime
import json
import re
from typing import NamedTuple

from cc_dsl.edition_model.imprint import Publication, Work

MONTHS = ("Jan.", "Feb.", "Mar.", "Apr.", "May", "June", "July", "Aug.", "Sept.", "Oct.", "Nov.", "Dec.")
"""The months as MLA shortens them."""
SMALL_WORDS = frozenset("a an the and or nor but for of in on at to by from with as its".split())  # noqa: SIM905 - a column
"""Words that keep their small letter inside a title."""
BIBTEX_SPECIAL = re.compile(r"[\\{}&%$#_~^]")
BIBTEX_ESCAPED = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}


class Citable(NamedTuple):
    """The cited object: the whole edition, a page of it, or a thing on a page."""

    kind: str
    """`edition`, `page`, or the sort of thing on a page, such as `clause`."""
    key: str
    """Its permanent id, such as `1862.II.8`, or the name of its page."""
    title: str
    address: str
    """Its URL; empty if the edition was built without an address."""
    work: Work | None = None
    """The text that it belongs to, if it belongs to one."""
    is_text: bool = False
    """Whether it is words of that text, and so its author's, and not the editors'."""

    @property
    def is_whole(self) -> bool:
        """Whether the whole edition is cited, and not a part of it."""
        return self.kind == "edition"

    @property
    def author(self) -> tuple[str, str] | None:
        """The family name and the given name of the author of the words; none where the editors wrote them."""
        if not self.is_text or self.work is None or self.work.is_restated:
            return None
        given, _, family = self.work.author.partition(" (")[0].rpartition(" ")
        return family, given

    @property
    def year(self) -> str:
        """The year in which the words were first printed; empty where the editors wrote them."""
        return self.work.year if self.author is not None and self.work is not None else ""


class Citation(NamedTuple):
    """A citation in one format."""

    format: str
    text: str
    suffix: str = ""
    """The suffix of the file in which a reference manager takes it."""
    type: str = ""


def citations(cited: Citable, published: Publication) -> list[Citation]:
    """Return the citation of something in every format."""
    return [
        Citation("MLA", mla(cited, published)),
        Citation("Chicago", chicago(cited, published)),
        Citation("BibTeX", bibtex(cited, published), "bib", "application/x-bibtex"),
        Citation("RIS", ris(cited, published), "ris", "application/x-research-info-systems"),
        Citation("CSL-JSON", csl_json(cited, published), "json", "application/vnd.citationstyles.csl+json"),
    ]


def mla(cited: Citable, published: Publication) -> str:
    """Return an entry for a list of works cited (MLA Handbook, 9th edition); titles of whole works stand in `*`."""
    day = datetime.date.fromisoformat(published.date)
    date = f"{day.day} {MONTHS[day.month - 1]} {day.year}"
    whole = f"*{_curled(published.title)}*"
    editors = _inside(published.editors)
    if cited.author is not None:
        parts = [f"edited by {editors}", f"version {published.version}", date, cited.address]
    else:
        # Where a body is author and publisher, MLA begins with the title.
        parts = [f"version {published.version}", published.editors, date, cited.address]
    listed = ", ".join(part for part in parts if part)
    if cited.is_whole:
        return f"{whole}. {_upper_first(listed)}."
    return f"{_named(cited)}“{_title(cited)}” {_first_printed(cited)}{whole}, {listed}."


def chicago(cited: Citable, published: Publication) -> str:
    """Return an entry for a bibliography by the Chicago Manual of Style; titles of whole works stand in `*`."""
    day = datetime.date.fromisoformat(published.date)
    date = f"{day:%B} {day.day}, {day.year}"
    whole = f"*{_curled(published.title)}*"
    ending = " ".join(f"{part}." for part in (f"Version {published.version}", date, cited.address) if part)
    if cited.is_whole:
        return f"{published.editors}. {whole}. {ending}"
    if cited.author is None:
        return f"{published.editors}. “{_title(cited)}” In {whole}. {ending}"
    editors = _inside(published.editors)
    return f"{_named(cited)}“{_title(cited)}” {_first_printed(cited)}In {whole}, edited by {editors}. {ending}"


def _named(cited: Citable) -> str:
    """Return the author, the family name first, as a sentence; nothing where the editors are meant."""
    return f"{', '.join(cited.author)}. " if cited.author is not None else ""


def _first_printed(cited: Citable) -> str:
    return f"{cited.year}. " if cited.year else ""


def _title(cited: Citable) -> str:
    """Return the title with a point at its end, unless it has one, and inner quotation marks single."""
    title = _curled(cited.title).replace("“", "‘").replace("”", "’")
    title = headline(title) if cited.kind == "page" else title
    return title if title.endswith((".", "?", "!")) else f"{title}."


def headline(title: str) -> str:
    """Return a title with capitals as English titles have them."""
    words = title.split(" ")
    return " ".join(_upper_first(word) if n == 0 or word not in SMALL_WORDS else word for n, word in enumerate(words))


def _curled(words: str) -> str:
    return words.replace("'", "’")


def _inside(body: str) -> str:
    """Return the name of a body as it stands inside a sentence."""
    return f"the {body[4:]}" if body.startswith("The ") else body


def _upper_first(words: str) -> str:
    return words[:1].upper() + words[1:]


def _identified(cited: Citable) -> list[str]:
    """Give, in sentences, by what the thing that is cited is known again."""
    found = [f"Cited as {cited.key}"] if cited.kind not in ("edition", "page") else []
    if cited.year:
        found.append(f"First printed {cited.year}")
    if cited.work is not None:
        found.append(f"SHA-256 of the text: {cited.work.digest}")
    return found


# --------------------------------------------------------------------------------- for reference managers


def csl(cited: Citable, published: Publication) -> dict[str, object]:
    """Return the item as CSL-JSON has it."""
    year, month, day = (int(part) for part in published.date.split("-"))
    editors = [{"literal": published.editors}]
    item: dict[str, object] = {
        "id": cited.key,
        "type": "webpage",
        "title": _curled(cited.title),
        "container-title": _curled(published.title),
        "author": editors,
        "version": published.version,
        "issued": {"date-parts": [[year, month, day]]},
        "language": "en",
        "note": ". ".join(_identified(cited)),
        "URL": cited.address,
    }
    if cited.author is not None:
        family, given = cited.author
        item |= {"type": "chapter", "author": [{"family": family, "given": given}], "editor": editors}
        if cited.year.isdecimal():
            item["original-date"] = {"date-parts": [[int(cited.year)]]}
    if cited.is_whole:
        item["type"] = "book"
        del item["container-title"]
    return {key: value for key, value in item.items() if value}


def csl_json(cited: Citable, published: Publication) -> str:
    """Return the item as a CSL-JSON file."""
    return json.dumps([csl(cited, published)], ensure_ascii=False, indent=1) + "\n"


def bibtex(cited: Citable, published: Publication) -> str:
    """Return the item as BibTeX."""
    day = datetime.date.fromisoformat(published.date)
    kind = "incollection" if cited.author is not None else "misc"
    editors = f"{{{_escaped(published.editors)}}}"
    whole = _escaped(_curled(published.title))
    fields = {
        "author": _escaped(", ".join(cited.author)) if cited.author is not None else editors,
        "title": f"{{{_escaped(_curled(cited.title))}}}",
        "booktitle" if cited.author is not None else "howpublished": "" if cited.is_whole else whole,
        "editor": editors if cited.author is not None else "",
        "year": str(day.year),
        "month": f"{day:%b}".lower(),
        "note": _escaped(". ".join([f"Version {published.version}", *_identified(cited)])),
        "url": cited.address,
    }
    # The name of a month is a macro, and stands without braces.
    lines = [f"  {key:<12} = {value if key == 'month' else f'{{{value}}}'}," for key, value in fields.items() if value]
    key = re.sub(r"[^A-Za-z0-9.:=-]+", "-", cited.key)
    return "\n".join([f"@{kind}{{court-circular:{key},", *lines, "}", ""])


def _escaped(words: str) -> str:
    return BIBTEX_SPECIAL.sub(lambda found: BIBTEX_ESCAPED.get(found[0], "\\" + found[0]), words)


def ris(cited: Citable, published: Publication) -> str:
    """Return the item as RIS."""
    lines = [("TY", "CHAP" if cited.author is not None else "ELEC")]
    if cited.author is not None:
        lines += [("AU", ", ".join(cited.author)), ("A2", published.editors)]
    else:
        lines.append(("AU", published.editors))
    lines += [
        ("TI", _curled(cited.title)),
        ("T2", "" if cited.is_whole else _curled(published.title)),
        ("PY", published.year),
        ("DA", published.date.replace("-", "/")),
        ("ET", f"Version {published.version}"),
        ("LA", "en"),
        *(("N1", words) for words in _identified(cited)),
        ("UR", cited.address),
    ]
    return "".join(f"{tag}  - {value}\r\n" for tag, value in lines if value) + "ER  - \r\n"
