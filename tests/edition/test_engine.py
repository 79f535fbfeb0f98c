"""The engine beside the pages: it is whole, and the same for the same files."""

from __future__ import annotations

import base64
import gzip
import json
import re
import sys
from pathlib import Path

import pytest

from cc_dsl import cache, resources
from cc_dsl.edition import engine
from cc_dsl.export.archive import archive
from tests import processes

EDITIONS = {name: resources.edition_folder(name) for name in ("1862",)}
JUDGE = {"do": "judge", "edition": "1862", "given": {"lead": "5H", "side": ["AS 7C 6D", "KD 9C 2H"]}}


def test_the_modules_that_go_along_are_all_that_the_engine_needs(tmp_path: Path) -> None:
    """Alone with them, and without any installed package, Python judges a trick; the terminal does not go along.

    Rules that were resolved before are known again where the files stand elsewhere, and are not resolved again.
    """
    for name, data in {**engine.code_files(), **engine.corpus_files(EDITIONS)}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    program = (
        "import sys; sys.path[:0] = [sys.argv[1]]\n"
        "from cc_dsl.live.dispatcher import start_engine\n"
        "print(start_engine(open(sys.argv[1] + '/rules.pickle', 'rb').read()).answer(sys.argv[2]))\n"
        "print([name for name in sys.modules if name.startswith(('cc_dsl.cli', 'cc_dsl.edition', 'click'))])\n"
        "print('cc_dsl.rules.resolve' in sys.modules)"
    )
    run = processes.run([sys.executable, "-S", "-I", "-c", program, str(tmp_path), json.dumps(JUDGE)], text=True)
    assert run.returncode == 0, run.stderr
    answer, others, resolved = run.stdout.strip().split("\n")
    assert ["winner", "player 1"] in json.loads(answer)["ok"]["told"]
    assert (others, resolved) == ("[]", "False")


def test_without_node_the_page_gets_the_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    """They start slowly, and are complete; the modules are not compiled by any other Python."""
    monkeypatch.setattr(engine, "node_program", lambda: None)
    monkeypatch.setattr(cache, "get", lambda *_: None)
    with pytest.raises(engine.ModulesNotCompiled, match="no Node"):
        engine.compile_library({}, {})


def test_what_is_packed_is_laid_out_again() -> None:
    """The worker reads the list, and then each file by its size."""
    files = {"b/c.py": b"import c", "a": b""}
    made = engine.pack(files)
    length = int.from_bytes(made[:4], "little")
    at, found = 4 + length, {}
    for name, size in json.loads(made[4:at]):
        found[name] = made[at : at + size]
        at += size
    assert (found, at) == (files, len(made))


def test_scripts_hand_over_the_files_and_the_list_names_them() -> None:
    """Put together again, the parts are the files."""
    files = {"a.bin": bytes(range(256)) * 9000, "b.txt": b"b"}
    scripts = engine.scripts_of(files)
    found = re.fullmatch(r"circularManifest\((.*)\)\n", scripts[engine.MANIFEST])
    assert found is not None
    for listed in json.loads(found[1]):
        text = ""
        for name, size, _ in listed["parts"]:
            assert len(scripts[name]) == size
            handed = re.fullmatch(r'circularPart\("[^"]*",\d+,"([^"]*)"\)\n', scripts[name])
            assert handed is not None
            text += handed[1]
        assert gzip.decompress(base64.b64decode(text)) == files[listed["name"]]
        assert listed["size"] == len(files[listed["name"]])


def test_the_same_files_make_the_same_archive() -> None:
    """No time and no place of this machine is in it."""
    files = engine.code_files()
    whole = archive(files)
    assert whole == archive(engine.code_files())
    names = [*engine.unpack(whole)]
    assert "cc_dsl/live/dispatcher.py" in names
    assert not [name for name in names if name.startswith(("/", "..")) or "__pycache__" in name]
