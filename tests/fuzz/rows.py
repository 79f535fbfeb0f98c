"""The productions of random programs: one row for each way to write a thing, a condition, an act or a sentence.

A row says which rule of the grammar it shows, what type it gives, how loosely it binds, and its words.  `{…}` is a hole
for a phrase of a type: `{number calc|he}` is a number that may be written as loosely as a sum, in a place where “he”
means somebody.  `[…]` is a hole for a name, `[?…]` asks for what must be so; `writing.py` has a method for each.
A capital letter is a type that is the same throughout the row.  `* 3` after a rule makes the row three times as likely.

The types are `number`, `player`, `piece`, `value KIND`, `group GROUP`, `sort GROUP`, the sets `players`, `pieces`,
`values KIND`, `groups GROUP`, and `set`, which is whatever can be taken for a set of pieces.
"""

from __future__ import annotations

import re
from typing import NamedTuple

LEVELS = ("primary", "noun", "compl", "operand", "things", "item", "term", "calc")
"""How loosely a thing can bind; `compl` is a noun, or a figure where one may stand."""
CONDITIONS = ("atom", "and", "or")


class Row(NamedTuple):
    """One production."""

    rule: str
    weight: int
    gives: str
    level: int
    text: str


def _table(words: str) -> tuple[Row, ...]:
    rows = []
    for line in words.strip().split("\n"):
        if not line.strip():
            continue
        rule, gives, level, text = (part.strip() for part in re.split(r" \| ?", line, maxsplit=3))
        rule, _, weight = rule.partition(" * ")
        place = (LEVELS if level in LEVELS else CONDITIONS).index(level) if level else 0
        rows.append(Row(rule, int(weight or 1), gives, place, text.replace("\\n", "\n")))
    return tuple(rows)


THINGS = _table(r"""
name * 10        | T        | primary | [thing T]
his * 10         | T        | primary | [his O] [owned T of O]
possessed * 4    | T        | primary | [?owned T of O]{O primary}'s [word]
linked * 2       | T        | noun    | [?owned T of O]the [word] of {O}
grouped          | T        | primary | ({T calc})

figure_ * 8      | number   | compl   | [figure]
negated          | number   | compl   | minus [figure]
negated          | number   | compl   | minus {number}
counted * 4      | number   | noun    | the number of {set}
counted          | number   | noun    | the number of {players}
counted          | number   | noun    | the number of {groups G}
counted          | number   | noun    | the number of {values K}
arithmetic       | number   | term    | [figure] times {number item}
arithmetic       | number   | term    | {number term} times [figure]
arithmetic * 5   | number   | term    | {number term} divided by [few]
arithmetic       | number   | term    | {number term} divided by {counting}
remainder * 5    | number   | noun    | the remainder of {number} divided by [few]
remainder        | number   | noun    | the remainder of {number} divided by {counting}
distance * 2     | number   | noun    | [?lies K]the distance from {value K} to {value K}
arithmetic * 2   | number   | calc    | {number calc} plus {number term}
arithmetic * 2   | number   | calc    | {number calc} minus {number term}
superlative * 2  | number   | noun    | [?owned number of O]the [greatest least total] [word] of {many O}
heighted * 2     | number   | noun    | [his O] [owned value K of O] in the order [order K]

pronoun * 2      | number   | primary | [it number]
pronoun * 8      | player   | primary | [he]
numbered * 4     | player   | primary | player [seat]
other * 2        | player   | primary | [other player]
linked * 2       | player   | noun    | the player [after before] {player}
champion         | player   | noun    | the [one player] with the [greatest least] [owned number of player]
champion         | player   | noun    | the [one player] with the [greatest least] {counting|he}
champion         | player   | noun    | [?ranked]the [one player] with the [best worst] [owned piece of player]
champion         | player   | noun    | [?ranks G]the [one player] with the [best worst] [owned group G of player]
champion         | player   | noun    | [?ranked]the player with the [best worst] [one piece] in {set|he}

pronoun * 4      | piece    | primary | [it piece]
linked * 3       | piece    | noun    | [constant]
superlative * 3  | piece    | noun    | [?ranked]the [best worst] [one piece] in {set}
superlative      | piece    | noun    | the only [one piece] in {set}
superlative * 2  | piece    | noun    | the [top bottom] [pile kind] of {pile}
filtered         | piece    | operand | [?ranked]the [best worst] [one piece] in {set} {rel piece}
filtered         | piece    | operand | the only [one piece] in {set} {rel piece}
other * 8        | piece    | primary | [other piece]

pronoun          | pieces   | primary | [it pieces]
name * 3         | pieces   | primary | the [pieces]
name * 3         | pieces   | primary | the [all places]
name             | pieces   | primary | the [all piece]
linked * 5       | pieces   | noun    | the [some piece] [in of] {set}
best_few         | pieces   | noun    | [?ranked]the [best worst] [several pieces] in {set}
best_few         | pieces   | noun    | [?ranked]the [best worst] ({number calc}) [pieces] in {set}
best_few         | pieces   | operand | [?ranked]the [best worst] [several pieces] in {set} {rel piece}
filtered * 4     | pieces   | operand | {pieces} {rel piece}
joined           | pieces   | things  | {set things} together with {set operand}
joined           | pieces   | things  | {set things} except {set operand}

name * 4         | players  | primary | the players
name             | players  | primary | the [all player]
filtered * 2     | players  | operand | {players} {rel player}

pronoun * 4      | group G  | primary | [it group G]
filtered         | groups G | operand | {groups G} {rel group G}
sort_of          | sort G   | noun    | the sort of {group G}

pronoun * 4      | value K  | primary | [it value K]
name * 4         | value K  | primary | [value K]
numbered * 2     | value K  | primary | [numbered K]
linked           | value K  | noun    | the [kind K] [after before] {value K}
champion         | value K  | noun    | the [one value K] with the [greatest least] [owned number of value K]
stepped * 5      | value K  | noun    | [?lies K]the [kind K] ({number calc}) steps [after before] {value K}
beyond * 40      | value field | noun | [?board]the field [1 2] steps to [north south west] from {value field}
name * 2         | values K | primary | the [kinds K]
among * 90       | values field | noun | [?board]the fields between {value field} and {value field}
joined           | values K | things  | {values K things} together with {values K operand}
joined           | values K | things  | {values K things} except {value K operand}
name             | values K | primary | the [all value K]
filtered         | values K | operand | {values K} {rel value K}

counted          | counting | noun    | the number of {set}
""")
"""Things.  `counting` is a number that is not a name by itself."""

