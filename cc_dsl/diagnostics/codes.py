"""Every problem code with the paragraph that `circular problem CODE` prints, from `grammar/problems.toml`."""

from __future__ import annotations

import os
from functools import cache

from cc_dsl import resources


@cache
def explanations() -> dict[str, str]:
    """Return one paragraph for each code, in the order of the alphabet: its meaning, and the remedy."""
    import tomllib

    with open(os.path.join(resources.grammar_root(), "problems.toml"), "rb") as file:
        return {code: " ".join(paragraph.split()) for code, paragraph in tomllib.load(file).items()}
