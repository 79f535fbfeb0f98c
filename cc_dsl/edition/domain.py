"""The domain `rules`: clauses, statements, readings and decisions that pages show and refer to.

It is modelled on Sphinx's own domain of citations: it warns about a reference without target, an item shown twice, and
a clause or statement that no page shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.domains import Domain, ObjType
from sphinx.roles import XRefRole
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from cc_dsl.edition.markup import nodes_of, render, tag
from cc_dsl.edition.shelf import Shelf
from cc_dsl.edition_model.words import runs_of_clause

if TYPE_CHECKING:
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import RoleFunction

logger = logging.getLogger(__name__)
KINDS = {
    "ref": ("clause", "rule"),
    "statement": ("statement", "answer"),
    "reading": ("reading",),
    "step": ("step",),
    "row": ("row",),
    "parting": ("parting",),
}
"""The kinds of things to which each role can refer, in the order of preference."""


SHORT = frozenset({"clause", "rule", "reading", "case", "step", "turn", "row", "parting"})
"""The kinds of things that have a short address."""
COMPARISON_KINDS = ("row", "parting")
"""The kinds that belong to a comparison of two editions."""


class ShownItem(NamedTuple):
    """An item on a page, such as a clause, with an address of its own."""

    kind: str
    full_id: str
    docname: str
    anchor: str
    words: str
    """Its text or title."""
    digest: str
    """The SHA-256 of its content."""

    @property
    def edition(self) -> str:
        """The edition or comparison of the item."""
        return self.full_id.partition(".")[0]

    @property
    def id(self) -> str:
        """Its id in its edition."""
        return self.full_id.partition(".")[2]

    @property
    def short(self) -> str:
        """Its short address, relative to the first page; empty if it has none."""
        own = self.anchor if self.kind in COMPARISON_KINDS else self.id
        return f"{self.edition}/{own}/" if self.kind in SHORT else ""


class RulesRole(XRefRole):
    """The role for references by full id; on the edition's own pages they show the short id."""

    def process_link(
        self, env: BuildEnvironment, refnode: nodes.Element, has_explicit_title: bool, title: str, target: str
    ) -> tuple[str, str]:
        """Record whether the page previews the words of the clause; shorten its id on the edition's own pages."""
        refnode["preview"] = self.name.endswith("ref")
        refnode["support_smartquotes"] = False
        edition, _, rest = target.partition(".")
        id = rest if f"/{edition}/" in f"/{env.current_document.docname}" else target
        return (title if has_explicit_title else id), target


