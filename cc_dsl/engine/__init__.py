"""Play games one decision at a time, with reasons: the interpreter, which runs the closures of a model.

Each line imports only the lines below it.

    picks                          lists of moves, and several moves at once
    game, history                  a game; its record, its decisions, and takebacks
    moves, exclusions, glimpses    answers in words, refusals and their reasons, pieces seen between two questions
    judge  |  views  |  grounds    questions about pieces laid out; what each player sees; strokes at balls
"""