SAID = _table(r"""
is_ * 2          | number   | atom    | [is not] {number compl}
compared * 2     | number   | atom    | is at least {number compl}
compared * 2     | number   | atom    | is at most {number compl}
compared         | number   | atom    | is more than {number compl}
compared         | number   | atom    | is [fewer less] than {number compl}

is_ * 3          | player   | atom    | [is not] {player}
none_            | player   | atom    | [is not] none
a_name * 2       | player   | atom    | [is not] a player
a_name * 2       | player   | atom    | [is not] [adjective player]
a_name * 4       | player   | atom    | has a [group or sort]
has_count * 2    | player   | atom    | has no [group or sort]
has_count        | player   | atom    | has [several groups]
has_count        | player   | atom    | has [at-least at-most more-than fewer-than] [several groups]
has_compared     | player   | atom    | has more [groups] than {player}
has_compared     | player   | atom    | has fewer [groups] than {player}
has_compared     | player   | atom    | has as many [groups] as {player}

is_ * 2          | piece    | atom    | [is not] {piece}
none_            | piece    | atom    | [is not] none
a_name           | piece    | atom    | is a [piece]
a_name * 2       | piece    | atom    | [is not] [adjective piece]
a_name * 2       | piece    | atom    | [is not] [state]
inside * 3       | piece    | atom    | [is not] in {set}
relates * 15     | piece    | atom    | [relation piece] {piece}
relates * 5      | piece    | atom    | [relation piece] [every some no] [one piece] in {set}
compared * 2     | piece    | atom    | [?ranked][is not] better than {piece}
compared * 3     | piece    | atom    | [?ranked]is worse than {piece}
compared         | piece    | atom    | [?ranked]is as good as {piece}
between * 9      | piece    | atom    | [?runs G]is between [pieces] of {group G}

empty * 3        | pieces   | atom    | [is not] empty
is_ * 2          | pieces   | atom    | is {pieces}
is_              | pieces   | atom    | is {piece}
is_              | pieces   | atom    | are [adjectives piece]
is_              | pieces   | atom    | are [state]
has_count * 2    | pieces   | atom    | has [several somes]
has_count        | pieces   | atom    | has no [some piece]
has_count        | pieces   | atom    | has a [one piece]
has_count * 2    | pieces   | atom    | has [at-least at-most more-than fewer-than] [several somes]
has_compared     | pieces   | atom    | has more [some piece] than {set}
has_compared     | pieces   | atom    | has fewer [some piece] than {set}
has_compared     | pieces   | atom    | has as many [some piece] as {set}
same * 2         | pieces   | atom    | have the same [attribute]
runs * 2         | pieces   | atom    | run in [order of pieces]

is_              | group G  | atom    | [is not] {group G}
none_            | group G  | atom    | [is not] none
a_name * 2       | group G  | atom    | [is not] a [sort G]
a_name           | group G  | atom    | is a [G]
a_name           | group G  | atom    | [is not] [adjective group G]
compared * 2     | group G  | atom    | [?ranks G]is better than {group G}
compared         | group G  | atom    | [?ranks G]is worse than {group G}
compared         | group G  | atom    | [?ranks G]is as good as {group G}
has_count        | group G  | atom    | has [several somes]
empty            | groups G | atom    | [is not] empty
is_              | groups G | atom    | are [sorts G]
is_              | groups G | atom    | are [adjectives group G]
is_              | groups G | atom    | [is not] {groups G}
is_ * 2          | sort G   | atom    | [is not] {sort G}

empty            | players  | atom    | [is not] empty
is_              | players  | atom    | are [adjectives player]
is_              | players  | atom    | are {players}

is_ * 3          | value K  | atom    | [is not] {value K}
none_            | value K  | atom    | [is not] none
one_of_names * 2 | value K  | atom    | [is not] one of [or K]
inside           | value K  | atom    | [is not] in {values K}
a_name           | value K  | atom    | is a [kind K]
a_name           | value K  | atom    | [is not] [adjective value K]
empty            | values K | atom    | [is not] empty
is_              | values K | atom    | are [adjectives value K]
is_              | values K | atom    | are {values K}
""")
"""What is said of a thing of a type."""

