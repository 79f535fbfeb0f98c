"""The command `circular`: one module for each command, imported when the command is used.

The other modules serve several commands, or make one of them shorter.

    main         the group, and what becomes of every error
    judge        one module for each command: judge, play, replay, why, whynot, editions, clauses, readings, check,
                 fmt, problem, edition, count, study, completion
    cases        many cases for `judge`, one a line
    session      the mouth of a game at this terminal; referee: where strokes are reported; watch: printed move by move
    game_texts   the welcome, the commands of a game and their help; completing: the Tab key
    records      the edition under which a record was made
    tables       how a position is drawn
    options      what several commands take: an edition, readings, a record
    terminal     what the terminal can show: colours, letters, width
"""

from __future__ import annotations

import atexit
import gc

# A command makes some ten thousand objects that stay, most of them while it imports, before it does anything; looking
# through them for garbage again and again would take a tenth of its time.
gc.set_threshold(100_000, 20, 20)
# At the end all memory is given back at once; looking for garbage a last time would take another tenth.
atexit.register(gc.freeze)
