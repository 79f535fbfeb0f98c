"""The command `circular`: one module for each command, imported when the command is used.

    main         the group, and what becomes of every error
    terminal     what the terminal can show: colours, letters, width
    options      what several commands take: an edition, readings, a record
    cases        cards laid by hand, for `judge`
    tables       how a position is drawn, for `play`
    session      a game with somebody at a terminal
"""
