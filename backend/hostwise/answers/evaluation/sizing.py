"""How a configuration is sized: its constraints, why it is not feasible, and whether its hosts are a lower bound."""

from __future__ import annotations

from dataclasses import dataclass
from math import isinf

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Said, blocks_of
from hostwise.answers.findings.reasons import said_against
from hostwise.answers.running.run import Run
from hostwise.answers.wording.words import known_or_infinite
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.model import MODEL
from hostwise.engine.purposes import Constraint as ConstraintPurpose
from hostwise.engine.purposes import Spares
from hostwise.plan.answers.result import Constraint, QuantityState, Value

_QUANTITIES = {each.key: name for name, each in MODEL.purposes.constraints.items()}
"""The hosts for each constraint, by its key."""


@dataclass(frozen=True)
class Sizing:
    """How a configuration is sized.

    Attributes:
        hosts: its hosts.
        hosts_with_growth: its hosts for the demand at the horizon.
        constraints: the constraints on its hosts.
        is_lower_bound: whether its hosts are a lower bound.
        against: why it is not feasible.
    """

    hosts: Value
    hosts_with_growth: Value
    constraints: list[Constraint]
    is_lower_bound: bool
    against: list[Said]

    @property
    def is_buildable(self) -> bool:
        """Whether what the configuration is made of belongs together."""
        return not any(blocks_of(each) == "building" for each in self.against)

    @property
    def remedies(self) -> list[str]:
        """The fields that decide its constraints, where its hosts are a lower bound."""
        return [
            remedy
            for each in self.constraints
            if self.is_lower_bound and each.undecided
            for remedy in each.hosts.missing
        ]


def sizing_of(run: Run, place: int, catalogue: Catalogue) -> Sizing:
    """How a configuration of a run is sized."""
    hosts, hosts_with_growth = run.value("hosts", place), run.state("hosts", place, run.hosts_with_growth(place))
    constraints = constraints_of(run, place)
    is_lower_bound = run.plan.configurations[place].hosts is None and any(each.undecided for each in constraints)
    return Sizing(hosts, hosts_with_growth, constraints, is_lower_bound, said_against(About(run, place, catalogue)))


def constraints_of(run: Run, place: int) -> list[Constraint]:
    """All constraints on the hosts of a configuration, in their declared order."""
    values = {name: run.value(name, place) for name in MODEL.purposes.constraints}
    asked = {name: known_or_infinite(each) for name, each in values.items()}
    known = sorted({number for number in asked.values() if number is not None}, reverse=True)
    # The check that the largest VM fits one host is never a runner-up.
    next_best = [number for number in known[1:] if number > 1]
    hosts = known_or_infinite(run.value("hosts", place))
    decided = {each.either for name, each in MODEL.purposes.constraints.items() if asked[name] is not None} - {None}
    found = []
    for name, each in MODEL.purposes.constraints.items():
        number, slack = asked[name], MODEL.purposes.slacks.get(each.key)
        named = number is not None and (isinf(number) or number not in (asked[_QUANTITIES[key]] for key in each.sums))
        found.append(
            Constraint(
                key=each.key,
                label=each.label,
                quantity=name,
                hosts=values[name],
                spare_hosts=_spare_hosts(run, place, each.spares),
                slack_quantity=slack,
                slack_share=run.value(slack, place) if slack else None,
                binding=named and number == known[0],
                runner_up=named and number in next_best[:1],
                satisfied=None if number is None else hosts is not None and number <= hosts,
                undecided=values[name].state is QuantityState.NOT_EVALUATED
                and each.either not in decided
                and _is_asked(run, each)
                and not run.cannot_bind(name, place),
            )
        )
    return found


def _is_asked(run: Run, constraint: ConstraintPurpose) -> bool:
    """Whether any VM group asks for what a constraint limits: with I/O that is not assumed, where it limits that."""
    if not constraint.asked_by:
        return True
    inputs = run.binding.inputs
    counts = [bool(record.value) for record in inputs["sizing_io_share", None]]
    return any(
        sizes and record.value is not None
        for name in constraint.asked_by
        for sizes, record in zip(counts, inputs[name, None], strict=True)
    )


def _spare_hosts(run: Run, place: int, spares: Spares) -> int:
    """Spare hosts that a constraint adds."""
    if spares == "never":
        return 0
    held = 1 if spares == "always" else run.evaluation.value(spares, place)
    return int(run.evaluation.value("parts", place) * run.evaluation.value("spare_hosts", place) * held)
