"""Measure how long a keystroke in an editor takes, against a full check: `python -m tests.bench.editor [EDITION]`.

Times are processor time. A keystroke changes the rules in the middle of the file, and has all problems found again;
then names are asked for, and what may stand there.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from cc_dsl.cases.report import check
from cc_dsl.lsp import completion, hover
from cc_dsl.lsp.documents import Document
from cc_dsl.pipeline import Edition, find_rules

ROUNDS = 20


def _spent(work: Callable[[], object]) -> float:
    """Return the milliseconds of processor time that something takes."""
    begun = time.process_time()
    work()
    return (time.process_time() - begun) * 1000


def _written(text: str, before: Document) -> Document:
    return Document(before.uri, dict.fromkeys(before.opened, text), before)


def _problems(text: str, before: Document) -> object:
    return _written(text, before).problems


def _keystroke(before: Document, text: str, found: dict[str, list[float]]) -> Document:
    """Change the text; note how long each answer takes."""
    document = _written(text, before)
    at = text.index("\n§", len(text) // 3) + 3
    found.setdefault("problems", []).append(_spent(lambda: document.problems))
    found.setdefault("hover", []).append(_spent(lambda: hover.hover(document, at)))
    found.setdefault("completion", []).append(_spent(lambda: completion.completions(document, at)))
    return document


def main() -> None:
    """Print the medians and the longest times."""
    path = find_rules(sys.argv[1] if len(sys.argv) > 1 else "1862")
    text = Path(path).read_text("utf-8")
    real = Path(path).resolve()
    document = Document(real.as_uri(), {str(real): text})
    _ = document.problems, document.mentions
    middle = text.index("\n§", len(text) // 2)
    found: dict[str, list[float]] = {}
    for number in range(ROUNDS):
        document = _keystroke(document, f"{text[:middle]}\n# {'x' * number}{text[middle:]}", found)
        slip = f"{text[:middle]}\n  the {'x' * number} is{text[middle:]}"
        found.setdefault("keystroke with a slip", []).append(_spent(partial(_problems, slip, document)))
    whole = min(_spent(lambda: check(Edition(path, {}))) for _ in range(3))
    print(f"circular check {Path(path).parent.name}: {whole:.0f} ms")
    for what, times in found.items():
        middle_time = statistics.median(times)
        print(
            f"{what}: median {middle_time:.1f} ms, longest {max(times):.1f} ms, {whole / middle_time:.0f} times faster"
        )


if __name__ == "__main__":
    main()
