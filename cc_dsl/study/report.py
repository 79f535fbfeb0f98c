"""The results of a study as lines of text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from cc_dsl.closures.naming import listed
from cc_dsl.study.effect_lines import effect_lines
from cc_dsl.study.summary import side_words
from cc_dsl.table.intervals import Interval
from cc_dsl.words.layout import COLUMNS, table, wrapped

if TYPE_CHECKING:
    from cc_dsl.rules.titles import Titles
    from cc_dsl.study.documents import Distributed, Measures, StudyDocument, ToldDocument
    from cc_dsl.table.intervals import ShareDocument


def report(
    title: str, found: StudyDocument, plain: Callable[[str], str], titles: Titles, columns: int = COLUMNS
) -> Iterator[str]:
    """Yield the lines that tell what a study has found; `plain` puts names of the rules into words."""
    players = found["players"]
    games = f"{found['games']:,} game{'' if found['games'] == 1 else 's'}"
    yield f"{title}: {games} {_between(players)}, from seed {found['seed']}"
    yield ""
    rows = [(f"player {player} wins", share_said(share)) for player, share in enumerate(found["wins"], 1)]
    rows += [(f"{side_words(one['players'])} win together", share_said(one)) for one in found.get("sides", ())]
    rows.append(("nobody wins", share_said(found["nobody"])))
    rows += [(_ended(reason), share_said(share)) for reason, share in found["reasons"].items()]
    rows += _distributed("moves in a game", found["moves"])
    for key, parts in found["told"].items():
        for part in parts:
            name = f"{part['of']}, {plain(key)}" if "of" in part else plain(key)
            if "mean" in part:
                rows += _distributed(name, part)
                continue
            rows += [(f"{name}: {plain(str(one['value']))}", share_said(one)) for one in part["shares"]]
    rows += [*_measured(found["measures"])]
    yield from table([[f"  {name}", words] for name, words in rows])
    yield from _clauses(found["measures"], columns)
    yield from effect_lines(found["measures"], titles, columns)


def speed(found: StudyDocument) -> Iterator[str]:
    """Yield how long the games took and with which engine, which another run does not repeat."""
    yield ""
    made = found["made"]
    rate = found["moves"]["mean"] * found["games"] / made["seconds"] if made["seconds"] else 0.0
    yield f"{made['seconds']:.2f} s with {made['engine']}, {rate:,.0f} moves a second"


def _between(players: int | Sequence[str]) -> str:
    """Return a phrase that names the players."""
    names = ["random"] * players if isinstance(players, int) else [*players]
    if len(names) == 1:
        return f"of the player “{names[0]}”"
    if len(set(names)) == 1:
        return f"between {len(names)} “{names[0]}” players"
    return f"between the players {listed([f'“{name}”' for name in names])}"


def _ended(reason: str) -> str:
    """Return the label for a way in which games ended."""
    return "ended with a winner" if reason == "won" else f"ended: {reason}"


def _measured(measures: Measures) -> Iterator[tuple[str, str]]:
    first = measures["first_player"]
    if first["fair"] < 1:
        yield (
            "player 1's share of the games won",
            f"{share_said(first['of_games_won'])}; an equal share would be {first['fair']:.3%}",
        )
    if "opening" in measures:
        yield "the player asked first wins", share_said(measures["opening"]["wins"])
    if "choices" in measures:
        yield "answers allowed at a move", _mean(measures["choices"]["a_move"])
        yield "moves that leave a choice", _mean(measures["choices"]["real"], "%")


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
    yield from wrapped(f"Clauses that were never applied in {found['games']:,} games: {never}.", "  ", "    ", columns)


def share_said(share: ShareDocument) -> str:
    """Return a share with its interval."""
    return f"{share['share']:8.3%}  ({share['low']:.3%} to {share['high']:.3%})"


def _mean(one: Interval, unit: str = "", places: int = 3) -> str:
    if unit:
        return f"{one['value']:8.3%}  ({one['low']:.3%} to {one['high']:.3%})"
    return f"{one['value']:.{places}f} ({one['low']:.{places}f} to {one['high']:.{places}f})"


def _distributed(name: str, part: Distributed | ToldDocument) -> list[tuple[str, str]]:
    mean = f"mean {part['mean']:.2f} ({part['low']:.2f} to {part['high']:.2f})"
    quarter, half, most = (part["quantiles"][key] for key in ("25", "50", "75"))
    ranges = f"from {part['least']} to {part['most']}; quartiles {quarter}, {half} and {most}"
    return [(name, mean), ("", ranges)]
