"""Take the picture of the README from a built edition: `python -m tests.browser.picture build/edition`."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.browser import looking

PICTURE = Path(__file__).parents[2] / "docs" / "front-page.png"


def take_picture(edition: Path) -> None:
    """Write what stands first on the first page: a clause, its rule beside it, and a trick that it decides."""
    with looking.browser() as browser:
        page = browser.new_page(viewport={"width": 1180, "height": 900}, color_scheme="light")
        page.goto((edition / "index.html").resolve().as_uri())
        page.add_style_tag(content=".sidebar-drawer, .opening .try-it { display: none !important; }")
        page.evaluate("document.fonts.ready.then(() => true)")
        page.locator(".opening").screenshot(path=str(PICTURE))
        page.close()


if __name__ == "__main__":
    take_picture(Path(sys.argv[1]))
