"""Worked cases of an edition: read, resolved with its rules, and tested; and mutation tests of the rules.

Each line knows only the lines under it:

    mutation     which changes of meaning are noticed, and what notices them
    mutants      the changes of meaning at one place of a rules file
    trying       one case or all of an edition, and what does not hold
    course       a course of play, line by line
    answers  |  measures  |  strokes      an expected answer compared; balls struck by name
    splicing     the sentences of cases, resolved with the rules
    howto        the page that teaches a game, against the rules
    phrases      what is said to people who play, against the rules
    steps        what an edition that is begun still needs
    records  |  keys     arguments, clauses and evidence of readings, and the notes; keys of data files
    cases        what stands in `cases.toml`
"""