class RulesDomain(Domain):
    """The Sphinx domain of the items of executable editions."""

    name = "rules"
    label = "Rules"
    object_types: ClassVar[dict[str, ObjType]] = {
        kind: ObjType(kind, *(role for role, kinds in KINDS.items() if kind in kinds), "any")
        for kind in (*(kind for kinds in KINDS.values() for kind in kinds), "case", "turn")
    }
    roles: ClassVar[dict[str, RoleFunction | XRefRole]] = {
        name: RulesRole(innernodeclass=nodes.inline) for name in KINDS
    }
    initial_data: ClassVar[dict[str, object]] = {"objects": {}}
    dangling_warnings: ClassVar[dict[str, str]] = {
        role: f"no page shows {'the case' if role == 'parting' else kinds[0]} %(target)s"
        for role, kinds in KINDS.items()
    }

    @cached_property
    def shelf(self) -> Shelf:
        """The editions of this build."""
        config = self.env.config
        return Shelf(config.rules_editions, config.rules_comparisons, config.rules_counts)

    @cached_property
    def targets_with_titles(self) -> set[tuple[str, ShownItem]]:
        """The pages with a link that shows the title of its target, each with the target."""
        return set()

    @property
    def objects(self) -> dict[tuple[str, str], ShownItem]:
        """The items on the pages, by kind and full id."""
        objects: dict[tuple[str, str], ShownItem] = self.data["objects"]
        return objects

    def record_item(self, item: ShownItem, line: str) -> None:
        """Record that a page shows an item; warn if another page shows it too."""
        other = self.objects.setdefault(item[:2], item)
        if other is not item:
            file = self.env.doc2path(other.docname)
            logger.warning("%s %s is shown twice, also in %s", *item[:2], file, location=line)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Merge the data of another process, which may show an item that this process shows, too."""
        for item in otherdata["objects"].values():
            if item.docname in docnames:
                self.record_item(item, item.docname)

    def check_consistency(self) -> None:
        """Warn about clauses and statements that no page shows, in every edition that pages show in part."""
        editions = {full.partition(".")[0] for kind, full in self.objects if kind == "clause"}
        for name in sorted(editions & set(self.shelf.options)):
            for kind, full_id in self.shelf.edition(name).shown_items():
                if (kind, full_id) not in self.objects:
                    logger.warning("no page shows %s %s", kind, full_id, type="rules", subtype=kind)

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: object,
    ) -> object:
        """Return a link; a link to a clause is followed by a button that shows its words."""
        kind = next((kind for kind in KINDS[typ] if (kind, target) in self.objects), None)
        if kind is None:
            return None
        item = self.objects[kind, target]
        edition, _, name = target.partition(".")
        # Show the title of a target once on a page: some pages have thousands of links.
        is_known = node.get("preview") or (fromdocname, item) in self.targets_with_titles
        self.targets_with_titles.add((fromdocname, item))
        title = None if is_known else item.words
        link = make_refnode(builder, fromdocname, item.docname, item.anchor, contnode, title)
        if not node.get("preview") or kind != "clause":
            return link
        of = "" if f"/{edition}/" in f"/{fromdocname}" else f" of {self.shelf.load(edition).display_name}"
        markup = render("parts.html", "words_button", preview_id(target), f"{name}{of}")
        (link_node,) = nodes_of(markup, fromdocname, [[link]])
        link_node["preview"] = target
        link_node["support_smartquotes"] = False
        return link_node

    def get_objects(self) -> Iterable[tuple[str, str, str, str, str, int]]:
        """Yield the objects to which other projects may refer."""
        for kind, full_id, docname, anchor, *_ in self.objects.values():
            yield full_id, full_id, kind, docname, anchor, 1 if kind in ("clause", "rule", "reading") else -1


class Previews(SphinxPostTransform):
    """The transform that adds a native popover for each clause to which the page refers; old browsers hide them."""

    default_priority = 20
    formats = ("html",)

    def run(self, **kwargs: object) -> None:
        """Collect the clauses to which the page refers, and add their words."""
        domain, docname = domain_of(self.env), self.env.current_document.docname
        previews, links = [], []
        for target in sorted({node["preview"] for node in self.document.findall(tag) if node.get("preview")}):
            item = domain.objects["clause", target]
            edition, _, name = target.partition(".")
            work = domain.shelf.work(edition)
            clause = work.text.clauses[name]
            words = nodes.inline("", "Notes and encoding")
            links.append([make_refnode(self.app.builder, docname, item.docname, item.anchor, words)])
            previews.append((preview_id(target), clause.id, work, runs_of_clause(clause)))
        if previews:
            self.document += nodes_of(render("parts.html", "previews", previews), docname, links)


def path_to_root(path: str) -> str:
    """Return the path from a page up to the folder of the edition, such as `../../`."""
    return "../" * path.count("/")


def preview_id(target: str) -> str:
    """Return the id of the preview of a clause on a page that refers to it."""
    return f"words-{target}"


def digest_of(words: str) -> str:
    """Return the SHA-256 of words."""
    return sha256(words.encode()).hexdigest()


def domain_of(env: BuildEnvironment) -> RulesDomain:
    """Return the domain of the rules, with its shelf of editions."""
    domain = env.domains[RulesDomain.name]
    assert isinstance(domain, RulesDomain)
    return domain
