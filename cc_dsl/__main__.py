"""Run the command `circular` as `python -m cc_dsl`, with the commands that build the edition and serve editors."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line and return its exit status."""
    from cc_dsl.cli.context import Makers
    from cc_dsl.cli.main import main as command

    return command(makers=Makers(make_edition, serve))


def make_edition(out: str, quiet: bool, address: str, only: str) -> str:
    """Build the edition in a folder, and return the path of its first page; an error becomes a message."""
    from cc_dsl.edition.build import build_edition

    return build_edition(out, quiet=quiet, address=address, only=only)


def serve() -> None:
    """Serve an editor over the Language Server Protocol."""
    from cc_dsl.lsp.server import serve as serve_editor

    serve_editor()


if __name__ == "__main__":
    sys.exit(main())
