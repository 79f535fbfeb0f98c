"""Leaves out what Sphinx does to every page for other languages and other formats, and does the rest in less time.

Each of these transforms walks through all nodes of a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from docutils import nodes
from docutils.utils import normalize_language_tag
from docutils.utils.smartquotes import educate_tokens, smartchars
from sphinx import addnodes
from sphinx.transforms import ApplySourceWorkaround, SphinxSmartQuotes
from sphinx.transforms.post_transforms.code import HighlightLanguageTransform, HighlightLanguageVisitor
from sphinx.util.nodes import apply_source_workaround, is_smartquotable

from cc_dsl.edition.tags import tag

if TYPE_CHECKING:
    from sphinx.application import Sphinx

NOT_NEEDED = frozenset(
    {
        ("sphinx.transforms.i18n", "Locale"),
        ("sphinx.transforms.i18n", "RemoveTranslatableInline"),
        ("sphinx.transforms.i18n", "TranslationProgressTotaliser"),
        ("sphinx.transforms.i18n", "AddTranslationClasses"),
        ("sphinx.transforms", "AutoIndexUpgrader"),
        ("sphinx.transforms", "DefaultSubstitutions"),
        ("sphinx.transforms", "DoctestTransform"),
        ("sphinx.transforms", "HandleCodeBlocks"),
        ("sphinx.transforms", "MoveModuleTargets"),
        ("sphinx.transforms", "ReorderConsecutiveTargetAndIndexNodes"),
        ("sphinx.transforms.post_transforms.images", "DataURIExtractor"),
        ("sphinx.transforms.post_transforms.images", "ImageDownloader"),
        ("sphinx.builders.latex.transforms", "FootnoteDocnameUpdater"),
        ("sphinx.domains.c", "AliasTransform"),
        ("sphinx.domains.citation", "CitationDefinitionTransform"),
        ("sphinx.domains.citation", "CitationReferenceTransform"),
        ("sphinx.domains.cpp", "AliasTransform"),
    }
)
"""Transforms by their modules and names: the pages are in one language, have no second form, describe no C, and are
written in Markdown, which has no citations, substitutions, index entries and doctests of its own."""
EDUCATED = re.compile(r"""["'\\\x00]|--|\.\.\.|\. \. \.|&#""")
"""What finer quotation marks, dashes and points begin from; words without any of these stay as they are."""


class Quotes(SphinxSmartQuotes):
    """Makes quotation marks, dashes and points finer, as Sphinx does, and looks only at words that have some."""

    def apply(self, **kwargs: object) -> None:
        """Go through every block of text as a whole, since what a mark is made depends on the words before it."""
        if not self.is_available():
            return
        for block in self.document.findall(nodes.TextElement):
            if isinstance(block, self.nodes_to_skip) or isinstance(block.parent, nodes.TextElement):
                continue
            texts = [one for one in block.findall(nodes.Text) if not isinstance(one.parent, nodes.option_string)]
            if any(map(EDUCATED.search, texts)):
                self._educate(texts, self._language(block))

    def _educate(self, texts: Iterable[nodes.Text], language: str) -> None:
        before = " "
        for text in texts:
            if EDUCATED.search(text) and is_smartquotable(text):
                ((_, words),) = self.get_tokens([text])
                told = educate_tokens(
                    [("literal", before), ("plain", words)], attr=self.config.smartquotes_action, language=language
                )
                *_, finer = told
                if finer != text:
                    text.parent.replace(text, nodes.Text(finer))
            before = text[-1:] or before

    def _language(self, block: nodes.Element) -> str:
        """Return the language of a block, if there are quotation marks for it."""
        named = block.get_language_code(self.document.settings.language_code)
        return next((one for one in normalize_language_tag(named) if one in smartchars.quotes), "")


class Languages(HighlightLanguageTransform):
    """Notes the language of every block of code; where no directive changes it, by looking at these blocks alone."""

    def apply(self, **kwargs: object) -> None:
        """Give each block of code without a language that of the pages."""
        visitor = HighlightLanguageVisitor(self.document, self.config.highlight_language)
        visitor.visit_document(self.document)
        blocks = [*self.document.findall(_is_code)]
        if any(isinstance(one, addnodes.highlightlang) for one in blocks):
            super().apply(**kwargs)
            return
        for block in blocks:
            visitor.visit_literal_block(block)


def _is_code(node: nodes.Node) -> bool:
    return isinstance(node, (nodes.literal_block, addnodes.highlightlang))


class Origins(ApplySourceWorkaround):
    """Notes from where nodes come; those that the directives make have no source of their own."""

    def apply(self, **kwargs: object) -> None:
        """Amend the nodes that a parser made."""
        for node in self.document.findall(_is_written):
            apply_source_workaround(node)


def _is_written(node: nodes.Node) -> bool:
    return isinstance(node, (nodes.TextElement, nodes.image, nodes.topic)) and not isinstance(node, tag)


QUICKER: dict[type[object], type[object]] = {
    ApplySourceWorkaround: Origins,
    HighlightLanguageTransform: Languages,
    SphinxSmartQuotes: Quotes,
}
"""The transforms that are done in less time, with the same result."""


def _leave_out(app: Sphinx) -> None:
    for transforms in (app.registry.transforms, app.registry.post_transforms):
        kept = [one for one in transforms if (one.__module__, one.__name__) not in NOT_NEEDED]
        transforms[:] = [QUICKER.get(one, one) for one in kept]


def setup(app: Sphinx) -> None:
    """Leave them out when all extensions are there."""
    app.connect("builder-inited", _leave_out)
