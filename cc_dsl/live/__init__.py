"""The engine behind a page, which receives messages in JSON and returns answers in JSON.

A worker of the browser runs these modules on Python compiled to WebAssembly; tests run them directly. They use the same
engine as the terminal:

    dispatcher  messages and answers as text; a session for each table of a page
    messages    the checked parts of a message, and the edition that it names
    trials      a question of the rules about pieces laid by hand, and deals on which two rules differ
    overlays    a rule that a reader changes: its sentences, and their problems
    table       a game: its position, questions and refusals as JSON, and the guide for newcomers
    ground      the ground of a game, on which strokes are reported
"""
