"""Executable editions of historical game rules: every decision of play names the clause behind it.

Each line knows only the lines under it, and names on one line do not know each other;
`tests/architecture/test_layers.py` reads this list and holds the package to it.

    __main__
    cli  |  edition  |  lsp        people: terminal; Sphinx; editors
    live                           the engine behind a page: JSON in, JSON out
    export                         downloads: TEI, text, rules, figures
    weave  |  study  |  compare  |  adapters    products: edition blocks, statistics, versions, frameworks
    checking                       worked cases of an edition, tried
    pipeline                       the whole path on one page
    explain                        decisions -> sentences
    interpreter  |  compiler       two engines
    core                           what both engines must know of rules, said once
    rules                          resolved meaning, checks, readings
    syntax  |  lawn                nodes, parser, printer; balls that roll
    table                          what is played with: pieces, places, positions, records, random numbers
    diagnostics                    problems as data; rendered as text and JSON
    cache                          the cache on disk
    source  |  resources  |  trees  |  workers  |  svg    files, clauses; the corpus; nodes, terms; processes; drawings
    errors                         what a user can put right

From Python: `cc_dsl.load("1862")` gives an edition that plays, judges and explains.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cc_dsl.pipeline import load

__all__ = ["__version__", "load"]

__version__ = "0.1.0"

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Import the pipeline when it is first asked for, so that commands that need none start sooner."""
        if name == "load":
            from cc_dsl.pipeline import load

            return load
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
