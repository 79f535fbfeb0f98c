"""Dispatch to a command, and turn every error into a message and an exit status.

0 is success, 1 is the answer “no” (a check that failed), 2 is bad input or a bug in Court Circular; 130 is Ctrl-C.
Nothing but click is imported before the command is known, so every command starts quickly.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

import click

from cc_dsl import __version__
from cc_dsl.cli import terminal
from cc_dsl.cli.context import Context, Makers
from cc_dsl.errors import UserError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

PROGRAM = "circular"
COMPLETION = "_CIRCULAR_COMPLETE"
USAGE = "command-line"
"""The code of an error in a command line."""
OUTPUT_ERRORS = frozenset({errno.EPIPE, errno.ENOSPC, errno.EIO})
"""Errors while output is written; errors of files are reported by the commands that use them."""


class CommandEntry(NamedTuple):
    """One command: the module that holds a function of its name, and the heading under which the help lists it."""

    module: str
    heading: str
    help: str


PLAY, READ, WRITE = "Judge and play", "Read", "Write and check"

COMMANDS: dict[str, CommandEntry] = {
    "judge": CommandEntry("judge", PLAY, "Ask the rules about pieces that you lay out."),
    "play": CommandEntry("play", PLAY, "Play a game, or watch the computer play one."),
    "rules": CommandEntry("texts", PLAY, "Print how to play a game, in today's words."),
    "replay": CommandEntry("records", PLAY, "Replay a recorded game, or say why it cannot be replayed."),
    "why": CommandEntry("records", PLAY, "Explain a decision in a recorded game."),
    "whynot": CommandEntry("records", PLAY, "Explain why a move is not allowed at the end of a record."),
    "editions": CommandEntry("texts", READ, "List the editions of the corpus."),
    "clauses": CommandEntry("texts", READ, "Print the clauses of a text, and how the rules encode each."),
    "readings": CommandEntry("texts", READ, "List the open places of a text, with the answers to each."),
    "compare": CommandEntry("compare", READ, "Compare the words, the rules and the play of two editions."),
    "count": CommandEntry("study", READ, "Count exactly how often each result occurs over all deals."),
    "study": CommandEntry("study", READ, "Simulate many games and summarise the results."),
    "export": CommandEntry("files", READ, "Write an edition to a file: TEI, text, rules, figures."),
    "new": CommandEntry("files", WRITE, "Begin an edition: divide a text into clauses, write its files."),
    "check": CommandEntry("check", WRITE, "Check words, rules, readings, examples and worked cases."),
    "figures": CommandEntry("study", WRITE, "Recount the stored figures that are out of date."),
    "debug": CommandEntry("debug", WRITE, "Step through a game decision by decision, forward and back."),
    "fmt": CommandEntry("files", WRITE, "Format rules files in the canonical layout."),
    "problem": CommandEntry("files", WRITE, "Explain a problem by the code in its message."),
    "lsp": CommandEntry("files", WRITE, "Serve an editor: problems, completion and hover."),
    "edition": CommandEntry("files", WRITE, "Build the edition as pages for a browser."),
    "completion": CommandEntry("files", WRITE, "Print the shell script for Tab completion."),
}
"""Every command, in the order of the help."""


class Commands(click.Group):
    """A group that imports a command only when it is used."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of this name, if there is one."""
        entry = COMMANDS.get(cmd_name)
        return getattr(import_module(f"cc_dsl.cli.{entry.module}"), cmd_name) if entry is not None else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or raise an error that suggests similar commands."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            from cc_dsl.diagnostics.problem import did_you_mean

            remedy = did_you_mean(args[0], COMMANDS, "circular --help lists them.")
            raise click.UsageError(f"There is no command “{args[0]}”. {remedy}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands under their headings, without importing any."""
        width = max(map(len, COMMANDS))
        for heading in (PLAY, READ, WRITE):
            with formatter.section(heading):
                entries = [(name, entry) for name, entry in COMMANDS.items() if entry.heading == heading]
                formatter.write_dl([(f"{name:{width}}", entry.help) for name, entry in entries])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete the name of a command, without importing any."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(name, help=COMMANDS[name].help) for name in COMMANDS if name.startswith(incomplete)]


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="circular COMMAND --help explains one command. Try:   circular play 1862",
)
@click.version_option(__version__, message="%(prog)s %(version)s", help="Show the version.")
def group() -> None:
    """Play and study historical games by their printed rules, with the clause behind every decision.

    EDITION is the name of an edition, such as 1862, or the path of a rules file.
    """


