"""`--watch`: do a command again whenever a file is saved on which it rests, until Ctrl-C.

The first answer is made in this process, which has then read all of the program that the command needs.  Every later
one is made in a process of its own, split off from this one, so that no memory is held for what was.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from cc_dsl.cli import terminal
from cc_dsl.errors import UserError

if TYPE_CHECKING:
    from cc_dsl.pipeline import Edition

FLAG = "--watch"
WATCHED = ("check", "play", "judge", "edition")
"""The commands that can be watched."""
PAGES = "--pages"
"""The option by which books and archives are left as they are."""
SETTLED = 3
"""The seconds without a save after which books and archives are made."""
SENTENCES_FIRST = "--sentences-first"
"""The option by which a check says at once what is wrong with the sentences, before it tries cases."""
BAD_INPUT = 2
"""The status of a command that has read too little to answer."""
RARELY = 100_000, 50, 100
"""The numbers of new objects before Python looks for garbage in a process that answers once."""
PAUSE = 0.1
"""The seconds between two looks at the files."""
MOMENT = 0.02
"""The seconds in which an editor that empties a file has written the first of its new contents."""

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
    is_ready = has_tried = False
    due = words
    while True:
        before = _written(words)
        is_ready = _do(due, run, is_ready)
        if is_ready and not has_tried:
            has_tried = True
            _try_once(words)
        while stamps(words) == before:
            time.sleep(PAUSE)
            if due != words and _are_settled(before):
                due = words
                _do(due, run, is_ready)
        due = pages_first(words) if is_ready else words


def _do(words: list[str], run: Callable[[list[str]], int], is_ready: bool) -> bool:
    """Say what is done, and do it; return whether an answer has made the program ready for later ones."""
    terminal.say(terminal.paint(f"{time.strftime('%H:%M:%S')}  circular {' '.join(words)}", "faint"))
    terminal.flush()
    if is_ready:
        _split_off(words, run)
    else:
        # What the first whole answer reads of the program, and makes ready of it, need not be read again.
        is_ready = _answer(words, run) != BAD_INPUT
    terminal.say(terminal.paint("Waiting for a save; Ctrl-C ends.", "faint"))
    terminal.flush()
    return is_ready


def pages_first(words: list[str]) -> list[str]:
    """Return what is done at once after a save: of the whole edition the pages, before books and archives."""
    is_one = any(word.partition("=")[0] in ("--only", PAGES) for word in words)
    return [*words, PAGES] if words[0] == "edition" and not is_one else words


def _are_settled(stamps: dict[str, tuple[int, int]]) -> bool:
    """Return whether the last save was some seconds ago."""
    return time.time_ns() - max((written for _, written in stamps.values()), default=0) > SETTLED * 10**9


def _split_off(words: list[str], run: Callable[[list[str]], int]) -> None:
    """Run the command in a process that is split off, where the system can; otherwise here."""
    if not hasattr(os, "fork"):
        _answer(words, run)
        return
    # What was read stays, and the process that is split off ends soon: there is little garbage worth looking for.
    gc.freeze()
    child = os.fork()
    if child == 0:
        gc.set_threshold(*RARELY)
        status = BAD_INPUT
        try:
            status = _answer(words, run)
            terminal.flush()
        finally:
            os._exit(status)
    os.waitpid(child, 0)


def _answer(words: list[str], run: Callable[[list[str]], int]) -> int:
    """Run the command; a whole check says first, and at once, what is wrong with the sentences."""
    return run([*words, SENTENCES_FIRST] if words[0] == "check" and "--json" not in words else words)


def _try_once(words: list[str]) -> None:
    """Try the cases of a check while it waits, since the first answer may have been kept from an earlier check."""
    if words[0] == "check":
        from cc_dsl.checking.trying import try_cases
        from cc_dsl.diagnostics.problem import RulesError

        with suppress(RulesError, UserError):
            try_cases(_editions(words)[0])


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


def stamps(words: list[str]) -> dict[str, tuple[int, int]]:
    """Return the size and the time of each file on which a command rests, by its path."""
    from cc_dsl import resources

    found = ((path, resources.stamp_of(path)) for path in _files(words))
    return {path: stamp for path, stamp in found if stamp is not None}


def _written(words: list[str]) -> dict[str, tuple[int, int]]:
    """Return the stamps when no file is being written any more: an editor may empty a file before it writes it."""
    found = stamps(words)
    while True:
        time.sleep(MOMENT)
        before, found = found, stamps(words)
        if found == before:
            return found


def _files(words: list[str]) -> Iterator[str]:
    """Yield the files of the editions that a command names, of the libraries, and for pages those of the notes."""
    from cc_dsl import resources

    folders = [os.path.dirname(resources.library_file(""))]
    for edition in _editions(words):
        one: Edition | None = edition
        while one is not None:
            yield one.path
            folders.append(os.path.dirname(os.path.abspath(one.path)))
            one = _parent_of(one)
    if words[0] == "edition":
        docs = os.path.join(os.path.dirname(resources.grammar_root()), "docs")
        folders += [place for place, _, _ in os.walk(docs)]
    for folder in dict.fromkeys(folders):
        # A folder may be gone for a moment, also after it was asked for.
        with suppress(OSError):
            yield from [one.path for one in os.scandir(folder) if one.is_file() and one.name.endswith(KINDS)]


KINDS = (".rules", ".toml", ".txt", ".md")
"""The files of an edition that people write end so."""


def _editions(words: list[str]) -> list[Edition]:
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


def _parent_of(edition: Edition) -> Edition | None:
    from cc_dsl.diagnostics.problem import RulesError
    from cc_dsl.source.files import SourceFault

    try:
        return edition.parent
    except (RulesError, SourceFault):
        return None
