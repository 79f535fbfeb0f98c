"""The hash of answers (`tests/traced.py`), compiled by Numba from the same text."""

# Numba's decorators are untyped.
# mypy: disable-error-code="untyped-decorator, no-any-return"

from __future__ import annotations

from cc_dsl.codegen.native import bind_helper
from cc_dsl.codegen.numba_forms import helper
from tests import traced

hash_answer = helper(bind_helper(traced.hash_answer))
traced_groups = helper(bind_helper(traced.traced_groups))
