"""Evaluate a plan: bind, run the engine once, and put the answer together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, isinf

from hostwise.answers.cost import cash_flows as finance
from hostwise.answers.cost.cost_line_sums import cost_line_sums
from hostwise.answers.cost.crossover import crossover
from hostwise.answers.cost.price_ages import prices
from hostwise.answers.evaluation import comparison
from hostwise.answers.evaluation.admissibility import Admission
from hostwise.answers.evaluation.failures import failure_cases
from hostwise.answers.evaluation.hosts_words import HostsWords
from hostwise.answers.evaluation.missing_field import missing_field
from hostwise.answers.evaluation.order import lacking_of
from hostwise.answers.evaluation.parts import EVERYTHING, Parts
from hostwise.answers.findings.about import About, AboutPlan
from hostwise.answers.findings.collected import configuration_findings, plan_findings
from hostwise.answers.findings.declaring import Said, reasons
from hostwise.answers.findings.reasons import said_against
from hostwise.answers.running.run import Run, UnknownConfiguration
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.wording.words import drive_word, is_same, known_or_infinite
from hostwise.binding import PlanError
from hostwise.binding.dates import sizing_moment
from hostwise.catalogue.loader import Catalogue
from hostwise.engine import ENGINE_VERSION
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.model import MODEL
from hostwise.engine.purposes import Constraint as ConstraintPurpose
from hostwise.engine.purposes import Spares
from hostwise.engine.roles import Role
from hostwise.plan.answers.result import (
    Band,
    ConfigurationResult,
    Constraint,
    CostPart,
    Crossover,
    Missing,
    Prices,
    Result,
    Row,
    State,
    Unmet,
    Value,
)
from hostwise.plan.answers.told import strongest
from hostwise.plan.document import Plan
from hostwise.plan.hashing import plan_hash
from hostwise.plan.other_hosts import OtherHosts

__all__ = [
    "ENGINE_VERSION",
    "PlanError",
    "UnknownConfiguration",
    "evaluate_plan",
]

_LAYOUT = ("sites", "clusters")
_CLASSES = ("below A", "A", "B", "C", "D")


def evaluate_plan(
    plan: Plan, catalogue: Catalogue, reference: str | None = None, include: Parts = EVERYTHING
) -> Result:
    """The answers for a plan.

    Args:
        plan: the plan.
        catalogue: the catalogue that it refers to.
        reference: key of the configuration that differences refer to; by default the first.
        include: the parts that the result contains; what is left out is empty.

    Raises:
        PlanError: the plan has unknown or incompatible references.
        UnknownConfiguration: the reference is unknown.
    """
    if reference is None:
        reference = plan.configurations[0].key
    return result_of(run_plan(plan, catalogue, reference), catalogue, reference, include)


def result_of(run: Run, catalogue: Catalogue, reference: str, include: Parts = EVERYTHING) -> Result:
    """The answers of a run compared with this reference; raises `UnknownConfiguration`."""
    run.index(reference)
    plan = run.plan
    listed = prices(run, catalogue)
    sizings = {each.key: sizing_of(run, index, catalogue) for index, each in enumerate(plan.configurations)}
    results = [
        _configuration(run, index, catalogue, listed, sizings, reference, include)
        for index in range(len(plan.configurations))
    ]
    rows = comparison.rows(run, results, reference)
    missing = _missing(run, results, rows)
    findings = [
        *plan_findings(AboutPlan(run, catalogue, listed)),
        *(finding for each in results for finding in each.findings),
    ]
    return Result(
        plan_name=plan.name,
        plan_hash=plan_hash(plan),
        engine_version=ENGINE_VERSION,
        catalogue_version=catalogue.version,
        unit_convention=plan.unit_convention,
        currency=plan.economics.currency,
        horizon_years=plan.economics.horizon_years,
        reference=reference,
        configurations=[
            each.model_copy(update={"quantities": {name: each.quantities[name] for name in include.quantities}})
            for each in results
        ],
        rows=rows if include.rows else [],
        inputs=list(run.binding.told()) if include.inputs else [],
        prices=listed,
        missing=missing,
        findings=findings,
    )


@dataclass(frozen=True)
class Sizing:
    """Why a configuration is not feasible, its constraints, and whether its hosts are a lower bound."""

    against: list[Said]
    constraints: list[Constraint]
    at_least: bool


def sizing_of(run: Run, index: int, catalogue: Catalogue) -> Sizing:
    """How a configuration of a run is sized."""
    constraints = constraints_of(run, index)
    at_least = run.plan.configurations[index].hosts is None and any(each.undecided for each in constraints)
    return Sizing(said_against(About(run, index, catalogue)), constraints, at_least)


class _Quantities(dict[str, Value]):
    """The quantities of a configuration, each looked up when read: an answer may contain few of them."""

    def __init__(self, run: Run, index: int, sides: finance.Sides) -> None:
        self._run, self._index, self._sides = run, index, sides

    def __missing__(self, name: str) -> Value:
        run, index = self._run, self._index
        found = self[name] = (
            finance.compared(run, name, index, self._sides) if name in finance.COMPARED else run.value(name, index)
        )
        return found


def _other_models(run: Run, index: int) -> tuple[list[tuple[float, str]], list[tuple[int, str, int]]]:
    """Hosts of other models that carry VMs beside those that are sized, and others, which are removed before."""
    models, last = run.binding.models[index], run.plan.economics.horizon_years * MONTHS_PER_YEAR
    present = models.hosts[:, sizing_moment(run.plan).month].tolist()
    pairs = list(zip(present, run.plan.configurations[index].other_hosts, strict=True))
    return (
        [(number, f"{each.model}{_until(each, last)}") for number, each in pairs if number],
        [(each.hosts, each.model, each.removed_in_month or 0) for number, each in pairs if not number],
    )


def _until(other: OtherHosts, last: int) -> str:
    month = other.removed_in_month
    return f" until month {month}" if month is not None and month <= last else ""


def _configuration(
    run: Run,
    index: int,
    catalogue: Catalogue,
    listed: Prices,
    sizings: Mapping[str, Sizing],
    reference: str,
    include: Parts,
) -> ConfigurationResult:
    configuration = run.plan.configurations[index]
    sizing = sizings[configuration.key]
    against, constraints = sizing.against, sizing.constraints
    sides = finance.Sides(
        infeasible=finance.among(run, index, reference, {key for key, each in sizings.items() if each.against}),
        at_least=finance.among(run, index, reference, {key for key, each in sizings.items() if each.at_least}),
        cures=list(dict.fromkeys(cure for each in sizings.values() for cure in _cures(each))),
    )
    quantities = _Quantities(run, index, sides)
    unmet = Admission(run, index, catalogue).unmet()
    rank = quantities["endurance_class_rank"].value
    sites, clusters = (run.evaluation.value(each, index) for each in _LAYOUT)
    others, leaving = _other_models(run, index)
    words = HostsWords(
        constraints,
        quantities["hosts"].value,
        configuration.hosts,
        sizing.at_least,
        sites,
        clusters,
        others=others,
        leaving=leaving,
        equal_sites=int(run.evaluation.value("equal_sites", index)),
    )
    return ConfigurationResult(
        key=configuration.key,
        name=configuration.name,
        feasible=not against,
        buildable=is_buildable(against),
        admissible=not against and not unmet,
        standing=standing_of(against, unmet),
        unmet=unmet,
        reasons=reasons(against, configuration.key),
        hosts=quantities["hosts"],
        grown_hosts=run.state("hosts", index, run.grown_hosts(index)),
        at_least=sizing.at_least,
        hosts_text=words.text,
        hosts_reason=words.reason,
        constraints=constraints,
        failure_cases=failure_cases(run, index, constraints) if include.rows else [],
        quantities={},
        cost_parts=[
            CostPart(
                key=part.key,
                label=part.label,
                quantity=name,
                amount=quantities[name],
                counted=run.assumed(part.given_by) is None,
            )
            for name, part in MODEL.purposes.cost_parts.items()
        ],
        cost_lines=cost_line_sums(run, index),
        cash_flow=finance.cash_flow(run, index),
        monthly=finance.monthly_flow(run, index) if include.monthly else finance.NO_MONTHS,
        expansion=finance.expansions(run, index),
        finance=finance.finance(run, index, reference, sides),
        crossover=_crossover(run, index, reference, sizings),
        depreciation=finance.depreciation(run, index),
        carbon_parts=finance.carbon_parts(quantities),
        life_years=_life(run, index),
        endurance_class=None if rank is None else _CLASSES[int(rank)],
        first_worn_drives=_first_worn_drives(run, index),
        findings=configuration_findings(About(run, index, catalogue, listed, against)),
    ).model_copy(update={"quantities": quantities})


def _crossover(run: Run, index: int, reference: str, sizings: Mapping[str, Sizing]) -> Crossover | None:
    """Against the reference, where both can be built and neither cost is a lower bound only."""
    pair = (run.plan.configurations[index].key, reference)
    sound = not any(sizings[key].against or sizings[key].at_least for key in pair)
    return crossover(run, index, run.index(reference)) if sound else None


def is_buildable(against: Sequence[Said]) -> bool:
    """Whether what a configuration is made of belongs together."""
    return strongest(reasons(against, "")) != "building"


def standing_of(against: Sequence[Said], unmet: Sequence[Unmet]) -> str:
    """Why a configuration takes part in no comparison."""
    if not is_buildable(against):
        return "cannot be built"
    if against:
        return "is not feasible"
    if any(each.requirement == "sound" for each in unmet):
        return "contradicts itself"
    return "misses a requirement" if unmet else ""


def _cures(sizing: Sizing) -> list[str]:
    """The fields that decide the constraints of a configuration whose hosts are a lower bound."""
    return [cure for each in sizing.constraints if sizing.at_least and each.undecided for cure in each.hosts.missing]


def constraints_of(run: Run, index: int) -> list[Constraint]:
    """All constraints on the hosts of a configuration, in their declared order."""
    values = {name: run.value(name, index) for name in MODEL.purposes.constraints}
    asked = {name: known_or_infinite(each) for name, each in values.items()}
    known = sorted({number for number in asked.values() if number is not None}, reverse=True)
    # The check that the largest VM fits one host is never a runner-up.
    next_best = [number for number in known[1:] if number > 1]
    hosts = known_or_infinite(run.value("hosts", index))
    decided = {each.either for name, each in MODEL.purposes.constraints.items() if asked[name] is not None} - {None}
    by_key = {each.key: asked[name] for name, each in MODEL.purposes.constraints.items()}
    found = []
    for name, each in MODEL.purposes.constraints.items():
        number, slack = asked[name], MODEL.purposes.slacks.get(each.key)
        named = number is not None and (isinf(number) or number not in (by_key[key] for key in each.sums))
        found.append(
            Constraint(
                key=each.key,
                label=each.label,
                quantity=name,
                hosts=values[name],
                spare_hosts=_spare_hosts(run, index, each.spares),
                slack_quantity=slack,
                slack_share=run.value(slack, index) if slack else None,
                binding=named and number == known[0],
                runner_up=named and number in next_best[:1],
                satisfied=None if number is None else hosts is not None and number <= hosts,
                undecided=values[name].state is State.NOT_EVALUATED
                and each.either not in decided
                and _is_asked(run, each)
                and not run.cannot_bind(name, index),
            )
        )
    return found


def _is_asked(run: Run, constraint: ConstraintPurpose) -> bool:
    """Whether any VM group asks for what a constraint limits."""
    return not constraint.asked_by or any(
        record.value is not None for name in constraint.asked_by for record in run.binding.inputs[name, None]
    )


def _first_worn(run: Run, index: int) -> list[Role]:
    """The roles of the drives with the shortest known life."""
    shortest = run.evaluation.value("known_life_years", index)
    lives = {role: run.evaluation.value("role_counted_life_years", index, role=role) for role in Role}
    return [role for role, life in lives.items() if isfinite(life) and is_same(life, shortest)]


def _first_worn_drives(run: Run, index: int) -> str | None:
    """The same in words."""
    found = [f"{drive_word(role, run.plan.configurations[index])}s" for role in _first_worn(run, index)]
    return " and ".join(found) or None


def _life(run: Run, index: int) -> Band:
    """The shortest known life, with its range; without drives of known life there is none."""

    def years(name: str, role: Role) -> float | None:
        return run.state(name, index, run.evaluation.value(name, index, role=role), role).value

    first = next(iter(_first_worn(run, index)), None)
    if first is None:
        return Band(low=None, mid=None, high=None)
    return Band(
        low=years("role_early_wear_out_years", first),
        mid=years("role_grown_years_to_wear_out", first),
        high=years("role_late_wear_out_years", first),
    )


def _spare_hosts(run: Run, index: int, spares: Spares) -> int:
    """Spare hosts that a constraint adds."""
    if spares == "never":
        return 0
    held = 1 if spares == "always" else run.evaluation.value(spares, index)
    return int(run.evaluation.value("parts", index) * run.evaluation.value("spare_hosts", index) * held)


def _missing(run: Run, results: Sequence[ConfigurationResult], rows: Sequence[Row]) -> list[Missing]:
    """The missing fields, each with the numbers that need it."""
    found: dict[str, tuple[str, dict[str, None]]] = {}
    shown = [
        *((each.quantity, each.label) for each in rows if each.failed_hosts == 0),
        *((name, f"hosts for {each.label}") for name, each in MODEL.purposes.constraints.items()),
    ]
    for name, label in shown:
        for index, result in enumerate(results):
            if result.quantities[name].state is not State.NOT_EVALUATED:
                continue
            for entry in run.cures(name, index):
                if entry.pointer:
                    named = f"{entry.label} of {entry.group!r}" if entry.group else entry.label
                    found.setdefault(entry.pointer, (named, {}))[1][label] = None
    comparing = {*lacking_of(results).fields}
    return [
        missing_field(pointer, label, list(leaves_out), compares=pointer not in comparing)
        for pointer, (label, leaves_out) in found.items()
    ]
