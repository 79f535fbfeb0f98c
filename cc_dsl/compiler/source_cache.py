"""The cache of generated source between runs: generating it takes longer than playing a hundred games.

An entry is stored under the rules, everything else that it depends on, and the state of the program's own files; an
entry of another state, or a damaged one, is generated again.
"""

from __future__ import annotations

import marshal
import pickle
from types import CodeType

from cc_dsl import cache
from cc_dsl.compiler.generated import GeneratedSource
from cc_dsl.rules import model

KIND = "written"


def playing(rules: model.Rules, seats: int, is_fast: bool, is_traced: bool) -> tuple[GeneratedSource, CodeType | None]:
    """Return the module that plays whole games at random; for plain Python also translated."""
    return _recalled(rules, seats, is_fast, is_traced) or _written(rules, seats, is_fast, is_traced)


def kept_source(rules: model.Rules, seats: int) -> GeneratedSource | None:
    """Return the module that Numba compiles, if it was written before."""
    found = _recalled(rules, seats, True, False)
    return None if found is None else found[0]


def recalled(what: str, rules: model.Rules, *asked: object) -> bytes | None:
    """Return the cached bytes for rules and these other keys, if they come from the same rules and program."""
    # Rules that were put together by hand have no digest by which they could be found again.
    return cache.get(what, _parts(rules, asked)) if rules.digest else None


def keep(data: bytes, what: str, rules: model.Rules, *asked: object) -> None:
    """Cache bytes for rules and these other keys."""
    if rules.digest:
        cache.put(what, _parts(rules, asked), data)


def _parts(rules: model.Rules, asked: tuple[object, ...]) -> tuple[object, ...]:
    answers = [(doubt.name, doubt.chosen) for doubt in rules.doubts.values()]
    return (rules.name, rules.title, answers, asked), rules.digest


def _recalled(rules: model.Rules, *asked: object) -> tuple[GeneratedSource, CodeType | None] | None:
    data = recalled(KIND, rules, *asked)
    if data is None:
        return None
    size = int.from_bytes(data[:4], "big")
    try:
        return pickle.loads(data[4 : 4 + size]), marshal.loads(data[4 + size :])
    except Exception:  # what is kept is of another form; it is written again
        return None


def _written(rules: model.Rules, seats: int, is_fast: bool, is_traced: bool) -> tuple[GeneratedSource, CodeType | None]:
    from cc_dsl.compiler import source

    made = source.playing(rules, seats, is_fast, is_traced)._replace(flat=None)
    code = None if is_fast else compile(made.text, "<generated>", "exec")
    data = pickle.dumps(made, 5)
    keep(len(data).to_bytes(4, "big") + data + marshal.dumps(code), KIND, rules, seats, is_fast, is_traced)
    return made, code
