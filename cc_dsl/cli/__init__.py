"""The command `circular`: a command is a function of its name, in a module that is imported when the command is used.

main         the group, and what becomes of every error
context      what every command shares: edition, readings, changes, the form of the result, and how it is printed
judge        judge          play     play                      records  replay, why, whynot
texts        editions, clauses, readings                       rules    rules
compare, count, study, check, figures, debug: the command of that name
files        export, new, fmt                                  tools    problem, edition, lsp, completion
session      a game at this terminal; referee: where strokes are reported; game_texts: what is typed, and answers
printing     a game printed move by move, its welcome and its end
terminal     what the terminal can show: colours, letters, width; progress: how far something is
tables       how a position is drawn
"""

from __future__ import annotations

import atexit
import gc

# A command makes some ten thousand objects that stay, most of them while it imports, before it does anything; looking
# through them for garbage again and again would take a tenth of its time.
gc.set_threshold(100_000, 20, 20)
# At the end all memory is given back at once; looking for garbage a last time would take another tenth.
atexit.register(gc.freeze)
