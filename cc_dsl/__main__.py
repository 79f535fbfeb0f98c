"""Starts the command `circular`, also as `python -m cc_dsl`."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line and give its exit status."""
    from cc_dsl.cli.main import main as command

    return command()


if __name__ == "__main__":
    sys.exit(main())
