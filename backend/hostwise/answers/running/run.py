"""One run of the engine over a plan: the numbers with their states, and the origin of every input."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite, isinf, isnan
from typing import Any

import numpy as np

from hostwise.answers.wording.sentences import Phrase
from hostwise.binding import Binding
from hostwise.binding.other_hosts import as_sized
from hostwise.binding.recorder import Entry, Records
from hostwise.engine.graph import Evaluation
from hostwise.engine.model import MODEL
from hostwise.engine.roles import Role
from hostwise.number_format.writing import short
from hostwise.plan.answers.result import Input, InputStatus, QuantityState, Value
from hostwise.plan.document import Plan, policy_of

DEPENDS_ON_HOSTS = MODEL.following_from("hosts").difference(MODEL.inputs)
MAX_CURES = 20
"""Most missing fields that one number names: with 500 incomplete VM groups, every number would name all of them."""

_CURABLE = frozenset({"not evaluated", "alternative"})
"""The text for an absent input that the user can enter."""


_NO_NUMBER = {each: Value(value=None, state=each) for each in QuantityState}


class UnknownConfiguration(LookupError):
    """Unknown key of a configuration."""


class NoHostLeft(LookupError):
    """No host is left after the failures."""


@dataclass(frozen=True)
class Ends:
    """A plan with its missing inputs at the low and at the high end of what they may sanely be.

    `same` are the places of the configurations whose hosts are the same at both ends and without these inputs; empty
    where the order by cost is not. `lacking` are the inputs that a configuration lacks, by its place.
    """

    low: Evaluation
    high: Evaluation
    same: frozenset[int]
    lacking: Mapping[int, Sequence[str]]

    def decide(self, name: str, configuration: int) -> bool:
        """Whether the hosts of a limit are known well enough: at both ends, and they change nothing."""
        known = all(isfinite(each.value(name, configuration)) for each in (self.low, self.high))
        return known and configuration in self.same


@dataclass(frozen=True)
class Run:
    """One evaluation of a plan: the numbers, and the origin of every input; missing ones at their ends, too."""

    plan: Plan
    binding: Binding
    evaluation: Evaluation
    ends: Ends | None = None

    def index(self, configuration: str) -> int:
        """Position of a configuration; raises `UnknownConfiguration`."""
        keys = [each.key for each in self.plan.configurations]
        if configuration not in keys:
            raise UnknownConfiguration(f"The plan has no configuration {configuration!r}; it has {', '.join(keys)}.")
        return keys.index(configuration)

    def value(self, name: str, configuration: int) -> Value:
        """A quantity without members, with its state."""
        key = (name, configuration)
        if key not in self._values:
            self._values[key] = self.state(name, configuration, self.evaluation.value(name, configuration))
        return self._values[key]

    def values(self) -> list[Values]:
        """The quantities of every configuration, in their order."""
        return [Values(self, place) for place in range(len(self.plan.configurations))]

    def values_with_spares_failed(self) -> list[Values | None]:
        """The quantities of every configuration with its spare hosts failed; None where no host is left then."""
        found = enumerate(zip(self.spares, self.with_spares_failed().values(), strict=True))
        return [values if self.leaves_hosts(spares, place) else None for place, (spares, values) in found]

    def by_year(self, *names: str) -> list[dict[str, list[Value]]]:
        """Some quantities by year, of every configuration."""
        return [
            {name: [self.state(name, place, each) for each in self.evaluation.members(name, place)] for name in names}
            for place in range(len(self.plan.configurations))
        ]

    def assumed(self, name: str | None) -> Input | None:
        """The record of an input of all configurations if a value is assumed for it."""
        records = self.binding.inputs.get((name, None), ()) if name is not None else ()
        return next((each for each in records if each.status is InputStatus.ASSUMED), None)

    @cached_property
    def spares(self) -> tuple[int, ...]:
        """The spare hosts that each configuration is to have."""
        return tuple(policy_of(self.plan, each).spare_hosts for each in self.plan.configurations)

    def with_failed(self, failed_hosts: int | tuple[int, ...]) -> Run:
        """The same plan on the same hosts with some of them failed, as many of all configurations or of each."""
        failed = failed_hosts if isinstance(failed_hosts, tuple) else (failed_hosts,) * len(self.plan.configurations)
        if not any(failed):
            return self
        found = self._cases.get(failed)
        if found is None:
            found = self._cases[failed] = self._case(failed)
        return found

    def with_spares_failed(self) -> Run:
        """The same plan on the same hosts with as many failed as each configuration has spares."""
        return self.with_failed(self.spares)

    def case_of(self, configuration: str, failed_hosts: int) -> tuple[Run, int]:
        """The run with so many failed hosts, and the position of a configuration in it.

        Raises:
            UnknownConfiguration: the configuration is unknown.
            NoHostLeft: no host of it is left after the failures.
        """
        index = self.index(configuration)
        if not self.leaves_hosts(failed_hosts, index):
            hosts = short(self.evaluation.value("hosts", index))
            raise NoHostLeft(f"The configuration has {hosts} hosts: fewer can be down.")
        return self.with_failed(failed_hosts), index

    def _case(self, failed_hosts: tuple[int, ...]) -> Run:
        (entry,) = self.binding.inputs["failed_hosts", None].entries
        of_date = as_sized(self.binding, failed_hosts)
        # One number for all configurations, unless they differ.
        keys = [None] if len({*failed_hosts}) == 1 else [each.key for each in self.plan.configurations]
        down = {key: float(number) for key, number in zip(keys, failed_hosts, strict=False)}
        records = {
            ("failed_hosts", key): Records(
                entry._replace(
                    configuration=key, origin=entry.origin._replace(value=number, note="the failure case shown")
                )
            )
            for key, number in down.items()
        }
        binding = replace(
            self.binding,
            arrays=self.binding.arrays | {"failed_hosts": np.array([[*down.values()]])} | of_date,
            inputs=self.binding.inputs | records,
            evaluated=self.evaluation,
        )
        return replace(self, binding=binding, evaluation=binding.evaluate())

    def leaves_hosts(self, failed_hosts: int, configuration: int) -> bool:
        """Whether any host still runs after this many failures; True if the number of hosts is unknown."""
        hosts = self.evaluation.value("hosts", configuration)
        return isnan(hosts) or hosts > failed_hosts

    def cannot_bind(self, name: str, configuration: int) -> bool:
        """Whether the hosts of a limit, unknown for a missing input, change nothing at either end of what it may be."""
        return self.ends is not None and self.ends.decide(name, configuration)

    def is_no_matter(self, name: str, configuration: int) -> bool:
        """Whether a configuration lacks an input, and whatever it may sanely be changes nothing."""
        ends = self.ends
        return ends is not None and configuration in ends.same and name in ends.lacking.get(configuration, ())

    @cached_property
    def _values(self) -> dict[tuple[str, int], Value]:
        """Cache of values."""
        return {}

    @cached_property
    def contradictions(self) -> dict[int, Phrase | None]:
        """Cache of what contradicts itself in the answer to a configuration, by its place."""
        return {}

    @cached_property
    def kept(self) -> dict[Hashable, Any]:
        """Answers of this run that several questions are answered from, by what they are and were asked for."""
        return {}

    @cached_property
    def _cases(self) -> dict[tuple[int, ...], Run]:
        """Cache of failure cases."""
        return {}

    def at_ends(self, name: str, low: str, high: str, wanted: str) -> tuple[list[float], list[float]]:
        """A quantity of every configuration at the low and at the high end of an assumption.

        Args:
            name: the input that replaces the assumption where the plan gives it.
            low: the quantity that is the low end of the assumption.
            high: the quantity that is its high end.
            wanted: the quantity.
        """
        given, shape = self.binding.arrays[name], (1, len(self.plan.configurations))
        ends = np.concatenate([np.broadcast_to(self.evaluation.values[each][:1], shape) for each in (low, high)])
        changed = {name: np.where(np.isnan(given), ends, given)}
        found = replace(self.binding, evaluated=self.evaluation).evaluate([wanted], changed).values[wanted]
        least, most = np.broadcast_to(found, (2, shape[1])).tolist()
        return least, most

    def state(self, name: str, configuration: int, number: float, role: Role | None = None) -> Value:
        """A number with its state and, where it is missing, the fields that would cure it."""
        if isfinite(number):
            return Value(value=number, state=QuantityState.EVALUATED)
        if isinf(number):
            return _NO_NUMBER[QuantityState.INFINITE]
        if name in DEPENDS_ON_HOSTS and self.is_infeasible(configuration):
            return _NO_NUMBER[QuantityState.INFEASIBLE]
        missing = self._missing_inputs(name, configuration, role)
        why = {each.absence for each in missing}
        # No input helps if the configuration lacks the part, even if other inputs are missing.
        if any(each.origin.status is InputStatus.NOT_APPLICABLE for each in missing):
            return _NO_NUMBER[QuantityState.DOES_NOT_APPLY]
        if "no limit" in why:
            return _NO_NUMBER[QuantityState.NO_LIMIT]
        if why & _CURABLE:
            pointers = dict.fromkeys(each.pointer for each in missing if each.absence in _CURABLE and each.pointer)
            return Value(value=None, state=QuantityState.NOT_EVALUATED, missing=list(pointers)[:MAX_CURES])
        return _NO_NUMBER[QuantityState.DOES_NOT_APPLY if why else QuantityState.UNDEFINED]

    def is_infeasible(self, configuration: int) -> bool:
        """Whether no number of these hosts is enough and none is given."""
        return isnan(self.evaluation.value("hosts", configuration)) and isinf(
            self.evaluation.value("required_hosts", configuration)
        )

    def hosts_at_horizon(self, configuration: int) -> float:
        """Hosts for the demand of the last year."""
        return self.evaluation.members("demanded_hosts", configuration)[-1]

    def hosts_with_growth(self, configuration: int) -> float:
        """Hosts of the purchase, or those for the demand at the horizon where it outgrows them."""
        hosts, plan = self.evaluation.value("hosts", configuration), self.plan
        others = plan.configurations[configuration].other_host_models
        if plan.policy.sizing_years >= plan.economics.horizon_years and not any(
            each.removed_in_month for each in others
        ):
            return hosts
        return max(hosts, self.hosts_at_horizon(configuration))

    def remedies(self, name: str, configuration: int) -> list[Entry]:
        """The missing inputs of a quantity that can be entered."""
        return [each for each in self._missing_inputs(name, configuration) if each.absence in _CURABLE]

    def _missing_inputs(self, name: str, configuration: int, role: Role | None = None) -> list[Entry]:
        key = self.plan.configurations[configuration].key
        return [
            entry
            for missing, of_role in self.evaluation.missing_of(name, configuration, role)
            for entry in self.binding.lacking(missing, key, of_role)
        ]


class Values(dict[str, Value]):
    """The quantities of a configuration, each looked up when it is read: an answer may contain few of them."""

    def __init__(self, run: Run, place: int, known: Mapping[str, Value] | None = None) -> None:
        """Begin with those that are known already."""
        super().__init__(known or {})
        self._run, self._place = run, place

    def __missing__(self, name: str) -> Value:
        """Look one up."""
        found = self[name] = self._run.value(name, self._place)
        return found

    def may_lack(self, name: str) -> bool:
        """Whether one has no number, so that an input of it may be missing: its state is not looked up for that."""
        known = self.get(name)
        if known is not None:
            return known.state is QuantityState.NOT_EVALUATED
        return isnan(self._run.evaluation.value(name, self._place))
