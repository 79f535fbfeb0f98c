"""The page of downloads: every file exists and has the size and digest that the page states."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

import cc_dsl
from cc_dsl import resources
from cc_dsl.export.files import export
from tests.edition.conftest import Made


@pytest.fixture(scope="module")
def files(made: Made) -> dict[str, Path]:
    """Return every file that can be taken away, by its path."""
    folder = made.out / "downloads"
    return {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}


def test_every_edition_has_its_files(files: dict[str, Path]) -> None:
    for name in resources.edition_names():
        assert {f"{name}.tei.xml", f"{name}.txt", f"{name}.epub", f"{name}.pdf", f"{name}.rules"} <= set(files)
    assert {"data/1862.figures.csv", "data/1862.figures.json", "data/comparisons.figures.csv"} <= set(files)


def test_page_states_size_and_digest_of_every_file(made: Made, files: dict[str, Path]) -> None:
    html = made.page("downloads").html
    rows = re.findall(r'<a [^>]*href="downloads/([^"]*)"[^>]*>.*?class="size">([^<]*)<.*?title="([0-9a-f]{64})"', html)
    assert {path for path, _, _ in rows} == {name for name in files if name != "SHA256SUMS"}
    for path, size, digest in rows:
        data = files[path].read_bytes()
        assert hashlib.sha256(data).hexdigest() == digest, path
        assert size == (f"{len(data):,} bytes" if len(data) < 1000 else f"{len(data) / 1000:,.0f} kB"), path
    sums = dict(line.split("  ")[::-1] for line in files["SHA256SUMS"].read_text("utf-8").splitlines())
    assert sums == {path: digest for path, _, digest in rows}


def test_files_are_those_of_the_command(made: Made, files: dict[str, Path]) -> None:
    edition = cc_dsl.load(str(made.corpus / "1862"))
    for form in ("tei", "txt", "rules", "csv"):
        path = {"tei": "1862.tei.xml", "txt": "1862.txt", "rules": "1862.rules", "csv": "data/1862.figures.csv"}[form]
        assert files[path].read_bytes() == export(edition, form), form
