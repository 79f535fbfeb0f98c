"""What the templates of the pages ask of modules is there; that it is not would be seen only when a page is made."""

from __future__ import annotations

import pytest
from jinja2 import nodes

from cc_dsl.edition import directives, markup

MODULES = directives.MODULES


@pytest.mark.parametrize("name", sorted(markup.environment().list_templates(extensions=["html"])))
def test_modules_have_what_a_template_asks_of_them(name: str) -> None:
    environment = markup.environment()
    assert environment.loader is not None
    parsed = environment.parse(environment.loader.get_source(environment, name)[0])
    asked = [one for one in parsed.find_all(nodes.Getattr) if isinstance(one.node, nodes.Name)]
    found = {(one.node.name, one.attr) for one in asked if isinstance(one.node, nodes.Name)}
    missing = [f"{one}.{part}" for one, part in sorted(found) if one in MODULES and not hasattr(MODULES[one], part)]
    assert missing == []


def test_templates_know_modules() -> None:
    assert {"report", "figures"} <= MODULES.keys()
