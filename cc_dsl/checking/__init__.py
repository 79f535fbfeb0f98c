"""Worked cases of an edition: read, resolved with its rules, and tried.

Each line knows only the lines under it:

    trying       one case or all of an edition, and what does not hold
    course       a course of play, line by line
    answers  |  strokes      an expected answer compared; balls struck by name
    splicing     the sentences of cases, resolved with the rules
    cases        what stands in `cases.toml`
"""
