"""The edition as a Sphinx extension: a domain of clauses and statements, their directives, a lexer, a style."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from cc_dsl.workers import SplitTask

STATIC = os.path.join(os.path.dirname(os.path.abspath(__file__)), "static")


def setup(app: Sphinx) -> dict[str, object]:
    """Register everything with a Sphinx application."""
    from cc_dsl import __version__
    from cc_dsl.edition import citations, frame, markup, search_index
    from cc_dsl.edition.directives import DIRECTIVES
    from cc_dsl.edition.domain import Previews, RulesDomain
    from cc_dsl.edition.lexer import RulesLexer
    from cc_dsl.edition.sources import write_sources

    app.add_config_value("rules_editions", {}, "env", types=dict)
    app.add_config_value("rules_alone", "", "env", types=str)
    app.add_config_value("rules_lists", {}, "", types=dict)
    app.add_config_value("rules_comparisons", [], "env", types=list)
    app.add_config_value("rules_homes", {}, "env", types=dict)
    app.add_config_value("rules_counts", {}, "env", types=dict)
    app.add_config_value("rules_address", "", "env", types=str)
    app.add_config_value("rules_archive", True, "env", types=bool)
    app.add_domain(RulesDomain)
    for name, directive in DIRECTIVES.items():
        app.add_directive_to_domain(RulesDomain.name, name, directive)
    markup.add_nodes(app)
    app.add_lexer("rules", RulesLexer)
    app.add_post_transform(Previews)
    app.set_translator("html", frame.LeanTranslator)
    app.add_html_theme("edition", markup.TEMPLATES)
    app.connect("config-inited", write_sources)
    app.connect("builder-inited", _prepare)
    side = SideFiles()
    app.connect("env-before-read-docs", side.begin)
    app.connect("env-updated", side.write_lists)
    app.connect("doctree-read", frame.add_work_to_title, priority=100)
    app.connect("doctree-read", search_index.gather_parts, priority=200)
    app.connect("doctree-read", citations.add_former_ids, priority=800)
    app.connect("doctree-read", citations.digest_page, priority=900)
    app.connect("html-page-context", frame.frame_page)
    app.connect("html-collect-pages", search_index.search_page)
    app.connect("build-finished", side.end)
    return {"version": __version__, "env_version": 1, "parallel_read_safe": True, "parallel_write_safe": True}


def _prepare(app: Sphinx) -> None:
    """Add the static files; disable Sphinx's own index, which ranks a definition below every use of it."""
    app.config.html_static_path.append(STATIC)
    app.builder.search = False  # type: ignore[attr-defined]


class SideFiles:
    """The files beside the pages, most of which other processes write while Sphinx reads and writes pages."""

    def __init__(self) -> None:
        self.tasks: list[SplitTask[None]] = []

    def begin(self, app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
        """Write typefaces and engine; open the parts that many pages show before the reading processes are forked."""
        from cc_dsl.edition import engine, fonts
        from cc_dsl.edition.domain import domain_of
        from cc_dsl.workers import SplitTask

        shelf = domain_of(env).shelf
        for name in shelf.options:
            shelf.load(name)
        self._split(lambda: fonts.write_faces(app), lambda: engine.write_engine(app, shelf))
        if app.parallel > 1:
            names = [*shelf.options]
            # Two processes share the slowest work through the cache on disk.
            others = SplitTask(lambda: shelf.make_slow_parts(names[::2]))
            shelf.make_slow_parts(names[1::2])
            others.result()
            for name in names:
                shelf.edition(name)
                shelf.contrasts(name)
            for name in shelf.comparisons:
                shelf.comparison(name)

    def write_lists(self, app: Sphinx, env: BuildEnvironment) -> list[str]:
        """Write addresses with their citations, and the search data, once all pages are read."""
        from cc_dsl.edition import citations, search_index

        self._split(lambda: citations.write_addresses(app), lambda: search_index.write_search(app))
        return []

    def _split(self, *writers: Callable[[], None]) -> None:
        """Let another process write some files, if the system can fork."""
        from cc_dsl.workers import SplitTask

        def write() -> None:
            for writer in writers:
                writer()
            sys.stdout.flush()  # the process ends without flushing its buffers

        sys.stdout.flush()
        self.tasks.append(SplitTask(write))

    def end(self, app: Sphinx, exception: Exception | None) -> None:
        """Wait for these files, then write the downloads, whose archive contains all other files."""
        from cc_dsl.edition import downloads

        for task in self.tasks:
            task.drop() if exception is not None else task.result()
        if exception is None:
            downloads.write_downloads(app)
