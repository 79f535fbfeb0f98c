"""Typeset the cases that separate two editions: a deal drawn with both answers and clauses, or a moment of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from cc_dsl.compare.alignment import rows_in_words
from cc_dsl.compare.play.verdicts import searched_how
from cc_dsl.edition.addresses import cite_line
from cc_dsl.edition.comparison import ComparisonPage, row_id, row_title
from cc_dsl.edition.played import NUMBERS, drawing
from cc_dsl.edition.tags import Child, Element, div, element, exact, paragraph, section, span
from cc_dsl.edition.trying import trial
from cc_dsl.explain.sentences import capital
from cc_dsl.explain.signs import with_glyphs
from cc_dsl.rules.kinds import plural
from cc_dsl.weave.deals import command, draw_deal, laid_words, told, valued

if TYPE_CHECKING:
    from cc_dsl.compare.play import documents
    from cc_dsl.compare.report import RowView


def partings(pair: ComparisonPage) -> list[object]:
    """Typeset every case, deals before games, those of fewer pieces first."""
    views = [pair.part("row", view.row.name) for view in pair.domain.shelf.comparison(pair.name).rows]
    listed = [view for view in views if view.play is not None and view.play.get("case")]
    listed.sort(key=lambda view: _weight(view.play["case"]))
    return [_parting(pair, view) for view in listed]


def _weight(case: documents.Case) -> tuple[bool, int]:
    """Return by what cases are put in order."""
    if case["kind"] == "deal":
        return False, _size(case["matters"])
    return True, len(case["told"]) if case["kind"] == "telling" else len(case["answers"])


def _size(given: documents.Given) -> int:
    words = [one for value in given.values() for one in ([value] if isinstance(value, str) else value)]
    return sum(len(one.split(",") if "," in one else one.split()) for one in words)


def _parting(pair: ComparisonPage, view: RowView) -> Element:
    assert view.play is not None
    case = view.play["case"]
    assert case is not None
    anchor = f"parting-{row_id(view.row.name)}"
    pair.pages[0].note("parting", f"{pair.name}.{view.row.name}", anchor, row_title(pair, view))
    return section(
        [row_title(pair, view)],
        cite_line(pair.docname, f"{pair.name}.{anchor}"),
        paragraph(
            "verdict", span("label", "The words: "), pair.refer_row(view.row.name, "the row"), *_along(pair, case), "."
        ),
        *_body(pair, case, anchor),
        ids=[anchor],
        classes="clause parting",
    )


def _body(pair: ComparisonPage, case: documents.Case, anchor: str) -> list[Child]:
    """Typeset what a case shows, by its kind."""
    if case["kind"] == "deal":
        return _deal(pair, case, anchor)
    if case["kind"] == "game":
        return _game(pair, case)
    return _known(pair, case) if case["kind"] == "knowledge" else _telling(pair, case)


def _along(pair: ComparisonPage, case: documents.Along) -> list[Child]:
    found: list[Child] = []
    for number, name in enumerate(case["along"]):
        before = (
            "; " if number else "; the change is shown together with these rows, without which it would not be whole: "
        )
        found += [before, pair.refer_row(name, rows_in_words([name]))]
    return found


# ----------------------------------------------------------------------------------------------- deals


def _deal(pair: ComparisonPage, case: documents.DealCaseDocument, anchor: str) -> list[Child]:
    first = pair.pages[0]
    rules = pair.domain.shelf.load(first.name).rules
    size = _size(case["matters"])
    count = NUMBERS[size] if size < len(NUMBERS) else str(size)
    separate = f"{rules.pieces.name} separates" if size == 1 else f"{plural(rules.pieces.name)} separate"
    least = "no fewer will do, and no lower ones" if case["is_least"] else searched_how(size)
    sentence = f"{capital(count)} {separate} the two texts ({least}): {laid_words(rules, case['matters'])}."
    answers = [_answer(pair, side, case) for side in (0, 1)]
    share = case.get("share")
    often = f"So it is in {share[0]:,} of {share[1]:,} random deals." if share else ""
    return [
        exact(paragraph("", sentence)),
        drawing(draw_deal(rules, case["deal"], case["matters"], anchor)),
        exact(paragraph("laid", span("label", "The whole deal: "), laid_words(rules, case["deal"]), ".")),
        div("pair compared", *answers),
        exact(paragraph("verdict", *_with_the_change(pair, case))),
        *([paragraph("", often)] if often else []),
        *(_command(pair, side, case) for side in (0, 1)),
        trial(
            first,
            f"{pair.name}-{anchor}",
            "the deal of this row",
            case["question"],
            case["deal"],
            {},
            (pair.pages[1].name, {}),
        ),
    ]


def _answer(pair: ComparisonPage, side: int, case: documents.DealCaseDocument) -> Element:
    page = pair.pages[side]
    found = told(pair.domain.shelf.load(page.name).rules, case["question"], case["deal"])
    rests: list[Child] = []
    for clause in found.clauses:
        rests += [", " if rests else "", page.lead(clause)]
    for number, (name, chosen) in enumerate(found.readings):
        rests += ["; " if number else "; as read here: ", page.refer_to_reading(name, chosen)]
    return div(
        "side",
        element("p", page.display_name, classes="side-name"),
        exact(element("ul", *(element("li", f"{words}.") for words in found.said), classes="said-rules")),
        exact(element("p", span("label", "It rests on "), *rests, ".", classes="rests")),
    )


def _with_the_change(pair: ComparisonPage, case: documents.DealCaseDocument) -> list[Child]:
    """Return what the first edition answers once only the words of this row are changed."""
    rules = pair.domain.shelf.load(pair.pages[0].name).rules
    said = [f"{key}: {valued(rules, case['question'], key, case['changed'].get(key))}" for key in case["parts_in"]]
    return [span("label", f"{pair.pages[0].display_name} with this change alone: "), "; ".join(said), "."]


def _command(pair: ComparisonPage, side: int, case: documents.DealCaseDocument) -> Element:
    rules = pair.domain.shelf.load(pair.pages[side].name).rules
    return paragraph("command", nodes.literal("", command(rules, case["question"], case["deal"])))


# ----------------------------------------------------------------------------------------------- games


def _game(pair: ComparisonPage, case: documents.GameCase) -> list[Child]:
    first = pair.pages[0].display_name
    rules = pair.domain.shelf.load(pair.pages[0].name).rules
    when = f"after {len(case['answers'])} answers" if case["answers"] else "at the first question"
    sentence = (
        f"Played by {case['players']} from the seed {case['seed']}, with the same answers, {first} "
        f"with this change alone parts from {first} {when}."
    )
    sides = ((first, case["first"]), (f"{first} with the change", case["changed"]))
    moments = [
        div("side", element("p", name, classes="side-name"), exact(element("p", with_glyphs(_moment(one), rules))))
        for name, one in sides
    ]
    return [paragraph("", sentence), div("pair compared", *moments)]


def _known(pair: ComparisonPage, case: documents.KnownCaseDocument) -> list[Child]:
    """Return who sees what, when somebody must decide, without the change and with it."""
    first = pair.pages[0].display_name
    rules = pair.domain.shelf.load(pair.pages[0].name).rules
    decides = "who must decide, " if case["viewer"] == case["asked"] else f"while player {case['asked']} must decide, "
    sentence = (
        f"Played by {case['players']} from the seed {case['seed']}, with the same answers, the game is the same after "
        f"{len(case['answers'])} answers. But player {case['viewer']}, {decides}knows other cards."
    ).replace("cards", plural(rules.pieces.name))
    sides = ((first, case["first"]), (f"{first} with the change", case["changed"]))
    seen = [", ".join(one["sees"]) for _, one in sides]
    words = [f"Sees {said}." if said else "Does not see it." for said in seen]
    moments = [
        div("side", element("p", sides[at][0], classes="side-name"), exact(element("p", with_glyphs(words[at], rules))))
        for at in (0, 1)
    ]
    return [paragraph("", sentence), div("pair compared", *moments)]


def _telling(pair: ComparisonPage, case: documents.TellingCase) -> list[Child]:
    """Typeset the events and choices, and the results of the rules without the change and with it."""
    first = pair.pages[0].display_name
    many = NUMBERS[case["players"]] if case["players"] < len(NUMBERS) else str(case["players"])
    least = "shorter courses were tried first" if case["is_least"] else "found by chance, and made shorter"
    begin = f"Played by {many}, {first} with this change alone parts from {first}"
    if not case["told"]:
        return [
            paragraph("", f"{begin} in the first round, before anything happens."),
            _both(pair, case),
        ]
    told = element("ol", *(element("li", f"{words}.") for words in case["told"]), classes="told")
    return [paragraph("", f"{begin} after what follows ({least})."), told, _both(pair, case)]


def _both(pair: ComparisonPage, case: documents.TellingCase) -> Element:
    first, second = (page.display_name for page in pair.pages)
    sides = [(first, case["first"]), (f"{first} with the change", case["changed"])]
    if case.get("second_players"):
        sides.append((f"{second} after the same", case["second"]))
    return div(
        "pair compared",
        *(
            div(
                "side",
                element("p", name, classes="side-name"),
                element("ul", *(element("li", words) for words in _said(document)), classes="said-rules"),
            )
            for name, document in sides
        ),
    )


def _said(document: documents.StandDocument) -> list[str]:
    """Return where a game stands, as far as the other stands otherwise."""
    said = [f"The end: {document['ends']}."] if "ends" in document else []
    if "asked" in document:
        said.append(f"Now {document['asked']} answers.")
    if "possible" in document:
        said.append(f"Possible only here: {', '.join(document['possible'])}.")
    said += [f"{key}: {value}." for key, value in document.get("told", {}).items()]
    return said or ["Nothing that the other has not."]


def _moment(moment: documents.MomentDocument) -> str:
    if "ends" in moment:
        return f"The end: {moment['ends']}."
    return f"Player {moment['asked']} may answer {', '.join(moment['may'])}."
