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
from cc_dsl.compiler import kept
from cc_dsl.compiler.written import Source
from cc_dsl.rules import model, store

MAKERS = (*store.MAKERS, "compiler")


def playing(rules: model.Rules, seats: int, is_fast: bool, is_traced: bool) -> tuple[Source, CodeType | None]:
    """Give the module that plays whole games at random; for plain Python also translated."""
    path, mark = path_of("written", rules, seats, is_fast, is_traced), _mark(rules)
    return _recalled(path, mark) or _written(path, mark, rules, seats, is_fast, is_traced)


def kept_source(rules: model.Rules, seats: int) -> Source | None:
    """Give the module that Numba compiles, if it was written before."""
    found = _recalled(path_of("written", rules, seats, True, False), _mark(rules))
    return None if found is None else found[0]


def _mark(rules: model.Rules) -> str:
    """Give all that what is kept must be made from, besides what its name tells."""
    return repr((rules.digest, sys.version, store.makers(MAKERS)))


def path_of(what: str, rules: model.Rules, *asked: object) -> str:
    """Give the file in which something is kept about rules, for whatever else was asked; no file, if none can be."""
    # Rules that were put together by hand have no digest by which they could be found again.
    if not rules.digest:
        return ""
    chosen = [(doubt.name, doubt.chosen) for doubt in rules.doubts.values()]
    mark = hashlib.sha256(repr((rules.name, rules.title, chosen, asked)).encode()).hexdigest()
    return os.path.join(resources.cache_folder(), f"{what}-{mark[:16]}.cache")


def _recalled(path: str, mark: str) -> tuple[Source, CodeType | None] | None:
    data = kept.got(path) if path else None
    if data is None:
        return None
    other, source, code = pickle.loads(data)
    return (pickle.loads(source), marshal.loads(code)) if other == mark else None


def _written(
    path: str, mark: str, rules: model.Rules, seats: int, is_fast: bool, is_traced: bool
) -> tuple[Source, CodeType | None]:
    from cc_dsl.compiler import source

    made = source.playing(rules, seats, is_fast, is_traced)
    code = None if is_fast else compile(made.text, "<generated>", "exec")
    if path:
        kept.put(path, pickle.dumps((mark, pickle.dumps(made, 5), marshal.dumps(code)), 5))
    return made, code
