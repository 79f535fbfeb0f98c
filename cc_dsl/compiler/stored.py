"""Keeps what was written for rules between runs: writing it takes longer than playing a hundred games.

What is kept stands under the rules, all that it depends on besides, and the state of the program's own files; whatever
is of another state, or damaged, is written again.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import pickle
import sys
from types import CodeType

from cc_dsl import resources
from cc_dsl.compiler.written import Source
from cc_dsl.rules import model, store

MAKERS = (*store.MAKERS, "compiler")


def playing(rules: model.Rules, seats: int, is_fast: bool, is_traced: bool) -> tuple[Source, CodeType | None]:
    """Give the module that plays whole games at random; for plain Python also translated."""
    chosen = [(doubt.name, doubt.chosen) for doubt in rules.doubts.values()]
    asked = (rules.name, rules.title, chosen, seats, is_fast, is_traced)
    mark = repr((asked, rules.digest, sys.version, store.makers(MAKERS)))
    name = f"written-{hashlib.sha256(repr(asked).encode()).hexdigest()[:16]}.cache"
    # Rules that were put together by hand have no digest by which they could be found again.
    path = os.path.join(resources.cache_folder(), name) if rules.digest else ""
    return _recalled(path, mark) or _written(path, mark, rules, seats, is_fast, is_traced)


def _recalled(path: str, mark: str) -> tuple[Source, CodeType | None] | None:
    try:
        with open(path, "rb") as file:
            kept, source, code = pickle.load(file)
        return None if kept != mark else (pickle.loads(source), marshal.loads(code))
    except Exception:  # a damaged file can raise anything
        return None


def _written(
    path: str, mark: str, rules: model.Rules, seats: int, is_fast: bool, is_traced: bool
) -> tuple[Source, CodeType | None]:
    from cc_dsl.compiler import source

    made = source.playing(rules, seats, is_fast, is_traced)
    code = None if is_fast else compile(made.text, "<generated>", "exec")
    part = f"{path}.{os.getpid()}"
    try:
        if path:
            with open(part, "wb") as file:
                pickle.dump((mark, pickle.dumps(made, 5), marshal.dumps(code)), file, 5)
            os.replace(part, path)
    except OSError:
        pass  # where nothing can be written, nothing is kept
    return made, code
