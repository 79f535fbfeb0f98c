"""The results of a study, and the effects of other answers, as lines of text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from cc_dsl.closures.naming import listed
from cc_dsl.drawing import charts
from cc_dsl.study.effects import MOVES, NOBODY, at_most, found_in
from cc_dsl.study.summary import side_words
from cc_dsl.table.intervals import Interval, in_percent, percent, places_of
from cc_dsl.words.layout import COLUMNS, capital, table, wrap

if TYPE_CHECKING:
    from cc_dsl.rules.titles import Titles
    from cc_dsl.study.documents import (
        Distributed,
        GamesDifference,
        Measures,
        StudyDocument,
    )


def report(
    title: str, found: StudyDocument, plain: Callable[[str], str], titles: Titles, columns: int = COLUMNS
) -> Iterator[str]:
    """Yield the lines that tell what a study has found; `plain` puts names of the rules into words."""
    players = found["players"]
    games = f"{found['games']:,} game{'' if found['games'] == 1 else 's'}"
    names = ["random"] * players if isinstance(players, int) else players
    if len(names) == 1:
        who = f"of the player “{names[0]}”"
    elif len({*names}) == 1:
        who = f"between {len(names)} “{names[0]}” players"
    else:
        who = f"between the players {listed([f'“{name}”' for name in names])}"
    yield f"{title}: {games} {who}, from seed {found['seed']}"
    yield ""
    rows = [(f"player {player} wins", percent(share)) for player, share in enumerate(found["wins"], 1)]
    rows += [(f"{side_words(one['players'])} win together", percent(one)) for one in found.get("sides", ())]
    rows.append(("nobody wins", percent(found["nobody"])))
    rows += [
        ("ended with a winner" if reason == "won" else f"ended: {reason}", percent(share))
        for reason, share in found["reasons"].items()
    ]
    rows += _distributed("moves in a game", found["moves"])
    for key, parts in found["told"].items():
        for part in parts:
            name = f"{part['of']}, {plain(key)}" if "of" in part else plain(key)
            if "mean" in part:
                rows += _distributed(name, part)
                continue
            rows += [(f"{name}: {plain(str(one['value']))}", percent(one)) for one in part["shares"]]
    measures = found["measures"]
    first = measures["first_player"]
    if first["fair"] < 1:
        share = f"{percent(first['of_games_won'])}; an equal share would be {first['fair']:.3%}"
        rows.append(("player 1's share of the games won", share))
    if "opening" in measures:
        rows.append(("the player asked first wins", percent(measures["opening"]["wins"])))
    if "choices" in measures:
        mean = measures["choices"]["a_move"]
        rows.append(("answers allowed at a move", f"{mean['value']:.3f} ({mean['low']:.3f} to {mean['high']:.3f})"))
        rows.append(("moves that leave a choice", in_percent(**measures["choices"]["real"])))
    yield from table([[f"  {name}", words] for name, words in rows])
    yield from _clauses(measures, columns)
    yield from effect_lines(measures, titles, columns)


def speed(found: StudyDocument) -> Iterator[str]:
    """Yield how long the games took and with which engine, which another run does not repeat."""
    yield ""
    made = found["made"]
    rate = found["moves"]["mean"] * found["games"] / made["seconds"] if made["seconds"] else 0.0
    yield f"{made['seconds']:.2f} s with {made['engine']}, {rate:,.0f} moves a second"


def _clauses(measures: Measures, columns: int) -> Iterator[str]:
    if "clauses" not in measures:
        return
    found = measures["clauses"]
    yield ""
    rows = [
        [
            f"  {clause}",
            f"{one['share']:8.2%} of games",
            f"{one['decisions']:,} decisions",
            f"{one['moved']:,} moves of pieces",
        ]
        for clause, one in found["clauses"].items()
        if one["count"]
    ]
    yield from table(rows, frozenset({2, 3}))
    never = ", ".join(found["never"]) or "none"
    yield from wrap(f"Clauses that were never applied in {found['games']:,} games: {never}.", "  ", "    ", columns)


def _distributed(name: str, part: Distributed) -> list[tuple[str, str]]:
    mean = f"mean {part['mean']:.2f} ({part['low']:.2f} to {part['high']:.2f})"
    quarter, half, most = (part["quantiles"][key] for key in ("25", "50", "75"))
    ranges = f"from {part['least']} to {part['most']}; quartiles {quarter}, {half} and {most}"
    return [(name, mean), ("", ranges)]


# ------------------------------------------------------------------------------ the effects of other answers

HOW_TO_READ = (
    "The 95 % interval is in brackets. The effect in whole games "
    "is the least share of games that must have a different result; it is estimated from independent samples. An "
    "effect counts as found only if its test passes after Holm's correction for all tests of this edition."
)


def effect_lines(measures: Measures, titles: Titles, columns: int = COLUMNS) -> Iterator[str]:
    """Return the lines that report the effects; none if no effect was measured."""
    if "readings" not in measures:
        return
    yield ""
    yield from wrap(HOW_TO_READ, columns=columns)
    for row in measures["readings"]["answers"]:
        yield ""
        yield f"  {capital(titles.said(row['doubt'], row['answer']))}"
        for words in (
            f"games with a different result: {verdict(row)}",
            f"wins, in percentage points: {'; '.join(f'{who} {said}' for who, said in wins(row))}",
            f"moves in a game: {moves(row)}",
        ):
            yield from wrap(words, "    ", "      ", columns)


def points(difference: Interval, times: float = 100.0) -> str:
    """Return a difference of two shares, in percentage points, with its interval; or, times 1, of two means."""
    places = places_of(times * (difference["high"] - difference["low"]))
    # What rounds to nothing has no sign.
    rounded = [round(times * difference[key], places) or 0.0 for key in ("value", "low", "high")]
    value, low, high = (f"{one:+.{places}f}" if one else f"{0:.{places}f}" for one in rounded)
    return f"{value} ({low} to {high})".replace("-", "−")


def wins(row: GamesDifference) -> Iterator[tuple[str, str]]:
    """Return by how much each player wins more often, and whether nobody does, where it can be otherwise."""
    for who, difference in row["wins"].items():
        if who != NOBODY or difference["value"]:
            yield who, points(difference)


def moves(row: GamesDifference) -> str:
    """Return by how many moves games are longer on average."""
    return next((points(one["mean"], 1.0) for one in row["outcomes"] if one["name"] == MOVES and one["mean"]), "–")


def verdict(row: GamesDifference) -> str:
    """Return what an answer changes in whole games, the most changed first; or how much it changes at most."""
    found = found_in(row)
    if not found:
        return f"no effect found, at most {100 * at_most(row):.1f} %"
    apart = ((one["distance"], one["name"]) for one in found)
    return "; ".join(f"{in_percent(one['value'], one['low'], one['high'])} in {name}" for one, name in apart)


# ---------------------------------------------------------------------------------------------- drawn


def study_drawn(title: str, found: StudyDocument) -> charts.Plot:
    """Draw a study: who wins, and how long games are."""
    return charts.stacked(title, [wins_drawn(found), lengths(found)])


def wins_drawn(found: StudyDocument) -> charts.Plot:
    """Draw who wins."""
    wins = {f"player {player}": share for player, share in enumerate(found["wins"], 1)}
    if found["nobody"]["count"]:
        wins["nobody"] = found["nobody"]
    shown = [charts.Bar(name, one["share"], one["low"], one["high"]) for name, one in wins.items()]
    said = "; ".join(f"{bar.name} {in_percent(bar.value, bar.low, bar.high)}" for bar in shown)
    fair = found["measures"]["first_player"]["fair"]
    return charts.bars("Games won", f"Of {found['games']:,} games: {said}.", shown, fair=fair)


def lengths(found: StudyDocument) -> charts.Plot:
    """Draw how long games are."""
    moves = found["moves"]
    quarter, half, most = (moves["quantiles"][key] for key in ("25", "50", "75"))
    said = (
        f"Games have from {moves['least']} to {moves['most']} moves, half of them from {quarter} to {most}, the middle "
        f"{half}; the mean is {moves['mean']:.2f} ({moves['low']:.2f} to {moves['high']:.2f})."
    )
    return charts.histogram("Moves in a game", said, moves["counts"], "moves")
