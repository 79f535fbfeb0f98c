"""The engine beside the pages: it is whole, it is the same for the same files, and pages are complete without it."""

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
from tests.edition.conftest import Made

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
        "from cc_dsl.live.dispatcher import begun\n"
        "print(begun(open(sys.argv[1] + '/rules.pickle', 'rb').read()).answer(sys.argv[2]))\n"
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
        engine.compiled({}, {})


def test_what_is_packed_is_laid_out_again() -> None:
    """The worker reads the list, and then each file by its size."""
    files = {"b/c.py": b"import c", "a": b""}
    made = engine.packed(files)
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
    names = [*engine.unpacked(whole)]
    assert "cc_dsl/live/dispatcher.py" in names
    assert not [name for name in names if name.startswith(("/", "..")) or "__pycache__" in name]


def test_pages_allow_no_script_but_those_of_the_site(made: Made) -> None:
    """The policy stands in every page before its scripts, and the one script inside pages is allowed by its digest."""
    import hashlib

    for name, page in made.pages().items():
        policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page.html)
        assert policy is not None, name
        assert "unsafe-inline" not in policy[1].partition("style-src")[0]
        assert "'unsafe-eval'" not in policy[1]
        for inline in re.findall(r"<script>(.*?)</script>", page.html, re.DOTALL):
            digest = base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()
            assert f"'sha256-{digest}'" in policy[1], name
        assert " onclick=" not in page.html


def test_every_worked_case_that_asks_a_question_can_be_tried(made: Made) -> None:
    """Each place holds the pieces of its case; pages without such a place load none of the scripts."""
    page = made.page("edition/1862/rule-4")
    begun = [json.loads(found) for found in data_of(page.html, "try")]
    printed = next(one for one in begun if one["id"] == "1862-case-equal-Lines-one-card")
    assert printed["given"] == {"lead": "9S", "side": ["5H 5D 5C", "JD JC JS"]}
    assert printed["others"]["1860"]["keys"] == ["winner", "takes"]
    assert "live/try.js" in page.html
    assert "live/try.js" not in made.page("downloads").html


def test_a_reading_is_tried_on_cards_that_it_changes(made: Made) -> None:
    """It begins with the default and another answer side by side."""
    begun = [json.loads(found) for found in data_of(made.page("edition/1862/rule-2").html, "try")]
    found = next(one for one in begun if one["id"] == "1862-reading-Ace-in-Sequence")
    assert (found["edition"], found["readings"]) == ("1862", {})
    assert found["beside"]["readings"] == {"Ace-in-Sequence": "round-the-corner"}


def test_each_card_game_has_a_page_to_play(made: Made) -> None:
    """It says what to do where scripts do not run."""
    page = made.page("edition/1862/play")
    (begun,) = (json.loads(found) for found in data_of(page.html, "play"))
    assert begun["seats"] == [2, 2]
    assert "circular play 1862" in page.words


def data_of(html: str, kind: str) -> list[str]:
    """Return what the places of a page begin with."""
    from html import unescape

    return [unescape(found) for found in re.findall(rf'data-{kind}="([^"]*)"', html)]
