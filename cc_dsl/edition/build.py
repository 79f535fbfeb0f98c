"""Build the edition with Sphinx, for `circular edition OUT`."""

from __future__ import annotations

import io
import os
import re
import sys
from typing import TYPE_CHECKING

from cc_dsl import resources
from cc_dsl.errors import UserError
from cc_dsl.export.archive import moment

if TYPE_CHECKING:
    from typing import TextIO

OF_PROCESS = re.compile(r"^sphinx\.errors\.\w+: ")
"""The words before an error of one of the processes that read pages."""
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
TOOLS = ("sphinx", "myst_parser", "pygments", "typst")

MOST = 4
"""The most processes that read and write pages: each holds all editions in memory."""
MARK, ENVIRONMENT = "unfinished", "environment.pickle"
"""The files beside an edition by which it is known: while it is made, and afterwards."""


def _missing(tools: list[str]) -> UserError:
    """Return the error for tools that are not installed."""
    names = " and ".join([", ".join(tools[:-1]), tools[-1]] if len(tools) > 1 else tools)
    return UserError(
        "not-installed",
        f"The edition is made with {names}, which I could not find. "
        "Install the extra “edition”:   pip install 'court-circular[edition]'",
    )


def _failed(warnings: str) -> UserError:
    """Return the error for pages in which Sphinx found a problem, with its warnings."""
    count = sum("WARNING" in line or "ERROR" in line for line in warnings.splitlines())
    return UserError(
        "edition-not-made",
        f"The edition was not made: {count or 'some'} warnings, and each counts as an error.\n{warnings}",
    )


def docs_root() -> str:
    """Return the folder of the pages: beside the grammar, in a checkout as in an installed package."""
    return os.path.join(os.path.dirname(resources.grammar_root()), "docs")


def doctrees_of(out: str) -> str:
    """Return the folder beside the edition in which Sphinx caches what it has read."""
    return os.path.normpath(out) + ".doctrees"


def pages_of(out: str) -> str:
    """Return the folder of the pages' sources, those that are written and those that follow from the corpus."""
    return os.path.join(doctrees_of(out), "pages")


def build_edition(out: str, *, quiet: bool = False, docs: str | None = None, address: str = "", only: str = "") -> str:
    """Build the edition in the folder, with warnings as errors; return the path of its first page.

    With the address at which it will be read on the web, citations name it.
    With `only`, the name or folder of an edition, it shows that one and those whose clauses it uses, and no comparison.
    What Sphinx read before is kept beside the folder, so that only pages whose sources have changed are made again.
    """
    _require_tools()
    moment()  # one that cannot be read is refused before anything is written
    out = os.path.abspath(out)
    doctrees = doctrees_of(out)
    _refuse_what_is_anothers(out, doctrees)
    begun = _begin(doctrees)
    _make_pages(out, os.path.abspath(docs or docs_root()), _settings(address, only), quiet)
    os.remove(begun)
    return os.path.join(out, "index.html")


def _make_pages(out: str, docs: str, settings: dict[str, object], quiet: bool) -> None:
    """Make all pages and files with Sphinx."""
    from docutils import nodes  # noqa: F401 - found missing here, rather than in the middle
    from sphinx.application import Sphinx
    from sphinx.errors import SphinxError
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    from cc_dsl.workers import leashed, processors

    sources = pages_of(out)
    os.makedirs(sources, exist_ok=True)
    said = io.StringIO()
    status: TextIO | None = None if quiet else sys.stdout
    with patch_docutils(docs), docutils_namespace(), leashed():
        try:
            app = Sphinx(
                srcdir=sources,
                confdir=docs,
                outdir=out,
                doctreedir=doctrees_of(out),
                buildername="html",
                confoverrides=settings,
                status=status,
                warning=said,
                warningiserror=True,
                parallel=min(MOST, processors()),
            )
            app.build()
        except SphinxError as error:
            raise _failed(_told(f"{said.getvalue()}{_own_words(error)}", sources, docs)) from error
        if app.statuscode:
            raise _failed(_told(said.getvalue(), sources, docs))


def _own_words(error: Exception) -> str:
    """Return what went wrong, without the names of functions in which Sphinx wraps it."""
    return OF_PROCESS.sub("", str(getattr(error, "orig_exc", None) or error))


def _settings(address: str, only: str) -> dict[str, object]:
    """Return what differs from the configuration in `docs/conf.py`."""
    settings: dict[str, object] = {
        "rules_address": address,
        "html_baseurl": f"{address.rstrip('/')}/" if address else "",
    }
    if only:
        from cc_dsl.pipeline import Edition, find_rules

        edition = Edition(os.path.abspath(find_rules(only)), {})
        if edition.overlay is not None and edition.parent is not None:
            sentence = f"{only} is an overlay, which has no text of its own, and so no pages."
            raise UserError("command-line", sentence, f"Build those of its edition:   --only {edition.parent.argument}")
        if edition.text is None:
            sentence = f"{only} has no printed words beside its rules. Begin an edition with:   circular new"
            raise UserError("command-line", sentence)
        folders = {edition.text.id: edition.folder, **edition.shared_folders}
        # What the notes say of other editions leads nowhere here, and that is no fault of theirs.
        settings |= {
            "rules_alone": edition.text.id,
            "rules_editions": {name: {"path": folder} for name, folder in folders.items()},
            "rules_comparisons": [],
            "html_title": edition.display_name,
            "nitpicky": False,
            "suppress_warnings": ["ref.doc", "myst.xref_missing", "toc.not_included"],
        }
    return settings


def _told(said: str, pages: str, docs: str) -> str:
    """Return what Sphinx said, without colours, naming the page that somebody wrote, not the copy that Sphinx read."""

    def written(path: re.Match[str]) -> str:
        own = os.path.join(docs, path[1])
        return own if os.path.exists(own) else path[0]

    return re.sub(rf"{re.escape(pages + os.sep)}([^:\n]*)", written, COLOUR.sub("", said))


def _refuse_what_is_anothers(out: str, doctrees: str) -> None:
    """Raise a UserError where files would be replaced that no edition left, or read that others may have written."""
    is_made_here = os.path.isfile(os.path.join(doctrees, ENVIRONMENT)) or os.path.isfile(os.path.join(doctrees, MARK))
    others = [] if is_made_here or not os.path.isdir(out) else [one for one in os.listdir(out) if one[0] != "."]
    if others:
        raise UserError(
            "output-failed",
            f"{out} holds files that are no edition, such as {min(others)}. Name a folder that is empty, or not there.",
        )
    if os.path.lexists(doctrees) and not resources.is_own(os.lstat(doctrees)):
        raise UserError(
            "output-failed",
            f"{doctrees}, from where pages are taken that were read before, is not yours alone. Remove it, or name "
            "another folder for the edition.",
        )


def _begin(doctrees: str) -> str:
    """Mark that a build has begun; after one that did not come to its end, everything is read again.

    Otherwise a second build would not repeat the warnings of the first, and would pass.
    """
    os.makedirs(doctrees, mode=0o700, exist_ok=True)
    mark, environment = (os.path.join(doctrees, name) for name in (MARK, ENVIRONMENT))
    if os.path.exists(mark) and os.path.exists(environment):
        os.remove(environment)
    with open(mark, "w", encoding="utf-8"):
        return mark


def _require_tools() -> None:
    from importlib.util import find_spec

    missing = [name for name in TOOLS if find_spec(name) is None]
    if missing:
        raise _missing(missing)
