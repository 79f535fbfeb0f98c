"""Build the edition with Sphinx, for `circular edition OUT`."""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
from importlib.util import find_spec

from cc_dsl import resources
from cc_dsl.closures.listener_names import join_words
from cc_dsl.errors import UserError, how_to_install
from cc_dsl.export.archive import build_time

OF_PROCESS = re.compile(r"^sphinx\.errors\.\w+: ")
"""The words before an error in one of the processes that read pages."""
ADDRESSES = "addresses.json"
"""The file with all addresses, which every built edition contains."""
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
TOOLS = (
    "sphinx",
    "myst_parser",
    "pygments",
    "typst",
    "fontTools",
    "brotli",
    "font_source_serif_pro",
    "font_source_sans_pro",
)
MOST_PROCESSES = 4
"""The most processes that read and write pages: each holds all editions in memory."""


def doctrees_of(out: str) -> str:
    """Return the folder beside the edition that holds the page sources and Sphinx's doctrees during a build."""
    return os.path.normpath(out) + ".doctrees"


def build_edition(out: str, *, quiet: bool = False, docs: str | None = None, address: str = "", only: str = "") -> str:
    """Build the edition in the folder, with warnings as errors; return the path of its first page.

    If its address on the web is given, citations contain it.
    With `only`, the name or folder of an edition, build only that edition and those whose clauses it uses.
    """
    missing_tools = [name for name in TOOLS if find_spec(name) is None]
    if missing_tools:
        raise UserError("not-installed", f"The edition needs {join_words(missing_tools)}.", how_to_install("edition"))
    build_time()  # refuse a bad SOURCE_DATE_EPOCH before anything is written
    out = os.path.abspath(out)
    refuse_foreign_files(out)
    shutil.rmtree(doctrees_of(out), ignore_errors=True)
    try:
        os.makedirs(doctrees_of(out), mode=0o700)
        os.makedirs(out, exist_ok=True)
    except OSError as error:
        sentence = f"The folder {out} cannot be created: {error.strerror}. Name another folder for the edition."
        raise UserError("output-failed", sentence) from None
    # The written pages are beside the grammar, in a checkout and in an installed package.
    docs = os.path.abspath(docs or os.path.join(os.path.dirname(resources.grammar_root()), "docs"))
    _make_pages(out, docs, _settings(address, only), quiet)
    shutil.rmtree(doctrees_of(out), ignore_errors=True)
    return os.path.join(out, "index.html")


def _make_pages(out: str, docs: str, settings: dict[str, object], quiet: bool) -> None:
    """Build all pages and files with Sphinx; raise a UserError with its warnings, if there are any."""
    from docutils import nodes  # noqa: F401 - if it is missing, fail before the build begins
    from sphinx.application import Sphinx
    from sphinx.errors import SphinxError
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    from cc_dsl.workers import bind_children, processors

    pages, warnings, stop = os.path.join(doctrees_of(out), "pages"), io.StringIO(), ""
    os.mkdir(pages)
    with patch_docutils(docs), docutils_namespace(), bind_children():
        try:
            app = Sphinx(
                srcdir=pages,
                confdir=docs,
                outdir=out,
                doctreedir=doctrees_of(out),
                buildername="html",
                confoverrides=settings,
                status=None if quiet else sys.stdout,
                warning=warnings,
                freshenv=True,
                warningiserror=True,
                parallel=min(MOST_PROCESSES, processors()),
            )
            app.build(force_all=True)
        except SphinxError as error:
            stop = bare_message(error)
    if stop or app.statuscode:
        text = COLOUR.sub("", f"{warnings.getvalue()}{stop}")
        for copy in {*re.findall(rf"{re.escape(pages + os.sep)}([^:\n]*)", text)}:
            # Name the page in the repository, not the copy that Sphinx reads.
            if os.path.exists(own := os.path.join(docs, copy)):
                text = text.replace(os.path.join(pages, copy), own)
        count = sum("WARNING" in line or "ERROR" in line for line in text.splitlines())
        given = "1 warning" if count == 1 else f"{count or 'some'} warnings"
        sentence = f"Sphinx gave {given}, so the edition was not built."
        raise UserError("edition-not-made", f"{sentence}\n{text}")


def bare_message(error: Exception) -> str:
    """Return the message of an error, without the class name that Sphinx puts before it."""
    return OF_PROCESS.sub("", str(getattr(error, "orig_exc", None) or error))


def _settings(address: str, only: str) -> dict[str, object]:
    """Return the settings that override the configuration in `docs/conf.py`."""
    settings: dict[str, object] = {
        "rules_address": address,
        "html_baseurl": f"{address.rstrip('/')}/" if address else "",
    }
    if only:
        from cc_dsl.pipeline import Edition, find_rules

        edition = Edition(os.path.abspath(find_rules(only)), {})
        if edition.overlay is not None and edition.parent is not None:
            sentence = f"{only} is an overlay, which has no text of its own, and so no pages."
            raise UserError(
                "command-line", sentence, f"Build the pages of its edition:   --only {edition.parent.argument}"
            )
        if edition.text is None:
            sentence = f"{only} has no printed words beside its rules. Begin an edition with:   circular new"
            raise UserError("command-line", sentence)
        folders = {edition.text.id: edition.folder, **edition.shared_folders}
        # References to other editions cannot be resolved in an edition built alone; do not warn about them.
        settings |= {
            "rules_alone": edition.text.id,
            "rules_editions": {name: {"path": folder} for name, folder in folders.items()},
            "rules_comparisons": [],
            "html_title": edition.display_name,
            "nitpicky": False,
            "suppress_warnings": ["ref.doc", "myst.xref_missing", "toc.not_included"],
        }
    return settings


def refuse_foreign_files(out: str) -> None:
    """Raise a UserError if the build would replace files that are not an edition's, or read files of other users."""
    doctrees = doctrees_of(out)
    # A build that failed leaves its doctrees, and one that succeeded its list of addresses.
    is_made_here = os.path.isdir(doctrees) or os.path.isfile(os.path.join(out, ADDRESSES)) or not os.path.isdir(out)
    others = [] if is_made_here else [name for name in os.listdir(out) if name[0] != "."]
    if others:
        raise UserError(
            "output-failed",
            f"{out} contains files that do not belong to an edition, such as {min(others)}. "
            "Name an empty or a new folder.",
        )
    if os.path.lexists(doctrees) and not resources.is_own(os.lstat(doctrees)):
        raise UserError(
            "output-failed",
            f"{doctrees}, which contains the sources of the pages, may have been written by other users. Remove it, or "
            "name another folder for the edition.",
        )
