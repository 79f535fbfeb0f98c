"""The engine behind a page: messages in JSON come in, answers in JSON go out, and nothing else does.

A worker of the browser runs these modules on Python compiled to WebAssembly; tests run them as they are.  They use the
engine that the terminal uses, and write down what it says:

    door       a message as text, its answer as text; whatever goes wrong is a sentence
    judging    a question of the rules about pieces laid by hand
    differing  a deal to which two rules give different answers
    changing   a rule that a reader changes: its sentences, and what is wrong with them
    studying   many games at random, some at a time
    sitting    a game: moves, reasons, refusals, hints, the way back, records
    guiding    what a newcomer is told in a first trick
    drawing    a position as data for whoever draws it
    said       decisions, refusals and open places in words
    asked      what a message asks for, checked
    editions   the editions of the corpus under some readings, with what a reader changed; those used last are kept
    ahead      what a first change of readings needs, loaded while nobody asks
    shipped    rules files that were parsed before, since parsing takes longest
"""
