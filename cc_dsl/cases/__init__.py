"""Worked cases of an edition: read, resolved with its rules, and tested; and everything else that `check` tests.

Each line knows only the lines under it:

    report       everything that `circular check` tests of one edition, and what one that is begun still needs
    playing      random games, and rules that cannot be carried out in play
    claims       statements of others about the games, as cases
    trials       one case or all of an edition: questions, positions and courses of play; what does not hold
    answers  |  ground  |  forcing      an expected answer compared; strokes and measures; what can be forced
    sentences    the sentences of cases, put into an edition and resolved with its rules
    howto        the page that teaches a game, against the rules
    phrases      what is said to people who play, against the rules
    records      the other files: keys, readings with their arguments and evidence, notes
    reader       what stands in `cases.toml`
"""
