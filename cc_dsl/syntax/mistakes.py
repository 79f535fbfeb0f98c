"""Messages for sentences that do not parse: the expected words, and the form of the sentence, by example.

The messages are in ``grammar/mistakes.toml``.  Most are selected by malformed samples that bring the parser into the
same state as the mistake. This is the idea of Lark's ``match_examples``, which cannot be used directly: it also
requires the same depth, parses every sample again for every mistake, and ignores the preceding word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from lark.exceptions import UnexpectedInput, UnexpectedToken

from cc_dsl.diagnostics.problem import Problem, either, nearest
from cc_dsl.resources import grammar_data
from cc_dsl.source.files import Source, Span
from cc_dsl.syntax.lalr import parser
from cc_dsl.syntax.layout import LayoutError
from cc_dsl.syntax.words import expectations, first_words, language_words

BLOCK = re.compile(r"^(?=§|editor\b)", re.MULTILINE)
STAND_IN = 'edition "" of x.\n'
CACHE_SIZE = 2_000
"""The number of texts and words for which results are cached."""
STAND_IN_HEADING = '§x ""\n'
STAND_IN_SENTENCE = "  the x is x.\n"
WORDS = re.compile(r"""#[^\n]*|"[^"\n]*"|§[\w.]*|[^\W_][\w-]*|'s(?!\w)|[^\s]""")
NAME = r"[A-Za-z][A-Za-z0-9]*(-[A-Za-z0-9]+)*"
ENDS = frozenset({"_NL", "_DEDENT", "$END"})
LINES = frozenset({"_INDENT", "EDITOR"})
"""The terminals that begin or end a level: where one of them was possible, the line may be indented wrongly."""


class ParsedStretch(NamedTuple):
    """A part of a file that is parsed separately, between tokens that replace the rest."""

    before: str
    start: int
    end: int
    after: str


class Slip(NamedTuple):
    """The place where the parser stopped, and the token there."""

    span: Span
    word: str
    """The word that is not allowed there."""
    kind: str
    """The terminal of the word; empty for a character that begins no word."""
    last: Span
    """The word before it."""
    before: Span
    """The word before that."""
    state: int
    expected: frozenset[str]
    """The terminals that the parser would have accepted."""
    sentence: tuple[str, ...]
    """The words of the sentence up to this word."""
    is_first: bool
    """Whether it is the first word of its line, or the line ends here."""


def syntax_problems(source: Source, first: UnexpectedInput | LayoutError) -> list[Problem]:
    """Parse heading by heading and sentence by sentence, so that one mistake does not hide the others."""
    blocks = [block.start() for block in BLOCK.finditer(source.text)]
    end = len(source.text)
    whole = ParsedStretch("", 0, end, "")
    cut = blocks[0] if blocks else end
    # If nothing precedes the first block, the parser stopped in that block.
    problems = [_problem(source, first, whole)]
    if has_words(source.text[:cut]):
        problems = _first_problems(source, [ParsedStretch("", 0, cut, STAND_IN_HEADING + STAND_IN_SENTENCE)])
    for start, next_start in pairwise([*blocks, end]):
        own = _first_problems(source, _stretches(source.text, start, next_start))
        problems += own or _first_problems(source, [ParsedStretch(STAND_IN, start, next_start, "")])
    return problems or [_problem(source, first, whole)]


def has_words(text: str) -> bool:
    """Return whether a text has more than white space and comments."""
    return re.fullmatch(r"(\s|#[^\n]*)*", text) is None


def _first_problems(source: Source, stretches: Iterable[ParsedStretch]) -> list[Problem]:
    """Return the first problem of each stretch, up to a bad heading or a wrong level, which spoils the rest."""
    problems = []
    for part in stretches:
        try:
            _accept(part.before + source.text[part.start : part.end] + part.after)
        except (UnexpectedInput, LayoutError) as error:
            problems.append(_problem(source, error, part))
            # A stretch with a stand-in after it is a heading. If the parser would have accepted an indentation or the
            # end of a level, the line may be on a wrong level.
            if part.after or not LINES.isdisjoint(getattr(error, "accepts", None) or ()):
                break
    return problems


@lru_cache(maxsize=CACHE_SIZE)
def _accept(text: str) -> None:
    """Parse a stretch; stretches that parse are cached, since editors repeat this after every keystroke."""
    parser().parse(text, "start")


