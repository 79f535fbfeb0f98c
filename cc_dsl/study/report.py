"""The results of a study, and the effects of other answers, as lines of text."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cc_dsl.closures.listener_names import join_words
from cc_dsl.drawing import charts
from cc_dsl.rules.titles import Titles
from cc_dsl.study.documents import GamesDifference, Measures, StudyDocument, ToldDocument
from cc_dsl.study.effects import MOVES, NOBODY, changed_outcomes, upper_bound
from cc_dsl.study.summary import side_words
from cc_dsl.table.intervals import Interval, decimals_for, in_percent, percent
from cc_dsl.words.layout import COLUMNS, capital, table, wrap
from cc_dsl.words.sentences import number_of_things


def report(
    title: str, document: StudyDocument, plain: Callable[[str], str], titles: Titles, columns: int = COLUMNS
) -> Iterator[str]:
    """Yield the lines of the results of a study; `plain` converts names of the rules to words."""
    players = document["players"]
    games = f"{document['games']:,} game{'' if document['games'] == 1 else 's'}"
    names = ["random"] * players if isinstance(players, int) else players
    if len(names) == 1:
        who = f"of the player “{names[0]}”"
    elif len({*names}) == 1:
        who = f"between {len(names)} “{names[0]}” players"
    else:
        who = f"between the players {join_words([f'“{name}”' for name in names])}"
    yield f"{title}: {games} {who}, from seed {document['seed']}"
    yield ""
    rows = [(f"player {player} wins", percent(share)) for player, share in enumerate(document["wins"], 1)]
    rows += [(f"{side_words(side['players'])} win together", percent(side)) for side in document.get("sides", ())]
    rows.append(("nobody wins", percent(document["nobody"])))
    rows += [
        ("ended with a winner" if reason == "won" else f"ended: {reason}", percent(share))
        for reason, share in document["reasons"].items()
    ]
    rows += _distribution_rows("moves in a game", document["moves"])
    for key, parts in document["told"].items():
        for part in parts:
            name = f"{part['of']}, {plain(key)}" if "of" in part else plain(key)
            if "mean" in part:
                rows += _distribution_rows(name, part)
            else:
                rows += [(f"{name}: {plain(str(side['value']))}", percent(side)) for side in part["shares"]]
    measures = document["measures"]
    first = measures["first_player"]
    if first["fair"] < 1 and first["of_games_won"]["of"]:
        share = f"{percent(first['of_games_won'])}; an equal share would be {100 * first['fair']:.1f} %"
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


def speed_lines(document: StudyDocument) -> Iterator[str]:
    """Yield the time of the games and the engine, which differ between runs."""
    yield ""
    run = document["made"]
    rate = document["moves"]["mean"] * document["games"] / run["seconds"] if run["seconds"] else 0.0
    yield f"{run['seconds']:.2f} s with {run['engine']}, {rate:,.0f} moves a second"


def _clauses(measures: Measures, columns: int) -> Iterator[str]:
    """Yield a table of the clauses that were applied, and the names of those that never were."""
    if "clauses" not in measures:
        return
    clause_counts = measures["clauses"]
    yield ""
    rows = []
    for clause, counts in clause_counts["clauses"].items():
        if counts["count"]:
            decisions = number_of_things(f"{counts['decisions']:,}", "decisions")
            moves = number_of_things(f"{counts['moved']:,}", "moves of pieces")
            rows.append([f"  {clause}", f"{counts['share']:8.2%} of games", decisions, moves])
    yield from table(rows, frozenset({2, 3}))
    never = f"{clause_counts['games']:,} games: {', '.join(clause_counts['never']) or 'none'}."
    yield from wrap(f"Clauses that were never applied in {never}", "  ", "    ", columns)


def _distribution_rows(name: str, part: ToldDocument) -> list[tuple[str, str]]:
    """Return the two rows of a number: its mean, and its range with the quartiles."""
    quarter, half, most = (part["quantiles"][key] for key in ("25", "50", "75"))
    ranges = f"from {part['least']} to {part['most']}; quartiles {quarter}, {half} and {most}"
    return [(name, f"mean {mean_in_words(part)}"), ("", ranges)]


def mean_in_words(part: ToldDocument) -> str:
    """Return the mean of a number with its interval; a single game has none."""
    interval = f" ({part['low']:.2f} to {part['high']:.2f})" if part["games"] > 1 else ""
    return f"{part['mean']:.2f}{interval}"


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
        yield f"  {capital(titles.full_title(row['doubt'], row['answer']))}"
        for words in (
            f"games with a different result: {verdict(row)}",
            f"wins, in percentage points: {'; '.join(f'{who} {change}' for who, change in change_in_wins(row))}",
            f"moves in a game: {change_in_moves(row)}",
        ):
            yield from wrap(words, "    ", "      ", columns)


def difference_in_points(difference: Interval, times: float = 100.0) -> str:
    """Return a difference of two shares, in percentage points, with its interval; or, times 1, of two means."""
    places = decimals_for(times * (difference["high"] - difference["low"]))
    # Avoid a minus sign before 0.
    points = [round(times * difference[key], places) or 0.0 for key in ("value", "low", "high")]
    value, low, high = (f"{number:+.{places}f}" if number else f"{0:.{places}f}" for number in points)
    return f"{value} ({low} to {high})".replace("-", "−")


def change_in_wins(row: GamesDifference) -> Iterator[tuple[str, str]]:
    """Return the change in each player's share of wins, and in that of games without a winner, if there are any."""
    for who, difference in row["wins"].items():
        if who != NOBODY or difference["value"]:
            yield who, difference_in_points(difference)


