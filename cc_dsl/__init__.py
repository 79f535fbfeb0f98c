"""Executable editions of historical game rules: every decision of play names the clause behind it.

Each line imports only the lines below it, and packages on one line do not import each other;
`tests/architecture/test_layers.py` reads this list and enforces it.

    __main__
    cli  |  edition  |  lsp        people: terminal; Sphinx; editors
    live  |  api                   the engine behind a page: JSON in, JSON out; Python and notebooks
    export                         downloads: TEI, text, rules, figures
    compare                        two versions: words, rules, cases, sampled deals
    edition_model  |  study  |  adapters    products: contents of pages, statistics, frameworks
    play                           one game session for terminal and page; its records
    cases                          worked cases of an edition, and their trials
    words                          decisions, answers and positions -> sentences and tables
    pipeline                       all steps in one file
    players                        computer players: random, greedy, search; seats, hints
    engine  |  compiler            the two engines: games with reasons; compiled games, exact counts
    closures  |  codegen           evaluation of terms and acts: functions that give reasons; generated Python
    drawing                        pictures: pieces, boards, grounds, charts
    core                           facts about rules that both engines need
    rules                          resolved meaning, checks, readings
    syntax                         nodes, parser, printer
    table                          equipment of play: pieces, places, positions, records, random numbers
    diagnostics                    problems as data; rendered as text and JSON
    figures                        results of counts, stored beside an edition
    cache                          the cache on disk
    source  |  resources  |  trees  |  workers  |  svg    files, clauses; the corpus; nodes, terms; processes; drawings
    errors                         errors that a user can correct

In Python, `cc_dsl.load("1862")` returns an edition that plays, judges and explains.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cc_dsl.api.answers import Answer, Explanation, Reading, Refusal, View
    from cc_dsl.api.edition import Comparison, Edition, editions, load, read_record, replay
    from cc_dsl.api.game import Game
    from cc_dsl.api.study_results import Games, Study
    from cc_dsl.diagnostics.problem import RulesError
    from cc_dsl.engine.moves import Move, MoveRefused
    from cc_dsl.errors import CircularError, UserError
    from cc_dsl.players.seats import Player, Seat
    from cc_dsl.table.record import Record, RecordFault

__version__ = "0.2.0"

_MODULES = {
    "api.answers": ("Answer", "Explanation", "Reading", "Refusal", "View"),
    "api.edition": ("Comparison", "Edition", "editions", "load", "read_record", "replay"),
    "api.game": ("Game",),
    "api.study_results": ("Games", "Study"),
    "diagnostics.problem": ("RulesError",),
    "errors": ("CircularError", "UserError"),
    "engine.moves": ("Move", "MoveRefused"),
    "players.seats": ("Player", "Seat"),
    "table.record": ("Record", "RecordFault"),
}
"""The names that users import, by module."""

__all__ = [
    "Answer",
    "CircularError",
    "Comparison",
    "Edition",
    "Explanation",
    "Game",
    "Games",
    "Move",
    "MoveRefused",
    "Player",
    "Reading",
    "Record",
    "RecordFault",
    "Refusal",
    "RulesError",
    "Seat",
    "Study",
    "UserError",
    "View",
    "__version__",
    "editions",
    "load",
    "read_record",
    "replay",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Import a name at its first use, so that commands that do not use it start sooner."""
        from importlib import import_module

        for module, names in _MODULES.items():
            if name in names:
                value = getattr(import_module(f"cc_dsl.{module}"), name)
                globals()[name] = value
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        """Return the names that users import."""
        return __all__
