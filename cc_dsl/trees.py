"""The base class of syntax nodes and of the terms of resolved rules: frozen, slotted, equal only within a class.

A `Node` is what the standard library calls a frozen, slotted dataclass, and type checkers treat it as such.  The
standard decorator is not used because it costs too much at the start of every command: 0.7 ms a class, and there are
250 classes; a `Node` costs a tenth of that, is created as fast as a named tuple and pickles as one call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from operator import attrgetter
from types import FunctionType, NoneType
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeAlias, TypeVar, cast, dataclass_transform

Parts = Callable[[object], tuple[object, ...]]
LEAVES = frozenset((str, int, bool, NoneType))
"""The types without parts. Most parts of a node are leaves, and recognising them at once halves the time of a walk."""
Data = TypeVar("Data")
Context = TypeVar("Context")
Result = TypeVar("Result")
# Each function takes nodes of its key's class only, which the type cannot express.
ByClass: TypeAlias = dict[type, Callable[[Data, Any], Result]]
"""For each class of nodes, a function of further data and a node."""
ByClassWithin: TypeAlias = dict[type, Callable[[Data, Context, Any], Result]]
"""The same, for functions that also need the node's context."""


@dataclass_transform(frozen_default=True)
class NodeType(type):
    """The metaclass of nodes: annotations, in their order, become fields after those of the base class."""

    def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> NodeType:
        """Return the class, with one slot for each field, a constructor, and a getter of all its fields."""
        # The modules of nodes postpone annotations, so the fields are in __annotations__ as strings.
        own = tuple(space.get("__annotations__", ()))
        inherited = (field for base in bases for field in getattr(base, "__match_args__", ()))
        fields = tuple(dict.fromkeys((*inherited, *own)))
        defaults = {field: space.pop(field) for field in own if field in space}
        node_type = super().__new__(cls, name, bases, {**space, "__slots__": own, "__match_args__": fields})
        if len(fields) > 1:
            parts: Parts = attrgetter(*fields)
        else:  # attrgetter with one field returns the value, not a tuple
            readers = [attrgetter(field) for field in fields]
            parts = lambda node: tuple(read(node) for read in readers)  # noqa: E731
        node_type._parts = staticmethod(parts)  # type: ignore[attr-defined]
        node_type._defaults = defaults  # type: ignore[attr-defined]
        node_type.__init__ = _constructor(node_type, fields, tuple(defaults.values()))  # type: ignore[misc]
        return node_type


@cache
def _constructor_of(count: int) -> FunctionType:
    """Return the constructor of a class with this many fields, under placeholder names."""
    names = [f"_{number}" for number in range(count)]
    body = "; ".join(f"_set{name}(self, {name})" for name in names) or "pass"
    space: dict[str, Any] = {}
    exec(f"def __init__({', '.join(('self', *names))}): {body}", space)
    constructor: FunctionType = space["__init__"]
    return constructor


def _constructor(node_type: Any, fields: tuple[str, ...], defaults: tuple[object, ...]) -> Callable[..., None]:
    """Return a constructor that fills the slots directly, since ordinary assignment to a node is an error.

    It is made at its first use, since few commands use all classes. Its code is copied from one constructor for each
    number of fields, since compiling one for each class would take a tenth of the time of `judge`; the setters of the
    slots are its globals.
    """

    def construct_first(*values: object, **keywords: object) -> None:
        """Make the constructor at the first call, and call it."""
        setters = {f"_set_{number}": getattr(node_type, field).__set__ for number, field in enumerate(fields)}
        code = _constructor_of(len(fields)).__code__.replace(
            co_varnames=("self", *fields), co_qualname=f"{node_type.__qualname__}.__init__"
        )
        node_type.__init__ = FunctionType(code, setters, "__init__", defaults)
        node_type.__init__(*values, **keywords)

    return construct_first


class Node(metaclass=NodeType):
    """An immutable node of a tree; nodes of different classes are never equal, whatever their parts."""

    if TYPE_CHECKING:
        __match_args__: ClassVar[tuple[str, ...]]
        _defaults: ClassVar[dict[str, object]]

        @staticmethod
        def _parts(node: object) -> tuple[object, ...]:
            """Return the values of the fields of a node of this class."""

    def __setattr__(self, name: str, *value: object) -> NoReturn:
        """Refuse to change a node."""
        raise AttributeError(f"{type(self).__name__} cannot be changed; use replace()")

    __delattr__ = __setattr__

    def __eq__(self, other: object) -> bool:
        """Return whether another object is a node of the same class with equal parts."""
        if self is other:
            return True
        return type(other) is type(self) and self._parts(self) == self._parts(other)

    def __hash__(self) -> int:
        """Return a hash of the class and the parts."""
        return hash((type(self), self._parts(self)))

    def __repr__(self) -> str:
        """Return the class and its fields by name."""
        parts = zip(self.__match_args__, children(self), strict=True)
        return f"{type(self).__name__}({', '.join(f'{field}={part!r}' for field, part in parts)})"

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        """Pickle as a call of the class."""
        return type(self), children(self)


AnyNode = TypeVar("AnyNode", bound=Node)
Part = TypeVar("Part")


def replace(node: AnyNode, **changes: object) -> AnyNode:
    """Return a node of the same class in which some fields have other values."""
    return type(node)(**{**dict(fields(node)), **changes})


def children(part: object) -> tuple[object, ...]:
    """Return the children of a node or of a sequence of nodes; any other object has none."""
    # A hot path: this is twice as fast as isinstance.
    parts: Parts | None = getattr(type(part), "_parts", None)
    if parts is not None:
        return parts(part)
    return tuple(part) if isinstance(part, tuple | list) else ()


def fields(node: Node) -> Iterator[tuple[str, object]]:
    """Return the fields of a node by name."""
    return zip(node.__match_args__, children(node), strict=True)


def walk(part: object) -> Iterator[Node]:
    """Return every node of a tree in preorder, in the order of the fields; sequences and mappings are traversed."""
    stack: list[Any] = [part]
    while stack:
        item = stack.pop()
        if type(item) in LEAVES:
            continue
        parts: Parts | None = getattr(type(item), "_parts", None)
        if parts is not None:
            yield item
            stack.extend(parts(item)[::-1])
        elif isinstance(item, tuple | list):
            stack.extend(item[::-1])
        elif isinstance(item, dict):
            stack.extend([*item.values()][::-1])


def rebuild(part: Part, change: Callable[[object], object]) -> Part:
    """Return the node or sequence with every child changed that is not a leaf; the same object if nothing changed."""
    before = children(part)
    after: Any = tuple([child if type(child) in LEAVES else change(child) for child in before])
    if all(new is old for new, old in zip(after, before, strict=True)):
        return part
    return type(part)(*after) if isinstance(part, Node) else after


def exchange(part: Part, others: Mapping[Any, object]) -> Part:
    """Return a node or sequence in which some nodes are replaced by others, wherever they occur."""
    kinds = {type(item) for item in others}

    def put(item: object) -> object:
        return others[item] if type(item) in kinds and item in others else rebuild(item, put)

    return cast("Part", put(part)) if others else part