RELATIVES = _table(r"""
that * 3         | T        | atom    | that {said T|it T}
whose * 2        | T        | atom    | whose [owned U of T] {said U|it T}
both_rel         | T        | atom    | {rel T} and that {said T|it T}
""")

TRUTHS = _table(r"""
says * 12        | bool     | atom    | [?any T]{T} {said T}
every * 2        | bool     | atom    | [?fresh][every some no] [one O] {said O|it O}
every            | bool     | atom    | [?fresh][every some no] [one O] {rel O} {said O|it O}
every            | bool     | atom    | [?fresh][every some no] [owned pieces place of O] {said pieces|it pieces}
every * 2        | bool     | atom    | [?fresh][every some no] [one piece] in {set} {said piece|it piece}
every            | bool     | atom    | [?fresh][every some no] [one piece] in {set} {rel piece} {said piece|it piece}
every            | bool     | atom    | [?fresh][every some no] [one O]'s [owned number of O] {said number|it O}
every * 2        | bool     | atom    | [?fresh]exactly [several pieces] in {set} {said piece|it piece}
every | bool | atom | [?fresh][at-least at-most more-than fewer-than] [several pieces] in {set} {said piece|it piece}
direction * 2    | bool     | atom    | [?board]the direction from {value field} to {value field} is [none north]
not_             | bool     | atom    | not ({bool or})
and_             | bool     | and     | {bool and} and {bool}
or_              | bool     | or      | {bool or} or {bool and}
""")

CASES = _table(
    r"""
case * 6         | T        | atom    | {T calc}
case * 2         | T        | atom    | {T calc} if {bool or}
otherwise_case*6 | T        | atom    | {T calc} if {bool or}; otherwise {T calc}
otherwise_case   | T        | atom    | {T calc} if {bool or}; {T calc} if {bool or}; otherwise {T calc}
several * 3      | pieces   | atom    | {set things}, {set things} and {set things}
cite             | T        | atom    | {T calc} if {bool or} [cite]; otherwise {T calc} [cite]
none_            | T        | atom    | {T calc} if {bool or}; otherwise none
""".replace("case*6", "case * 6")
)

KEYS = _table(r"""
whether          | T        |      | whether {bool|own T}
key              | T        |      | {number calc|own T}
key              | T        |      | [?ranked]{piece calc|own T}
listed * 3       | T        |      | its [owned value K of T] in the order [list K]
""")
"""What pieces or groups rank by."""

PLACES = _table(r"""
name * 4         | place    | primary | the [common place]
his * 4          | place    | primary | [his O] [place of O]
possessed * 2    | place    | primary | [?place of O]{sure O}'s [word]
linked           | place    | primary | [?place of O]the [word] of {sure O}
name * 4         | pile     | primary | the [common pile]
his * 2          | pile     | primary | [his O] [pile of O]
possessed        | pile     | primary | [?pile of O]{sure O}'s [word]
name             | spot     | primary | the [common place]
possessed        | spot     | primary | player [seat]'s [place of player]
pronoun * 6      | sure     | primary | [he]
numbered * 6     | sure     | primary | player [seat]
name             | sure     | primary | [thing player]
linked           | sure     | noun    | the player [after before] {sure}
""")
"""Places to which pieces go; piles, from which so many are taken; and players who are hardly ever none."""

