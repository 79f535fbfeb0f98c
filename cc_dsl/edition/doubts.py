"""Typeset an open place of the text: its answers side by side, the arguments, and the confidence in the default."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_dsl.edition.addresses import cite_link
from cc_dsl.edition.searching import Named
from cc_dsl.edition.tags import Child, Element, Node, div, element, exact, paragraph, span
from cc_dsl.edition.trying import trial_of_reading

if TYPE_CHECKING:
    from cc_dsl.edition.page import Page
    from cc_dsl.weave.doubts import Doubt, OpenAnswer

KIND = {"reading": "Reading", "gap": "Gap", "option": "Option"}


def question_of(doubt: Doubt) -> str:
    """Return the question, or the words in question where none is put."""
    question = curled(doubt.question)
    return question or f"What is meant by “{doubt.words}”?"


def curled(words: str) -> str:
    """Return words with printed apostrophes."""
    return words.replace("'", "’")


def doubt_card(page: Page, doubt: Doubt, sign: str) -> Element:
    """Typeset a question with its answers, at its home."""
    full_id = f"{page.name}.{doubt.name}"
    page.note("reading", full_id, f"reading-{full_id}", question_of(doubt))
    page.domain.data["named"][full_id] = Named(curled(doubt.title))
    kind: list[Child] = [span("sign", sign), " "] if sign else []
    kind += [span("kind", KIND[doubt.kind]), " ", span("doubt-title", curled(doubt.title))]
    kind += [" ", cite_link(page.docname, full_id)]
    head = [paragraph("doubt-kind", *kind), element("h3", question_of(doubt))]
    if doubt.words and doubt.words != doubt.question:
        head.append(exact(paragraph("doubt-words", "On the words “", doubt.words.strip("“”"), "”")))
    answers = [_answer(page, doubt, answer) for answer in doubt.answers]
    return element(
        "article",
        div("doubt-head", *head),
        div(f"answers answers-{len(answers)}", *answers),
        *_default(page, doubt),
        trial_of_reading(page, doubt.name, curled(doubt.title)),
        exact(paragraph("doubt-address", span("label", "Address: "), element("code", full_id))),
        classes=f"doubt {doubt.kind}",
        ids=[f"reading-{full_id}"],
    )


def _answer(page: Page, doubt: Doubt, answer: OpenAnswer) -> Element:
    phrase = page.refer("statement", f"{doubt.name}={answer.name}", curled(upper_first(answer.phrase)))
    head = element("h4", phrase, span("default-mark", "followed by default") if answer.is_default else None)
    children: list[Node] = [head, exact(paragraph("reason", upper_first(answer.reason), "."))]
    if answer.argument:
        children.append(paragraph("argument", *page.prose_line(answer.argument)))
    if answer.evidence:
        children.append(paragraph("evidence", *_list("Clauses: ", [page.cite_far(item) for item in answer.evidence])))
    choosing = f"--{'option' if doubt.kind == 'option' else 'reading'} {doubt.name}={answer.name}"
    children.append(exact(paragraph("doubt-address", span("label", "To choose it: "), element("code", choosing))))
    return div("answer default" if answer.is_default else "answer", *children)


def _list(label: str, items: list[Child]) -> list[Child]:
    found: list[Child] = [span("label", label)]
    for number, item in enumerate(items):
        found += [", ", item] if number else [item]
    return found


def _default(page: Page, doubt: Doubt) -> list[Node]:
    found: list[Node] = []
    if doubt.why:
        found.append(paragraph("why", span("label", "Why the default: "), *page.prose_line(doubt.why)))
    if doubt.confidence:
        found.append(
            paragraph(
                "confidence",
                span("label", "Confidence: "),
                span("confidence-word", doubt.confidence),
                ". ",
                doubt.criterion,
            )
        )
    return found


def upper_first(words: str) -> str:
    """Return words with a capital, as at the beginning of a sentence."""
    return words[:1].upper() + words[1:]
