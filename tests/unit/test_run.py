"""The task file works with every setting of the shell that calls it."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sys
import tomllib
from pathlib import Path

import pytest

from tests import processes

ROOT = Path(__file__).parents[2]


def test_cdpath_leads_nowhere_else(tmp_path: Path) -> None:
    """A folder of the same name in `CDPATH` would make `cd` print where it went, or go there."""
    (tmp_path / ROOT.name).mkdir()
    environment = {**os.environ, "CDPATH": f"{tmp_path}:{ROOT.parent}"}
    answer = processes.run(["bash", f"{ROOT.name}/run", "help"], cwd=ROOT.parent, env=environment, text=True)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout.startswith("./run edition")


RECORDING = Path(__file__).with_name("recording-python.sh").read_text("utf-8")
ARCHIVE = {"archive_info": {"hash": "sha256=0123abcd"}}
REPORT = {"install": [{"metadata": {"name": "click", "version": "8.5.1"}, "download_info": ARCHIVE}]}


def project(folder: Path) -> dict[str, str]:
    """Lay out what the task file needs, with an environment whose pip installs nothing; return the variables for it."""
    (folder / ".venv" / "bin").mkdir(parents=True)
    (folder / "requirements").mkdir()
    for name in ("run", "pyproject.toml", "requirements/dev.txt"):
        shutil.copy(ROOT / name, folder / name)
    python = folder / ".venv" / "bin" / "python"
    python.write_text(RECORDING, "utf-8")
    python.chmod(0o755)
    (folder / ".venv" / "bin" / "circular").symlink_to("/bin/false")
    return {**os.environ, "NOTES": str(folder / "notes"), "REAL": sys.executable, "REPORT": json.dumps(REPORT)}


def test_what_builds_the_packages_is_pinned_too(tmp_path: Path) -> None:
    variables = project(tmp_path)
    processes.run(["bash", "run", "edition"], cwd=tmp_path, env=variables, text=True)
    (noted,) = (tmp_path / "notes").read_text("utf-8").splitlines()
    constraint, build_constraint, words = noted.split("|")
    assert constraint == build_constraint == "requirements/dev.txt"
    assert "--constraint requirements/dev.txt" in words
    pins = (ROOT / "requirements" / "dev.txt").read_text("utf-8").lower()
    required = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    names = {re.split(r"[<>=~! \[;]", one)[0].lower() for one in required}
    # The last four are dependencies of hatchling.
    for name in (*names, "pathspec", "pluggy", "trove-classifiers", "packaging"):
        assert re.search(rf"^{name}==\d", pins, re.MULTILINE), name


def test_pins_have_the_hashes_of_their_files(tmp_path: Path) -> None:
    """The file is one for `pip install --require-hashes`."""
    answer = processes.run(["bash", "run", "pins"], cwd=tmp_path, env=project(tmp_path), text=True)
    assert answer.returncode == 0, answer.stderr
    assert (tmp_path / "build" / "pins.txt").read_text("utf-8") == "click==8.5.1 --hash=sha256:0123abcd\n"
    assert "--require-hashes" in answer.stdout


# Tests start programs as a shell would, in a clean environment.


TESTS = Path(__file__).parents[1]
TELL = """
import signal
print(*(number.name for number in signal.valid_signals() if isinstance(number, signal.Signals)
        and number not in (signal.SIGPIPE, signal.SIGXFSZ) and signal.getsignal(number) == signal.SIG_IGN))
print(len(signal.pthread_sigmask(signal.SIG_BLOCK, ())))
"""
STARTS = re.compile(r"subprocess\.(?:run|Popen|check_\w+|call)\(|\bos\.(?:system|popen|spawn\w*|posix_spawn\w*)\(")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_program_starts_with_default_signals() -> None:
    """Though the tests were started by a script with `nohup … &`, or with signals blocked."""
    names = (signal.SIGINT, signal.SIGHUP, signal.SIGTERM)
    before = {number: signal.signal(number, signal.SIG_IGN) for number in names}
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
    try:
        said = processes.run([sys.executable, "-c", TELL], text=True, check=True).stdout
        assert {signal.getsignal(number) for number in names} == {signal.SIG_IGN}
        assert signal.SIGUSR1 in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    assert said == "\n0\n"


def test_all_tests_start_programs_so() -> None:
    files = [path for path in TESTS.rglob("*.py") if path.parent.name != "bench" and path.name != "processes.py"]
    assert [str(path) for path in files if path != Path(__file__) and STARTS.search(path.read_text("utf-8"))] == []
