"""Where an edition may be made, and which folders are not trusted."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cc_dsl.edition.build import doctrees_of, refuse_foreign_files
from cc_dsl.errors import UserError


def refuse(out: Path) -> None:
    """See whether an edition may be made there."""
    refuse_foreign_files(str(out))


def test_pages_of_somebody_else_are_not_replaced(tmp_path: Path) -> None:
    """A folder that holds what no edition left is refused; one that is empty, or holds an edition, is not."""
    out = tmp_path / "site"
    refuse(out)
    out.mkdir()
    (out / ".nojekyll").touch()
    refuse(out)
    (out / "index.html").write_text("my own page")
    with pytest.raises(UserError, match=r"such as index\.html"):
        refuse(out)
    Path(doctrees_of(str(out))).mkdir(mode=0o700)
    refuse(out)


@pytest.mark.skipif(os.name != "posix", reason="folders have no such modes")
def test_what_others_may_have_written_is_not_read(tmp_path: Path) -> None:
    """Sphinx keeps the pages that it has read in a folder beside the edition, and would run what is in them."""
    doctrees = Path(doctrees_of(str(tmp_path / "site")))
    doctrees.mkdir()
    doctrees.chmod(0o777)
    with pytest.raises(UserError, match="not yours alone"):
        refuse(tmp_path / "site")
    doctrees.chmod(0o700)
    refuse(tmp_path / "site")
    doctrees.rename(tmp_path / "elsewhere")
    doctrees.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UserError, match="not yours alone"):
        refuse(tmp_path / "site")