def _stretches(text: str, start: int, end: int) -> Iterator[ParsedStretch]:
    """Divide a block into its heading and its statements, at lines that end a sentence."""
    lines = [start + match.start() for match in re.finditer(r"^[ \t]*[^\s#]", text[start:end], re.MULTILINE)]
    lines = [line for line in lines[1:] if not text[line:end].lstrip(" \t").startswith('"')]
    if not lines:
        return
    cuts = [lines[0]]
    for last, line in pairwise(lines):
        before = re.sub(r'"[^"\n]*"|#[^\n]*', "", text[last:line]).rstrip()[-1:]
        is_row = text[line:end].lstrip(" \t").startswith("|")
        if before in (".", "|") and _level(text, line) == _level(text, lines[0]) and not is_row:
            cuts.append(line)
    yield ParsedStretch(STAND_IN, start, lines[0], STAND_IN_SENTENCE)
    for cut, next_cut in pairwise([*cuts, end]):
        yield ParsedStretch(STAND_IN + STAND_IN_HEADING, cut, next_cut, "")


def _level(text: str, line: int) -> int:
    match = re.compile(r"[ \t]*").match(text, line)
    return match.end() - line if match else 0


def _problem(source: Source, error: UnexpectedInput | LayoutError, stretch: ParsedStretch) -> Problem:
    """Return the problem for an error of the parser."""
    if isinstance(error, LayoutError):
        start = (error.token.start_pos or 0) + stretch.start - len(stretch.before)
        tab = _tab_near(source, start)
        if tab is not None:
            return _tab_problem(source, tab)
        remedy = "Indent it exactly as far as the lines to which it belongs."
        return Problem(
            "uneven-indent",
            "The indentation of this line matches no line above it.",
            source,
            Span(start, start + len(error.token)),
            remedies=(remedy, "Lines under a heading are indented by two spaces more than the heading."),
        )
    slip = _slip(source.text, error, stretch)
    tab = _tab_near(source, slip.span.start)
    if tab is not None:
        return _tab_problem(source, tab)
    mistake = _mistake_by_example(slip, source.text) or _mistake_by_expectation(slip)
    texts = [_fill_message(words, slip, source.text) for words in (mistake.sentence, *mistake.remedies)]
    places = {
        "here": slip.span,
        "last": slip.last,
        "end": Span(slip.last.end, slip.last.end + 1),
        "both": Span(slip.before.start, slip.last.end),
    }
    return Problem("syntax", texts[0], source, places[mistake.place], remedies=tuple(texts[1:]))


def _tab_near(source: Source, offset: int) -> Span | None:
    """Return the tab at the beginning of the line of a mistake or of a neighbour, if other lines begin with spaces."""
    line = source.position(offset)[0]
    if re.search(r"^ +\S", source.text, re.MULTILINE) is None:
        return None
    for number in (line, line + 1, line - 1):
        words = source.line(number)
        at = len(words) - len(words.lstrip(" "))
        if words[at : at + 1] == "\t" and words.strip():
            start = source.start_of(number) + at
            return Span(start, start + 1)
    return None


def _tab_problem(source: Source, tab: Span) -> Problem:
    sentence = "This line is indented with a tab, which counts as one space here."
    remedy = "Write two spaces for each level. Most editors can do that when you press Tab."
    return Problem("uneven-indent", sentence, source, tab, remedies=(remedy,))


@lru_cache(maxsize=CACHE_SIZE)
def _nouns_of_file(text: str) -> dict[str, str]:
    """Return the nouns of a file that replace those of the examples: for “pack” the first place, such as “bag”."""
    patterns = grammar_data("mistakes")["nouns"].items()
    return {noun: match[1] for noun, pattern in patterns if (match := re.search(pattern, text))}


def _fill_message(words: str, slip: Slip, text: str) -> str:
    """Put the writer's words into a message: `if the pack is empty` becomes `if the bag is empty`."""
    word = slip.word if len(slip.word) <= 40 else f"{slip.word[:37]}…"
    for noun, own in _nouns_of_file(text).items():
        words = re.sub(rf"\ban? {noun}\b", f"{'an' if own[0] in 'aeiou' else 'a'} {noun}", words)
    words = re.sub(r"[a-z]+", lambda word: _nouns_of_file(text).get(word[0], word[0]), words)
    words = words.replace("{found}", word).replace("{small}", text[slip.last.start : slip.last.end].lower())
    for sign, span in (("{last}", slip.last), ("{before}", slip.before)):
        words = words.replace(sign, text[span.start : span.end])
    return words


