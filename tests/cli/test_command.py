"""The command as a whole: its help, its starting time, its exit statuses, and its reports of errors."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from cc_dsl import resources
from cc_dsl.cli import main as module
from cc_dsl.cli import terminal
from cc_dsl.cli.context import Makers
from cc_dsl.cli.main import COMMANDS, main
from cc_dsl.cli.terminal import Progress
from tests import processes
from tests.cli.desk import COMMAND, ROOT, TRICK, Result, circular, environment, process


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_its_help(name: str) -> None:
    result = circular(name, "--help")
    assert result.status == 0, result.err
    assert result.out.startswith(f"Usage: circular {name}")
    assert max(map(len, result.out.splitlines())) <= 100
    assert circular(name, "-h").out == result.out


def test_no_command_is_bad_input() -> None:
    result = circular()
    assert result.status == 2
    assert "judge" in result.err
    assert result.out == ""


def ended_by(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> Result:
    """Return what a command answers in which an error is raised."""

    def fail() -> list[str]:
        raise error

    monkeypatch.setattr(resources, "edition_names", fail)
    return circular("editions")


NO_MEMORY = "circular: There is not enough memory for this command. Reduce its task, or allow more memory.\n"


def test_end_that_is_no_fault_of_ours_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    result = ended_by(MemoryError(), monkeypatch)
    assert (result.status, result.err) == (2, NO_MEMORY)
    result = ended_by(KeyboardInterrupt(), monkeypatch)
    assert result.status == 130
    assert "Stopped" in result.err


def test_change_that_is_no_text_is_refused() -> None:
    """Bytes that are no UTF-8 come as signs that nobody can write."""
    result = circular("judge", "1862", "--but", "x\udc80", "--lead", "5H", "--side", "AS 7C 6D", "--side", "KD 9C 2H")
    assert result.status == 2
    assert "The change given with --but is not text in UTF-8." in result.err
    hidden = circular("readings", "1862", "--but", "instead of §II.8: \u202e a Sequence.")
    assert hidden.status == 2
    assert "has an invisible character, U+202E. Remove the character." in hidden.err


def test_program_inside_an_archive_says_that_it_must_be_installed(tmp_path: Path) -> None:
    package = Path(resources.__file__).parent
    archive = tmp_path / "court.whl"
    with zipfile.ZipFile(archive, "w") as made:
        for path in package.rglob("*.py"):
            made.write(path, path.relative_to(package.parent))
    for words in (["judge", "1862"], ["play", "game.rules"], ["editions"]):
        command = [sys.executable, "-m", "cc_dsl", *words]
        answer = processes.run(command, env={**os.environ, "PYTHONPATH": str(archive)}, cwd=tmp_path, text=True)
        assert answer.returncode == 2
        assert "cannot run from inside an archive" in answer.stderr


def test_fault_of_ours_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CIRCULAR_DEBUG", raising=False)
    result = ended_by(KeyError("something"), monkeypatch)
    assert result.status == 2
    assert "a bug in Court Circular" in result.err
    assert "KeyError" in result.err
    assert "report" in result.err
    assert "Traceback" not in result.err
    assert len(result.err.splitlines()) == 4
    monkeypatch.setenv("CIRCULAR_DEBUG", "1")
    assert "Traceback" in circular("editions").err


def test_reader_who_has_enough_is_no_error() -> None:
    """`circular … | head -1` is quiet."""
    command = processes.start(
        [*COMMAND, "readings", "1862"],
        cwd=ROOT,
        env=environment(PYTHONUNBUFFERED="1"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert command.stdout is not None
    assert command.stderr is not None
    command.stdout.close()
    said = command.stderr.read()
    command.stderr.close()
    assert command.wait() == 0
    assert said == b""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there is no /dev/full")
def test_full_disk_is_said() -> None:
    with open("/dev/full", "wb") as full:
        answer = processes.run([*COMMAND, "readings", "1862"], cwd=ROOT, env=environment(), stdout=full)
    assert answer.returncode == 2
    assert b"could not write the output" in answer.stderr
    assert b"Traceback" not in answer.stderr


def test_bytes_that_are_no_text_are_survived() -> None:
    answer = processes.run([*COMMAND, "check", b"\xff"], cwd=ROOT, env=environment())
    assert answer.returncode == 2
    assert b"There is no edition" in answer.stderr


def imported_by(words: list[str]) -> set[str]:
    """Return the modules that a command has imported at its end."""
    code = (
        "import sys\n"
        "from cc_dsl.cli.main import main\n"
        f"assert main({words!r}) == 0\n"
        "print(*sys.modules, file=sys.stderr)\n"
    )
    answer = processes.run([sys.executable, "-c", code], cwd=ROOT, env=environment(), text=True, check=True)
    return {*answer.stderr.split()}


def test_help_imports_only_click() -> None:
    imported = imported_by(["--help"])
    ours = {"", ".cli", ".cli.context", ".cli.main", ".cli.terminal", ".errors", ".words", ".words.layout"}
    assert {name for name in imported if name.startswith("cc_dsl")} == {f"cc_dsl{name}" for name in ours}
    assert imported.isdisjoint({"lark", "json", "tomllib", "pickle"})


def test_judging_needs_no_parser_and_no_resolver() -> None:
    slow = {"lark", "json", "tomllib", "pathlib", "cc_dsl.rules.resolver_state", "cc_dsl.syntax.nodes", "cc_dsl.svg"}
    process(*TRICK)
    assert imported_by(TRICK) & slow == set()


def test_edition_is_made_by_whoever_knows_how(capsys: pytest.CaptureFixture[str]) -> None:
    made: list[tuple[str, bool, str, str]] = []

    def make(out: str, quiet: bool, address: str, only: str) -> str:
        made.append((out, quiet, address, only))
        return f"{out}/index.html"

    makers = Makers(make, lambda: None)
    assert main(["edition", "there"], makers) == 0
    assert "there/index.html" in capsys.readouterr().out
    assert main(["edition", "there", "--json"], makers) == 0
    assert json.loads(capsys.readouterr().out)["folder"] == "there"
    assert main(["edition", "there", "--quiet", "--address", "https://example.org/games"], makers) == 0
    assert main(["edition", "there", "--quiet", "--only", "1862"], makers) == 0
    assert made == [
        ("there", False, "", ""),
        ("there", True, "", ""),
        ("there", True, "https://example.org/games", ""),
        ("there", True, "", "1862"),
    ]
    capsys.readouterr()
    assert main(["edition", "there", "--address", "example.org"], makers) == 2
    assert "begins with https://" in capsys.readouterr().err
    assert module.PROGRAM == "circular"


@pytest.mark.skipif(os.name != "posix", reason="a shell closes the output so on Unix")
@pytest.mark.parametrize("words", [["judge", "1862", "--jsonl"], ["editions"], ["judge", "1862", "--jsonl", "--json"]])
def test_closed_output_is_no_fault(words: list[str]) -> None:
    answer = processes.run(
        ["sh", "-c", '"$@" >&-', "sh", *COMMAND, *words],
        typed=b'{"lead": "5H", "sides": ["AS 7C 6D", "KD 9C 2H"]}\n',
        cwd=ROOT,
        env=environment(),
    )
    assert b"bug in Court Circular" not in answer.stderr
    assert b"Traceback" not in answer.stderr


# Long commands report progress: in one line at a terminal, line by line in a pipe.


class Tty(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        """Return that it is one."""
        return True


def heard(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what is written while games are played."""
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(terminal, "EVERY", 0.0)
    with Progress(40, "Compiling the rules") as progress:
        progress.say("The games are played")
        progress(10, 10, 5.0)
        progress(40, 40, 20.0)
    return stream.getvalue()


def test_a_pipe_hears_whole_lines_and_a_terminal_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert heard(io.StringIO(), monkeypatch).splitlines()[:1] == ["10 of 40 games, 15 s left"]
    written = heard(Tty(), monkeypatch)
    assert written.count("\n") == 1
    assert "Compiling the rules" in written
    assert "10/40" in written
