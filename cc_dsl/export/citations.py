"""Citations in MLA, Chicago, BibTeX and RIS from one description of the cited thing."""

from __future__ import annotations

import datetime
import re
from typing import NamedTuple

from cc_dsl.edition_model.imprint import Publication, Work
from cc_dsl.words.layout import capital, curl

MONTHS = ("Jan.", "Feb.", "Mar.", "Apr.", "May", "June", "July", "Aug.", "Sept.", "Oct.", "Nov.", "Dec.")
"""The abbreviations of the months in MLA style."""
SMALL_WORDS = frozenset("a an the and or nor but for of in on at to by from with as its".split())  # noqa: SIM905 - a column
"""Words that keep a small initial inside a title."""
STYLES = {
    # The MLA Handbook, 9th edition: if a body is both author and publisher, begin with the title.
    "MLA": (
        "*{whole}*. Version {version}, {editors}, {day} {mla_month} {year}{comma_address}.",
        "“{part}” *{whole}*, version {version}, {editors}, {day} {mla_month} {year}{comma_address}.",
        "{author}“{part}” {printed}*{whole}*, edited by {the_editors}, version {version}, "
        "{day} {mla_month} {year}{comma_address}.",
    ),
    # The Chicago Manual of Style, bibliography form.
    "Chicago": (
        "{editors}. *{whole}*. Version {version}. {month} {day}, {year}.{address}",
        "{editors}. “{part}” In *{whole}*. Version {version}. {month} {day}, {year}.{address}",
        "{author}“{part}” {printed}In *{whole}*, edited by {the_editors}. Version {version}. "
        "{month} {day}, {year}.{address}",
    ),
}
"""The entries for the whole edition, for words of the editors, and for those of a text; titles are between `*`."""
BIBTEX_SPECIAL = re.compile(r"[\\{}&%$#_~^]")
BIBTEX_ESCAPES = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}


class Citable(NamedTuple):
    """The cited object: the whole edition, a page of it, or a part of a page."""

    kind: str
    """`edition`, `page`, or the sort of thing on a page, such as `clause`."""
    key: str
    """Its permanent id, such as `1862.II.8`, or the name of its page."""
    title: str
    address: str
    """Its URL; empty if the edition was built without an address."""
    work: Work | None = None
    """The text to which it belongs, if any."""
    is_text: bool = False
    """Whether the cited words are the author's, rather than the editors'."""

    @property
    def is_whole(self) -> bool:
        """Whether the whole edition is cited, rather than a part."""
        return self.kind == "edition"

    @property
    def source(self) -> Work | None:
        """The text that first printed the words; None for words of the editors."""
        return None if not self.is_text or self.work is None or self.work.is_restated else self.work

    @property
    def author(self) -> str:
        """The author of that text, family name first; empty if it names none."""
        given_names, _, family = (self.source.author if self.source else "").partition(" (")[0].rpartition(" ")
        return ", ".join(filter(None, (family, given_names)))

    @property
    def year(self) -> str:
        """The year of that text."""
        return self.source.year if self.source else ""

    @property
    def notes(self) -> list[str]:
        """The sentences that identify it besides its title and address."""
        sentences = [f"Cited as {self.key}"] if self.kind not in ("edition", "page") else []
        sentences += [f"First printed {self.year}"] if self.year else []
        return [*sentences, f"SHA-256 of the text: {self.work.digest}"] if self.work is not None else sentences


class Citation(NamedTuple):
    format: str
    text: str
    suffix: str = ""
    """The suffix of the file that a reference manager imports."""
    type: str = ""


def citations(citable: Citable, publication: Publication) -> list[Citation]:
    """Return the citation of an edition, a page or a clause in every format."""
    return [
        *(Citation(style, _entry(style, citable, publication)) for style in STYLES),
        Citation("BibTeX", _bibtex(citable, publication), "bib", "application/x-bibtex"),
        Citation("RIS", _ris(citable, publication), "ris", "application/x-research-info-systems"),
    ]


def _entry(style: str, citable: Citable, publication: Publication) -> str:
    """Return an entry for a bibliography in a style."""
    day = datetime.date.fromisoformat(publication.date)
    part = curl(citable.title).replace("“", "‘").replace("”", "’")
    part = title_case(part) if citable.kind == "page" else part
    editors = publication.editors
    return STYLES[style][0 if citable.is_whole else 1 if citable.source is None else 2].format(
        author=f"{citable.author.rstrip('.')}. " if citable.author else "",
        part=part if part.endswith((".", "?", "!")) else f"{part}.",
        printed=f"{citable.year}. " if citable.year else "",
        whole=curl(publication.title),
        version=publication.version,
        editors=editors,
        the_editors=f"the {editors[4:]}" if editors.startswith("The ") else editors,
        day=day.day,
        month=f"{day:%B}",
        mla_month=MONTHS[day.month - 1],
        year=day.year,
        comma_address=f", {citable.address}" if citable.address else "",
        address=f" {citable.address}." if citable.address else "",
    )


def title_case(title: str) -> str:
    """Return a title in title case."""
    words = enumerate(title.split(" "))
    return " ".join(word if number and word in SMALL_WORDS else capital(word) for number, word in words)


def _bibtex(citable: Citable, publication: Publication) -> str:
    def escape(words: str) -> str:
        return BIBTEX_SPECIAL.sub(lambda match: BIBTEX_ESCAPES.get(match[0], "\\" + match[0]), words)

    day = datetime.date.fromisoformat(publication.date)
    is_printed, editors = citable.source is not None, f"{{{escape(publication.editors)}}}"
    fields = {
        "author": escape(citable.author) if is_printed else editors,
        "title": f"{{{escape(curl(citable.title))}}}",
        "booktitle" if is_printed else "howpublished": "" if citable.is_whole else escape(curl(publication.title)),
        "editor": editors if is_printed else "",
        "year": str(day.year),
        "month": f"{day:%b}".lower(),
        "note": escape(". ".join([f"Version {publication.version}", *citable.notes])),
        "url": citable.address,
    }
    # BibTeX has a macro for each month, which takes no braces.
    lines = [f"  {key:<12} = {value if key == 'month' else f'{{{value}}}'}," for key, value in fields.items() if value]
    kind, key = "incollection" if is_printed else "misc", re.sub(r"[^A-Za-z0-9.:=-]+", "-", citable.key)
    return "\n".join([f"@{kind}{{court-circular:{key},", *lines, "}", ""])


def _ris(citable: Citable, publication: Publication) -> str:
    is_printed = citable.source is not None
    lines = [
        ("TY", "CHAP" if is_printed else "ELEC"),
        ("AU", citable.author if is_printed else publication.editors),
        ("A2", publication.editors if is_printed else ""),
        ("TI", curl(citable.title)),
        ("T2", "" if citable.is_whole else curl(publication.title)),
        ("PY", publication.year),
        ("DA", publication.date.replace("-", "/")),
        ("ET", f"Version {publication.version}"),
        ("LA", "en"),
        *(("N1", words) for words in citable.notes),
        ("UR", citable.address),
    ]
    return "".join(f"{tag}  - {value}\r\n" for tag, value in lines if value) + "ER  - \r\n"
