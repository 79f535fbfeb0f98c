"""Resolve statements for patches: unknown names are reported without suggestions, since a program reads them."""

from __future__ import annotations

from cc_dsl.rules.acts import ActResolver
from cc_dsl.rules.expressions import ExpressionResolver
from cc_dsl.rules.gather import Gathered
from cc_dsl.rules.ranks import Ranks
from cc_dsl.rules.resolve import Resolver
from cc_dsl.rules.symbols import Item, Names, PhraseRefused
from cc_dsl.syntax.nodes import Word


class TerseNames(Names):
    """A symbol table that suggests no similar names, because finding them takes longer than everything else."""

    def unknown(self, item: Item, word: Word, extra: tuple[str, ...] = ()) -> PhraseRefused:
        """Return the refusal of a name that nothing introduces; other names are refused as usual."""
        if self.find(word.text) is not None and word.text not in extra:
            return super().unknown(item, word, extra)
        return item.refuse("unknown-name", f"“{word.text}” is not a name of these rules.", word.span)


class TerseResolver(Resolver):
    """A resolver that makes no suggestions."""

    def __init__(self, gathered: Gathered) -> None:
        """Start with the statements gathered."""
        super().__init__(gathered)
        self.names = TerseNames()
        self.phrases = ExpressionResolver(self, self.names)
        self.deeds = ActResolver(self, self.phrases)
        self.ranks = Ranks(self)
