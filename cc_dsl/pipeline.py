"""The whole pipeline in one file: from an edition's name to its words, its rules and its ledger.

name or path -> files -> nodes -> rules (under one choice of readings)

Every phase returns problems as data; this module raises them, once, as a RulesError.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Self

from cc_dsl import cache, resources
from cc_dsl.diagnostics.problem import Problem, RulesError, has_errors, in_order, nearest
from cc_dsl.errors import require
from cc_dsl.rules import store
from cc_dsl.rules.kinds import PLURALS
from cc_dsl.source.files import LARGEST_RULES, Source, Span, read_source
from cc_dsl.trees import replace

if TYPE_CHECKING:
    from cc_dsl.core.symbols import StatementPlace, SymbolTable
    from cc_dsl.rules.gather import Part
    from cc_dsl.rules.ledger import Ledger
    from cc_dsl.rules.model import Rules
    from cc_dsl.rules.overlay import ComposedRules, Overlay
    from cc_dsl.rules.resolve import Resolution
    from cc_dsl.rules.titles import Titles
    from cc_dsl.source.clauses import EditionText
    from cc_dsl.syntax.nodes import Start

RULES_FILE = "game.rules"
OVERLAY = re.compile(rb"\A(?:\xef\xbb\xbf)?(?:\s*#[^\r\n]*[\r\n])*\s*this\s+edition\s+is\b")
"""The beginning of an overlay's file, by which it is recognised without parsing."""
TEXT_FILES = ("edition.toml", "text.txt", "clauses.toml", "readings.toml")
DEEPEST_OVERLAY = 8
"""The most levels of overlays based on overlays."""


def load(name: str, readings: Mapping[str, str] | None = None) -> Edition:
    """Return an edition of the corpus, or of a rules file, under these readings; raise RulesError if it has errors."""
    edition = Edition(find_rules(name), choice_of(readings))
    _ = edition.rules
    return edition


def choice_of(readings: Mapping[str, str] | None) -> dict[str, str]:
    """Return a choice of readings as a dictionary; raise a UserError if it is not one of names and answers."""
    for answer in readings.values() if isinstance(readings, Mapping) else [[readings]] * bool(readings):
        require(answer, str, "an answer", "Give a dictionary of questions and answers, all as text.", "readings")
    return dict(readings or {})


def find_rules(name: str) -> str:
    """Return the path of the rules file to which a name refers: an edition of the corpus, a folder or a file."""
    resources.require_files()
    if name in resources.edition_names():
        return os.path.join(resources.edition_folder(name), RULES_FILE)
    for path in (os.path.join(name, RULES_FILE), name):
        if os.path.isfile(path):
            return path
    raise _unknown_edition(name, resources.edition_names())


def _unknown_edition(name: str, names: Sequence[str]) -> RulesError:
    """Return the error for an unknown name, with similar names."""
    close = " or ".join(nearest(name, names)) or "one that “circular editions” lists"
    remedy = f"Choose {close}, or give the path of a rules file."
    return RulesError([Problem("unknown-edition", f"There is no edition “{name}”.", remedies=(remedy,))])


