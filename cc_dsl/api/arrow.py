"""Columns as an Arrow stream, made without any package, for every library that reads the Arrow PyCapsule interface.

The layout is that of the Arrow C data interface and C stream interface: three structures, each with a function that
releases what it holds.  A consumer may move a column out of its table, so each column holds its own memory.
"""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

NULLABLE = 2
"""The flag of a column that may have empty cells."""
CAPSULE = b"arrow_array_stream"
Cell = int | float | str | None


Made = TypeVar("Made", bound=ctypes.Structure)


class _Schema(ctypes.Structure):
    """The structure ArrowSchema: the type and the name of a column."""


class _Array(ctypes.Structure):
    """The structure ArrowArray: the cells of a column."""


class _Stream(ctypes.Structure):
    """The structure ArrowArrayStream: a table, batch by batch."""


_RELEASE_SCHEMA = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Schema))
_RELEASE_ARRAY = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Array))
_RELEASE_STREAM = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Stream))
_GET_SCHEMA = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Stream), ctypes.POINTER(_Schema))
_GET_NEXT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Stream), ctypes.POINTER(_Array))
_LAST_ERROR = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(_Stream))
_DESTROY = ctypes.CFUNCTYPE(None, ctypes.c_void_p)

_Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(_Schema))),
    ("dictionary", ctypes.POINTER(_Schema)),
    ("release", _RELEASE_SCHEMA),
    ("private_data", ctypes.c_void_p),
]
_Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(_Array))),
    ("dictionary", ctypes.POINTER(_Array)),
    ("release", _RELEASE_ARRAY),
    ("private_data", ctypes.c_void_p),
]
_Stream._fields_ = [
    ("get_schema", _GET_SCHEMA),
    ("get_next", _GET_NEXT),
    ("get_last_error", _LAST_ERROR),
    ("release", _RELEASE_STREAM),
    ("private_data", ctypes.c_void_p),
]

_HELD: dict[int, tuple[Any, ...]] = {}
"""The memory of each exported structure, until its reader releases it."""
_STREAMS: dict[int, _Stream] = {}
"""The structure in each capsule, by its address; a reader may have moved what it held elsewhere."""
_numbers = itertools.count(1)


def stream(columns: Mapping[str, Sequence[Cell]]) -> object:
    """Return a capsule with a table whose columns hold whole numbers, floating-point numbers or words, and gaps."""
    made = _Stream(_get_schema, _get_next, _last_error, _release_stream, None)
    made.private_data = _hold(columns, [False])
    _STREAMS[ctypes.addressof(made)] = made
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, _DESTROY]
    capsule: object = new(ctypes.addressof(made), CAPSULE, _destroy)
    return capsule


def _hold(*parts: object) -> int:
    """Keep memory alive under a number that a structure carries."""
    number = next(_numbers)
    _HELD[number] = parts
    return number


def _let_go(structure: ctypes.Structure) -> None:
    """Mark a structure as released, and give its memory back."""
    number = structure.private_data
    structure.release = type(structure.release)()
    _HELD.pop(number, None)


# ---------------------------------------------------------------------------------------------- columns


def _format(cells: Sequence[Cell]) -> bytes:
    """Return the letter of a column's type."""
    known = [cell for cell in cells if cell is not None]
    if any(isinstance(cell, str) for cell in known):
        return b"u"
    return b"g" if any(isinstance(cell, float) for cell in known) else b"l"


