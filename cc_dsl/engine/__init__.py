"""Play games one decision at a time, and say why: the interpreter, which runs the closures of a model.

Each line knows only the lines under it.

    game, history                  a game; its record, its decisions, and takebacks
    moves, picks                   answers as people write them, and refusals
    present, exclusions            the question, the answers allowed, what excludes others
    judge  |  views  |  grounds    questions about pieces laid out; what each player sees; strokes at balls
"""
