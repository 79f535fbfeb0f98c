"""A small program of a user of the package: tests run it, and check it by mypy in strict mode and by pyright."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import assert_type

import cc_dsl


class Lowest:
    """A player who always gives the lowest answer that is allowed."""

    def choose(self, seat: cc_dsl.Seat) -> int:
        """Return the lowest option."""
        assert_type(seat.options, list[int])
        return min(seat.options)


def judged(edition: cc_dsl.Edition) -> int | None:
    """Return who wins a trick."""
    answer = edition.judge(lead="5H", side=["AS 7C 6D", "KD 9C 2H"])
    assert_type(answer, cc_dsl.Answer)
    assert_type(answer.clauses, tuple[str, ...])
    assert_type(answer.why(), cc_dsl.Explanation)
    winner: int | None = answer["winner"]
    return winner


def played(edition: cc_dsl.Edition, folder: Path) -> list[str]:
    """Play a few moves in every way in which a move can be given, and return what was refused."""
    game = edition.play(seed=7, players=[None, "greedy"])
    assert_type(game, cc_dsl.Game)
    moves = game.moves()
    assert_type(moves, list[cc_dsl.Move])
    game.play(moves[0])
    game.play(game.moves()[0].text)
    game.play(game.moves()[0].answer)
    refused: list[str] = []
    try:
        game.play(moves[0])
    except cc_dsl.MoveRefused as error:
        refused += [error.code, error.place, error.remedy]
    why_not = game.whynot(moves[0].text)
    if why_not is not None:
        refused.append(str(why_not))
    view = game.view(0)
    assert_type(view, cc_dsl.View)
    assert_type(view.pieces("hand", 0), list[str | None])
    game.save(folder / "game.record")
    assert_type(cc_dsl.replay(folder / "game.record"), cc_dsl.Game)
    return refused


def studied(edition: cc_dsl.Edition) -> Sequence[object]:
    """Return the seeds of the games that the second player won."""
    study = edition.study(games=20, seed=1, players=[Lowest(), "random"])
    assert_type(study, cc_dsl.Study)
    return [row["seed"] for row in study.games if row["winner"] == 1]


def main(folder: Path) -> None:
    """Use the package as its documentation shows."""
    edition = cc_dsl.load("1862", {"the-Lead-as-best": "Lead-too"})
    assert_type(edition, cc_dsl.Edition)
    assert judged(edition) == 0
    assert played(edition, folder)[0] == "no-move"
    assert studied(edition)
    assert edition.readings["the-Lead-as-best"].chosen == "Lead-too"
    with suppress(cc_dsl.CircularError):
        cc_dsl.load("no-such-edition")


if __name__ == "__main__":
    main(Path.cwd())
