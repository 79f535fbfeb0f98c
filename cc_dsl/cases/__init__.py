"""Worked cases of an edition: read, resolved with its rules, and tested; and everything else that `check` tests.

Each line knows only the lines under it:

    report       everything that `circular check` tests of one edition
    playing      random games, and rules that cannot be carried out in play
    claims       statements of others about the games, as cases
    trials       one case or all of an edition, and what does not hold
    course       a course of play, line by line
    answers  |  ground  |  forcing      an expected answer compared; strokes and measures; what can be forced
    sentences    the sentences of cases, put into an edition and resolved with its rules
    howto        the page that teaches a game, against the rules
    phrases      what is said to people who play, against the rules
    steps        what an edition that is begun still needs
    records      the other files: keys, readings with their arguments and evidence, notes
    reader       what stands in `cases.toml`
"""
