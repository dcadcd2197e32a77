"""How a function is declared to be a formula, and what follows from its declaration."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from inspect import Parameter, Signature
from types import ModuleType
from typing import TypeAlias, TypeVar, get_args

import numpy as np

from hostwise.engine.primitives import ceil_count, total
from hostwise.engine.purposes import (
    CarbonPart,
    Collected,
    Constraint,
    CostPart,
    Purposes,
    Row,
    Section,
)
from hostwise.engine.quantities import Array, DeclarationError, Kind

Function: TypeAlias = Callable[..., Array]
"""A formula; as NumPy's own functions it also takes plain numbers."""

_UNROUNDED, _BY_MONTH = "_unrounded", "_per_month"


@dataclass(frozen=True)
class Declaration:
    """The declaration of a formula, beside its function."""

    label: str
    source: str
    locator: str
    validity: str
    kind: Kind
    low: float
    high: float
    constraint: Constraint | None = None
    slack_of: str | None = None
    cost_part: CostPart | None = None
    monthly_of: str | None = None
    yearly_of: str | None = None
    carbon_part: CarbonPart | None = None
    row: Row | None = None
    collects: Collected | None = None
    sum_of: Collected | None = None


@dataclass(frozen=True)
class Declared:
    """A function with its declaration; its parameters are keyword-only."""

    function: Function
    declaration: Declaration

    @property
    def name(self) -> str:
        """The quantity that it computes."""
        return self.function.__name__

    @property
    def place(self) -> str:
        """File and line of the function, or of the one that it follows from."""
        return _place(self.function)

    @property
    def meaning(self) -> str:
        """The first paragraph of its docstring."""
        return (inspect.getdoc(self.function) or "").split("\n\n")[0].replace("\n", " ")

    @property
    def parameters(self) -> tuple[str, ...]:
        """The quantities that it needs."""
        return tuple(inspect.signature(self.function).parameters)


def _place(function: Function) -> str:
    written = getattr(function, "__written__", function)
    return f"{written.__code__.co_filename}:{written.__code__.co_firstlineno}"


def declared_twice(name: str, first: str, second: str) -> DeclarationError:
    """The error about two declarations of one name, with the places of both."""
    return DeclarationError(f"{name} is declared twice: {first}, and {second}")


def formula(
    *,
    label: str,
    source: str,
    locator: str,
    validity: str = "any non-negative inputs",
    kind: Kind = "derived",
    low: float = 0.0,
    high: float = float("inf"),
    constraint: Constraint | None = None,
    slack_of: str | None = None,
    cost_part: CostPart | None = None,
    yearly_of: str | None = None,
    carbon_part: CarbonPart | None = None,
    row: Row | None = None,
    collects: Collected | None = None,
    sum_of: Collected | None = None,
) -> Callable[[Function], Function]:
    """Declare a function to be a formula.

    The function's name is the quantity that it yields, its keyword-only parameters are the quantities that it
    needs, and the first sentence of its docstring is the quantity's meaning.

    Args:
        label: short name for people.
        source: key of the citation, see the catalogue's sources.
        locator: place in the source.
        validity: the inputs for which it is valid.
        kind: the status of the result if every input is known.
        low: least value that makes sense.
        high: greatest value that makes sense.
        constraint: the constraint on the hosts that it is.
        slack_of: key of the constraint whose slack it is.
        cost_part: the part of the cost that it is, by month or until the horizon.
        yearly_of: key of the part of the cost whose yearly running cost at today's prices it is.
        carbon_part: the part of the carbon that it is.
        row: the row of the comparison that shows it.
        collects: all formulas that its parameter `*name` stands for.
        sum_of: what it is the sum of, where its formula takes another way to it, such as by year.
    """

    def mark(function: Function) -> Function:
        earlier = function.__globals__.get(function.__name__)
        if earlier is not None and hasattr(earlier, "__formula__") and earlier.__module__ == function.__module__:
            # The module keeps only the later one.
            raise declared_twice(function.__name__, _place(earlier), _place(function))
        function.__formula__ = Declaration(  # type: ignore[attr-defined]
            label=label,
            source=source,
            locator=locator,
            validity=validity,
            kind=kind,
            low=low,
            high=high,
            constraint=constraint,
            slack_of=slack_of,
            cost_part=cost_part,
            yearly_of=yearly_of,
            carbon_part=carbon_part,
            row=row,
            collects=collects,
            sum_of=sum_of,
        )
        return function

    return mark


