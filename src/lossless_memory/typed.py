"""The names of `typing` that this program uses, without loading it: a person waits for each start.

Type checkers see the originals. A running program sees stand-ins that say nothing, and a named tuple of its own kind:
`typing` compiles every annotation and a constructor for each class, whether one is ever made or not. This one looks at
no annotation and makes the constructor when the first tuple is made. Knows nothing of the program.
"""

from __future__ import annotations

__all__ = [
    "IO",
    "TYPE_CHECKING",
    "Any",
    "BinaryIO",
    "ClassVar",
    "NamedTuple",
    "Protocol",
    "TypeAlias",
    "TypeVar",
    "cast",
]

TYPE_CHECKING = False
"""What checkers take for True, as they do typing's."""

if TYPE_CHECKING:
    from typing import IO, Any, BinaryIO, ClassVar, NamedTuple, Protocol, TypeAlias, TypeVar, cast
else:
    from _collections import _tuplegetter  # as collections.namedtuple takes it
    from types import FunctionType

    IO = Any = BinaryIO = ClassVar = Protocol = TypeAlias = object

    def TypeVar(name, **bounds):
        return object

    def cast(kind, value):
        return value

    class _Declared(type):
        """Makes a class with annotated fields one of tuples; what follows from the fields is as in typing's."""

        def __new__(cls, name, bases, body):
            fields = tuple(body.get("__annotations__", ()))
            if not fields:
                return super().__new__(cls, name, bases, body)
            defaults = {field: body[field] for field in fields if field in body}
            if fields[len(fields) - len(defaults) :] != tuple(defaults):
                raise TypeError(f"a field of {name} without a default stands behind one with a default")
            getters = {field: _tuplegetter(place, field) for place, field in enumerate(fields)}
            own = {"__slots__": (), "_fields": fields, "_field_defaults": defaults, "__match_args__": fields}
            return super().__new__(cls, name, bases, {"__new__": _first, **body, **own, **getters})

    def _first(cls, /, *values, **named):
        """Make the first tuple of a class, and the constructor for the others."""
        owner = next(one for one in cls.__mro__ if "_fields" in vars(one))
        fields = owner._fields
        code = _codes.get(len(fields))
        if code is None:
            listed = "".join(f", _{place}" for place in range(len(fields)))
            code = _codes[len(fields)] = eval(f"lambda _cls{listed}: _new(_cls, ({listed[2:]},))").__code__  # noqa: S307
        made = FunctionType(code.replace(co_varnames=("_cls", *fields)), {"_new": tuple.__new__}, "__new__")
        made.__defaults__ = tuple(owner._field_defaults.values())
        owner.__new__ = staticmethod(made)
        return made(cls, *values, **named)

    _codes = {}
    """The code of the constructors, by how many fields they take: only the names of these differ."""

    class NamedTuple(tuple, metaclass=_Declared):
        """As typing's."""

        __slots__ = ()
        _fields = ()

        @classmethod
        def _make(cls, values):
            return cls(*values)

        def _replace(self, /, **changes):
            changed = tuple.__new__(type(self), map(changes.pop, self._fields, self))
            if changes:
                raise ValueError(f"{type(self).__name__} has no field {', '.join(changes)}")
            return changed

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self):
            return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self._asdict().items())})"

        def __getnewargs__(self):
            return tuple(self)
