"""Run the notebooks of the documentation.

`python -m tests.python.notebooks` runs each of them and stores its results, which the edition shows.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
SECONDS = 120
"""The longest time that a cell may take, on a busy machine."""


QUIET = ["--log-level=40"]
"""The kernel warns of every connection that other users of the machine could listen to."""


def read(path: Path) -> Any:
    """Return a notebook as it is stored."""
    import nbformat

    return nbformat.read(path, as_version=4)


def run(path: Path) -> Any:
    """Return a notebook as it is after all its cells have run, in their order, in an empty folder."""
    from nbclient import NotebookClient

    notebook = read(path)
    path_of_python = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    with tempfile.TemporaryDirectory() as folder:
        environment = {"PYTHONPATH": path_of_python, "IPYTHONDIR": folder, "JUPYTER_RUNTIME_DIR": folder}
        with patch.dict(os.environ, environment):
            NotebookClient(
                notebook,
                timeout=SECONDS,
                resources={"metadata": {"path": folder}},
                extra_arguments=QUIET,
                coalesce_streams=True,
            ).execute()
    return notebook


def results(notebook: Any) -> list[list[dict[str, Any]]]:
    """Return what each cell of code printed and showed."""
    return [
        [{key: one[key] for key in ("name", "text", "data") if key in one} for one in cell["outputs"]]
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
    ]


def store(path: Path) -> None:
    """Run a notebook and write it with its results, and without what differs from one run to the next."""
    import nbformat

    notebook = run(path)
    notebook["metadata"] = {"language_info": {"name": "python"}}
    for number, cell in enumerate(notebook["cells"], 1):
        cell["id"] = f"cell-{number}"
        cell["metadata"] = {}
        if cell["cell_type"] == "code":
            cell["execution_count"] = None
            for output in cell["outputs"]:
                output.pop("execution_count", None)
                if output["output_type"] == "execute_result":
                    output["output_type"] = "display_data"
    nbformat.validate(notebook)
    path.write_text(nbformat.writes(notebook) + "\n", "utf-8")


if __name__ == "__main__":
    for wanted in map(Path, sys.argv[1:] or NOTEBOOKS):
        store(wanted)
