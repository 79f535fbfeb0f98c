"""Gives every page its frame: style sheets, the list of pages beside it with the parts of this one, and lean markup.

The frame itself is the theme in `templates/`; colours and signs stand in a style sheet, once for all pages.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from cc_dsl.edition.markup import PageContext

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

SHEETS = ("fonts.css", "base.css", "frame.css", "edition.css")
SCRIPTS = ("frame.js", "citing.js")
THEIRS = frozenset(
    {
        "_static/pygments.css",
        "_static/documentation_options.js",
        "_static/doctools.js",
        "_static/sphinx_highlight.js",
    }
)
"""The files that Sphinx adds to every page; those of this frame take their place."""
CURRENT = '<a class="current" href="#">'
"""The beginning of the entry for the page itself in the list of pages."""
LEAST = 3
"""The number of parts from which a page has them listed below its entry."""
PART = re.compile(r'^<li><a class="reference internal" href="(#[^"]+)">(.*?)</a>', re.MULTILINE)
"""A part of a page of the first level, in the table of contents that Sphinx makes."""
WHOSE = re.compile(r"[^·,()\s][^·,()]* \(\d{4}\??\) ")
"""A work with its year before the number of a clause: the page says whose its parts are."""
SHORT = 18
"""Parts with no more letters stand beside one another."""
TAG = re.compile(r"<[^>]*>")
LEAN = (
    (re.compile(r' class="reference (?:internal|external)"'), ""),
    (re.compile(r'<a class="headerlink" href="([^"]*)" title="[^"]*">¶</a>'), r'<a class="headerlink" href="\1">¶</a>'),
    (re.compile(r"(<a [^>]*>)<span(?: class=\"(?:doc|std std-doc|std std-ref)\")?>([^<]*)</span></a>"), r"\1\2</a>"),
    (re.compile(r'<p class="rubric">\s*</p>'), ""),
)
"""The attributes that are written for every link and needed by none."""
TITLED = re.compile(r'<a ([^>]*?)href="([^"]*)" title="[^"]*"')
"""A link that says where it leads when somebody points to it."""
LISTED = (
    (re.compile(r' class="(?:toctree-l\d+|reference internal|current|caption-text)"'), ""),
    (re.compile(r' class="toctree-l\d+ current(?: current-page)?"'), ""),
    (re.compile(r'<a class="current reference internal" href="#">'), CURRENT),
    (re.compile(r'<p class="caption" role="heading"(?: aria-level="2")?><span>(.*?)</span></p>'), r"<h2>\1</h2>"),
    # Whose a page is says the entry above it.
    (re.compile(r"(<a [^>]*>[^<]+?) — .*?</a>"), r"\1</a>"),
    (re.compile(r"\n+"), "\n"),
)


def _lean(words: str, rules: tuple[tuple[re.Pattern[str], str], ...]) -> str:
    for pattern, replacement in rules:
        words = pattern.sub(replacement, words)
    return words


def _titled_once(words: str) -> str:
    """Describe the target of a link once on a page, and not at each link to it."""
    known: set[str] = set()

    def said(link: re.Match[str]) -> str:
        if link[2] not in known:
            known.add(link[2])
            return link[0]
        return f'<a {link[1]}href="{link[2]}"'

    return TITLED.sub(said, words)


def _parts(contents: str) -> str:
    """List the parts of a page from its table of contents; nothing if they are few."""
    _, _, inner = contents.partition("<ul>\n<li>")
    found = [(target, html.unescape(TAG.sub("", words)).strip()) for target, words in PART.findall(inner)]
    if len(found) < LEAST:
        return ""
    found = [(target, WHOSE.sub("", words)) for target, words in found]
    # The end of an item may be left out, and a long comparison has a hundred.
    listed = "".join(f'<li><a href="{target}">{html.escape(words, quote=False)}</a>' for target, words in found)
    short = " short" if sum(len(words) > SHORT for _, words in found) * 3 < len(found) else ""
    return f'<ul class="parts{short}">{listed}</ul>'


def _frame(app: Sphinx, pagename: str, template: str, context: PageContext, doctree: nodes.document | None) -> None:
    """Give a page its frame."""
    pathto = context["pathto"]
    context["sheets"] = [pathto(f"_static/{name}", 1) for name in SHEETS]
    context["scripts"] = [pathto(f"_static/{name}", 1) for name in (*SCRIPTS, *context.get("page_scripts", ()))]
    context["added"] = [
        context[tag](file)
        for tag, files in (("css_tag", "css_files"), ("js_tag", "script_files"))
        for file in context.get(files, ())
        if str(getattr(file, "filename", file)).partition("?")[0] not in THEIRS
    ]
    context["page_list"] = _with_parts(_listed(context), _parts(context.get("toc") or ""))
    context["page_body"] = _titled_once(_lean(context.get("body") or "", LEAN))


def _listed(context: PageContext) -> str:
    """Return the list of all pages; empty where the frame has none."""
    whole = context.get("toctree")
    listed = whole(collapse=True, titles_only=True, maxdepth=-1, includehidden=True) if whole is not None else ""
    return _lean(listed, LISTED)


def _with_parts(listed: str, parts: str) -> str:
    """Return the list of all pages with the parts of one below its entry."""
    at = listed.find(CURRENT)
    if not parts or at < 0:
        return listed
    end = listed.index("</a>", at) + len("</a>")
    return listed[:end] + parts + listed[end:]


def setup(app: Sphinx) -> None:
    """Take part in every page, after its list is made."""
    app.connect("html-page-context", _frame, priority=460)