class Edition:
    """One edition under one choice of readings; each part is computed at its first use."""

    def __init__(self, path: str, chosen: dict[str, str], unsaved: str | None = None) -> None:
        """Take the rules file, the answers chosen, and the contents of the file if they are not saved yet."""
        self.path = path
        self.unsaved = unsaved
        self.above: tuple[str, ...] = ()
        """The files of the overlays based on this edition."""
        self.chosen = chosen
        """The answers chosen explicitly, by the names of readings, gaps and options."""
        self.sound: Start | None = None
        """For unsaved rules, the blocks that can be parsed."""
        self._resolved: dict[tuple[tuple[str, str], ...], tuple[Rules | None, list[Problem]]] = {}
        self._resolutions: dict[str, Resolution] = {}
        """The resolved rules, by the digests of the choices; choosing a default explicitly does not change a digest."""
        self._of: Edition | None = None

    @classmethod
    def from_record(cls, name: str, text: str, parent: str, readings: Mapping[str, str]) -> Self:
        """Return the overlay of an edition that a record contains, by its name and text; raise RulesError on errors."""
        base = cls(find_rules(parent), {})
        own = name.removesuffix(f"-of-{base.start.edition.label.text}")
        edition = cls(os.path.join(os.path.dirname(base.path), f"{own}.rules"), dict(readings), text)
        base.above = (os.path.realpath(edition.path),)
        edition.__dict__["parent"] = base  # an overlay given as text cannot find a parent file by its label
        _ = edition.rules
        return edition

    def with_readings(self, readings: Mapping[str, str]) -> Edition:
        """Return the same edition under other readings; raise RulesError if they have errors.

        Parts that do not depend on the readings, such as the printed words, are neither read nor checked again.
        """
        edition = Edition(self.path, choice_of(readings), self.unsaved)
        edition._resolutions, edition._of = self._resolutions, self
        for name in ("_syntax", "_printed_words", "overlay", "parent", "folder", "_composition", "parts", "titles"):
            edition.__dict__[name] = getattr(self, name)
        _ = edition.rules
        return edition

    @cached_property
    def overlay(self) -> Overlay | None:
        """The overlay in the file, or None if the file contains a complete edition."""
        contents = store.contents_of(self.path) if self.unsaved is None else self.unsaved.encode()
        if OVERLAY.match(contents) is None:
            return None
        from cc_dsl.rules.overlay import read_overlay

        return read_overlay(self._read_source())

    @cached_property
    def parent(self) -> Edition | None:
        """The edition that this one changes, if it is an overlay; raise RulesError if there is none."""
        if self.overlay is None:
            return None
        word, source = self.overlay.node.parent, self.overlay.source
        name, span = word.text, word.span
        if name.endswith(".rules"):
            name = os.path.join(os.path.dirname(self.path), name)
        try:
            path = find_rules(name)
        except RulesError as error:
            (problem,) = error.problems
            raise RulesError([problem._replace(source=source, span=span)]) from None
        parent = Edition(path, {})
        parent.above = (*self.above, os.path.realpath(self.path))
        if os.path.realpath(parent.path) in parent.above or len(parent.above) > DEEPEST_OVERLAY:
            sentence = "This overlay is based on itself, through other overlays."
            if len(parent.above) > DEEPEST_OVERLAY:
                sentence = f"Overlays are based on one another here to a depth of more than {DEEPEST_OVERLAY}."
            remedy = "Base one of them on an edition."
            raise RulesError([Problem("endless", sentence, source, span, remedies=(remedy,))])
        return parent

    @property
    def lineage(self) -> list[Edition]:
        """The edition itself, the one on which it is based, and so on, up to one that is not an overlay."""
        return [self, *(self.parent.lineage if self.parent is not None else ())]

    @cached_property
    def folder(self) -> str:
        """The folder of the words, the readings and the worked cases; an overlay uses the folder of its parent."""
        return self.parent.folder if self.parent is not None else os.path.dirname(self.path)

    @property
    def name(self) -> str:
        """The name of the edition, such as 1862."""
        return self.rules.name

    @property
    def title(self) -> str:
        """The title of the text that is encoded."""
        return self.rules.title

    @property
    def argument(self) -> str:
        """The name of this edition on a command line: its name, or the path of a rules file outside the corpus.

        An overlay without a file has the argument of its parent.
        """
        if self.unsaved is not None and self.parent is not None:
            return self.parent.argument
        of_corpus = os.path.join(resources.edition_folder(self.name), RULES_FILE)
        if os.path.abspath(self.path) == os.path.abspath(of_corpus):
            return self.name
        import shlex

        return shlex.quote(self.path)

    @cached_property
    def titles(self) -> Titles:
        """The titles of the open places and the phrases of their answers, read at the first use."""
        from cc_dsl.rules.titles import Titles

        return Titles(self.folder or ".", self.shared_folders)

    @property
    def shared_folders(self) -> dict[str, str]:
        """The folders of the editions whose clauses this one uses, by their names."""
        return {label: os.path.dirname(find_rules(label)) for label in self.rules.shared}

    @property
    def display_name(self) -> str:
        """The name of the edition on pages and in sentences, such as “Court Circular (1862)”."""
        if self.overlay is not None and self.parent is not None:
            return f"{self.parent.display_name}, but “{self.overlay.node.title.text}”"
        return str(self.text.meta.get("short_title") or self.title) if self.text is not None else self.title

    # ------------------------------------------------------------------------------------ the phases

    @property
    def source(self) -> Source:
        """The rules file."""
        return self._syntax[1]

    @property
    def start(self) -> Start:
        """The nodes of the rules; raise RulesError if they have syntax errors."""
        start, _, problems = self._syntax
        if start is None:
            raise RulesError(problems)
        return start

    @cached_property
    def _syntax(self) -> tuple[Start | None, Source, list[Problem]]:
        """The nodes of the rules, and the syntax errors."""
        source = self._read_source() if self._composition is None else self._composition.source
        if self.unsaved is None:
            from cc_dsl.syntax.packed_nodes import parse

            start, problems = parse(source)
        else:
            from cc_dsl.syntax import parser

            start, problems = parser.parse(source)
            self.sound = start or parser.sound_part(source, problems)
        return start, source, self._at_original_places(problems)

    def _read_source(self) -> Source:
        """Read the file; raise RulesError if it cannot be read."""
        return read_source(self.path, LARGEST_RULES) if self.unsaved is None else Source(self.path, self.unsaved)

    @cached_property
    def _composition(self) -> ComposedRules | None:
        """The rules of parent and overlay together; raise RulesError if a change does not fit the parent."""
        if self.overlay is None or self.parent is None:
            return None
        from cc_dsl.rules.overlay import compose, refuse_changed_parent

        if self.overlay.node.digest is not None:
            refuse_changed_parent(self.overlay, self.parent.rules)
        return compose(self.overlay, self._own_name, self.parent.start, self.parent.source, self.overlay.source.path)

    @property
    def _own_name(self) -> str:
        """The name of an overlay, made of the names of its file and of its parent, such as `hit7-of-1862`."""
        assert self.parent is not None
        own = re.sub(r"[^A-Za-z0-9]+", "-", os.path.basename(self.path).removesuffix(".rules")).strip("-")
        return f"{own if own[:1].isalpha() else f'overlay-{own}'.strip('-')}-of-{self.parent.start.edition.label.text}"

    def source_of_span(self, span: Span) -> tuple[Source, Span]:
        """Return the place of a span of the composed rules in the file of the overlay or of its parent."""
        if self._composition is None or self.parent is None:
            return self.source, span
        source, place = self._composition.place(span)
        return self.parent.source_of_span(place) if source is self.parent.source else (source, place)

    def source_of_line(self, number: int) -> tuple[Source, Span]:
        """Return the place of the words of a line of the composed rules in the file of the overlay or of its parent."""
        line, end = self.source.line(number), self.source.start_of(number) + len(self.source.line(number))
        return self.source_of_span(Span(end - len(line.lstrip()), end - len(line) + len(line.rstrip())))

    def place_of_line(self, number: int) -> tuple[str, int]:
        """Return the file and the line in which a line of the composed rules was written."""
        source, span = self.source_of_line(number)
        return source.path, source.position(span.start)[0]

    def _at_original_places(self, problems: list[Problem]) -> list[Problem]:
        """Return problems with their places in the original files; a parent may be an overlay too."""
        if self._composition is None or self.parent is None:
            return problems
        return self.parent._at_original_places([self._composition.at_original_places(problem) for problem in problems])

    @property
    def text(self) -> EditionText | None:
        """The printed words, or None for a rules file without a text."""
        return self._printed_words[0]

    @cached_property
    def _printed_words(self) -> tuple[EditionText | None, list[Problem]]:
        """The printed words and the problems with them; an overlay has those of its parent, with its conjectures."""
        if self.overlay is not None and self.parent is not None:
            from cc_dsl.rules.overlay import conjectured_words

            text, problems = self.parent._printed_words
            if text is None:
                return None, problems
            conjecture, refused_conjectures = conjectured_words(text, self._own_name, self.overlay)
            return conjecture, [*problems, *refused_conjectures]
        if not os.path.isfile(os.path.join(self.folder, "clauses.toml")):
            return None, []
        from cc_dsl.source.clauses import load_edition_text

        return load_edition_text(self.folder)

    @cached_property
    def rules(self) -> Rules:
        """The resolved rules, from the cache if no file has changed."""
        if self.unsaved is not None or self._of is not None:
            return self._resolve_or_raise()
        key = os.path.abspath(self.path), self.chosen, self.files()
        rules = store.cached_rules(*key)
        if rules is None:
            rules = self._resolve_or_raise()
            cache.put_object("rules", store.key_of(*key), rules)
        PLURALS.update(rules.plurals)
        return rules

    def files(self) -> tuple[tuple[str, bytes], ...]:
        """Return the files of the rules with their contents, to detect a stale cache."""
        paths = [self.path, *(os.path.join(self.folder, name) for name in TEXT_FILES)]
        paths += (ancestor.path for ancestor in self.lineage[1:])
        paths += map(resources.library_file, resources.library_names())
        # The rules name an edition whose clauses they use, after “of”.
        words = {word.rstrip(b".") for word in store.contents_of(self.path).split()}
        paths += [find_rules(name) for name in resources.edition_names() if name.encode() in words]
        return tuple((path, store.contents_of(path)) for path in paths)

    def _resolve_or_raise(self) -> Rules:
        """Return the rules under the readings chosen; raise RulesError with all problems."""
        rules, problems = self.resolve(self.chosen)
        if self._of is None:
            problems = [*self.problems_of_text(), *problems]
        if has_errors(problems) or rules is None:
            raise RulesError(in_order(problems))
        return rules

    def resolve(self, readings: Mapping[str, str]) -> tuple[Rules | None, list[Problem]]:
        """Return the rules under a choice of readings, and every problem of syntax and meaning; resolved once."""
        key = tuple(sorted(readings.items()))
        if key not in self._resolved:
            from cc_dsl.rules.resolve import with_digest

            resolution = self.resolution(readings)
            rules = with_digest(resolution.rules) if resolution is not None else None
            if rules is not None and self.overlay is not None and self.parent is not None:
                from cc_dsl.rules.overlay import text_for_record

                rules = replace(rules, overlay=text_for_record(self.overlay, self.parent.start.edition.label.text))
            self._resolved[key] = rules, self.problems_under(readings)
        rules, problems = self._resolved[key]
        return rules, [*problems]

    def resolution(self, readings: Mapping[str, str]) -> Resolution | None:
        """Return the resolution of the rules under a choice of readings, computed once; None for unreadable files."""
        from cc_dsl.rules.parts import changed_readings, texts_of
        from cc_dsl.rules.resolve import resolution

        start = self._syntax[0]
        parts, problems = self.parts
        if start is None or problems:
            return None
        digest = store.digest(texts_of(start, parts), changed_readings(parts, readings))
        if digest not in self._resolutions:
            heading = start.edition
            self._resolutions[digest] = resolution(heading.label.text, heading.title.text, parts, readings, digest)
        return self._resolutions[digest]

    def problems_under(self, readings: Mapping[str, str]) -> list[Problem]:
        """Return every problem of syntax and meaning under a choice of readings."""
        resolution = self.resolution(readings)
        if resolution is None:
            return self._quote_clauses(self._syntax[2] or self.parts[1])
        problems = [*resolution.problems]
        if self.overlay is not None and self.parent is not None and self._composition is not None:
            from cc_dsl.rules.overlay import warnings_of_overlay

            problems = warnings_of_overlay(problems, self._composition, self.overlay, self.parent.start)
        return self._quote_clauses(problems)

    @cached_property
    def parts(self) -> tuple[list[Part], list[Problem]]:
        """The files of the rules, this one last, and the problems with reading them."""
        from cc_dsl.rules.gather import Part

        start, source, _ = self._syntax
        if start is None:
            return [], []
        parts, problems = parts_of(start, source)
        return [*parts, Part(start, source)], problems

    def problems_of_text(self) -> list[Problem]:
        """Return every problem of the words, the citations and the record of readings."""
        start, source, _ = self._syntax
        if start is None:
            return []
        text, faults = self._printed_words
        if text is None:
            return faults
        from cc_dsl.rules.ledger import make_ledger

        # An overlay records no open places of its own: its parent does.
        problems = self._problems_of_labels(start, source, text) if self.overlay is None else []
        if all(fault.code == "text-changed" for fault in faults):
            # If the text does not match its checksum, do not compare the rules with it.
            problems += make_ledger(start, source, text)[1]
        return self._quote_clauses([*faults, *problems])

    def _quote_clauses(self, problems: list[Problem]) -> list[Problem]:
        """Add to problems the printed words of the clauses in whose blocks they occur."""
        text = self.text
        if text is not None:
            from cc_dsl.rules.ledger import quote_clauses

            problems = [quote_clauses(problem, self.source, text) for problem in problems]
        return self._at_original_places(problems)

    def _problems_of_labels(self, start: Start, source: Source, text: EditionText) -> list[Problem]:
        """Return the differences between the rules and the names, questions and open places that other files record."""
        from cc_dsl.rules.ledger import check_label, check_questions, check_record
        from cc_dsl.source.data import read_data

        edition = read_source(os.path.join(self.folder, "edition.toml"))
        problems = check_label(start, source, text.id, False)
        problems += check_questions(start, source, text.meta.get("questions", []), edition)
        path = os.path.join(self.folder, "readings.toml")
        try:
            data, tables = read_data(path) if os.path.isfile(path) else (None, {})
        except RulesError as error:
            return [*problems, *error.problems]
        return [*problems, *(check_record(start, source, tables, data) if data is not None else ())]

    @cached_property
    def meaning_of_answers(self) -> str:
        """A digest of the meaning of the rules, and of the clauses cited, under each answer to one open place."""
        from cc_dsl.rules import meaning

        key = store.key_of(os.path.abspath(self.path), self.chosen, store.essential(self.files()))
        recalled_meaning = cache.get("meaning", key)
        if recalled_meaning:
            return recalled_meaning.decode()
        digests = {"": meaning.digest(self.rules, with_sources=True)}
        for doubt in self.rules.doubts.values():
            for answer, _ in doubt.alternatives:
                digests[f"{doubt.name}={answer}"] = digests[""]
                if answer != doubt.chosen:
                    other = self.resolution({**self.chosen, doubt.name: answer})
                    assert other is not None
                    digests[f"{doubt.name}={answer}"] = meaning.digest(other.rules, with_sources=True)
        digest = meaning.hash_of(digests)
        cache.put("meaning", key, digest.encode())
        return digest

    @property
    def symbols(self) -> SymbolTable[StatementPlace]:
        """Every name of the rules: its meaning, its kind, and where it is introduced, changed and used."""
        from cc_dsl.core.symbols import SymbolTable, in_parts
        from cc_dsl.rules.gather import Part

        start = self.sound or self.start
        table = SymbolTable(in_parts([*parts_of(start, self.source)[0], Part(start, self.source)]))
        rules = self.rules if self.unsaved is None else self.resolve(self.chosen)[0]
        return table.with_meanings(rules) if rules is not None else table

    @cached_property
    def changed_places(self) -> frozenset[str]:
        """The clauses and open places whose rules an overlay changes, with those of its parent overlays."""
        if self.overlay is None or self.parent is None:
            return frozenset()
        from cc_dsl.syntax import nodes

        changes = self.overlay.node.changes
        places = (change.place.text for change in changes if not isinstance(change, nodes.Conjecture))
        return self.parent.changed_places.union(places)

    @property
    def ledger(self) -> Ledger | None:
        """The ledger of clauses, or None without a text."""
        from cc_dsl.rules.ledger import make_ledger

        text = self.text
        return make_ledger(self.start, self.source, text)[0] if text is not None else None


def parts_of(start: Start, source: Source) -> tuple[list[Part], list[Problem]]:
    """Read the libraries that an edition uses, and the other editions whose clauses it uses, each once."""
    from cc_dsl.rules.gather import Part, uses_of_other_editions
    from cc_dsl.rules.parts import libraries

    parts, problems = libraries(start, source)
    if problems:
        return parts, problems
    others: dict[str, Part] = {}
    names = [name for name in resources.edition_names() if name != start.edition.label.text]
    for node in uses_of_other_editions(start):
        label = node.label.text
        if label in others:
            continue
        if label not in names:
            (problem,) = _unknown_edition(label, names).problems
            problems.append(problem._replace(source=source, span=node.label.span))
            continue
        try:
            other = Edition(find_rules(label), {})
            others[label] = Part(other.start, other.source, label)
        except RulesError as error:
            problems += error.problems
    return [*parts, *others.values()], problems