def _slip(text: str, error: UnexpectedInput, stretch: ParsedStretch) -> Slip:
    """Return the slip at which the parser stopped; the end of a line or of the file is placed after its last word."""
    start, here = _place_of_error(text, error, stretch)
    words = [word for word in WORDS.finditer(text, stretch.start, start) if not word[0].startswith("#")]
    # Two empty spans stand in for the words before a slip at the beginning of a stretch.
    nowhere = Span(stretch.start, stretch.start)
    spans = [nowhere, nowhere, *(Span(*word.span()) for word in words)]
    kind = error.token.type if isinstance(error, UnexpectedToken) else ""
    return Slip(
        Span(*here.span()) if here else Span(spans[-1].end, spans[-1].end + 1),
        here[0] if here else "",
        kind if here else "$END",
        spans[-1],
        spans[-2],
        error.state.position if isinstance(error, UnexpectedToken) else -1,
        # LALR states are shared, so `expected` lists too much; `accepts` is exact.
        frozenset(error.accepts or ()) if isinstance(error, UnexpectedToken) else frozenset(),
        _sentence(text, [*words, here])[:-1] if here else _sentence(text, words),
        here is None or "\n" in text[spans[-1].end : start],
    )


def _place_of_error(text: str, error: UnexpectedInput, stretch: ParsedStretch) -> tuple[int, re.Match[str] | None]:
    """Return the place where the parser stopped, and the word there, unless the line ends there."""
    shift = stretch.start - len(stretch.before)
    if not isinstance(error, UnexpectedToken):
        start = max(stretch.start, min((getattr(error, "pos_in_stream", 0) or 0) + shift, stretch.end))
        return start, re.compile(r"(?s).").match(text, start, stretch.end)
    token = error.token
    place = (token.start_pos or 0) + shift
    end = (token.end_pos or 0) + shift
    if token.type == "$END":
        place = stretch.end
    elif token.type in ENDS and not has_words(text[max(0, end) : stretch.end]):
        # Tokens that the layout adds at the end have the position of the last word.
        place = end
    start = max(stretch.start, min(place, stretch.end))
    return start, WORDS.match(text, start, stretch.end)


def _sentence(text: str, words: list[re.Match[str]]) -> tuple[str, ...]:
    """Return the words since the last full stop, or since the colon or heading that ended a line."""
    first = 0
    for number, (word, next_word) in enumerate(pairwise(words), 1):
        is_heading = words[first][0][0] == "§" or words[first][0] == "editor"
        if "\n" in text[word.end() : next_word.start()] and (
            word[0] in (".", ":", "|") or (is_heading and not next_word[0].startswith('"'))
        ):
            first = number
    return tuple(word[0] for word in words[first:])


# ------------------------------------------------------------------------------------ messages by example


class Mistake(NamedTuple):
    """One message of mistakes.toml, and the patterns that select it."""

    sentence: str
    remedies: tuple[str, ...] = ()
    place: str = "here"
    """The words to underline: `here`, the word that is not allowed; `last`, the word before it; `both`, the two words
    before it; `end`, the place after the word before it.
    """
    words: str = ""
    """The pattern of the word that is not allowed."""
    after: tuple[str, ...] = ()
    """The words required before the mistake: NAME is any name, SAME the word itself; an empty list means the start of a
    sentence.
    """
    within: tuple[str, ...] = ()
    """Words of which one must occur earlier in the sentence."""
    found: tuple[str, ...] = ()
    """The classes of token at the mistake to which the message applies; `line` is the beginning or end of a line."""
    wanted: str = ""
    """A terminal that the parser would have accepted."""
    ahead: str = ""
    """The pattern of the text from the mistake onwards."""
    pattern: str = ""
    """The pattern of characters that begin no word."""
    samples: tuple[str, ...] = ()
    """Files with this mistake; MARK precedes the place that is underlined."""

    @property
    def is_rule(self) -> bool:
        """Return whether the mistake is selected by its patterns, not by the similarity of its samples."""
        return bool(self.words or self.after or self.found or self.wanted or self.ahead or self.pattern)


MARK = "‸"


@cache
def mistakes() -> tuple[Mistake, ...]:
    """Return the messages of grammar/mistakes.toml."""
    messages = []
    for entry in grammar_data("mistakes")["mistake"]:
        fields: dict[str, Any] = {key: tuple(part) if isinstance(part, list) else part for key, part in entry.items()}
        messages.append(Mistake(**fields))
    return tuple(messages)


