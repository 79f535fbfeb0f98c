"""A session without a terminal, in UTF-8, in two code pages of Windows, and in ASCII, compared with stored output.

`python -m tests.cli.test_encodings` writes the stored output again.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import processes
from tests.cli.desk import COMMAND, environment

KEPT = Path(__file__).with_name("encodings")
PLAIN = {
    "lines": {"PYTHONIOENCODING": "utf-8"},
    "code-page-437": {"PYTHONIOENCODING": "cp437"},
    "code-page-1252": {"PYTHONIOENCODING": "cp1252"},
    "dumb": {"PYTHONIOENCODING": "ascii", "TERM": "dumb"},
}


def plain(name: str, folder: Path) -> str:
    """Return what a sitting prints without a terminal, under an encoding."""
    words = ["play", "1862", "--players", "human,random", "--seed", "7"]
    typed = b"q c\nqc\n1\nwhy\nquit\n"
    made = environment(**PLAIN[name])
    answer = processes.run([*COMMAND, *words], typed=typed, cwd=folder, env=made, check=True)
    assert answer.stderr == b""
    encoding = PLAIN[name]["PYTHONIOENCODING"]
    printed: str = answer.stdout.decode(encoding).replace("\r\n", "\n")
    return printed


@pytest.mark.parametrize("name", PLAIN)
def test_every_letter_is_written_in_every_encoding(name: str, tmp_path: Path) -> None:
    assert plain(name, tmp_path) == (KEPT / f"{name}.txt").read_text("utf-8")


if __name__ == "__main__":
    import tempfile

    for kept in PLAIN:
        with tempfile.TemporaryDirectory() as made:
            (KEPT / f"{kept}.txt").write_text(plain(kept, Path(made)), "utf-8")
