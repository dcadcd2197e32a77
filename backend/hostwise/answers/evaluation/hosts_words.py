"""A number of hosts in words: what it is for, its spares, the next limit, and what is not evaluated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hostwise.answers.evaluation.sizing import Sizing
from hostwise.answers.running.run import Run
from hostwise.answers.wording.answer_messages import chained, in_a_row, listing, message
from hostwise.answers.wording.message_files import Number
from hostwise.answers.wording.messages.answer_codes import AnswerCode
from hostwise.answers.wording.number_texts import at_least, capital
from hostwise.answers.wording.sentences import Phrase
from hostwise.binding.dates import sizing_moment
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.plan.answers.result import Constraint, QuantityState
from hostwise.plan.other_hosts import OtherHosts

_LAYOUT = ("sites", "clusters", "equal_sites")


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
    others: Sequence[tuple[float, str | Phrase]] = ()
    leaving: Sequence[tuple[int, str, int]] = ()
    equal_sites: int = 1

    @property
    def text(self) -> str:
        """All of it, without the last full stop: "12 hosts = 11 for CPU cores + 1 spare. Memory is next: 11"."""
        if self.hosts is None:
            return capital(self.reason)
        number = message("hosts_words.number", hosts=Number(self.hosts, bound=at_least(self.is_lower_bound)))
        begin = self._with_models(self._in_parts(number))
        if self.equal_sites > 1:
            begin = message("hosts_words.at_sites", sites=self.equal_sites, hosts=begin)
        if self.given is not None:
            begin = message("hosts_words.given", hosts=begin)
            if self._binding and self._needed != self.given:
                begin = message("hosts_words.given_but_needed", hosts=begin, needed=self._needed)
        return ". ".join([str(self._because(begin)), *(capital(str(each)) for each in self._further())])

    @property
    def reason(self) -> str:
        """Why so many, where the number stands already: "11 for CPU cores + 1 spare; memory is next: 11"."""
        why = self._limits.words
        if self._binding and self.given is not None and self._needed != self.given:
            why = message("hosts_words.needed", needed=self._needed, why=why)
        return "; ".join(str(each) for each in (why, *self._further()))

    @property
    def _binding(self) -> list[Constraint]:
        return [each for each in self.constraints if each.binding]

    @property
    def _needed(self) -> float:
        return self._binding[0].hosts.value or 0

    @property
    def _limits(self) -> _Limits:
        """What the binding limits ask for, and the spares with it: those with as many spares together."""
        if not self._binding:
            return _Limits("hosts_words.because", message("hosts_words.none_evaluated"))
        by_spares: dict[int, list[str]] = {}
        for each in self._binding:
            by_spares.setdefault(each.spare_hosts, []).append(each.label)
        value = self._binding[0].hosts.value
        if value is None:
            limits = listing([each.label for each in self._binding])
            return _Limits("hosts_words.because", message("hosts_words.not_enough", limits=limits))
        if set(by_spares) == {0}:
            return _Limits("hosts_words.followed_by", message("hosts_words.for_limits", limits=listing(by_spares[0])))
        parts = [
            message("hosts_words.for_limits_and_spares", hosts=value - spares, limits=listing(labels), spares=spares)
            if spares
            else message("hosts_words.hosts_for_limits", hosts=value, limits=listing(labels))
            for spares, labels in sorted(by_spares.items(), reverse=True)
        ]
        return _Limits("hosts_words.equals", chained(parts, "hosts_words.and_next"))

    def _because(self, hosts: Phrase) -> Phrase:
        """The hosts, and what asks for them."""
        code, words = self._limits
        return message(code, hosts=hosts, limits=words)

    def _further(self) -> Iterator[Phrase]:
        """The next limits, and those that are not evaluated."""
        runner_up = [each for each in self.constraints if each.runner_up and each.hosts.value is not None]
        if runner_up:
            names = [each.label for each in runner_up]
            are_several = len(names) > 1 or names[0].endswith("s")
            code: AnswerCode = "hosts_words.limits_are_next" if are_several else "hosts_words.limit_is_next"
            yield message(code, limits=listing(names), hosts=runner_up[0].hosts.value or 0)
        unknown = [each.label for each in self.constraints if each.hosts.state is QuantityState.NOT_EVALUATED]
        if unknown:
            yield message("hosts_words.not_evaluated", limits=in_a_row(unknown))

    def _with_models(self, hosts: Phrase) -> Phrase:
        """Which of them are of other models."""
        if self.others and self.hosts is not None:
            own = self.hosts - sum(number for number, _ in self.others)
            models = [message("hosts_words.of_model", hosts=number, model=model) for number, model in self.others]
            among = chained([*models, message("hosts_words.of_its_own", hosts=own)], "hosts_words.plus")
            hosts = message("hosts_words.among", hosts=hosts, models=among)
        if self.leaving:
            beside = [
                message("hosts_words.of_model", hosts=number, model=_until(model, month))
                for number, model, month in self.leaving
            ]
            hosts = message("hosts_words.beside", hosts=hosts, models=listing(beside))
        return hosts

    def _in_parts(self, hosts: Phrase) -> Phrase:
        """How the hosts are divided, where they are."""
        parts = self.sites * self.clusters
        if self.hosts is None or parts == 1 or self.hosts % parts:
            return hosts
        each = message("hosts_words.each", hosts=self.hosts / parts)
        if self.sites > 1:
            each = message("hosts_words.sites", sites=self.sites, each=each)
        if self.clusters > 1:
            each = message("hosts_words.clusters", clusters=self.clusters, each=each)
        return message("hosts_words.in_parts", hosts=hosts, parts=each)


class _Limits(NamedTuple):
    """What asks for a number of hosts, and the message that says both."""

    code: AnswerCode
    words: Phrase


def _until(model: str, month: int) -> str | Phrase:
    return message("hosts_words.until", model=model, month=month)


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
                others=[(number, _model(each, last)) for number, each in others if number],
                leaving=[(each.hosts, each.model, each.removed_in_month or 0) for number, each in others if not number],
                equal_sites=int(equal_sites),
            )
        )
    return found


def _model(other: OtherHosts, last: int) -> str | Phrase:
    """A model, with the month of its removal where the plan lasts so long."""
    month = other.removed_in_month
    return other.model if month is None or month > last else _until(other.model, month)