def file_of_sample(sample: str) -> str:
    """Return a complete file made from a sample of sentences; a sample with its own heading is unchanged."""
    bare = sample.replace(MARK, "")
    if bare.startswith(("edition", "#")) or not bare.strip():
        return sample
    if bare.startswith(("use", "§", "editor")):
        return STAND_IN + sample
    return STAND_IN + STAND_IN_HEADING + "".join(f"  {line}\n" for line in sample.rstrip("\n").split("\n"))


class Examples(NamedTuple):
    """The mistakes by features of the parser's state, which always include the preceding word."""

    kinds: dict[tuple[int, str, str], Mistake]
    """The mistakes by the state of the parser and the terminal that it refused."""
    similar: dict[tuple[frozenset[str], str, str], Mistake]
    """The mistakes by the terminals that the parser would have accepted, and the class of the token that it refused."""
    states: dict[tuple[int, str], Mistake]
    """The mistakes by the state of the parser alone."""


@cache
def _examples() -> Examples:
    """Parse every sample; the first of several with the same features counts."""
    examples = Examples({}, {}, {})
    for mistake in mistakes():
        for sample in () if mistake.is_rule else mistake.samples:
            text = file_of_sample(sample).replace(MARK, "")
            try:
                parser().parse(text, "start")
            except UnexpectedToken as error:
                slip = _slip(text, error, ParsedStretch("", 0, len(text), ""))
                last = _word_class(slip.sentence[-1]) if slip.sentence else ""
                examples.kinds.setdefault((slip.state, slip.kind, last), mistake)
                examples.similar.setdefault((slip.expected, _token_class(slip), last), mistake)
                examples.states.setdefault((slip.state, last), mistake)
    return examples


def _token_class(slip: Slip) -> str:
    """Return the class of a token; all words of the language are one class, and so are all signs, and all line ends."""
    if slip.kind in ("NAME", "INT", "STRING", "SECTION", "DOT", "COMMA", "COLON", "SEMICOLON", "VBAR", "_INDENT"):
        return slip.kind
    return "line" if slip.kind in ENDS else "word" if slip.word[:1].isalpha() else "sign"


@lru_cache(maxsize=CACHE_SIZE)
def _word_class(word: str) -> str:
    """Return the class of a word: `NAME`, `INT`, `STRING` or `SECTION`; any other word is a class of its own."""
    if _is_name(word):
        return "NAME"
    return "INT" if word.isdecimal() else "STRING" if word[0] == '"' else "SECTION" if word[0] == "§" else word


def _mistake_by_example(slip: Slip, text: str) -> Mistake | None:
    """Return the message that fits the words themselves or, failing that, the parser's state."""
    rules = [mistake for mistake in mistakes() if mistake.is_rule and _fits(mistake, slip, text)]
    if not slip.kind:
        return next(iter(rules), None)
    examples = _examples()
    before = _word_class(slip.sentence[-1]) if slip.sentence else ""
    entry = examples.states.get((slip.state, before))
    return (
        next((mistake for mistake in rules if mistake.words), None)
        or _suggest_word(slip)
        or next((mistake for mistake in rules if mistake.after), None)
        or examples.kinds.get((slip.state, slip.kind, before))
        or next(iter(rules), None)
        or _suggest_last_word(slip, text)
        or examples.similar.get((slip.expected, _token_class(slip), before))
        # A message that begins with “After” applies to a word whatever token follows.
        or (entry if entry is not None and entry.sentence.startswith("After ") else None)
    )


def _is_verb(word: str, text: str) -> bool:
    """Return whether a file has a happening or a relation with this verb."""
    word = re.escape(word)
    return re.search(rf"\bwhen an? [\w-]+ {word}\b|\ban? [\w-]+ {word} (an?|another) [\w-]+ if\b", text) is not None


def _joins_no_name(mistake: Mistake, slip: Slip, text: str) -> bool:
    """Return whether a remedy joins two words with a hyphen, although the second cannot end a name."""
    no_ends = grammar_data("mistakes")["joining"]["no-ends"]
    words = {"-{last}": text[slip.last.start : slip.last.end], "-{found}": slip.word}
    joined_words = [word for remedy in mistake.remedies for sign, word in words.items() if sign in remedy]
    return any(word.lower() in no_ends or _is_verb(word, text) for word in joined_words)