def declared(modules: Iterable[ModuleType]) -> tuple[Mapping[str, Declared], Purposes]:
    """All formulas of some modules by name, including derived ones, and their purposes.

    Raises:
        DeclarationError: a name or a purpose is declared twice, or a purpose does not fit its formula.
    """
    written = [
        Declared(function, function.__formula__)
        for module in modules
        for function in vars(module).values()
        if hasattr(function, "__formula__") and function.__module__ == module.__name__
    ]
    with_slack = {each.declaration.slack_of for each in written}
    found: dict[str, Declared] = {}
    for one in written:
        for each in _with_derived(one, with_slack):
            if each.name in found:
                raise declared_twice(each.name, found[each.name].place, each.place)
            found[each.name] = each
    purposes = _purposes(found)
    return {name: _collecting(each, purposes) for name, each in found.items()}, purposes


# ------------------------------------------------------------------------------------------------- what follows


def _with_derived(one: Declared, with_slack: Iterable[str | None]) -> Iterator[Declared]:
    """A written formula and those derived from its declaration; the purpose goes to the formula that serves it."""
    said = one.declaration
    if said.constraint is not None and _UNROUNDED in one.name:
        yield replace(one, declaration=replace(said, constraint=None))
        yield _whole_hosts(one, said.constraint)
        if said.constraint.slack and said.constraint.key not in with_slack:
            yield _slack(one, said.constraint)
    elif said.cost_part is not None and one.name.endswith(_BY_MONTH):
        yield replace(one, declaration=replace(said, cost_part=None, monthly_of=said.cost_part.key))
        yield _until_the_horizon(one, said.cost_part)
    else:
        yield one


def _whole_hosts(one: Declared, constraint: Constraint) -> Declared:
    """Whole hosts of a constraint in each part of the cluster, with its spares."""
    spares, alone, supply = _spares(constraint), constraint.carried == "alone", constraint.supply
    flags = tuple(each for each in spares if each != "spare_hosts")
    larger = () if supply is None or not spares else (f"spare_{supply}_hosts", *flags)
    more = () if supply is None else (f"{supply}_shift_hosts",)

    def compute(given: Mapping[str, Array]) -> Array:
        parts, unrounded = given["parts"], given[one.name]
        for each in more:
            unrounded = unrounded - given[each]
        shares = given["part_share"] * unrounded if alone else unrounded / parts
        whole = ceil_count(shares + _product(given, larger) if larger else shares)
        if more:
            # Other models may give more than is asked for.
            whole = np.maximum(whole, 0)
        return parts * (whole + _product(given, spares) if spares else whole)

    return _following(
        one,
        one.name.replace(_UNROUNDED, ""),
        dict.fromkeys(("parts", *(["part_share"] if alone else []), one.name, *spares, *more, *larger)),
        compute,
        f"{one.meaning.removesuffix('.')}, whole{', with spares' if spares else ''}.",
        replace(
            one.declaration,
            label=one.declaration.label.removesuffix(", unrounded"),
            source="HOSTWISE",
            locator="hosts#spares",
            kind="derived",
        ),
    )