ACTS = _table(r"""
nothing          | act      |         | nothing.
move * 6         | act      |         | {set things} go to {place}.
move * 3         | act      |         | [pile and number]
move             | act      |         | [several pieces] in {pile} go to {place}.
move * 2         | act      |         | [pile so-many]
turn * 2         | act      |         | [pile turned]
choose * 8       | act      |         | [chooser] chooses a [one piece] in {set} as [new piece].
choose * 4       | act      |         | [chooser] chooses a [one piece] in {set} {rel piece} as [new piece].
choose * 4       | act      |         | [chooser] chooses {set things}, to the number of {number}, as [new pieces].
choose * 3       | act      |         | [chooser] chooses {set things}, to the number of [figure], as [new pieces].
chance * 2       | act      |         | chance chooses a [one piece] in {set} as [new piece].
chance           | act      |         | chance chooses {set things}, to the number of [figure], as [new pieces].
one_among        | act      |         | [chooser] chooses one of {pieces things} as [new piece].
one_among        | act      |         | [chooser] chooses one of {players things} as [new player].
one_among * 2    | act      |         | [chooser] chooses one of {groups G} as [new group G].
one_among        | act      |         | [chooser] chooses one of {values K} as [new value K].
one_among        | act      |         | chance chooses one of {values K} as [new value K].
choose * 3 | act |  | chance chooses one of {values K}, weighted by its [owned number of value K], as [new value K].
choose     | act |  | chance chooses a [one piece] in {set}, weighted by its [owned number of piece], as [new piece].
a_number * 2     | act      |         | [chooser] chooses a number from 1 to [few] as [new number].
a_number         | act      |       | chance chooses a number from 1 to 6 that {said number|it number} as [new number].
options * 4      | act      |         | [chooser] chooses:\n  {option}\n  {option}
options          | act      |         | [chooser] chooses:\n  {option}\n  {option}\n  {option}
become           | act      |         | {player} becomes [role].
become           | act      |         | [role] becomes none.
become * 3       | act      |         | {set things} become [state].
set * 3          | act      |         | the [cell T] is now {cases T}.
set * 3          | act      |         | [his O] [cell T of O] is now {cases T}.
set * 2          | act      |         | [?cell T of O]{sure O}'s [word] is now {cases T}.
set              | act      |         | the [cells T of O] are now {cases T}.
grow * 2         | act      |         | the [cell number] [grows falls] by {cases number}.
grow * 3         | act      |         | [his O] [cell number of O] [grows falls] by {cases number}.
grow * 2         | act      |         | [?cell number of O]{sure O}'s [word] [grows falls] by [figure].
grow             | act      |         | the [cells number of O] [grow fall] by {cases number}.
perform * 4      | act      |         | then the [procedure].
call * 3         | act      |         | {sure} [verb].
call * 3         | act      |         | {sure} [verb piece] {piece}.
call * 3         | act      |         | {sure} [verb number] {number calc}.
call * 2         | act      |         | {sure} [verb player] {player}.
call * 2         | act      |         | {sure} [verb value K] {value K}.
call * 3         | act      |         | [?deed S]{S} [word][way].
call * 3         | act      |         | [?deed S on U]{S} [word] {U}[way].
observe * 3      | act      |         | observe, at most [few] times, [deeds].
settle * 2       | act      |         | settle [definitions].
check * 4        | act      |         | if {bool or}:{acts}
check * 3        | act      |         | if {bool or}:{acts}\notherwise:{acts}
otherwise * 3    | act      |         | if {bool or}:{acts}\notherwise if {bool or}:{acts}\notherwise:{acts}
times * 2        | act      |         | [few] times:{acts}
times            | act      |         | ({number calc}) times, at most [few]:{acts}
until * 2        | act      |         | until {bool or}, at most [few] times:{acts}
until            | act      |         | until {bool or}, at most [few] times or the game ends:{acts}
foreach * 4      | act      |         | each player in turn:{acts|each player}
foreach * 2      | act      |         | each player in turn from {sure}:{acts|each player}
foreach          | act      |         | each [one O] {rel O} in turn:{acts|each O}
foreach * 2      | act      |         | each [one O] in turn:{acts|each O}
shuffle * 2      | act      |         | {set things} [are is] shuffled into {place}.
finish           | act      |         | if {bool or}: {player} wins.
finish           | act      |         | if {bool or}: {players} win.
draw             | act      |         | if {bool or}: the game is drawn.
as_before * 20   | act      |         | [?before]as before.
belief           | act      |         | surely ({bool or} or {bool or}).
belief           | act      |         | surely {bool or}.
option           | option   |         | to [new option]:{acts}
option           | option   |         | to [new option], if {bool or}:{acts}
""")