def _fits(mistake: Mistake, slip: Slip, text: str) -> bool:
    """Return whether a message applies to a slip."""
    if _joins_no_name(mistake, slip, text):
        return False
    if mistake.pattern or not slip.kind:
        return not slip.kind and re.compile(mistake.pattern or "(?!)").match(text, slip.span.start) is not None
    classes = {slip.kind, _token_class(slip), *(("line",) if slip.is_first else ())}
    return (
        (not mistake.words or re.fullmatch(mistake.words, slip.word) is not None)
        and (not mistake.after or any(_ends_in(slip, ending.split()) for ending in mistake.after))
        and (not mistake.within or not set(mistake.within).isdisjoint(slip.sentence))
        and (not mistake.found or not classes.isdisjoint(mistake.found))
        and (not mistake.wanted or mistake.wanted in slip.expected)
        and (not mistake.ahead or re.compile(mistake.ahead).match(text, slip.span.start) is not None)
    )


def _ends_in(slip: Slip, words: list[str]) -> bool:
    """Return whether the text before a mistake ends in these words; no words mean the start of a sentence."""
    if not words:
        return not slip.sentence
    ends = slip.sentence[-len(words) :]
    pairs = zip(ends, words, strict=False)
    return len(ends) == len(words) and all(
        wanted_word in (word, _word_class(word)) or (wanted_word == "SAME" and word == slip.word)
        for word, wanted_word in pairs
    )


@cache
def _is_name(word: str) -> bool:
    return re.fullmatch(NAME, word) is not None and word not in language_words()


def _suggest_word(slip: Slip) -> Mistake | None:
    """Return a message that suggests a word of the language that is possible here, and that the name resembles."""
    expected_words = [word for name in sorted(slip.expected) for word in first_words(name)]
    suggestion = _similar_word(slip.word, expected_words) if slip.kind == "NAME" else ""
    return Mistake(f"I do not know “{{found}}” here. Do you mean “{suggestion}”?") if suggestion else None


def _suggest_last_word(slip: Slip, text: str) -> Mistake | None:
    """Return a message that suggests a word for the preceding name, which resembles it and occurs nowhere else."""
    last = text[slip.last.start : slip.last.end]
    is_long = len(last) > 3 or sorted(last) in (sorted("the"), sorted("and"), sorted("has"))
    # The pattern begins with letters, which makes the search fast.
    if not is_long or not _is_name(last) or len(re.findall(rf"{last}(?<![\w-]{last})(?![\w-])", text)) != 1:
        return None
    suggestion = _similar_word(last, sorted(language_words()), 1)
    return Mistake(f"I do not know “{{last}}” here. Do you mean “{suggestion}”?", place="last") if suggestion else None


def _similar_word(word: str, words: Iterable[str], slips: int = 3) -> str:
    """Return a word that differs in the order of its letters or in few letters; an empty string if there is none."""
    other_words = [other for other in words if other.isalpha() and len(other) > 1 and other != word]
    anagrams = [other for other in other_words if sorted(other) == sorted(word.lower())]
    return next(iter(anagrams or nearest(word, other_words, 1, slips)), "")


# --------------------------------------------------------------------------------- where no example fits


def _mistake_by_expectation(slip: Slip) -> Mistake:
    """Return the possible continuations, and the form of the sentence."""
    words = expectations(set(slip.expected))
    has_last = slip.last.end > slip.last.start
    if has_last and 0 < len(words) <= 6:
        after = f"after “{{last}}” write {either(words)}."
        sentence = f"“{{found}}” is not allowed here; {after}" if slip.word else f"A{after[1:]}"
    elif slip.word:
        sentence = "“{found}” cannot follow “{last}” here." if has_last else "“{found}” is not allowed here."
    else:
        sentence = "The sentence is not finished here."
    return Mistake(sentence, _form_remedy(slip.sentence))


def _form_remedy(sentence: tuple[str, ...]) -> tuple[str, ...]:
    """Return a remedy with the form in mistakes.toml whose beginning is the longest that a sentence or its part has."""
    colon = len(sentence) - sentence[::-1].index(":") if ":" in sentence else 0
    best = (0, 0, "")
    for form in grammar_data("mistakes")["form"]:
        begins = form["begins"].split()
        for start in range(len(sentence)) if form.get("part") else {0, colon}:
            part = sentence[start : start + len(begins)]
            pairs = zip(begins, part, strict=False)
            if len(part) == len(begins) and all(want in (word, "*", _word_class(word)) for want, word in pairs):
                best = max(best, (len(begins), start, form["form"]))
    return (f"The form is:   {best[2]}",) if best[2] else ()
