"""What stops the build of an edition is said in its own words."""

from __future__ import annotations

from sphinx.errors import ExtensionError

from cc_dsl.edition.build import bare_message


def test_a_fault_of_the_rules_is_said_without_the_function_that_met_it() -> None:
    """Sphinx wraps what a handler raises in a sentence that names the handler and its address."""
    wrapped = ExtensionError("Handler <function _outdated at 0x7f03> threw an exception", ValueError("Too many."))
    assert bare_message(wrapped) == "Too many."
    assert bare_message(ExtensionError("There is no theme.")) == "There is no theme."
