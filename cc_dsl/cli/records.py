"""`circular replay`, `why` and `whynot`: a recorded game, and the reasons for the decisions in it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import click

from cc_dsl import pipeline, resources
from cc_dsl.cli import context, terminal
from cc_dsl.closures.observations import reword
from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.engine.game import Game
from cc_dsl.engine.history import has_other_rules
from cc_dsl.engine.moves import words_of_allowed
from cc_dsl.engine.picks import picks_ahead, refuse_picks
from cc_dsl.errors import UserError
from cc_dsl.pipeline import Edition
from cc_dsl.play.records import bad_record, read_record, replay_record, viewer_of, visible_decisions
from cc_dsl.play.session import MEMORY
from cc_dsl.players.seats import SeatsOfGame
from cc_dsl.table.record import SOMEBODY, TAKEN_BACK, Record
from cc_dsl.words.book import book_of, phrases_of
from cc_dsl.words.reasons import HEADS, HEADS_OF_EVENTS, document_of, full_form, refusal, refusal_document
from cc_dsl.words.sentences import is_about, last_about, line, walk


def recorded_game(
    path: str, name: str | None = None, reasons: bool = True, memory: int | None = None
) -> tuple[Record, Edition, Game]:
    """Read a record and replay it; `memory` is the number of last answers whose reasons are kept, None for all.

    `name` is the edition or rules file to use, if the record names none of the corpus.
    """
    record = read_record(path)
    edition = edition_of(record, path, name)
    game = replay_record(edition.rules, record, path, reasons, memory)
    if has_other_rules(edition.rules, record):
        warning = f"{path} was made under other rules of {record.edition}, but these rules allow all its moves."
        terminal.complain(warning)
    return record, edition, game


def edition_of(record: Record, path: str, name: str | None = None) -> Edition:
    """Return the edition that a record was made under: the one that it names or contains, or the one given."""
    carries = record.overlay and not (name is not None and context.current().changes)
    try:
        parent = record.edition
        if carries:
            from cc_dsl.rules.overlay import parent_label  # imported late: it loads the parser, which few records need

            parent = parent_label(record.overlay)
        if name is None and parent not in resources.edition_names():
            how = "under changed rules of" if carries else "of"
            sentence = f"this is the record of a game {how} “{parent}”, which is not an edition of the corpus."
            remedy = "Give the path of its rules file as EDITION; for replay, with --edition."
            raise bad_record(path, f"{sentence} {remedy}")
        if carries and (
            name is None or pipeline.Edition(pipeline.find_rules(name), {}).start.edition.label.text == parent
        ):
            overlay = pipeline.Edition.from_record(record.edition, record.overlay, name or parent, record.readings)
            return context.current().note(overlay)
    except RulesError as error:
        if any(problem.code == "unknown-edition" for problem in error.problems):
            raise
        sentence = "the changed rules in this record cannot be read."
        raise bad_record(path, f"{sentence} {error.problems[0].sentence}") from None
    return context.load(name or record.edition, dict(record.readings))


# ---------------------------------------------------------------------------------------------- replay


@click.command()
@click.argument("file", type=click.Path())
@click.option(
    "--edition",
    metavar="EDITION",
    shell_complete=context.complete_edition,
    help="The edition to use, or its rules file, if the record names no edition of the corpus.",
)
@context.explain_option
@context.but_option
@context.json_option
def replay(file: str, edition: str | None, explain: bool) -> None:
    """Play the game recorded in FILE again.

    A record that was edited or cut short is refused. So is one with a move that
    the rules do not allow: it was made under different rules.
    """
    from cc_dsl.cli.session import GamePrinter, game_document

    as_json = context.current().as_json
    record, loaded, game = recorded_game(file, edition, reasons=as_json and explain)
    names, partial = record.players or [SOMEBODY] * game.seats, record if record.is_partial else None

    def moves() -> Iterator[str]:
        """Yield the game as it was played, move by move, with the table and the takebacks."""
        again = game.from_the_beginning(reasons=True, memory=MEMORY)
        printer = GamePrinter(loaded, again, names, SeatsOfGame(again, {}))
        printer.is_full, printer.partial, notes = explain, partial, game.notes
        yield from printer.begin()
        while True:
            while notes and notes[0][0] <= again.count:
                yield f"      ({TAKEN_BACK}: {notes.pop(0)[1]})"
            if not again.step():
                break
            yield from printer.move()
        yield from printer.end()

    context.print_result(lambda: game_document(loaded, game, names, explain, partial), moves())


# ---------------------------------------------------------------------------------------- why and whynot


record_option = click.option(
    "--record",
    required=True,
    metavar="FILE",
    type=context.FilePath(),
    help="The record of a game, as “circular play --record FILE” writes it.",
)


def game_in_words(path: str, name: str) -> tuple[Record, Edition, Game]:
    """Read and replay a record of an edition, which prints names and pieces as this terminal shows them."""
    record, edition, game = recorded_game(path, name)
    game.naming = None if context.current().as_json else terminal.speaker_for(edition, game.seats).naming
    return record, edition, game


@click.command()
@context.edition_argument
@record_option
@click.argument("words", metavar="[N|WORDS|§CLAUSE]", required=False)
@click.option(
    "--list",
    "lists",
    is_flag=True,
    help="List all decisions that concern WORDS or rest on §CLAUSE, with their numbers.",
)
@click.option(
    "--levels", type=click.IntRange(1, 20), default=5, show_default=True, help="The number of levels of reasons."
)
@context.json_option
def why(edition: str, record: str, words: str | None, lists: bool, levels: int) -> None:
    """Explain a decision in a recorded game of an EDITION: by default the last one. Otherwise give
    its number N, or choose the last decision that concerns WORDS or rests on §CLAUSE.

    \b
      circular why 1862 --record game.record winner
      circular why 1862 --record game.record --list §VI.4
    """
    game_record, loaded, game = game_in_words(record, edition)
    decisions, book = visible_decisions(game, game_record if game_record.is_partial else None), book_of(loaded)
    if lists:
        numbered = [pair for pair in enumerate(decisions, 1) if words is None or is_about(pair[1], words)]
        documents = ({"number": number, **document_of(decision)} for number, decision in numbered)
        groups = (terminal.wrap(line(decision, book), f"{number:5}  ", " " * 9) for number, decision in numbered)
        context.print_result(lambda: {"edition": loaded.name, "decisions": [*documents]}, chain.from_iterable(groups))
        return
    if words is not None and words.isascii() and words.isdigit():
        number = int(words[:9])
        if not 1 <= number <= len(decisions):
            raise click.UsageError(f"The game has only {len(decisions)} decisions; there is no decision {words}.")
        decision = decisions[number - 1]
    else:
        last = last_about(decisions, words or "")
        if last is None:
            about = f" about “{words}”" if words is not None else ""
            raise click.UsageError(f"This game has no decision{about}; --list shows the decisions that it has.")
        # It may be a reason of a decision, and is then printed with the number of that decision.
        number = next(number for number in range(len(decisions), 0, -1) if last in walk(decisions[number - 1 : number]))
        decision = last
    context.print_result(
        lambda: {"edition": loaded.name, "number": number, **document_of(decision)},
        full_form([decision], book, levels, terminal.width()),
    )


@click.command()
@context.edition_argument
@record_option
@click.argument("move")
@context.json_option
def whynot(edition: str, record: str, move: str) -> int:
    """Explain why a MOVE is not allowed at the point where a recorded game of an EDITION ends.

    The exit status is 0 if it is allowed, 1 if it is not, and 2 if it is not a move.
    """
    game_record, loaded, game = game_in_words(record, edition)
    if game_record.is_partial and not game.is_over and game.player != viewer_of(game_record):
        sentence = f"It is the turn of player {(game.player or 0) + 1}, and the answer would show what they have"
        remedy = f"during the game only they may ask:   circular play --resume {record}"
        raise UserError("no-move", f"{sentence}; {remedy}")
    words = reword(move, game.possible(), phrases_of(loaded).synonyms) if game.is_observing else move
    book, answer = book_of(loaded), game.whynot(words)
    if answer is not None and answer.kind == "invalid" and not (game.is_over or game.is_observing or move.isdigit()):
        # As at the table, a move may answer the question behind one that only continues play, or several questions.
        pick = picks_ahead(game)
        refused = refuse_picks(game, pick, move)
        if isinstance(refused, str):
            raise UserError("no-move", refused)
        answer, game = refused, pick.game_ahead or game
    if answer is None:
        context.print_result({"move": move, "allowed": True}, [f"{move} is allowed here."])
        return 0
    if answer.kind in ("invalid", "ambiguous"):
        allowed_words = f" {words_of_allowed(answer, len(game.options))}" if answer.nearest else ""
        raise UserError("no-move", f"{answer.sentence}{allowed_words}")
    question = game.question.sentence if game.question is not None else ""
    heads = HEADS_OF_EVENTS if game.is_observing else HEADS
    context.print_result(
        {"move": move, "allowed": False, **refusal_document(answer, book)},
        refusal(answer, words, book, question, terminal.width(), len(game.options), heads),
    )
    return 1
