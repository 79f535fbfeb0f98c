"""The sources of an explanation besides decisions: the printed words, the readings chosen, the lines of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from cc_dsl.rules import model
from cc_dsl.rules.titles import Titles
from cc_dsl.trees import walk


class Book:
    """The words of an edition, ready to be quoted."""

    def __init__(
        self,
        rules: model.Rules,
        words: Mapping[str, str] | None = None,
        path: str = "",
        titles: Titles | None = None,
    ) -> None:
        """Take the rules, the words of each clause by its id without the edition, the path of the rules, and titles."""
        self.rules = rules
        self.titles = titles or Titles()
        self.words = dict(words or {})
        self.path = path
        self.misprints: tuple[str, ...] = ()
        """Words that are marked where they are quoted."""
        self._lines: dict[tuple[tuple[str, ...], str], int] | None = None

    def short(self, clause: str) -> str:
        """Return the id of a clause without the name of the edition, if it is of this one."""
        return clause.removeprefix(f"{self.rules.name}.")

    def printed(self, clause: str) -> str:
        """Return the printed words of a clause; nothing where the rules stand without a text."""
        words = self.words.get(self.short(clause), "")
        for misprint in self.misprints:
            words = words.replace(misprint, f"{misprint} [sic]")
        return words

    def reading(self, name: str) -> str:
        """Return the title of an open place with the answer that these rules give to it."""
        doubt = self.rules.doubts.get(name)
        if doubt is None:
            return self.titles.title(name)
        how = "agreed" if doubt.kind == "option" else "chosen"
        said = self.titles.said(name, doubt.chosen)
        return f"{said} ({'default' if doubt.chosen == doubt.default else how})"

    def origin_of(self, sentence: str) -> model.Origin | None:
        """Return where a sentence of the rules comes from; None if they have none such."""
        return next((origin for origin in _origins(self.rules) if origin.sentence == sentence), None)

    def line_of(self, clauses: Iterable[str], sentence: str) -> int:
        """Return the line of the rules file on which a sentence stands; 0 if it is not found."""
        if self._lines is None:
            self._lines = {}
            for origin in _origins(self.rules):
                self._lines.setdefault((origin.clauses, origin.sentence), origin.line)
        wanted = tuple(self.short(clause) for clause in clauses)
        found = self._lines.get((wanted, sentence))
        if found is not None:
            return found
        return next((line for (_, words), line in self._lines.items() if words == sentence), 0)


def _origins(rules: model.Rules) -> Iterator[model.Origin]:
    """Find every origin inside some rules."""
    return (part for part in walk(rules) if isinstance(part, model.Origin))