def _slack(one: Declared, constraint: Constraint) -> Declared:
    """How much the demand of a constraint may grow before the running hosts no longer suffice."""
    # Spares that have failed are no longer to be spared.
    spares = tuple("left_spare_hosts" if each == "spare_hosts" else each for each in _spares(constraint))
    alone = constraint.carried == "alone"
    # A part that carries all alone does so with its own hosts: the part that lost one decides.
    running = "part_running_hosts" if alone else "running_hosts"
    supply = constraint.supply
    flags = tuple(each for each in spares if each != "left_spare_hosts")
    kept = () if supply is None or not spares else (f"left_{supply}_hosts", *flags)
    more = () if supply is None else (f"{supply}_shift_hosts", f"failed_{supply}_hosts")

    def compute(given: Mapping[str, Array]) -> Array:
        hosts, unrounded = given[running], given[one.name]
        if more:
            hosts = hosts + given[more[0]] - given["parts"] * given[more[1]]
        if spares:
            spared = _product(given, spares) + _product(given, kept) if kept else _product(given, spares)
            left = np.maximum(hosts - given["parts"] * spared, 0)
        else:
            left = np.maximum(hosts, 0) if more else hosts
        return left / (given["parts"] * given["part_share"] * unrounded if alone else unrounded) - 1

    what = one.name.replace(_UNROUNDED, "").removeprefix("hosts_for_")
    return _following(
        one,
        f"{what}_slack_share",
        dict.fromkeys(
            (
                running,
                *(["parts", "part_share"] if alone else ["parts"] if spares or more else []),
                *spares,
                one.name,
                *more,
                *kept,
            )
        ),
        compute,
        f"How much the demand may grow before the {one.declaration.label.removesuffix(', unrounded')} no longer "
        "suffice.",
        Declaration(
            label=f"slack of {constraint.label}",
            source="HOSTWISE",
            locator="hosts#slack",
            validity=one.declaration.validity,
            kind="derived",
            low=-1.0,
            high=float("inf"),
            slack_of=constraint.key,
        ),
    )


def _until_the_horizon(one: Declared, part: CostPart) -> Declared:
    """The sum of a part of the cost that is paid by month."""
    label = part.label[0].lower() + part.label[1:]
    return _following(
        one,
        one.name.removesuffix(_BY_MONTH),
        (one.name,),
        lambda given: total(given[one.name]),
        f"{part.label} of all months until the horizon.",
        replace(
            one.declaration,
            label=f"{label} until the horizon",
            source="HOSTWISE",
            locator="cost#parts-of-the-cost",
            row=part.row,
        ),
    )


def _spares(constraint: Constraint) -> tuple[str, ...]:
    """The quantities whose product is the number of spare hosts that a constraint adds."""
    if constraint.spares == "never":
        return ()
    return ("spare_hosts",) if constraint.spares == "always" else ("spare_hosts", constraint.spares)


def _product(given: Mapping[str, Array], names: tuple[str, ...]) -> Array:
    first, *others = (given[name] for name in names)
    for each in others:
        first = first * each
    return first


def _following(
    one: Declared,
    name: str,
    parameters: Iterable[str],
    compute: Callable[[Mapping[str, Array]], Array],
    meaning: str,
    declaration: Declaration,
) -> Declared:
    """A formula derived from another; it belongs to the same module."""
    return Declared(_named(name, one.function, meaning, parameters, compute), declaration)


def _named(
    name: str,
    written: Function,
    document: str | None,
    parameters: Iterable[str],
    compute: Callable[[Mapping[str, Array]], Array],
) -> Function:
    def function(**given: Array) -> Array:
        return compute(given)

    function.__name__, function.__module__, function.__doc__ = name, written.__module__, document
    function.__written__ = getattr(written, "__written__", written)  # type: ignore[attr-defined]
    keywords = [Parameter(each, Parameter.KEYWORD_ONLY) for each in parameters]
    function.__signature__ = Signature(keywords)  # type: ignore[attr-defined]
    return function


# ------------------------------------------------------------------------------------------------ what is collected


def _purposes(found: Mapping[str, Declared]) -> Purposes:
    """The formulas by purpose."""
    said = {name: each.declaration for name, each in found.items()}
    constraints = _ordered({name: each.constraint for name, each in said.items() if each.constraint})
    cost_parts = _ordered({name: each.cost_part for name, each in said.items() if each.cost_part})
    for part, name in ((each, name) for name, each in cost_parts.items()):
        if (part.paid in ("by month", "for growth")) != any(each.monthly_of == part.key for each in said.values()):
            raise DeclarationError(f"{name} is declared to be paid {part.paid}, which does not fit its name")
    constraint_keys, part_keys = list(_by_declared_key(constraints)), list(_by_declared_key(cost_parts))
    sections = get_args(Section)
    rows = {name: each.row for name, each in said.items() if each.row}
    by_section = [_ordered({name: row for name, row in rows.items() if row.section == each}) for each in sections]
    purposes = Purposes(
        constraints=constraints,
        cost_parts=cost_parts,
        carbon_parts=_ordered({name: each.carbon_part for name, each in said.items() if each.carbon_part}),
        rows={name: row for section in by_section for name, row in section.items()},
        slacks=_by_key({name: each.slack_of for name, each in said.items()}, constraint_keys),
        monthly_costs=_by_key({name: each.monthly_of for name, each in said.items()}, part_keys),
        yearly_costs=_by_key({name: each.yearly_of for name, each in said.items()}, part_keys),
        sums={},
    )
    return replace(
        purposes, sums={name: _collected(each.sum_of, purposes) for name, each in said.items() if each.sum_of}
    )


