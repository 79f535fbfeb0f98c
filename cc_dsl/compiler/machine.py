"""Machine code without Numba: its output is stored as bytes, and runs again without importing it.

To load cached code, Numba initialises its whole compiler, which takes longer than thousands of games. llvmlite, with
which Numba generates its code, loads the bytes quickly; the function is then called like any function in C.  Its
arguments are laid out as Numba lays out arrays (“Numba architecture”: an array is its memory owner, its parent, the
number of items, the size of one, the data pointer, and its shape and strides).

Numba guarantees none of this. It is therefore done only with tested releases (`cc_dsl/codegen/numba_forms.py`); with
others, Numba loads and calls its own cache, which starts more slowly and gives the same games.

    cache_code(name, Code(symbol, data))            the code that Numba made for `many`
    load_code(stored_code(name))(vector, 5, ends)   plays from seed 5 onwards, without importing Numba
"""

from __future__ import annotations

import ctypes
import gc
import os
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import NamedTuple, TypeAlias

from cc_dsl import cache, resources
from cc_dsl.codegen.faults import MachineFault

Many: TypeAlias = "Callable[[array[int], int, memoryview[int]], None]"
"""Plays many games: with a vector, the first seed, and a table for the results, a row for each game."""
EXPECTED_CODES = (0, -2)
"""The status that a function returns if nothing was raised: a value, or none."""
RAISED = 1
"""The least return value if the rules raised a fault; the code does not say which."""
WORD, POINTER = ctypes.c_int64, ctypes.c_void_p
VECTOR = (POINTER, POINTER, WORD, WORD, POINTER, WORD, WORD)
TABLE = (POINTER, POINTER, WORD, WORD, POINTER, WORD, WORD, WORD, WORD)
SIZE = 8
DESTROY = "NRT_MemInfo_call_dtor"
"""The function that destroys an array that nobody owns any more, which machine code names and never calls."""
KIND = "code"
"""The kind of cache entries with machine code."""


class Code(NamedTuple):
    """Machine code of one function and all that it calls."""

    symbol: str
    data: bytes


class MachineCodeUnavailable(Exception):
    """Machine code cannot run without Numba here."""


def versions() -> str:
    """Return the versions of the compiler, from the files of Numba and llvmlite, without importing Numba."""
    releases = []
    for package in ("numba", "llvmlite"):
        spec = find_spec(package)
        path = os.path.join(os.path.dirname(spec.origin), "_version.py") if spec is not None and spec.origin else ""
        releases.append((path, resources.stamp_of(path)))
    return repr(releases)


@contextmanager
def without_collection() -> Iterator[None]:
    """Switch off garbage collection, which is slow while there are many long-lived objects."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def host() -> str:
    """Return the processor for which code is compiled on this machine."""
    from llvmlite import binding

    return f"{binding.get_process_triple()} {binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}"


def stored_code(name: str) -> Code | None:
    """Return the code cached under a name, if it is intact and for this processor."""
    try:
        parts = name, host()
    except ImportError:
        return None
    data = cache.get(KIND, parts)
    symbol, zero, code = (data or b"").partition(b"\0")
    return Code(symbol.decode(), code) if zero else None


def cache_code(name: str, code: Code) -> None:
    """Cache code under a name."""
    cache.put(KIND, (name, host()), code.symbol.encode() + b"\0" + code.data)


def is_cached(name: str) -> bool:
    """Return whether code is cached under a name."""
    return os.path.exists(cache.path_of(KIND, name))


def load_code(code: Code) -> Many:
    """Return code as a function of a vector, the first seed, and a table for the results, with a row for each game."""
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    if not binding.address_of_symbol(DESTROY):
        binding.add_symbol(DESTROY, ctypes.cast(_NEVER, POINTER).value)
    target = binding.Target.from_default_triple().create_target_machine()
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), target)
    engine.add_object_file(binding.ObjectFileRef.from_data(code.data))
    engine.finalize_object()
    address = engine.get_function_address(code.symbol)
    if not address:
        raise MachineCodeUnavailable(code.symbol)
    function = ctypes.CFUNCTYPE(ctypes.c_int32, POINTER, POINTER, *VECTOR, ctypes.c_uint64, *TABLE)(address)

    def many(vector: array[int], first: int, ends: memoryview[int]) -> None:
        """Call the code with the fields of both arrays in Numba's order, and translate its status into an error."""
        result, error = WORD(), POINTER()
        assert ends.shape is not None
        cells, (rows, width) = len(vector), ends.shape
        items = rows * width
        at, table = _address_of_buffer(vector), _address_of_buffer(ends)
        status = function(
            *(ctypes.addressof(result), ctypes.addressof(error)),
            *(None, None, cells, SIZE, at, cells, SIZE),
            int(first),
            *(None, None, items, SIZE, table, rows, width, width * SIZE, SIZE),
        )
        if status >= RAISED:
            raise MachineFault(code.symbol)
        if status not in EXPECTED_CODES:
            raise MachineCodeUnavailable(f"{code.symbol} returned {status}")

    many.engine = engine  # type: ignore[attr-defined]  # the code lives as long as whoever calls it
    return many


_NEVER = ctypes.CFUNCTYPE(None, POINTER)(lambda owner: None)


def _address_of_buffer(buffer: array[int] | memoryview[int]) -> int:
    return ctypes.addressof(ctypes.c_char.from_buffer(buffer))
