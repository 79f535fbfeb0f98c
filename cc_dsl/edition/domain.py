"""The domain `rules`: clauses, statements, readings and decisions that pages show and refer to.

It is modelled on Sphinx's own domain of citations: it warns of a reference without target, of a thing shown twice, and
of a clause or statement that no page shows.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from docutils import nodes
from sphinx.domains import Domain, ObjType
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from cc_dsl.edition.markup import nodes_of, rendered
from cc_dsl.edition.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Set

    from sphinx.addnodes import pending_xref
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import RoleFunction

logger = logging.getLogger(__name__)
Shown: TypeAlias = Literal["text", "figures"]
"""What a page may show: by these, programs are told whose words it has, and whether it is a set of data."""

KINDS = {
    "ref": ("clause", "rule"),
    "statement": ("statement", "answer"),
    "reading": ("reading",),
    "step": ("step",),
    "row": ("row",),
    "parting": ("parting",),
}
"""Which kinds of things each role leads to, the nearest first."""


class RulesRole(XRefRole):
    """Refers to something of an edition by its full id; on the edition's own pages its short id is shown."""

    def process_link(
        self, env: BuildEnvironment, refnode: nodes.Element, has_explicit_title: bool, title: str, target: str
    ) -> tuple[str, str]:
        """Note whether the words of the clause can be had on the spot; shorten its id on the edition's own pages."""
        refnode["preview"] = self.name.endswith(":ref") if ":" in self.name else self.name == "ref"
        refnode["support_smartquotes"] = False
        edition, _, rest = target.partition(".")
        shown = rest if f"/{edition}/" in f"/{env.current_document.docname}" else target
        return (title if has_explicit_title else shown), target


