"""`--watch`: do a command again whenever a file is saved on which it rests, until Ctrl-C.

Each time the command runs in a process of its own, split off from this one, which has read the program already; so
no earlier state of a file can be taken for its present one.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import click

from cc_dsl.cli import terminal

FLAG = "--watch"
WATCHED = ("check", "play", "judge", "edition")
"""The commands that can be watched."""
PAGES = "--pages"
"""The option by which books and archives are left as they are."""
SETTLED = 3
"""The seconds without a save after which books and archives are made."""
PAUSE = 0.1
"""The seconds between two looks at the files."""

watch_option = click.option(
    FLAG, is_flag=True, expose_value=False, help="Do this again whenever a file of the edition is saved, until Ctrl-C."
)


def is_watched(words: list[str]) -> bool:
    """Return whether a command is to be done again and again."""
    return len(words) > 1 and words[0] in WATCHED and FLAG in words[1:] and "--help" not in words


def watch(words: list[str], run: Callable[[list[str]], int], read_edition: Callable[[], None] | None = None) -> int:
    """Do a command, and do it again after every save; it ends with Ctrl-C.

    `read_edition` imports what makes the edition, which this part of the program does not know.
    """
    words = [word for word in words if word != FLAG]
    _prepare(words[0])
    if words[0] == "edition" and read_edition is not None:
        read_edition()
    short = words
    while True:
        before = stamps(words)
        _announced(short, run)
        while stamps(words) == before:
            time.sleep(PAUSE)
            if short != words and _are_settled(before):
                _announced(words, run)
                short = words
        short = pages_first(words)


def _announced(words: list[str], run: Callable[[list[str]], int]) -> None:
    """Say what is done, and do it."""
    terminal.say(terminal.paint(f"{time.strftime('%H:%M:%S')}  circular {' '.join(words)}", "faint"))
    terminal.flush()
    _once(words, run)
    terminal.say(terminal.paint("Waiting for a save; Ctrl-C ends.", "faint"))
    terminal.flush()


def pages_first(words: list[str]) -> list[str]:
    """Return what is done at once after a save: of the whole edition the pages, before books and archives."""
    is_one = any(word.partition("=")[0] in ("--only", PAGES) for word in words)
    return [*words, PAGES] if words[0] == "edition" and not is_one else words


def _are_settled(stamps: dict[str, int]) -> bool:
    """Return whether the last save was some seconds ago."""
    return time.time_ns() - max(stamps.values(), default=0) > SETTLED * 10**9


def _once(words: list[str], run: Callable[[list[str]], int]) -> None:
    """Run the command in a process that is split off, where the system can; otherwise here."""
    if not hasattr(os, "fork"):
        _answer(words, run)
        return
    child = os.fork()
    if child == 0:
        status = 2
        try:
            status = _answer(words, run)
            terminal.flush()
        finally:
            os._exit(status)
    os.waitpid(child, 0)


def _answer(words: list[str], run: Callable[[list[str]], int]) -> int:
    """Run the command; before a whole check say at once what is wrong with the sentences."""
    if words[0] == "check" and "--json" not in words and not _reads(words):
        return 2
    return run(words)


def _reads(words: list[str]) -> bool:
    """Say what is wrong with the rules themselves, which is found in a moment; return whether nothing is."""
    from cc_dsl.diagnostics.problem import RulesError, has_errors
    from cc_dsl.diagnostics.render import render_text
    from cc_dsl.source.files import SourceFault

    for edition in _editions(words):
        begun = time.process_time()
        try:
            _, found = edition.resolve({})
            problems = [*found, *edition.problems_of_text()]
        except RulesError as error:
            problems = error.problems
        except SourceFault:
            return True  # the check says so
        if has_errors(problems):
            terminal.complain(render_text(problems, color=terminal.has_colours(sys.stderr)).rstrip("\n"))
            return False
        seconds = time.process_time() - begun
        terminal.say(f"{edition.name}: sentences, names and citations are sound ({seconds:.2f} s). Trying cases …")
        terminal.flush()
    return True


def _prepare(command: str) -> None:
    """Read the parts of the program that the command needs, once."""
    from cc_dsl.syntax.lalr import parser

    parser()
    if command == "check":
        import cc_dsl.checking.trying
        import cc_dsl.compare.claims.judging
        import cc_dsl.study.stale
        import cc_dsl.weave.report  # noqa: F401 - read before the first save


# -------------------------------------------------------------------------------------------------- files


def stamps(words: list[str]) -> dict[str, int]:
    """Return when the files on which a command rests were written."""
    found: dict[str, int] = {}
    for path in _files(words):
        with suppress(OSError):
            found[path] = os.stat(path).st_mtime_ns
    return found


def _files(words: list[str]) -> Iterator[str]:
    """Yield the files of the editions that a command names, of the libraries, and for pages those of the notes."""
    from cc_dsl import resources

    folders = [os.path.dirname(resources.library_file(""))]
    for edition in _editions(words):
        one: Any = edition
        while one is not None:
            yield one.path
            folders.append(os.path.dirname(os.path.abspath(one.path)))
            one = _parent_of(one)
    if words[0] == "edition":
        docs = os.path.join(os.path.dirname(resources.grammar_root()), "docs")
        folders += [place for place, _, _ in os.walk(docs)]
    for folder in dict.fromkeys(folders):
        if os.path.isdir(folder):
            yield from (one.path for one in os.scandir(folder) if one.is_file() and one.name.endswith(KINDS))


KINDS = (".rules", ".toml", ".txt", ".md")
"""The files of an edition that people write end so."""


def _editions(words: list[str]) -> list[Any]:
    """Return the editions that a command names; all of the corpus, where it names none."""
    from cc_dsl import resources
    from cc_dsl.diagnostics.problem import RulesError
    from cc_dsl.pipeline import Edition, find_rules

    found = []
    for word in words[1:]:
        name = word.removeprefix("--only=")
        if not name.startswith("-"):
            with suppress(RulesError):
                found.append(Edition(find_rules(name), {}))
    return found or [Edition(find_rules(name), {}) for name in resources.edition_names()]


def _parent_of(edition: Any) -> object:
    from cc_dsl.diagnostics.problem import RulesError
    from cc_dsl.source.files import SourceFault

    try:
        return edition.parent
    except (RulesError, SourceFault):
        return None
