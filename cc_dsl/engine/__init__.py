"""Play games one decision at a time, and say why: the interpreter, which runs the closures of a model.

Each line knows only the lines under it.

    game, past, watching           a game: its record and takebacks, what is observed of it
    moves, picks                   answers as people write them, and refusals
    present, barring               the question, the answers allowed, what excludes others
    judge  |  views  |  striking   questions about pieces laid out; what each player sees; strokes at balls
    checkpoints, replayed          positions to go back to; records played again
"""
