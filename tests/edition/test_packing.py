"""The archive of all pages: made from the one before or from nothing, it is the same to the byte."""

from __future__ import annotations

import hashlib
import io
import zipfile
from pathlib import Path

import pytest

from cc_dsl.edition import packing
from cc_dsl.edition.packing import ROOT, Archive, FilesOnDisk
from cc_dsl.export.archive import Packed, archive, deflated

FILES = {"index.html": b"A page. " * 50, "a/b.html": b"Another. " * 50, "_static/é.js": b"", "c.txt": b"c"}


def made(files: dict[str, bytes], folder: Path) -> bytes:
    """Make an archive and leave it in a folder for the next."""
    digests = {path: hashlib.sha256(data).hexdigest() for path, data in files.items()}
    before = folder / "edition.zip"
    making = Archive(str(before), str(folder))
    making.pack(files, digests)
    found, digest = making.joined(digests)
    assert digest == hashlib.sha256(found).hexdigest()
    before.write_bytes(found)
    return found


@pytest.fixture
def compressed(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Note what is compressed."""
    found: list[bytes] = []

    def noting(data: bytes) -> Packed:
        found.append(data)
        return deflated(data)

    monkeypatch.setattr(packing, "deflated", noting)
    return found


def test_only_what_changed_is_compressed(tmp_path: Path, compressed: list[bytes]) -> None:
    """A changed file and a new one are compressed, one that moved is not; the archive is that of a first try."""
    made(FILES, tmp_path)
    assert sorted(compressed) == sorted(FILES.values())
    compressed.clear()
    changed = {**FILES, "index.html": b"A changed page.", "moved.txt": b"c", "new.txt": b"new"}
    del changed["c.txt"]
    again = made(changed, tmp_path)
    assert sorted(compressed) == [b"A changed page.", b"new"]
    assert again == archive({f"{ROOT}{path}": data for path, data in changed.items()})
    with zipfile.ZipFile(io.BytesIO(again)) as opened:
        assert opened.testzip() is None
        assert {name: opened.read(name) for name in opened.namelist()} == {
            f"{ROOT}{path}": data for path, data in changed.items()
        }


def test_nothing_is_taken_from_an_archive_that_is_damaged(tmp_path: Path, compressed: list[bytes]) -> None:
    """Of an archive with another digest than was noted, or of one without notes, no byte is used."""
    whole = made(FILES, tmp_path)
    for spoil in (lambda: (tmp_path / "edition.zip").write_bytes(whole[:-1]), (tmp_path / packing.NOTED).unlink):
        spoil()
        compressed.clear()
        assert made(FILES, tmp_path) == whole
        assert len(compressed) == len(FILES)


def test_only_files_that_changed_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The digests are those of the files, whether they were read for this or an earlier build; one folder is left."""
    pages, noted, read = tmp_path / "pages", tmp_path / "noted", []
    for path, data in FILES.items():
        (pages / path).parent.mkdir(parents=True, exist_ok=True)
        (pages / path).write_bytes(data)
    (pages / "downloads").mkdir()
    (pages / "downloads" / "edition.zip").write_bytes(b"")
    noted.mkdir()
    take = FilesOnDisk.__getitem__

    def noting(files: FilesOnDisk, path: str) -> bytes:
        read.append(path)
        return take(files, path)

    monkeypatch.setattr(FilesOnDisk, "__getitem__", noting)
    for changed in ({}, {"c.txt": b"changed", "new.txt": b"new"}):
        for path, data in changed.items():
            (pages / path).write_bytes(data)
        read.clear()
        files = FilesOnDisk(str(noted))
        files.add(str(pages), without=("downloads",))
        expected = {path: hashlib.sha256(data).hexdigest() for path, data in sorted({**FILES, **changed}.items())}
        assert files.digests() == expected
        files.note()
        assert sorted(read) == sorted(changed or FILES)
