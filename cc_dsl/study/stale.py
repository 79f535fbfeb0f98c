"""Find stored figures of an edition that were counted under rules with another meaning."""

from __future__ import annotations

from cc_dsl import pipeline
from cc_dsl.study import exact, measured, shelf


def recounts(edition: pipeline.Edition) -> list[str]:
    """Return the commands that count the stale figures of an edition again; figures never counted are not stale."""
    kept, large = shelf.shelf(edition), measured.shelf(edition)
    stale = [
        one for one, study in shelf.studies_of(edition).items() if one in kept and not shelf.shelved(edition, study)[1]
    ]
    stale += [
        one
        for one, study in measured.measured_of(edition).items()
        if one in large and not measured.is_current(edition, study)
    ]
    name = edition.argument
    which = "all" if len(stale) > 1 else "".join(stale)
    commands = [f"circular study {name} --shelve {which}"] if stale else []
    for question in exact.shelf(edition):
        if not exact.is_current(edition, question):
            commands.append(f"{exact.command(name, question)} --shelve")
    return commands
