"""Play games one decision at a time, and say why: the interpreter, which runs the closures of a model.

Each line knows only the lines under it.

    picks                          lists of moves, and several moves at once
    game, history                  a game; its record, its decisions, and takebacks
    moves, exclusions, glimpses    answers in words, refusals, what excludes answers, what was seen on the way
    judge  |  views  |  grounds    questions about pieces laid out; what each player sees; strokes at balls
"""
