"""Corpus, grammar and cache are found where they lie, in a checkout and in an installed package."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cc_dsl import resources


def test_checkout_has_its_data_at_the_root() -> None:
    root = os.path.dirname(os.path.dirname(os.path.abspath(resources.__file__)))
    assert resources.corpus_root() == os.path.join(root, "corpus")
    assert resources.grammar_root() == os.path.join(root, "grammar")


def test_carried_data_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "cc_dsl"
    carried = package / "_data" / "corpus"
    carried.mkdir(parents=True)
    (tmp_path / "corpus").mkdir()
    monkeypatch.setattr(resources, "_PACKAGE", str(package))
    assert resources.corpus_root() == str(carried)


def test_editions_are_the_folders_with_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = tmp_path / "corpus"
    for name in ("1862", "1860", "library"):
        (corpus / name).mkdir(parents=True)
    for name in ("1862", "1860"):
        (corpus / name / "game.rules").touch()
    for name in ("pack.rules", ".pack.rules.swp", "pack.rules~", "README.md"):
        (corpus / "library" / name).touch()
    (corpus / "README.md").touch()
    monkeypatch.setattr(resources, "_PACKAGE", str(tmp_path / "cc_dsl"))
    assert resources.edition_names() == ["1860", "1862"]
    assert resources.edition_folder("1862") == str(corpus / "1862")
    assert resources.library_names() == ["pack"]
    assert resources.library_file("pack") == str(corpus / "library" / "pack.rules")


def test_no_corpus_is_no_editions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "_PACKAGE", str(tmp_path / "cc_dsl"))
    assert resources.edition_names() == []


def test_cache_is_made_where_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CIRCULAR_CACHE", str(tmp_path / "mine"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert resources.cache_folder() == str(tmp_path / "mine")
    assert (tmp_path / "mine").is_dir()
    monkeypatch.delenv("CIRCULAR_CACHE")
    assert resources.cache_folder() == str(tmp_path / "xdg" / "circular")
    assert (tmp_path / "xdg" / "circular").is_dir()


def test_cache_that_cannot_be_written_becomes_a_private_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("CIRCULAR_CACHE", str(tmp_path / "file" / "cache"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    folder = resources.cache_folder()
    assert os.path.isdir(folder)
    assert not folder.startswith(str(tmp_path))
    assert resources.cache_folder() == folder