def main(arguments: Sequence[str] | None = None, makers: Makers | None = None) -> int:
    """Run the command line and give its exit status.

    The caller passes the functions that build the edition and serve an editor, which this layer may not import.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    here = Context(makers, "--json" in (words[: words.index("--")] if "--" in words else words))
    terminal.prepare()
    try:
        status = _run(words, here)
        terminal.flush()
        return status
    except BrokenPipeError:
        # The reader of the pipe has closed it, as `head` does.
        terminal.discard_output()
        return 0
    except OSError as error:
        # Standard output cannot be written, for instance on a full disk; the commands check their own files.
        terminal.discard_output()
        return _complain(here, "output-failed", f"I could not write the output: {error.strerror or error}.")


def _run(words: list[str], here: Context) -> int:
    """Run the command that the words name, and return its exit status; errors of the output are raised."""
    if COMPLETION in os.environ:
        from click.shell_completion import shell_complete

        return shell_complete(group, {}, PROGRAM, COMPLETION, os.environ[COMPLETION])
    if not words:
        if not terminal.is_for_people():
            terminal.complain(group.get_help(click.Context(group, info_name=PROGRAM, **group.context_settings)))
            return 2
        words = ["play"]
    try:
        if not os.path.isdir(os.path.dirname(os.path.abspath(__file__))):
            from cc_dsl import resources

            resources.require_files()
        with group.make_context(PROGRAM, words, obj=here) as click_context:
            result = group.invoke(click_context)
            if not here.as_json:
                say = terminal.complain if here.is_data else terminal.say
                for overlay in here.overlays.values():
                    name = f"{overlay['name']} is {overlay['of']}, but “{overlay['title']}”."
                    say("\n".join(["", *terminal.wrap(f"{name} The digest of its meaning is {overlay['meaning']}.")]))
            return result if isinstance(result, int) else 0
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.ClickException as error:
        path = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx is not None else ""
        return _complain(here, USAGE, error.format_message(), path)
    except UserError as error:
        return _complain(here, error.code, str(error), f"{PROGRAM} {words[0]}" if error.code == USAGE else "")
    except (KeyboardInterrupt, click.Abort):
        terminal.complain("\nStopped.")
        return 130
    except Exception as error:  # a bug: report it in words, without a traceback
        if isinstance(error, OSError) and error.errno in OUTPUT_ERRORS:
            raise
        return _report_error(here, error)


def _complain(here: Context, code: str, sentence: str, explained_by: str = "") -> int:
    """Print one sentence to stderr, as text or as the JSON of a problem, and name the command with more help."""
    if here.as_json:
        from cc_dsl.diagnostics.problem import Problem

        terminal.complain_of([Problem(code, sentence)], as_json=True)
        return 2
    message = f"{PROGRAM}: {sentence}" + (f"\n  More: {explained_by} --help" if explained_by else "")
    if terminal.is_terminal(sys.stderr):  # for other programs, keep each message on one line
        message = "\n".join(terminal.break_lines(message, terminal.width(sys.stderr)))
    terminal.complain(message)
    return 2


def _report_error(here: Context, error: Exception) -> int:
    """Print an error of the rules or of a file, or, for an unforeseen exception, a request to report the bug."""
    from cc_dsl.closures.state import RulesFault
    from cc_dsl.diagnostics.problem import Problem, RulesError

    if isinstance(error, RulesFault) and here.edition is not None:
        from cc_dsl.cases.random_games import problem_in_play

        error = RulesError([problem_in_play(here.edition, error.code, error.sentence, error.where)])
    elif isinstance(error, RulesFault):
        error = RulesError([Problem(error.code, str(error))])
    if isinstance(error, RulesError):
        terminal.complain_of(error.problems, here.as_json)
        return 2
    if isinstance(error, MemoryError):
        return _complain(
            here, "too-large", "There is not enough memory for this command. Reduce its task, or allow more memory."
        )
    import traceback

    if os.environ.get("CIRCULAR_DEBUG"):
        terminal.complain("".join(traceback.format_exception(error)).rstrip("\n"))
    last = traceback.extract_tb(error.__traceback__)[-1]
    what = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    version = ".".join(map(str, sys.version_info[:3]))
    return _complain(
        here,
        "our-fault",
        "this is a bug in Court Circular, not a mistake in what you wrote.\n"
        f"  {what} ({os.path.basename(last.filename)}:{last.lineno})\n"
        f"  Please report it with the command that you typed; this is version {__version__} on Python {version}.\n"
        "  CIRCULAR_DEBUG=1 before the command shows more.",
    )