def _bits(cells: Sequence[Cell]) -> object:
    """Return the bitmap of the cells that are not empty."""
    bits = bytearray(-(-len(cells) // 8) or 1)
    for place, cell in enumerate(cells):
        if cell is not None:
            bits[place >> 3] |= 1 << (place & 7)
    return (ctypes.c_uint8 * len(bits)).from_buffer(bits)


def _buffers(cells: Sequence[Cell]) -> list[Any]:
    """Return the memory of a column: the validity bitmap and the values."""
    kind = _format(cells)
    if kind != b"u":
        number = ctypes.c_double if kind == b"g" else ctypes.c_int64
        numbers: Any = [cell or 0 for cell in cells]
        return [_bits(cells), (number * max(len(cells), 1))(*numbers)]
    words = [b"" if cell is None else str(cell).encode() for cell in cells]
    ends = [0, *itertools.accumulate(map(len, words))]
    letters = b"".join(words)
    return [_bits(cells), (ctypes.c_int32 * len(ends))(*ends), ctypes.create_string_buffer(letters, len(letters) + 1)]


def _fill(array: _Array, cells: Sequence[Cell]) -> None:
    """Fill the structure of one column."""
    buffers = _buffers(cells)
    places = (ctypes.c_void_p * len(buffers))(*map(ctypes.addressof, buffers))
    array.length, array.null_count, array.offset = len(cells), sum(cell is None for cell in cells), 0
    array.n_buffers, array.n_children = len(buffers), 0
    array.buffers = ctypes.cast(places, ctypes.POINTER(ctypes.c_void_p))
    array.release = _release_array
    array.private_data = _hold(buffers, places)


def _pointers(kind: type[Made], made: Sequence[Made]) -> ctypes.Array[ctypes._Pointer[Made]]:
    return (ctypes.POINTER(kind) * len(made))(*map(ctypes.pointer, made))


# -------------------------------------------------------------------------------------------- callbacks


def _on_get_schema(stream_at: ctypes._Pointer[_Stream], out: ctypes._Pointer[_Schema]) -> int:
    """Write the types of the columns: a table is a structure with one child a column."""
    columns, _ = _HELD[stream_at.contents.private_data]
    children = []
    for name, cells in columns.items():
        kind, words = _format(cells), name.encode()
        child = _Schema(kind, words, None, NULLABLE, 0, None, None, _release_schema, None)
        child.private_data = _hold(kind, words)
        children.append(child)
    pointers = _pointers(_Schema, children)
    table = out.contents
    table.format, table.name, table.metadata, table.flags = b"+s", b"", None, 0
    table.n_children, table.dictionary, table.release = len(children), None, _release_schema
    table.children = ctypes.cast(pointers, ctypes.POINTER(ctypes.POINTER(_Schema)))
    table.private_data = _hold(children, pointers)
    return 0


def _on_get_next(stream_at: ctypes._Pointer[_Stream], out: ctypes._Pointer[_Array]) -> int:
    """Write the one batch of the table, and after it an empty structure, which ends the stream."""
    columns, done = _HELD[stream_at.contents.private_data]
    table = out.contents
    if done[0]:
        table.release = _RELEASE_ARRAY()
        return 0
    done[0] = True
    children = []
    for cells in columns.values():
        child = _Array()
        _fill(child, cells)
        children.append(child)
    pointers, validity = _pointers(_Array, children), (ctypes.c_void_p * 1)(None)
    table.length, table.null_count, table.offset = len(next(iter(columns.values()), ())), 0, 0
    table.n_buffers, table.n_children, table.dictionary = 1, len(children), None
    table.buffers = ctypes.cast(validity, ctypes.POINTER(ctypes.c_void_p))
    table.children = ctypes.cast(pointers, ctypes.POINTER(ctypes.POINTER(_Array)))
    table.release = _release_array
    table.private_data = _hold(children, pointers, validity)
    return 0


def _on_last_error(stream_at: object) -> None:
    """Return nothing: writing a table from memory does not fail."""


def _release_with_children(structure: ctypes.Structure) -> None:
    """Release the children that their reader has not taken over, and then the structure itself."""
    for place in range(structure.n_children):
        child = structure.children[place]
        if child.contents.release:
            child.contents.release(child)
    _let_go(structure)


def _on_release_schema(schema_at: ctypes._Pointer[_Schema]) -> None:
    """Release the types of columns."""
    _release_with_children(schema_at.contents)


def _on_release_array(array_at: ctypes._Pointer[_Array]) -> None:
    """Release columns."""
    _release_with_children(array_at.contents)


def _on_release_stream(stream_at: ctypes._Pointer[_Stream]) -> None:
    """Release the columns; the structure goes with its capsule."""
    _let_go(stream_at.contents)


def _on_destroy(capsule_at: object) -> None:
    """Free the memory of a stream when its capsule goes."""
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p]
    made = _STREAMS.pop(get(capsule_at, CAPSULE))
    if made.release:
        made.release(ctypes.pointer(made))


_get_schema = _GET_SCHEMA(_on_get_schema)
_get_next = _GET_NEXT(_on_get_next)
_last_error = _LAST_ERROR(_on_last_error)
_release_schema = _RELEASE_SCHEMA(_on_release_schema)
_release_array = _RELEASE_ARRAY(_on_release_array)
_release_stream = _RELEASE_STREAM(_on_release_stream)
_destroy = _DESTROY(_on_destroy)