_Ordered = TypeVar("_Ordered", bound=Constraint | CostPart | CarbonPart | Row)


def _ordered(found: Mapping[str, _Ordered]) -> Mapping[str, _Ordered]:
    """By the declared order; two in one place are refused."""
    by_order: dict[int, str] = {}
    for name, each in found.items():
        if by_order.setdefault(each.order, name) != name:
            raise DeclarationError(f"{name} and {by_order[each.order]} are both declared to be in place {each.order}")
    return dict(sorted(found.items(), key=lambda item: item[1].order))


def _by_declared_key(found: Mapping[str, Constraint | CostPart]) -> Mapping[str, str]:
    """The names by their keys; two of one key are refused."""
    by_key: dict[str, str] = {}
    for name, each in found.items():
        if by_key.setdefault(each.key, name) != name:
            raise DeclarationError(f"{name} and {by_key[each.key]} are both declared to be {each.key!r}")
    return by_key


def _by_key(key_of: Mapping[str, str | None], keys: list[str]) -> Mapping[str, str]:
    """Formulas by the key of what they belong to, in the order of the keys."""
    found: dict[str, str] = {}
    for name, key in key_of.items():
        if key is None:
            continue
        if key not in keys:
            raise DeclarationError(f"{name} belongs to {key!r}, which no formula is declared to be")
        if key in found:
            raise DeclarationError(f"{name} and {found[key]} both belong to {key!r}")
        found[key] = name
    return {key: found[key] for key in keys if key in found}


def _collected(what: Collected, purposes: Purposes) -> tuple[str, ...]:
    """The names that a formula collects, in their order."""
    parts = purposes.cost_parts
    in_hardware = {each.key for each in parts.values() if each.paid != "by month"}
    found: Mapping[Collected, Iterable[str]] = {
        "constraints": purposes.constraints,
        "parts of the cost": parts,
        "parts bought with each host": [name for name, each in parts.items() if each.paid == "with each host"],
        "parts bought with the cluster": [name for name, each in parts.items() if each.paid == "with the cluster"],
        "parts paid by month": [name for key, name in purposes.monthly_costs.items() if key not in in_hardware],
        "running costs": purposes.yearly_costs.values(),
        "parts of the carbon": purposes.carbon_parts,
    }
    return tuple(found[what])


def _collecting(each: Declared, purposes: Purposes) -> Declared:
    """A formula whose parameter `*name` stands for all that it collects, with a parameter for each of them."""
    parameters = inspect.signature(each.function).parameters.values()
    variadic = [parameter for parameter in parameters if parameter.kind is parameter.VAR_POSITIONAL]
    if len(variadic) != (each.declaration.collects is not None):
        raise DeclarationError(f"{each.name}: a formula collects with one parameter `*name`, and says what")
    if each.declaration.collects is None:
        return each
    names = _collected(each.declaration.collects, purposes)
    if not names:
        raise DeclarationError(f"{each.name}: no formula is declared to be one of the {each.declaration.collects}")
    others = [parameter.name for parameter in parameters if parameter.kind is not parameter.VAR_POSITIONAL]

    def compute(given: Mapping[str, Array]) -> Array:
        return each.function(*(given[name] for name in names), **{name: given[name] for name in others})

    function = _named(each.name, each.function, each.function.__doc__, [*others, *names], compute)
    return replace(each, function=function)
