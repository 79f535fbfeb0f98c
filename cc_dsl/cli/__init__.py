"""The command `circular`: each command is a function of the same name, in a module that is imported on demand.

main         the group of commands, and the handling of every error
context      what all commands share: edition, readings, changes, the form of the result and its printing
terminal     what the terminal can show: colours, letters, width, pieces; progress bars
session      a game at this terminal, printed or played, and reports of strokes
judge, play, compare, check, debug: the command of that name
records      replay, why, whynot                texts    editions, clauses, readings, rules
study        study, count, figures              files    export, new, fmt, problem, edition, lsp, completion
"""

from __future__ import annotations

import atexit
import gc

# A command makes some ten thousand objects that last, most of them during imports. Collecting garbage among them
# would take a tenth of its time.
gc.set_threshold(100_000, 20, 20)
# The process returns all memory at exit; a last collection would take another tenth.
atexit.register(gc.freeze)
