"""The passes with which Numba compiles generated source: those that such source needs, and no others.

Generated source has no closures, no arrays that are computed with, and one type for each variable.  So nothing need be
inlined or rewritten before types are found, and a variable need not be divided into versions of itself.
"""

# Numba has no types of its own.
# mypy: disable-error-code="untyped-decorator, misc"

from __future__ import annotations

from typing import TYPE_CHECKING

from numba import njit, types
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
    """Makes sure that every variable is a whole number: Numba joins words with a sign and without into a float."""

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
        for one in self.PASSES:
            manager.add_pass(one, one.__name__)
        manager.finalize()
        return [manager]


inner = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=LeanCompiler, _nrt=False)
"""The decorator of functions that only compiled code calls.

They make no arrays, so references to arrays need not be counted, which would take a tenth to a third of the time.
"""
helper = njit(pipeline_class=LeanCompiler, _nrt=False)
"""The decorator of functions that generated source and others call; they make no arrays, either."""
uncounted = njit(_nrt=False)
"""The same for functions whose variables have several types, or that have others written out in them."""
counted = njit(_nrt=True)
"""The decorator of functions that make arrays; a caller without such a count would pass its own option on."""
outer = njit(cache=True, pipeline_class=LeanCompiler)
"""The decorator of functions that Python calls, whose machine code is cached."""
