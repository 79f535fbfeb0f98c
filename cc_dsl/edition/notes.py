"""The editor's notes as Markdown: ids of clauses become references, and markup that could include files is refused."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.source.notes import citation_pattern

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)


def add_references(markdown: str, edition: str, names: Iterable[str], editions: Iterable[str] = ()) -> str:
    """Convert every id of a clause in Markdown prose to a reference; code is unchanged."""
    editions = tuple(editions)
    pattern = citation_pattern(names, editions)

    def reference(match: re.Match[str]) -> str:
        words = match[0]
        is_full = words.partition(".")[0] in editions
        return f"{{rules:ref}}`{words} <{words if is_full else f'{edition}.{words}'}>`"

    parts = CODE.split(markdown)
    for number in range(0, len(parts), 2):
        parts[number] = pattern.sub(reference, parts[number])
    return "".join(parts)


ROLES = frozenset({"doc", "sub", "sup", *(f"rules:{kind}" for kind in ("ref", "statement", "reading", "step"))})
"""The roles that notes may use: they refer to pages, clauses and other parts of an edition, or raise letters."""
LINKS = ("https://", "http://", "mailto:", "#")
"""The beginnings allowed for a link in notes; any other link would include a file in the pages."""


class UnsafeMarkup(NamedTuple):
    """Markdown that could include a file of this machine, or raw markup, in a page."""

    line: int
    """The line of the Markdown, counted from 1."""
    sentence: str


def unsafe_markup(markdown: str) -> UnsafeMarkup | None:
    """Return the first piece of Markdown that notes may not use; None if there is none.

    An edition is data: building somebody else's folder publishes its words, but no file that they name.
    """
    return next(_unsafe_tokens(_parser().parse(markdown), 1), None)


@cache
def _parser() -> MarkdownIt:
    """Return the parser that Sphinx uses for the pages."""
    from markdown_it.renderer import RendererHTML
    from myst_parser.config.main import MdParserConfig
    from myst_parser.parsers.mdit import create_md_parser

    extensions = {"attrs_block", "attrs_inline", "deflist", "fieldlist"}
    return create_md_parser(MdParserConfig(enable_extensions=extensions), RendererHTML)


def _unsafe_tokens(tokens: Iterable[Token], line: int) -> Iterator[UnsafeMarkup]:
    """Yield the unsafe markup among tokens, with its lines."""
    for token in tokens:
        line = token.map[0] + 1 if token.map else line
        sentence = _refusal(token)
        if sentence:
            yield UnsafeMarkup(line, sentence)
        yield from _unsafe_tokens(token.children or (), line)


def _refusal(token: Token) -> str:
    """Return the reason why notes may not use a token; an empty string if they may."""
    name = token.info.strip().partition("}")[0]
    if token.type in ("html_block", "html_inline"):
        return "Notes cannot contain HTML. Write it in Markdown."
    if token.type == "image":
        return "Notes cannot show a picture from a file. Describe it, or link to it with https://."
    if token.type in ("fence", "colon_fence") and name.startswith("{") and name != "{note":
        return f"Notes cannot use the directive {name}}}. They may use {{note}}."
    if token.type == "myst_role" and token.meta["name"] not in ROLES:
        roles = ", ".join(f"{{{name}}}" for name in sorted(ROLES))
        return f"Notes cannot use the role {{{token.meta['name']}}}. They may use {roles}."
    if token.type == "link_open" and not str(token.attrs.get("href", "")).startswith(LINKS):
        return f"Notes cannot link to “{token.attrs.get('href')}”. A link begins with https://, http://, mailto: or #."
    return ""
