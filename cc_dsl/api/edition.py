"""An edition for people who write Python: load it, judge, play, study, compare; its clauses and open places."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from cc_dsl import pipeline, resources
from cc_dsl.api.answers import Answer, Contents, Reading, Speaker, html_table
from cc_dsl.api.game import Game, Someone, check_player, record_name, require_seed
from cc_dsl.compare import report
from cc_dsl.compare.alignment import find_alignment
from cc_dsl.compare.words import FIRST, SECOND, mark_words
from cc_dsl.errors import UserError, require
from cc_dsl.figures import Tell
from cc_dsl.players.seats import Player
from cc_dsl.rules.overlay import parent_label
from cc_dsl.rules.seating import players_in_words
from cc_dsl.source.clauses import Clause
from cc_dsl.table import record

if TYPE_CHECKING:
    from cc_dsl.api.study_results import Study
    from cc_dsl.study.games import FinishedGame

Path = str | os.PathLike[str]


class Comparison(report.Comparison):
    """Two editions side by side: `rows` pairs their clauses, `differences` lists the differences of the rules."""

    def row(self, clause: str) -> str:
        """Return the rows of a clause, such as `"II.7"`, as text: words, verdict, rules, and cases."""
        clause_id = clause.lstrip("§")
        rows = tuple(view for view in self.rows if clause_id in {*view.row.first, *view.row.second})
        if not rows:
            first_rows = ", ".join(name for view in self.rows[:5] for name in view.row.first)
            raise UserError("command-line", f"No row contains clause {clause}.", f"Name a clause such as {first_rows}.")
        return "\n".join(report.lines(self, rows, True, False))

    @property
    def document(self) -> dict[str, object]:
        """The comparison under the keys of `circular compare --json`."""
        return report.document(self)

    def __repr__(self) -> str:
        """Name the editions, and count their differences."""
        counts = f"{len(self.rows)} rows, {len(self.differences)} differences in the rules"
        return f"<Comparison of {' and '.join(self.names)}: {counts}>"

    def __str__(self) -> str:
        """Return the words side by side, then the differences of the rules."""
        return "\n".join(report.lines(self, self.rows))

    def _repr_html_(self) -> str:
        rows = []
        for view in self.rows:
            first, second = (mark_words(view.pieces(side), side) for side in (FIRST, SECOND))
            rows.append((view.row.name, first, second, view.verdict_in_words(self.names)))
        for difference in self.differences if not rows else ():
            sides = (difference.first, difference.second)
            first, second = (" ".join(f"{quotation.sentence}." for quotation in side) for side in sides)
            rows.append((difference.subject, first, second, "the rules differ"))
        return html_table(rows, ("", *self.names, "result"))


MOST_PROCESSES = 256
"""The most processes in which a study is played, as `--workers` limits them."""


class Edition(pipeline.Edition):
    """One edition under one choice of readings, such as `cc_dsl.load("1862")`."""

    @cached_property
    def _speaker(self) -> Speaker:
        return Speaker(self, self.rules.seats[0])

    # ----------------------------------------------------------------------------------------- contents

    @cached_property
    def clauses(self) -> dict[str, Clause]:
        """The printed clauses by their ids, such as `"IV.1"`; empty for rules without a printed text."""
        return dict(self.text.clauses) if self.text is not None else {}

    @cached_property
    def readings(self) -> dict[str, Reading]:
        """The open places by their names: readings, gaps and options, each with its answers and the one chosen."""
        readings, titles = {}, self.titles
        for name, doubt in self.rules.doubts.items():
            clause, answers = (doubt.clause or "").replace(":", "."), titles.phrases(doubt)
            title, reasons = titles.title(name), dict(doubt.alternatives)
            readings[name] = Reading(name, doubt.kind, title, clause, doubt.chosen, doubt.default, answers, reasons)
        return readings

    # --------------------------------------------------------------------------------------------- uses

    def play(
        self,
        seed: int = 0,
        reasons: bool = True,
        seats: int | None = None,
        players: Sequence[Someone] = (),
    ) -> Game:
        """Start a game for this number of players, by default the fewest; the same seed and moves give the same game.

        `players` names who sits in each seat: `None` for you, the name of a computer player (`"random"`, `"greedy"`,
        `"search:400"`), or an object of your own with a method `choose`.  Without it you answer for everybody.
        """
        return Game(self, players, seed, reasons, seats)

    def replay(self, game: Path | record.Record, reasons: bool = True) -> Game:
        """Replay a recorded game, or resume it where it stops."""
        return Game.replay_record(self, game if isinstance(game, record.Record) else read_record(game), reasons)

    def judge(self, question: str = "judge", **pieces: Contents) -> Answer:
        """Answer a question of the edition about pieces laid by hand, such as `lead="5H", side=["AS 7C 6D", …]`."""
        from cc_dsl.engine.judge import answer

        require(question, str, "a question", 'Give its name as text, such as "judge".', "question")
        words: dict[str, Sequence[str]] = {}
        for key, value in pieces.items():
            what, remedy = f"the contents of “{key}”", 'Give text, such as "5H".'
            require(value, str | int | Sequence, what, remedy, key)
            for item in value if isinstance(value, Sequence) else ():
                require(item, str | int, what, remedy, key)
            words[key] = str(value) if isinstance(value, str | int) else [str(item) for item in value]
        judgement = answer(self.rules, question, words)
        return Answer(judgement, words, Speaker(self, judgement.seats))

    def compare(self, other: pipeline.Edition | str) -> Comparison:
        """Compare this edition with another: their words, their rules, and cases that are run on both."""
        second = other if isinstance(other, pipeline.Edition) else load(other)
        if self.name == second.name:
            raise UserError("command-line", f"{self.name} and {second.name} are the same edition.", "Give two.")
        return Comparison(*report.compare(self, second, find_alignment(self, second)))

    def study(
        self,
        games: int = 1000,
        seed: int = 0,
        players: Sequence[Someone] | str | int | None = None,
        measures: Sequence[str] | str = (),
        processes: int = 1,
        tell: Tell | None = None,
    ) -> Study:
        """Play this many games and return a summary; `.games` of the result has a row for each game.

        `players` are names of computer players or players of your own, one for each seat, or one name for all; a number
        means that many random players.  `measures` names further measures, or is "all".  `tell` is called with the
        number of games counted, the number played in this run, and the seconds taken.
        """
        from cc_dsl.api.study_results import Games, Study, columns_of
        from cc_dsl.study.documents import MEASURES
        from cc_dsl.study.experiment import Experiment, Request
        from cc_dsl.study.schedulers import Processes

        require(players, Sequence | int | None, "a list of players", "Give a name for each seat.", "players")
        everybody = (players,) if isinstance(players, str) else players
        own: dict[int, Player] = {}
        if not isinstance(everybody, int | None):
            written = ((place, player) for place, player in enumerate(everybody) if not isinstance(player, str))
            own = {place: check_player(player, place) for place, player in written}
            everybody = tuple(map(record_name, everybody))
        require(measures, Sequence, "a list of measures", 'Give their names, such as ["choices"].', "measures")
        measure_names = (measures,) if isinstance(measures, str) else tuple(map(str, measures))
        if own and measure_names:
            sentence = "Measures need named players, such as “greedy”."
            raise UserError("command-line", sentence, "Leave out the measures, or use named players.", "measures")
        require_seed(seed)
        require(games, int, "a number of games", "Give a whole number, such as 2.", "games")
        remedy = f"Give a whole number from 1 to {MOST_PROCESSES}."
        require(processes, int, "a number of processes", remedy, "processes")
        if not 1 <= processes <= MOST_PROCESSES:
            raise UserError("command-line", f"{processes!r} is not a number of processes.", remedy, "processes")
        request = Request(games, seed, everybody, MEASURES if measure_names == ("all",) else measure_names)
        finished_games: list[FinishedGame] = []
        document = Experiment(self, request).play(Processes(processes, own, finished_games), tell=tell)
        return Study(self, document, Games(columns_of(self.rules, finished_games)), self._speaker)

    # ----------------------------------------------------------------------------------------- printing

    def __repr__(self) -> str:
        """Name the edition and the answers that are not the default."""
        others = (reading for reading in self.readings.values() if not reading.is_default)
        answers = ", ".join(f"{reading.name}={reading.chosen}" for reading in others)
        return f"<Edition {self.name}: {self.display_name}{f'; {answers}' if answers else ''}>"

    def __str__(self) -> str:
        """Return the title, the number of players, and the open places of the text."""
        lines = [f"{self.title} ({self.name}), for {players_in_words(self.rules.seats)}"]
        lines += [f"{len(self.clauses)} clauses, {len(self.rules.questions)} questions"] if self.clauses else []
        return "\n".join([*lines, *(f"  {self._speaker.book.reading(name)}" for name in self.readings)])

    def _repr_html_(self) -> str:
        rows = []
        for reading in self.readings.values():
            note = "" if reading.is_default else "not the default"
            rows.append((reading.title, reading.answers.get(reading.chosen, reading.chosen), note, reading.clause))
        return html_table(rows, ("open place", "answer", "", "clause"), f"{self.title} ({self.name})")


def load(name: Path, readings: Mapping[str, str] | None = None) -> Edition:
    """Return the edition of a name in the corpus, of a folder or of a rules file, under these readings.

    Raises a RulesError if it does not exist or its rules have errors.
    """
    require(name, str | os.PathLike, "the name of an edition", 'Give it as text, such as "1862".', "name")
    edition = Edition(pipeline.find_rules(os.fspath(name)), pipeline.choice_of(readings))
    _ = edition.rules
    return edition


def editions() -> list[str]:
    """Return the names of the editions of the corpus."""
    return [*resources.edition_names()]


def read_record(path: Path) -> record.Record:
    """Read the record of a game from a file; raise a RecordFault that names the first unreadable line."""
    require(path, str | os.PathLike, "a file", "Give its path as text.", "path")
    try:
        with open(path, encoding="utf-8") as file:
            return record.read(file.read())
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not a file of UTF-8 text"
        sentence, remedy = f"{os.fspath(path)!r} cannot be read: {reason}.", "Name a file that Game.save has written."
        raise UserError("unreadable-file", sentence, remedy, os.fspath(path)) from None


def replay(path: Path, reasons: bool = True) -> Game:
    """Replay a recorded game under the edition, the readings and the changes that the record names.

    Raises a RulesError if the changes are not an overlay of an edition of the corpus.
    """
    game, file = read_record(path), os.fspath(path)
    label = parent_label(game.overlay) if game.overlay else game.edition
    if label not in resources.edition_names():
        sentence = f"{file} records a game of “{label}”, which is not an edition of the corpus."
        raise UserError("bad-record", sentence, "Load its rules file, and call the edition's replay.", file)
    if game.overlay:
        return Edition.from_record(game.edition, game.overlay, label, game.readings).replay(game, reasons)
    return load(label, game.readings).replay(game, reasons)