def change_in_moves(row: GamesDifference) -> str:
    """Return the change in the average number of moves."""
    mean = next((outcome["mean"] for outcome in row["outcomes"] if outcome["name"] == MOVES), None)
    return difference_in_points(mean, 1.0) if mean else "–"


def verdict(row: GamesDifference) -> str:
    """Return the effects of an answer on whole games, most changed first; or the upper bound of any effect."""
    effects = changed_outcomes(row)
    if not effects:
        return f"no effect found, at most {100 * upper_bound(row):.1f} %"
    apart = [effect["distance"] for effect in effects]
    shares = [in_percent(distance["value"], distance["low"], distance["high"]) for distance in apart]
    return "; ".join(f"{share} in {effect['name']}" for share, effect in zip(shares, effects, strict=True))


# --------------------------------------------------------------------------------------------- charts


def study_drawn(title: str, document: StudyDocument) -> charts.Plot:
    """Return the drawing of a study: the shares of wins, and the lengths of games."""
    return charts.stack_plots(title, [wins_drawn(document), lengths_drawn(document)])


def wins_drawn(document: StudyDocument) -> charts.Plot:
    """Return the drawing of the shares of wins."""
    wins = {f"player {player}": share for player, share in enumerate(document["wins"], 1)}
    if document["nobody"]["count"]:
        wins["nobody"] = document["nobody"]
    chart_bars = [charts.Bar(name, portion["share"], portion["low"], portion["high"]) for name, portion in wins.items()]
    shares = "; ".join(f"{bar.name} {in_percent(bar.value, bar.low, bar.high)}" for bar in chart_bars)
    fair = document["measures"]["first_player"]["fair"]
    return charts.draw_bars("Games won", f"Of {document['games']:,} games: {shares}.", chart_bars, fair=fair)


def lengths_drawn(document: StudyDocument) -> charts.Plot:
    """Return the drawing of the lengths of games."""
    moves = document["moves"]
    quarter, half, most = (moves["quantiles"][key] for key in ("25", "50", "75"))
    caption = (
        f"Games have from {moves['least']} to {moves['most']} moves, half of them from {quarter} to {most}, the middle "
        f"{half}; the mean is {mean_in_words(moves)}."
    )
    counts = {int(value): times for value, times in moves["counts"].items()}
    plot = charts.draw_distributions("Moves in a game", caption, [charts.Series("games", counts, moves["mean"])])
    rows: charts.Rows = [(name, times, f"{100 * int(times) / document['games']:.2f}") for name, times in plot.rows]
    return plot._replace(headings=("moves", "games", "%"), rows=rows)
