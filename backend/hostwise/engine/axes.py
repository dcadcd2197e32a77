"""The axes of a quantity's members, and how arrays with different axes are brought together.

A stored array is (sample, configuration, *axes) with the axes in canonical order. A quantity has at most two of them:
the roles of drives, and one of VM groups, years and months. A formula takes its arrays aligned: where any of them has
roles they stand on the last axis but one, and the groups, years or months on the last; size 1 where it does not vary.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from hostwise.engine.quantities import AXES, Array, Axis, DeclarationError
from hostwise.engine.roles import Role
from hostwise.engine.symbols import Apply, Expression, Place, Symbol, operations, walk

Axes = tuple[Axis, ...]

Index = tuple[Any, ...]
"""An index of an array, as NumPy takes it."""

_ALL = slice(None)

_ALL_ROLES = ("total_of_roles", "smallest_of_roles")
"""Operations over all roles."""

OF_WRITE_ROLE = "of_write_role"
"""The operation that takes the role that absorbs the writes: which it is, its second argument says."""

_OF_ROLES = (*_ALL_ROLES, "of_role", OF_WRITE_ROLE)
"""Operations that end the axis of roles."""

REDUCTIONS = (
    "total",
    "largest",
    "smallest",
    "at_start",
    "internal_rate",
    "payback",
    "least_bins",
    "years_until_written",
)
"""Operations that end the axis of groups, years or months."""

_CHANGES: Mapping[str, tuple[Axis, Axis]] = {"by_year": ("month", "year")}
"""Operations that turn members of one kind into members of another."""

BY_MONTH_OF_GROUPS = "written_by_month"
"""The operation that sums over VM groups, its first two arguments, in each month, its third."""


def declared_axes(name: str, expression: Expression, axes_of: Callable[[str], Axes]) -> Axes:
    """The axes of a formula's result.

    Raises:
        DeclarationError: the formula uses what cannot be rendered, reduces on the way, or mixes axes.
    """
    for node in walk(expression):
        if isinstance(node, Apply) and node.operation not in operations():
            raise DeclarationError(f"{name}: operation {node.operation!r} cannot be rendered")
        outermost = isinstance(node, Apply) and node.operation in (
            *REDUCTIONS,
            *_CHANGES,
            *_OF_ROLES,
            BY_MONTH_OF_GROUPS,
        )
        if isinstance(node, Apply) and outermost and node is not expression:
            raise DeclarationError(
                f"{name}: {node.operation!r} must be the outermost operation of a formula; "
                "reductions stand alone: write a second formula that takes the result of this one"
            )
    try:
        return axes_in(expression, axes_of)
    except DeclarationError as error:
        raise DeclarationError(f"{name}: {error}") from error


def axes_in(node: Expression, axes_of: Callable[[str], Axes]) -> Axes:
    """The axes along which an expression has several values."""
    if isinstance(node, Symbol):
        return axes_of(node.name)
    if not isinstance(node, Apply):
        return ()
    axes = {axis for argument in node.arguments for axis in axes_in(argument, axes_of)}
    if node.operation == BY_MONTH_OF_GROUPS:
        *of_groups, month = (set(axes_in(argument, axes_of)) - {"role"} for argument in node.arguments)
        if not all(isinstance(each, Symbol) for each in node.arguments):
            raise DeclarationError(f"{node.operation!r} takes quantities as they are")
        if any(each - {"group"} for each in of_groups) or month != {"month"}:
            raise DeclarationError(f"{node.operation!r} takes VM groups, VM groups and months")
        axes -= {"group"}
    others = axes - {"role"}
    if len(others) > 1:
        raise DeclarationError(f"mixes members of {' and '.join(sorted(others))}")
    if node.operation == "by_role":
        axes |= {"role"}
    elif node.operation in _OF_ROLES:
        if "role" not in axes:
            raise DeclarationError(f"{node.operation!r} takes roles, but none of its inputs has them")
        axes = others
    elif node.operation in REDUCTIONS:
        if not others:
            raise DeclarationError("reduces, but none of its inputs has members")
        axes -= others
    elif node.operation in _CHANGES:
        before, after = _CHANGES[node.operation]
        if others != {before}:
            raise DeclarationError(f"{node.operation!r} takes members of kind {before!r}")
        axes = axes - others | {after}
    return tuple(axis for axis in AXES if axis in axes)


def uses_roles(expression: Expression, axes_of: Callable[[str], Axes]) -> bool:
    """Whether any part of an expression has roles."""
    return any(
        "role" in axes_of(node.name) if isinstance(node, Symbol) else node.operation == "by_role"
        for node in walk(expression)
        if isinstance(node, Symbol | Apply)
    )


def alignments(
    names: Iterable[str], axes_of: Callable[[str], Axes], *, roles: bool
) -> Iterator[tuple[str, Index | None]]:
    """For each quantity that a formula takes the index that aligns its array; None where the array is as expected.

    Args:
        names: the quantities.
        axes_of: the axes of each.
        roles: whether any part of the formula has roles.
    """
    axes = {name: axes_of(name) for name in names}
    members = roles or any(axes.values())
    for name, each in axes.items():
        role: Index = (np.newaxis,) if roles and "role" not in each else ()
        member: Index = (np.newaxis,) if members and not set(each) - {"role"} else ()
        yield name, (_ALL, _ALL, *role, ..., *member) if role or member else None


def aligned(arrays: Mapping[str, Array], axes_of: Callable[[str], Axes], *, roles: bool) -> dict[str, Array]:
    """Arrays with their axes where a formula expects them; `roles` says whether any part of it has roles."""
    return {
        name: arrays[name] if index is None else arrays[name][index]
        for name, index in alignments(arrays, axes_of, roles=roles)
    }


def stored(array: Array, axes: Axes) -> Array:
    """What a formula yields, without the axis that it was aligned to and does not have."""
    return array[..., 0] if array.ndim > 2 + len(axes) else array


def taken(node: Expression, role: Role | None, axes_of: Callable[[str], Axes]) -> Iterator[tuple[str, Role | None]]:
    """The quantities that an expression rests on, each with the role that it is taken of; None where it has none."""
    if isinstance(node, Symbol):
        yield node.name, role if "role" in axes_of(node.name) else None
    if not isinstance(node, Apply):
        return
    for argument, at in arguments_at(node, role):
        yield from taken(argument, at, axes_of)


def arguments_at(node: Apply, role: Role | None) -> Iterator[tuple[Expression, Role | None]]:
    """The arguments of an operation, each with the role that is taken of it where the result is that of a role."""
    if node.operation == "of_role":
        amounts, place = node.arguments
        assert isinstance(place, Place)
        yield amounts, place.role
    elif node.operation == OF_WRITE_ROLE:
        amounts, single_tier = node.arguments
        yield single_tier, None
        yield amounts, Role.CAPACITY
        yield amounts, Role.WRITE_TIER
    elif node.operation in _ALL_ROLES:
        yield from ((argument, each) for argument in node.arguments for each in Role)
    elif node.operation == "by_role":
        of_each = zip(node.arguments, Role, strict=True)
        yield from ((argument, each) for argument, each in of_each if role is None or role is each)
    else:
        yield from ((argument, role) for argument in node.arguments)
