"""Dispatch to a command, and turn every error into a message and an exit status.

0 is success, 1 is the answer “no” (a check that failed), 2 is bad input or a bug in Court Circular; 130 is Ctrl-C.
Nothing but click is imported before the command is known, so that every command starts at once.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import click

from cc_dsl.cli import terminal
from cc_dsl.errors import UserError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from cc_dsl.closures.state import RulesFault
    from cc_dsl.diagnostics.problem import Problem, RulesError
    from cc_dsl.pipeline import Edition

PROGRAM = "circular"
COMPLETION = "_CIRCULAR_COMPLETE"
USAGE = "command-line"
"""The code of an error in a command line."""
INTERRUPTED = 130
OUTPUT_ERRORS = frozenset({errno.EPIPE, errno.ENOSPC, errno.EIO})
"""Errors while output is written; errors of files are reported by the commands that use them."""

EditionBuilder = Callable[[str, bool, str, str], str]
"""Makes the edition in a folder, quietly or not, for an address on the web, or one edition of it alone; gives the path
of its first page."""


class Makers(NamedTuple):
    """What commands start that this part of the program does not know."""

    make_edition: EditionBuilder
    serve: Callable[[], None]
    """Serves an editor until it ends the conversation."""


class CommandEntry(NamedTuple):
    """One command: the module that holds it, under the heading where the help lists it."""

    module: str
    heading: str
    help: str


PLAY, READ, WRITE = "Judge and play", "Read", "Write and check"

COMMANDS: dict[str, CommandEntry] = {
    "judge": CommandEntry("judge", PLAY, "Put a question of the rules to pieces laid by hand."),
    "play": CommandEntry("play", PLAY, "Play a game, or watch the computer play one."),
    "rules": CommandEntry("rules", PLAY, "Print how to play a game, in today's words."),
    "replay": CommandEntry("replay", PLAY, "Play a recorded game again, or say why it cannot be."),
    "why": CommandEntry("why", PLAY, "Say why something in a recorded game was decided so."),
    "whynot": CommandEntry("whynot", PLAY, "Say why a move is not allowed where a record ends."),
    "editions": CommandEntry("editions", READ, "List the editions of the corpus."),
    "clauses": CommandEntry("clauses", READ, "Print the clauses of a text, and what the rules do with each."),
    "readings": CommandEntry("readings", READ, "List the open places of a text, with the answers to each."),
    "compare": CommandEntry("compare", READ, "Compare two editions: their words, their rules, and play."),
    "count": CommandEntry("count", READ, "Count exactly how many ways to lay the pieces make what."),
    "study": CommandEntry("study", READ, "Play many games, and sum them up."),
    "export": CommandEntry("export", READ, "Write an edition to a file: TEI, text, rules, figures."),
    "new": CommandEntry("new", WRITE, "Begin an edition: cut a text into clauses, write its files."),
    "check": CommandEntry("check", WRITE, "Check words, rules, readings, examples and worked cases."),
    "figures": CommandEntry("figures", WRITE, "Count the stored figures again that are out of date."),
    "debug": CommandEntry("debug", WRITE, "Go through a game decision by decision, forth and back."),
    "fmt": CommandEntry("fmt", WRITE, "Put rules files into their canonical layout."),
    "problem": CommandEntry("problem", WRITE, "Explain a problem by the code in its message."),
    "lsp": CommandEntry("lsp", WRITE, "Serve an editor: problems, completion, hover, rename."),
    "edition": CommandEntry("edition", WRITE, "Make the edition, to be read in a browser."),
    "completion": CommandEntry("completion", WRITE, "Print what makes the Tab key complete commands."),
}
"""Every command, in the order of the help."""


class Commands(click.Group):
    """A group that imports a command only when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of this name, if there is one."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        from importlib import import_module

        command: click.Command = import_module(f"cc_dsl.cli.{entry.module}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or refuse with the commands that may be meant."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            from cc_dsl.diagnostics.problem import meant

            remedy = meant(args[0], COMMANDS, "circular --help lists them.")
            raise click.UsageError(f"There is no command “{args[0]}”. {remedy}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands under their headings, without importing any."""
        width = max(map(len, COMMANDS))
        for heading in (PLAY, READ, WRITE):
            with formatter.section(heading):
                formatter.write_dl(
                    [(f"{name:{width}}", entry.help) for name, entry in COMMANDS.items() if entry.heading == heading]
                )

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete the name of a command, without importing any."""
        from click.shell_completion import CompletionItem

        found = [name for name in COMMANDS if name.startswith(incomplete)]
        return [CompletionItem(name, help=COMMANDS[name].help) for name in found]


def _version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from cc_dsl import __version__

        terminal.say(f"{PROGRAM} {__version__}")
        ctx.exit()


@click.group(
    cls=Commands,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="circular COMMAND --help explains one command. Try:   circular play 1862",
)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
def group() -> None:
    """Play and study historical games by their printed rules, with the clause behind every decision.

    EDITION is the name of an edition, such as 1862, or the path of a rules file.
    """


def main(arguments: Sequence[str] | None = None, makers: Makers | None = None) -> int:
    """Run the command line and give its exit status.

    Whoever starts the program says how the edition is made and an editor served, since those parts and this one do not
    know each other.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    terminal.prepare()
    try:
        status = _run(words, makers)
        terminal.flush()
        return status
    except BrokenPipeError:
        # Whoever was reading has read enough.
        terminal.abandon()
        return 0
    except OSError as error:
        # No room is left where the output goes; other files are the business of the commands.
        terminal.abandon()
        return _complain(words, "output-failed", f"I could not write the output: {error.strerror or error}.")


def _run(words: list[str], makers: Makers | None) -> int:
    if COMPLETION in os.environ:
        from click.shell_completion import shell_complete

        return shell_complete(group, {}, PROGRAM, COMPLETION, os.environ[COMPLETION])
    if not words:
        from cc_dsl.cli.menu import is_offered

        words = ["play"] if is_offered() else words
    if not words:
        terminal.complain(group.get_help(click.Context(group, info_name=PROGRAM, **group.context_settings)))
        return 2
    context: click.Context | None = None
    try:
        if not os.path.isdir(os.path.dirname(os.path.abspath(__file__))):
            from cc_dsl import resources

            resources.require_files()
        with group.make_context(PROGRAM, words, obj=makers) as context:
            result = group.invoke(context)
            if not _wants_json(words):
                _state_overlays(context)
            return result if isinstance(result, int) else 0
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.ClickException as error:
        return _usage(words, error)
    except UserError as error:
        return _refuse(words, error)
    except (KeyboardInterrupt, click.Abort):
        terminal.complain("\nStopped.")
        return INTERRUPTED
    except Exception as error:
        if isinstance(error, OSError) and error.errno in OUTPUT_ERRORS:
            raise
        return _failed(words, error, context)


def _state_overlays(context: click.Context) -> None:
    """Print the overlays on which the result of a command rests, each with the digest of its meaning."""
    say = terminal.complain if context.meta.get(terminal.IS_DATA) else terminal.say
    for one in context.meta.get(terminal.STATED, {}).values():
        of = f"{one['name']} is {one['of']}, but “{one['title']}”. The digest of its meaning is {one['meaning']}."
        say("\n".join(["", *terminal.wrapped(of)]))


def _wants_json(words: list[str]) -> bool:
    return "--json" in words[: words.index("--")] if "--" in words else "--json" in words


def _usage(words: list[str], error: click.ClickException) -> int:
    """Return the problem of a command line."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    hint = "" if context is None or _wants_json(words) else f"\n  More: {context.command_path} --help"
    return _complain(words, getattr(error, "code", "command-line"), error.format_message() + hint)


def _refuse(words: list[str], error: UserError) -> int:
    """Return what cannot be used; of the command line, where more is said of it."""
    hint = f"\n  More: {PROGRAM} {words[0]} --help" if error.code == USAGE and not _wants_json(words) else ""
    return _complain(words, error.code, f"{error}{hint}")


def _complain(words: list[str], code: str, sentence: str) -> int:
    """Put one sentence to stderr, as text or as the JSON of a problem."""
    if _wants_json(words):
        from cc_dsl.diagnostics.problem import Problem

        return _show_problems(words, [Problem(code, sentence)])
    said = f"{PROGRAM}: {sentence}"
    if terminal.is_terminal(sys.stderr):  # a program has each sentence in one line
        said = "\n".join(terminal.broken(said, terminal.width(sys.stderr)))
    terminal.complain(said)
    return 2


def _show_problems(words: list[str], problems: list[Problem]) -> int:
    from cc_dsl.diagnostics.render import as_json, render_text

    if _wants_json(words):
        import json

        terminal.complain(json.dumps({"problems": as_json(problems)}, indent=2))
    else:
        terminal.complain(render_text(problems, color=terminal.has_colours(sys.stderr)).rstrip("\n"))
    return 2


def _placed(fault: RulesFault, edition: Edition | None) -> RulesError:
    """Return the error for a fault of the rules, with its place where the edition is known."""
    from cc_dsl.diagnostics.problem import Problem, RulesError

    if edition is None:
        return RulesError([Problem(fault.code, str(fault))])
    from cc_dsl.cases.playing import problem_in_play

    return RulesError([problem_in_play(edition, fault.code, fault.sentence, fault.where)])


def _failed(words: list[str], error: Exception, context: click.Context | None) -> int:
    """Return what is wrong: with the rules or a file, or, for everything unforeseen, with this program."""
    from cc_dsl.cli.options import LOADED
    from cc_dsl.closures.state import RulesFault
    from cc_dsl.diagnostics.problem import RulesError, from_source_fault
    from cc_dsl.source.files import SourceFault

    if isinstance(error, SourceFault):
        error = from_source_fault(error)
    if isinstance(error, RulesFault):
        error = _placed(error, context.meta.get(LOADED) if context is not None else None)
    if isinstance(error, RulesError):
        return _show_problems(words, error.problems)
    if isinstance(error, MemoryError):
        return _complain(words, "too-large", "There is not enough memory for this. Ask for less, or allow more.")
    if os.environ.get("CIRCULAR_DEBUG"):
        import traceback

        terminal.complain("".join(traceback.format_exception(error)).rstrip("\n"))
    return _complain(words, "our-fault", _our_fault(error))


def _our_fault(error: Exception) -> str:
    from cc_dsl import __version__

    place = ""
    trace = error.__traceback__
    while trace is not None:
        place = f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}"
        trace = trace.tb_next
    what = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    version = ".".join(map(str, sys.version_info[:3]))
    return (
        "this is a bug in Court Circular, not a mistake in what you wrote.\n"
        f"  {what} ({place})\n"
        f"  Please report it with the command that you typed; this is version {__version__} on Python {version}.\n"
        "  With CIRCULAR_DEBUG=1 before the command I say more."
    )