SENTENCES = _table(r"""
value * 4        | main     |      | the [name T] is {cases T}.
value * 4        | main     |      | a player's [name T of player] is {cases T|own player}.
value * 2        | main     |      | a [piece]'s [name T of piece] is {cases T|own piece}.
value            | main     |      | a [kind K]'s [name T of value K] is {cases T|own value K}.
value * 2        | main     |      | a [G]'s [name T of group G] is {cases T|own group G}.
predicate * 2    | main     |      | a player is [article][property player] if {bool or|own player}.
predicate * 3    | main     |      | a [piece] is [article][property piece] if {bool or|own piece}.
predicate        | main     |      | a [kind K] is [article][property value K] if {bool or|own value K}.
predicate        | main     |      | a [G] is [article][property group G] if {bool or|own group G}.
relation * 2     | main     |      | a [piece] [relation new] another [piece] if {bool or|own piece}.
procedure * 4    | main     |      | the [body] goes thus:{acts}
procedure        | main     |      | the [body] goes thus, if {bool or}:{acts}
happening * 3    | main     |      | when [doing]:{acts|again}
happening        | main     |      | when [doing], if {bool or|again}:{acts|again}
happening * 4    | main     |      | when [done]:{acts|again}
happening * 2    | main     |      | when [done], if {bool or|again}:{acts|again}

displaced        | definition |    | [?open]instead of [clause], [whose] is {T calc|again} if {bool or|again}.
displaced        | property   |    | [?open wholly]instead of [clause], [whose] is [article][again] if {bool or|again}.
value            | definition |    | [whose] is also {T calc|again} if {bool or|again}.
displaced        | procedure  |    | [?open]instead of [clause], the [again] goes thus, if {bool or}:{acts|before}
displaced        | procedure  |    | [?open wholly]instead of [clause], the [again] goes thus:{acts|before}
procedure * 2    | procedure  |    | the [again] also goes thus:{acts}
procedure        | procedure  |    | the [again] also goes thus, if {bool or}:{acts}
around           | procedure  |    | [before after] the [again]:{acts}
around           | procedure  |    | [before after] the [again], if {bool or}:{acts}
displaced        | deed     |      | [?open]instead of [clause], when [again], if {bool or|again}:{acts|before}
around           | deed     |      | [before after] [again]:{acts|again}
around           | deed     |      | [before after] [again], if {bool or|again}:{acts|again}
happening        | deed     |      | when [again]:{acts|again}
limit * 3        | deed     |      | [?of a piece][again] only if {bool or|again}.
predicate        | property |      | [whose] is also [article][again] if {bool or|again}.

sort * 3         | sort     |      | a [sort name] is a [G] {rel group G|again}.
sort * 2         | sort     |      | a [sort name] is a [G] whose [pieces] have the same [attribute].
sort * 2         | sort     |      | a [sort name] is a [G] whose [pieces] run in [running].
requirement      | need     |      | a [every sort] requires that {bool|again}.
requirement * 2  | need     |      | a [sort now] requires that {bool|again}.
ranking * 2      | ranks    |      | [Gs] rank by [by sort].
ranking          | ranks    |      | [Gs] rank by {key group G}, then by [by sort].
ranking          | further  |      | [Gs] also rank by {key group G}.
decider          | decides  |      | equal [Gs] are decided by {key group G}.
decider          | decides  |      | equal [Gs] are decided by {key group G}, then by {key group G}.
ranking          | order    |      | [pieces] rank by {key piece}, then by {key piece}.
ranking          | order    |      | [pieces] rank by {key piece} [cite], then by {key piece}.
ranking          | higher   |      | [pieces] also rank by {key piece}.

sight * 2        | sight    |      | all see {set things}.
sight * 2        | sight    |      | a player sees {set things|he}.
sight            | sight    |      | all see {set things}, if {bool or}.
figure           | figure   |      | the figure shows, from left to right, {spot}, {spot} reversed under "Here".
example          | example  |      | example "as it may be":\n  given {spot} is [constants].\n  hence {bool or}.
example          | example  |      | example:\n  given {spot} is [constants], [first state].\n  hence {bool or}.
hence            | example  |      | example:\n  hence {bool or} or not ({bool or}).
""")
"""Sentences that introduce a name, sentences that amend what one of these has introduced, and all others."""
