"""Write the typefaces of the edition beside its pages: one for text, one for rules, under an open licence.

They come with two packages. Each is subset to the characters of these pages and compressed for the web; since its
licence reserves its name for the complete face, the subset has a name of its own.
"""

from __future__ import annotations

import io
import os
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl import cache
from cc_dsl.edition.sources import write

if TYPE_CHECKING:
    from sphinx.application import Sphinx

TEXT, RULES = "Edition Text", "Edition Rules"
"""The names of the subset typefaces, in the style sheet and in their own tables."""
SERIF, SANS = PACKAGES = ("font_source_serif_pro", "font_source_sans_pro")
"""The packages of the extra “edition” that contain the whole faces."""
FEATURES = "kern liga locl ccmp mark mkmk smcp c2sc onum lnum pnum tnum sups case".split()  # noqa: SIM905 - a column
CHARACTERS = (*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x2010, 0x2027), *map(ord, "‰‹›⁄₁₂₃→←−×÷≤≥≠½¼¾✓′″"))
"""Latin letters with the accents of the texts, punctuation, and the signs of the pages."""
SHEET = "fonts.css"
OF_FEATURES = 256
"""The number from which name records belong to features."""
POSTSCRIPT_NAME = 6
FAMILY_NAMES = 1, 3, 4, POSTSCRIPT_NAME, 16
"""The numbers of the name records that contain the name of the family; that for PostScript has no spaces."""
ENGLISH = 0x409
"""The language number of English in name records."""


class Face(NamedTuple):
    family: str
    weight: int
    style: str
    package: str
    file: str

    @property
    def name(self) -> str:
        """The name of its file beside the pages."""
        return f"{self.family.lower().replace(' ', '-')}-{self.weight}-{self.style}.woff2"


FACES = (
    Face(TEXT, 400, "normal", SERIF, "SourceSerifPro-Regular.otf"),
    Face(TEXT, 400, "italic", SERIF, "SourceSerifPro-It.otf"),
    Face(TEXT, 600, "normal", SERIF, "SourceSerifPro-Semibold.otf"),
    Face(TEXT, 600, "italic", SERIF, "SourceSerifPro-SemiboldIt.otf"),
    Face(RULES, 400, "normal", SANS, "SourceSansPro-Regular.otf"),
    Face(RULES, 600, "normal", SANS, "SourceSansPro-Semibold.otf"),
)


def file_in(package: str, name: str) -> bytes:
    """Return a file that comes with a package of faces."""
    return files(package).joinpath("files", name).read_bytes()


def woff2(face: Face) -> bytes:
    """Return a face, subset to the characters of the pages, under its own name; made once and cached."""
    from logging import WARNING, getLogger

    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    whole = file_in(face.package, face.file)
    parts = face.name, sha256(repr((face, FEATURES, CHARACTERS)).encode() + whole).digest()
    if (stored_font := cache.get("font", parts)) is not None:
        return stored_font
    getLogger("fontTools").setLevel(WARNING)
    # Keep the bounding box of the whole face, which is good enough.
    font = TTFont(io.BytesIO(whole), recalcTimestamp=False, recalcBBoxes=False)
    subsetter = Subsetter(Options(layout_features=FEATURES, hinting=False, notdef_outline=True))
    subsetter.populate(unicodes=CHARACTERS)
    # Subsetting searches every table for names; remove the name table meanwhile, since the features kept have no names.
    names = font["name"]
    del font["name"]
    subsetter.subset(font)
    # Restore the names, which include author and licence.
    font["name"] = names
    names.names = [row for row in names.names if row.nameID < OF_FEATURES and row.isUnicode() and row.langID == ENGLISH]
    for record in names.names:
        if record.nameID in FAMILY_NAMES:
            record.string = face.family.replace(" ", "") if record.nameID == POSTSCRIPT_NAME else face.family
    font.flavor = "woff2"
    output = io.BytesIO()
    font.save(output, reorderTables=False)
    cache.put("font", parts, output.getvalue())
    return output.getvalue()


def write_faces(app: Sphinx) -> None:
    """Write the faces, their licences and the style sheet that names them."""
    static, rules = os.path.join(app.outdir, "_static"), ""
    for face in FACES:
        write(os.path.join(static, "fonts", face.name), woff2(face))
        rules += (
            f'@font-face{{font-family:"{face.family}";font-weight:{face.weight};font-style:{face.style};'
            f'font-display:swap;src:url("fonts/{face.name}") format("woff2")}}\n'
        )
    for package in PACKAGES:
        write(os.path.join(static, "fonts", f"{package}-LICENSE.txt"), file_in(package, "LICENSE.txt"))
    write(os.path.join(static, SHEET), rules)
