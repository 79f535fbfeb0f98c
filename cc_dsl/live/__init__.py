"""The engine behind a page: messages in JSON come in, answers in JSON go out, and nothing else does.

A worker of the browser runs these modules on Python compiled to WebAssembly; tests run them as they are.  They use the
engine that the terminal uses, and write down what it says:

    dispatcher  a message as text, its answer as text; a session for each table of a page
    messages    what a message asks for, checked, and the edition that it names
    judging     a question of the rules about pieces laid by hand, and deals on which two rules differ
    changing    a rule that a reader changes: its sentences, and what is wrong with them
    table       a game: its position, questions and refusals as JSON, and what a newcomer is told
    ground      the ground of a game, on which strokes are reported
"""
