"""A number of hosts in words: what it is for, its spares, the next limit, and what is not evaluated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hostwise.answers.evaluation.sizing import Sizing
from hostwise.answers.running.run import Run
from hostwise.answers.wording.number_texts import capital
from hostwise.answers.wording.words import listed
from hostwise.binding.dates import sizing_moment
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.number_format.writing import counted, fixed
from hostwise.plan.answers.result import Constraint, QuantityState
from hostwise.plan.other_hosts import OtherHosts

_LAYOUT = ("sites", "clusters", "equal_sites")
_NONE = "no limit could be evaluated"


@dataclass(frozen=True)
class HostsWords:
    """The hosts of a configuration in words.

    Attributes:
        constraints: the limits.
        hosts: the hosts; None if no number of them is enough.
        given: the hosts that the plan fixes, if it does.
        is_lower_bound: whether a limit is undecided, so that they are a lower bound.
        sites: sites, each with as many.
        clusters: clusters, each with as many.
        others: hosts of other models among them, by name.
        leaving: hosts of other models that are removed before they are sized, with their names and months.
        equal_sites: sites that are alike, each with as many.
    """

    constraints: Sequence[Constraint]
    hosts: float | None
    given: int | None = None
    is_lower_bound: bool = False
    sites: float = 1
    clusters: float = 1
    others: Sequence[tuple[float, str]] = ()
    leaving: Sequence[tuple[int, str, int]] = ()
    equal_sites: int = 1

    @property
    def text(self) -> str:
        """All of it, without the last full stop: "12 hosts = 11 for CPU cores + 1 spare. Memory is next: 11"."""
        if self.hosts is None:
            return capital(self.reason)
        least = "at least " if self.is_lower_bound else ""
        fixed_by_you = " (fixed by you)" if self.given is not None else ""
        at_each = f"at each of {fixed(self.equal_sites)} equal sites " if self.equal_sites > 1 else ""
        begin = f"{at_each}{least}{counted(self.hosts, 'hosts')}{self._layout()}{self._models()}{fixed_by_you}"
        if self._binding and self.given is not None and self._needed != self.given:
            begin = f"{begin}, {fixed(self._needed)} needed"
        limits = [self._equals()] if self._binding else [f": {_NONE}"]
        return ". ".join([f"{begin}{limits[0]}", *(capital(each) for each in self._further())])

    @property
    def reason(self) -> str:
        """Why so many, where the number stands already: "11 for CPU cores + 1 spare; memory is next: 11"."""
        if not self._binding:
            return "; ".join([_NONE, *self._further()])
        needed = "" if self.given is None or self._needed == self.given else f"{fixed(self._needed)} needed: "
        words = self._equals().removeprefix(" = ").removeprefix(": ").strip()
        return "; ".join([f"{needed}{words}", *self._further()])

    @property
    def _binding(self) -> list[Constraint]:
        return [each for each in self.constraints if each.binding]

    @property
    def _needed(self) -> float:
        return self._binding[0].hosts.value or 0

    def _equals(self) -> str:
        """What the binding limits ask for, and the spares with it: those with as many spares together."""
        by_spares: dict[int, list[str]] = {}
        for each in self._binding:
            by_spares.setdefault(each.spare_hosts, []).append(each.label)
        value = self._binding[0].hosts.value
        if value is None:
            return f": no number of hosts is enough for {listed([each.label for each in self._binding])}"
        if set(by_spares) == {0}:
            return f" for {listed(by_spares[0])}"
        parts = [
            f"{fixed(value - spares)} for {listed(labels)}{f' + {spares} spare' if spares else ''}"
            for spares, labels in sorted(by_spares.items(), reverse=True)
        ]
        return f" = {', and '.join(parts)}"

    def _further(self) -> Iterator[str]:
        """The next limits, and those that are not evaluated."""
        runner_up = [each for each in self.constraints if each.runner_up and each.hosts.value is not None]
        if runner_up:
            names = [each.label for each in runner_up]
            are = "are" if len(names) > 1 or names[0].endswith("s") else "is"
            yield f"{listed(names)} {are} next: {fixed(runner_up[0].hosts.value or 0)}"
        unknown = [each.label for each in self.constraints if each.hosts.state is QuantityState.NOT_EVALUATED]
        if unknown:
            yield f"not evaluated: {', '.join(unknown)}"

    def _models(self) -> str:
        """Which of them are of other models."""
        if self.hosts is None:
            return ""
        own = self.hosts - sum(number for number, _ in self.others)
        named = [f"{fixed(number)} {model}" for number, model in self.others]
        among = f" ({' + '.join([*named, f'{fixed(own)} of its own'])})" if named else ""
        beside = [f"{number} {model} until month {month}" for number, model, month in self.leaving]
        return f"{among} beside {listed(beside)}" if beside else among

    def _layout(self) -> str:
        """How the hosts are divided, where they are."""
        parts = self.sites * self.clusters
        if self.hosts is None or parts == 1 or self.hosts % parts:
            return ""
        each = fixed(self.hosts / parts)
        of_sites = each if self.sites == 1 else f"{fixed(self.sites)} sites of {each}"
        return f" in {of_sites}" if self.clusters == 1 else f" in {fixed(self.clusters)} clusters of {of_sites}"


def hosts_words(run: Run, sizings: Sequence[Sizing]) -> list[HostsWords]:
    """The hosts of every configuration in words."""
    last, moment = run.plan.economics.horizon_years * MONTHS_PER_YEAR, sizing_moment(run.plan)
    found = []
    for place, (configuration, sizing) in enumerate(zip(run.plan.configurations, sizings, strict=True)):
        sites, clusters, equal_sites = (run.evaluation.value(name, place) for name in _LAYOUT)
        present = run.binding.models[place].hosts[:, moment.month].tolist()
        others = list(zip(present, configuration.other_host_models, strict=True))
        found.append(
            HostsWords(
                sizing.constraints,
                sizing.hosts.value,
                configuration.hosts,
                sizing.is_lower_bound,
                sites,
                clusters,
                others=[(number, f"{each.model}{_until(each, last)}") for number, each in others if number],
                leaving=[(each.hosts, each.model, each.removed_in_month or 0) for number, each in others if not number],
                equal_sites=int(equal_sites),
            )
        )
    return found


def _until(other: OtherHosts, last: int) -> str:
    month = other.removed_in_month
    return f" until month {month}" if month is not None and month <= last else ""
