"""The edition as a Sphinx extension: a domain of clauses and statements, directives that set them, a lexer, a style."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

FEW = 5
"""The number of pages up to which Sphinx reads them in one process."""
STATIC = os.path.join(os.path.dirname(os.path.abspath(__file__)), "static")


def setup(app: Sphinx) -> dict[str, object]:
    """Add everything to a Sphinx application."""
    from cc_dsl import __version__
    from cc_dsl.edition import (
        citing,
        downloads,
        engine,
        frame,
        identity,
        markup,
        searching,
    )
    from cc_dsl.edition.directives import DIRECTIVES
    from cc_dsl.edition.domain import RulesDomain
    from cc_dsl.edition.lexer import RulesLexer
    from cc_dsl.edition.previews import Previews
    from cc_dsl.edition.sources import lay_out

    app.add_config_value("rules_editions", {}, "env", types=dict)
    app.add_config_value("rules_alone", "", "env", types=str)
    app.add_config_value("rules_comparisons", [], "env", types=list)
    app.add_config_value("rules_counts", {}, "env", types=dict)
    app.add_config_value("rules_code", "", "env", types=str)
    app.connect("config-inited", _note_code)
    app.connect("config-inited", lay_out)
    app.add_domain(RulesDomain)
    for name, directive in DIRECTIVES.items():
        app.add_directive_to_domain(RulesDomain.name, name, directive)
    app.add_lexer("rules", RulesLexer)
    app.add_post_transform(Previews)
    app.connect("builder-inited", _add_static)
    app.connect("source-read", _put_in_lists)
    app.connect("env-before-read-docs", _open)
    app.connect("env-updated", _framed)
    app.connect("build-finished", _write_files, priority=100)
    markup.setup(app)
    identity.setup(app)
    citing.setup(app)
    downloads.setup(app)
    frame.setup(app)
    searching.setup(app)
    engine.setup(app)
    return {"version": __version__, "env_version": 1, "parallel_read_safe": True, "parallel_write_safe": True}


def _note_code(app: Sphinx, config: Config) -> None:
    """Note which code and grammar make the pages, and as what they are published: others make everything again."""
    from cc_dsl.edition.inputs import program

    config.rules_code = program()


def _add_static(app: Sphinx) -> None:
    app.config.html_static_path.append(STATIC)


def _put_in_lists(app: Sphinx, docname: str, content: list[str]) -> None:
    """Put in what is made from grammar and code: lists of all sentences and modules, and the reference of Python."""
    from cc_dsl.edition import modules, python_reference
    from cc_dsl.edition_model import sentences

    for mark, made in (
        (sentences.MARK, sentences.sentences_page),
        (modules.MARK, modules.modules_page),
        (python_reference.MARK, python_reference.reference_page),
    ):
        if mark in content[0]:
            content[0] = content[0].replace(mark, made())


def _open(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Open what many pages show before processes are split off that read them, so that it is found once."""
    from cc_dsl.edition.domain import domain_of

    shelf = domain_of(env).shelf
    if app.parallel > 1 and len(docnames) > FEW:
        for name in shelf.options:
            shelf.edition(name)
            shelf.changing_answers(name)
        for name in shelf.comparisons:
            shelf.comparison(name)


def _framed(app: Sphinx, env: BuildEnvironment) -> list[str]:
    from cc_dsl.edition.domain import domain_of

    return domain_of(env).framed_pages()


def _write_files(app: Sphinx, exception: Exception | None) -> None:
    """Write the files beside the pages: addresses with their citations, search, typefaces, engine."""
    from cc_dsl.edition import citing, engine, fonts, searching

    if exception is None and app.builder.format == "html":
        citing.write_addresses(app)
        searching.write_search(app)
        fonts.write_faces(app)
        engine.write_engine(app)
