"""The internals of Numba that this program uses, all in this module, since any new release may change them.

Passes: generated source has no closures, no array expressions, and one type for each variable. So nothing need be
inlined or rewritten before type inference, and variables need no static single assignment form.

Files: Numba stores an index and the code of each function in files that it reads without checking their integrity. A
checksum is appended here, which Numba's own reader ignores; a file with a wrong checksum is ignored.

Machine code: Numba's output for a function is extracted as bytes, which `cc_dsl/compiler/machine.py` runs without
Numba, but only for the releases in TRIED. That module lays arguments out as Numba lays out arrays.

    @inner      def d0_gain(S, x): …            compiled into its callers
    @outer      def many(S, first, ends): …     called from outside: its machine code is stored under a hash
"""

# Numba has no type stubs.
# mypy: disable-error-code="untyped-decorator, misc"

from __future__ import annotations

import hashlib
import os
import pickle
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from numba import __version__, int64, njit, types, uint64
from numba.core import caching
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import AnalysisPass, PassManager, register_pass
from numba.core.typed_passes import (
    AnnotateTypes,
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
    NopythonTypeInference,
)
from numba.core.untyped_passes import (
    FixupArgs,
    GenericRewrites,
    IRProcessing,
    RewriteSemanticConstants,
    TranslateByteCode,
)

if TYPE_CHECKING:
    from numba.core.compiler import StateDict


@register_pass(mutates_CFG=False, analysis_only=True)
class WholeNumbers(AnalysisPass):
    """The pass that ensures that every variable is an integer: Numba unifies signed and unsigned words to a float."""

    _name = "whole_numbers"

    def __init__(self) -> None:
        """Prepare the pass."""
        super().__init__()

    def run_pass(self, state: StateDict) -> bool:
        """Raise a TypeError if a variable is a float."""
        for name, kind in state.typemap.items():
            if isinstance(kind, types.Float):
                raise TypeError(f"{name} has several types, which Numba joins into {kind}.")
        return False


class LeanCompiler(CompilerBase):
    """The compiler with these passes."""

    PASSES = (
        *(TranslateByteCode, FixupArgs, IRProcessing, RewriteSemanticConstants, GenericRewrites),
        *(NopythonTypeInference, WholeNumbers, IRLegalization, AnnotateTypes, NativeLowering, NoPythonBackend),
    )

    def define_pipelines(self) -> list[PassManager]:
        """Return the passes in their order."""
        manager = PassManager("generated source")
        for compiler_pass in self.PASSES:
            manager.add_pass(compiler_pass, compiler_pass.__name__)
        manager.finalize()
        return [manager]


inner = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=LeanCompiler, _nrt=False)
"""The decorator of functions that only compiled code calls.

They make no arrays, so references to arrays need not be counted, which would take a tenth to a third of the time.
"""
helper = njit(pipeline_class=LeanCompiler, _nrt=False)
"""The decorator of functions that generated source and others call; they make no arrays, either."""
uncounted = njit(_nrt=False)
"""The same for functions whose variables have several types, or that inline others."""
counted = njit(_nrt=True)
"""The decorator of functions that make arrays; a caller without such a count would pass its own option on."""
outer = njit(cache=True, pipeline_class=LeanCompiler)
"""The decorator of functions that Python calls, whose machine code is cached."""


# ----------------------------------------------------------------------------- files with checksums

SIZE = hashlib.sha256().digest_size


def with_sum(data: bytes) -> bytes:
    """Return bytes followed by their checksum."""
    return data + hashlib.sha256(data).digest()


def is_whole(data: bytes) -> bool:
    """Return whether bytes end in the checksum of the bytes before it."""
    return len(data) > SIZE and with_sum(data[:-SIZE]) == data


class CheckedFile(caching.IndexDataCacheFile):
    """An index and its files, each with a checksum."""

    def _dump(self, obj: object) -> bytes:
        return with_sum(super()._dump(obj))

    def _load_index(self) -> dict[object, str]:
        try:
            with open(self._index_path, "rb") as file:
                pickle.load(file)  # skip Numba's version, which precedes the data with a checksum
                if not is_whole(file.read()):
                    return {}
            index: dict[object, str] = super()._load_index()
        except Exception:  # damaged bytes can make pickle raise any error
            return {}
        return index

    def _load_data(self, name: str) -> object:
        with open(os.path.join(self._cache_path, name), "rb") as file:
            if not is_whole(file.read()):
                raise OSError(f"{name} is damaged")
        return super()._load_data(name)


def check(names: Mapping[str, object]) -> None:
    """Add checksums to the disk cache of these functions, which are given by name."""
    for value in names.values():
        file = getattr(getattr(value, "_cache", None), "_cache_file", None)
        if type(file) is caching.IndexDataCacheFile:
            file.__class__ = CheckedFile


# ---------------------------------------------------------------------------------------- machine code

TRIED = ("0.68",)
"""The releases of Numba whose arrays, cache files and machine code were tried; `pyproject.toml` asks for no other."""
DESTROY = "NRT_MemInfo_call_dtor"
"""The function that destroys an array that nobody owns any more. Ours have no owner that is counted, so it is never
called."""
KNOWN = ("memset", "memcpy", "memmove", DESTROY)
"""External symbols that machine code may call."""


def is_tried(version: str) -> bool:
    """Return whether a version of Numba belongs to a tested release."""
    return ".".join(version.split(".")[:2]) in TRIED


def machine_code(dispatcher: Any) -> tuple[str, bytes] | None:
    """Compile the function that plays many games; return its name and its code, or None if it cannot run by itself."""
    if not is_tried(__version__):
        return None
    signature = types.void(types.Array(int64, 1, "C"), uint64, types.Array(int64, 2, "C"))
    result = inner(dispatcher.py_func).get_compile_result(signature)
    called = re.findall(r'^declare [^\n]*?@"?([\w.$]+)"?\(', result.library.get_llvm_str(), re.MULTILINE)
    if not all(name.startswith("llvm.") or name in KNOWN for name in called):
        return None
    return result.fndesc.llvm_func_name, result.library.serialize_using_object_code()[2][0]