class RulesDomain(Domain):
    """Things of executable editions."""

    name = "rules"
    label = "Rules"
    object_types: ClassVar[dict[str, ObjType]] = {
        "clause": ObjType("clause", "ref"),
        "rule": ObjType("rule", "ref"),
        "statement": ObjType("statement", "statement"),
        "answer": ObjType("answer to an open question", "statement"),
        "reading": ObjType("reading", "reading"),
        "step": ObjType("decision", "step"),
        "row": ObjType("row of a comparison", "row"),
        "parting": ObjType("case on which two editions differ", "parting"),
        "case": ObjType("worked case", "any"),
        "turn": ObjType("worked turn", "any"),
    }
    roles: ClassVar[dict[str, RoleFunction | XRefRole]] = {
        name: RulesRole(innernodeclass=nodes.inline) for name in KINDS
    }
    initial_data: ClassVar[dict[str, object]] = {
        "objects": {},
        # Whether each page shows words of a text, and figures.
        "shown": {},
        # Digests of what stands at an address, of things that are shown without a text or title of their own.
        "digests": {},
        # A digest of what pages show of others, such as their titles.
        "frame": "",
    }
    data_version = 9
    dangling_warnings: ClassVar[dict[str, str]] = {
        "ref": "no page shows clause %(target)s",
        "statement": "no page shows statement %(target)s",
        "reading": "no page shows reading %(target)s",
        "step": "no page shows step %(target)s",
        "row": "no page shows row %(target)s",
        "parting": "no page shows the case %(target)s",
    }

    @property
    def objects(self) -> dict[tuple[str, str], tuple[str, str, str]]:
        """The objects on the pages: kind and full id, with the page, the id in it, and a few words."""
        found: dict[tuple[str, str], tuple[str, str, str]] = self.data["objects"]
        return found

    def shows(self, docname: str, what: Shown) -> bool:
        """Return whether a page shows words of a text, or figures."""
        return what in self.data["shown"].get(docname, ())

    @property
    def shelf(self) -> Shelf:
        """The editions of this build."""
        held: Shelf | None = self.__dict__.get("_shelf")
        if held is None:
            config = self.env.config
            options = config.rules_editions, config.rules_code, config.rules_comparisons, config.rules_counts
            held = Shelf(*options)
            self.__dict__["_shelf"] = held
        return held

    # ------------------------------------------------------------------------------------ what pages show

    def note(self, kind: str, full_id: str, docname: str, anchor: str, words: str = "", line: object = None) -> None:
        """Note that a page shows something."""
        self._take((kind, full_id), (docname, anchor, words), line)

    def note_content(self, kind: str, full_id: str, content: str) -> None:
        """Note what stands at the address of something, such as the sentence that is a statement."""
        self.data["digests"][kind, full_id] = hashlib.sha256(content.encode()).hexdigest()

    def _take(self, key: tuple[str, str], found: tuple[str, str, str], location: object) -> None:
        """Take something that a page shows; warn if another page shows it too."""
        other = self.objects.get(key)
        if other is not None:
            where = self.env.doc2path(other[0])
            logger.warning("%s %s is shown twice, also in %s", *key, where, location=location)
        self.objects[key] = found

    def note_shown(self, docname: str, what: Shown) -> None:
        """Note that a page shows words of a text, or figures."""
        self.data["shown"].setdefault(docname, set()).add(what)

    def depend(self, *names: str) -> None:
        """Let the page that is being read be read again when a file of one of these editions has changed."""
        for name in names:
            if name in self.shelf.options:
                self.env.note_dependency(stamp_of(self.env.doctreedir, name))

    def clear_doc(self, docname: str) -> None:
        """Discard the records of a page."""
        self.data["shown"].pop(docname, None)
        for key in [key for key, found in self.objects.items() if found[0] == docname]:
            del self.objects[key]
            self.data["digests"].pop(key, None)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take over what another process read; a thing that it shows may have been shown in this one."""
        for key, found in otherdata["objects"].items():
            if found[0] in docnames:
                self._take(key, found, found[0])
        self.data["shown"].update({name: shown for name, shown in otherdata["shown"].items() if name in docnames})
        self.data["digests"].update(
            {key: digest for key, digest in otherdata["digests"].items() if otherdata["objects"][key][0] in docnames}
        )

    def check_consistency(self) -> None:
        """Warn of clauses and statements that no page shows, in every edition of which pages show any."""
        editions = {full.partition(".")[0] for kind, full in self.objects if kind == "clause"}
        for name in sorted(editions & set(self.shelf.options)):
            for kind, full_id in self.shelf.edition(name).things():
                if (kind, full_id) not in self.objects:
                    logger.warning("no page shows %s %s", kind, full_id, type="rules", subtype=kind)

    def framed_pages(self) -> list[str]:
        """Return the pages to be written again: all, if something has changed that pages show of others."""
        env = self.env
        lists = [
            (docname, env.titles[docname].astext(), env.toctree_includes.get(docname))
            for docname in sorted(env.all_docs)
        ]
        works = [(name, self.shelf.work(name).digest, self.shelf.work(name).full_title) for name in self.shelf.options]
        now = hashlib.sha256(repr((lists, works, sorted(self.objects.items()))).encode()).hexdigest()
        before, self.data["frame"] = self.data["frame"], now
        return sorted(env.all_docs) if before not in ("", now) else []

    # ----------------------------------------------------------------------------------------- references

    def find(self, role: str, target: str) -> tuple[str, str, str] | None:
        """Find the target of a reference."""
        for kind in KINDS[role]:
            found = self.objects.get((kind, target))
            if found is not None:
                return found
        return None

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
        """Make a link; beside the link to a clause a button that shows its words."""
        found = self.find(typ, target)
        if found is None:
            return None
        docname, anchor, words = found
        edition, _, name = target.partition(".")
        link = make_refnode(builder, fromdocname, docname, anchor, contnode, None if node.get("preview") else words)
        if not node.get("preview") or ("clause", target) not in self.objects:
            return link
        of = "" if f"/{edition}/" in f"/{fromdocname}" else f" of {self.shelf.load(edition).display_name}"
        made = rendered("parts.html", "words_button", {}, preview_id(target), f"{name}{of}")
        (kept,) = nodes_of(made, fromdocname, [[link]])
        kept["preview"] = target
        kept["support_smartquotes"] = False
        return kept

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: object,
    ) -> list[tuple[str, object]]:
        """Find whatever has this full id."""
        found = []
        for role in KINDS:
            link = self.resolve_xref(env, fromdocname, builder, role, target, node, contnode)
            if link is not None:
                found.append((f"rules:{role}", link))
        return found

    def get_objects(self) -> Iterable[tuple[str, str, str, str, str, int]]:
        """Return what other projects may refer to."""
        for (kind, full_id), (docname, anchor, _) in self.objects.items():
            priority = 1 if kind in ("clause", "rule", "reading") else -1
            yield full_id, full_id, kind, docname, anchor, priority


def stamp_of(doctrees: str | os.PathLike[str], name: str) -> str:
    """Return the file that is written again when a file of an edition has changed; pages depend on it."""
    return os.path.join(doctrees, "editions", name)


def preview_id(target: str) -> str:
    """Return the id under which a page keeps the words of a clause that it refers to."""
    return f"words-{target}"


def domain_of(env: BuildEnvironment) -> RulesDomain:
    """Return the domain of the rules, with its shelf of editions."""
    found = env.domains[RulesDomain.name]
    assert isinstance(found, RulesDomain)
    return found
