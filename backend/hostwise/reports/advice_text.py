"""What is advised in words, the same in every format: how sure, the bands, what would change it, what to check."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from hostwise.answers.cost.materials_document import ConfigurationMaterials, MaterialStatus
from hostwise.answers.doubt.doubt_document import Driver
from hostwise.answers.wording.number_texts import capital, value_text
from hostwise.answers.wording.words import values_used
from hostwise.decision.decision import Doubt
from hostwise.decision.verdict_words import LABELS
from hostwise.numerals.writing import counted, fixed, percent, rough, rough_share, short_money, some
from hostwise.plan.answers.result import (
    Band,
    ConfigurationResult,
    Constraint,
    InputStatus,
    Result,
    Severity,
    State,
    Value,
)
from hostwise.reports.content import Report
from hostwise.reports.findings_text import SEVERITIES, Merged, is_not_counted, merged

LIFE = "known_life_years"

_NOTHING = "\u2013"
_MOST_CHANGES = 4
_MOST_CHECKS = 3
_MOST_BINDING = 2
_MOST_NAMED = 3
_MOST_FIELDS = 12
_SURE = 0.9
"""Hosts that are enough in a smaller share of simulations are to be checked."""
_LEAST_SHARE = 0.01
"""Share of the cost below which prices decide nothing."""
_COUNTED = {1: "One thing", 2: "Two things", 3: "Three things"}


@dataclass(frozen=True)
class Candidate:
    """A configuration with its bands."""

    place: int
    name: str
    advised: bool
    standing: str
    """Why it takes part in no comparison; nothing where it does."""
    hosts: str
    binding: str
    cost: str
    life: str
    enough: str
    cheapest: str
    band: Band
    """Of the cost; without numbers where it is not known."""


@dataclass(frozen=True)
class Check:
    """What to check before relying on the answer; `more` is the number of others of its kind."""

    word: str
    finding: Merged
    more: int


@dataclass(frozen=True)
class Advice:
    """What a reader is told first."""

    strength: str
    sentence: str
    detail: str
    basis: str
    wears: bool
    """Whether any configuration has drives that wear out."""
    candidates: Sequence[Candidate]
    changes_title: str
    changes: Sequence[tuple[str, str]]
    changes_note: str
    risk: Sequence[str]
    checks_title: str
    checks: Sequence[Check]


def advice_of(report: Report) -> Advice:
    """The advice of a report; without bands where the report has none, and then it says why."""
    doubt, result = report.doubt, report.result
    checks = _checks(report)
    title, changes, note = _changes(doubt, result)
    return Advice(
        strength=doubt.verdict.label if doubt else LABELS["none"],
        sentence=doubt.verdict.sentence if doubt else report.why_no_doubt,
        detail=doubt.verdict.detail if doubt else "",
        basis=_basis(doubt, result, report.why_few_futures),
        wears=wears(result),
        candidates=[_candidate(doubt, place, each) for place, each in enumerate(result.configurations)],
        changes_title=title,
        changes=changes,
        changes_note=note,
        risk=[*_hosts_at_risk(doubt, result), *_wear(doubt, result)],
        checks_title=f"{_COUNTED[len(checks)]} to check first" if checks else "To check first",
        checks=checks,
    )


def wears(result: Result) -> bool:
    """Whether any configuration has drives that wear out: on an external array none has."""
    return any(each.quantities["years_to_wear_out"].state is not State.DOES_NOT_APPLY for each in result.configurations)


def _basis(doubt: Doubt | None, result: Result, why_few: str) -> str:
    leaving = doubt.verdict.leaving if doubt is not None else None
    said = [each.sentence for each in doubt.verdict.unknown_prices] if doubt is not None else []
    said += [leaving.sentence] if leaving is not None and leaving.sentence else []
    said += [leaving.crossover_text] if leaving is not None and leaving.crossover_text else []
    said += [leaving.duration.sentence] if leaving is not None and leaving.duration is not None else []
    said.append(_numbers(doubt, result, why_few))
    if not wears(result):
        said.append("Wear-out is left out: no configuration has drives of its own that take the writes.")
    return " ".join(said)


def _numbers(doubt: Doubt | None, result: Result, why_few: str) -> str:
    if doubt is None:
        used = values_used(result.inputs)
        assumed = sum(each.status in (InputStatus.ASSUMED, InputStatus.ILLUSTRATIVE) for each in used)
        return f"{fixed(assumed)} of {fixed(len(used))} values are assumed."
    few = f" {why_few}" if why_few else ""
    return (
        f"Figures are those of the plan as sized{_level(doubt)}; in brackets, the range of {percent(0.9)} of "
        f"{fixed(doubt.futures)} simulations, each with the hosts that it needs.{few} "
        f"{fixed(doubt.doubtful_values)} of {fixed(doubt.values)} values are assumed, and vary."
    )


def _level(doubt: Doubt) -> str:
    """The sizing level in words; nothing where the plan is sized as entered."""
    chosen = [level for each in doubt.configurations for level in each.levels if level.chosen]
    return f" at {chosen[0].label}" if chosen and chosen[0].level is not None else ""


def _candidate(doubt: Doubt | None, place: int, result: ConfigurationResult) -> Candidate:
    outcome = doubt.configurations[place] if doubt else None
    quantities = result.quantities
    nothing = Band(low=None, mid=None, high=None)
    cost = outcome.cost if outcome else nothing
    least, most = at_least(result.at_least), at_most(outcome is not None and outcome.life_at_most)
    return Candidate(
        place=place,
        name=result.name,
        advised=doubt is not None and doubt.verdict.advised == result.key,
        standing=result.standing,
        hosts=_banded(outcome.hosts if outcome else nothing, fixed, result.hosts, _NOTHING, least),
        binding=_binding(result.constraints),
        cost=_cost(cost, result),
        life=_banded(outcome.life_years if outcome else nothing, rough, quantities[LIFE], "unlimited", most),
        enough=share_text(outcome.probability_enough if outcome else None),
        cheapest=share_text(outcome.probability_cheapest if outcome else None),
        band=cost,
    )


def band_text(band: Band, write: Callable[[float], str], endless: str = _NOTHING, bound: str = "") -> str:
    """A figure with its band; `endless` stands for an end without number, `bound` before a figure that has one.

    >>> band_text(Band(low=10, mid=12, high=15), fixed), band_text(Band(low=3, mid=3, high=3), fixed)
    ('12 (10 to 15)', '3')
    """
    low, middle, high = (endless if each is None else write(each) for each in (band.low, band.mid, band.high))
    bound = "" if band.mid is None else bound
    return bound + (middle if low == middle == high else f"{middle} ({low} to {high})")


def share_text(share: float | None) -> str:
    """A share of simulations.

    >>> share_text(0.5522).split(), share_text(None) == _NOTHING
    (['55', '%'], True)
    """
    return _NOTHING if share is None else rough_share(share)


def _banded(band: Band, write: Callable[[float], str], value: Value, endless: str, bound: str) -> str:
    """A band; where there is none the number of the plan as it is, or why it has none."""
    if band.low is None and band.mid is None and band.high is None:
        return bound + write(value.value) if value.value is not None else value_text(value, "years")
    return band_text(band, write, endless, bound)


def _cost(band: Band, result: ConfigurationResult) -> str:
    total, known = result.quantities["cluster_tco"], result.quantities["known_parts_cost"].value
    if total.state is State.NOT_EVALUATED and known:
        return f"at least {short_money(known)}"
    return _banded(band, short_money, total, _NOTHING, at_least(result.at_least))


def at_least(holds: bool) -> str:
    """The words before a lower bound."""
    return "at least " if holds else ""


def at_most(holds: bool) -> str:
    """The words before an upper bound."""
    return "at most " if holds else ""


def _binding(constraints: Sequence[Constraint]) -> str:
    names = [
        f"{each.label} + {each.spare_hosts} spare" if each.spare_hosts else each.label
        for each in constraints
        if each.binding
    ]
    if len(names) > _MOST_BINDING:
        names = [*names[: _MOST_BINDING - 1], f"{len(names) - _MOST_BINDING + 1} more"]
    return ", ".join(names)


def _changes(doubt: Doubt | None, result: Result) -> tuple[str, list[tuple[str, str]], str]:
    """A title, names with what each does, and a remark."""
    if doubt is None or doubt.verdict.strength == "none":
        return _missing(doubt, result)
    drivers = doubt.drivers
    turning = [(capital(each.name), each.break_even_text) for each in drivers if each.break_even_text]
    if turning:
        shown = turning[:_MOST_CHANGES]
        return "What would change the advice", shown, ""
    reaches = [(capital(each.name), reach) for each in drivers if (reach := _reach(each))][:_MOST_CHANGES]
    names = {each.key: each.name for each in doubt.configurations}
    advised, other = (names.get(each or "") for each in (doubt.verdict.advised, doubt.verdict.runner_up))
    ends = f"{doubt.currency}, at the 5th and the 95th percentile of each."
    if other is None:
        alone = "There is one configuration" if len(doubt.configurations) == 1 else "Only one configuration is feasible"
        return "What moves the cost most", reaches, f"{alone}: nothing to compare it with. Cost in {ends}"
    note = "No single value within its range changes the advice."
    if reaches:
        note += f" Cost of {advised} less that of {other} in {ends}"
    return "What moves the difference most", reaches, note


def _missing(doubt: Doubt | None, result: Result) -> tuple[str, list[tuple[str, str]], str]:
    if doubt is None or not doubt.verdict.missing:
        reasons = [
            (each.name, " ".join(one.message for one in each.reasons)) for each in result.configurations if each.reasons
        ]
        return ("Why not", reasons, "") if reasons else ("What would change the advice", [], "Not computed.")
    labels = {each.pointer: each.label for each in result.missing}
    names = list(dict.fromkeys(labels.get(each, each) for each in doubt.verdict.missing))
    more = f" and {fixed(len(names) - _MOST_FIELDS)} more" if len(names) > _MOST_FIELDS else ""
    return "What is missing for an advice", [], f"{capital(', '.join(names[:_MOST_FIELDS]))}{more}."


def _reach(driver: Driver) -> str:
    """The range over which a cause moves it; empty where it does not."""
    low, high = driver.low_difference, driver.high_difference
    if low is None or high is None:
        low, high = driver.low_cost, driver.high_cost
    ends = [] if low is None or high is None else [short_money(low), short_money(high)]
    return " to ".join(ends) if len(set(ends)) > 1 else ""


def _who(doubt: Doubt | None, result: Result) -> list[int]:
    """The configurations whose risk is told: the advised one and the runner-up, or else the first feasible ones."""
    keys = [each.key for each in result.configurations]
    chosen = [doubt.verdict.advised, doubt.verdict.runner_up] if doubt else []
    named = [keys.index(each) for each in chosen if each is not None]
    able = [place for place, each in enumerate(result.configurations) if each.admissible]
    return named or able[:_MOST_NAMED]


def _hosts_at_risk(doubt: Doubt | None, result: Result) -> list[str]:
    if doubt is None:
        return []
    outcomes = [doubt.configurations[place] for place in _who(doubt, result)]
    margins = [f"{each.name}: {each.margin_text}" for each in outcomes[:1] if each.margin_text]
    return [f"{each.name}: {each.coverage_text}" for each in outcomes if each.coverage_text] + margins


def _wear(doubt: Doubt | None, result: Result) -> list[str]:
    alike: dict[str, list[str]] = {}
    for place in _who(doubt, result):
        each = result.configurations[place]
        probability = each.quantities["known_wear_out_probability"]
        if probability.value is not None:
            alike.setdefault(value_text(probability, "probability"), []).append(each.name)
    texts = [f"{probability} for {' and for '.join(names)}" for probability, names in alike.items()]
    years = counted(result.horizon_years, "years")
    return [f"The drives wear out within {years} with a probability of {', '.join(texts)}."] if texts else []


_TOO_FEW, _PRICES = "too_few_hosts", "illustrative_prices"
_ENTERED_AS_0 = ("licences_left_out", "array_cost_left_out")
"""Findings about a user's own choice, which need no check."""


def _checks(report: Report) -> list[Check]:
    """The first of each kind, the most decisive before the others."""
    own = [*_too_few_hosts(report.doubt, report.result), *_prices(report)]
    said = {each.finding.code for each in own}
    found = [Check(SEVERITIES[each.severity], each, 0) for each in merged(report.result) if each.code not in said]
    kinds: dict[str, list[Check]] = {}
    for each in sorted([*own, *found], key=lambda each: _turn(each.finding, len(report.result.configurations))):
        kinds.setdefault(each.finding.code, []).append(each)
    return [replace(each, more=len(others)) for each, *others in [*kinds.values()][:_MOST_CHECKS]]


def _turn(finding: Merged, configurations: int) -> int:
    """Errors, hosts, prices, and what is not counted; then what is not the same for all configurations."""
    is_warning, is_for_all = finding.severity is Severity.WARNING, len(finding.places) in (0, configurations)
    turns = (
        finding.severity is Severity.ERROR,
        finding.code == _TOO_FEW,
        finding.code == _PRICES,
        is_not_counted(finding) and finding.code not in _ENTERED_AS_0,
        is_warning and not is_for_all,
        is_warning,
        True,
    )
    return turns.index(True)


def _too_few_hosts(doubt: Doubt | None, result: Result) -> list[Check]:
    """Hosts of the plan that are not enough in many futures."""
    shares = {
        place: 1 - share
        for place in _who(doubt, result)
        if doubt and (share := doubt.configurations[place].probability_enough) is not None and share < _SURE
    }
    if not shares:
        return []
    message = f"The hosts of the plan are too few in {_range(shares.values())} of simulations; see Risk."
    return [Check("Hosts", Merged(Severity.WARNING, _TOO_FEW, message, [*shares]), 0)]


def _prices(report: Report) -> list[Check]:
    """Prices that are examples or assumed, by their share of the cost."""
    shares: dict[int, float] = {}
    amounts: dict[str, float] = {}
    years = report.result.horizon_years
    for place, found in enumerate(report.materials.configurations):
        total = report.result.configurations[place].quantities["cluster_tco"].value
        if total is not None and total > 0:
            indicative = _indicative(found, years)
            shares[place] = sum(indicative.values()) / total
            for label, amount in indicative.items():
                amounts[label] = max(amount / total, amounts.get(label, 0.0))
    shares = {place: share for place, share in shares.items() if share >= _LEAST_SHARE}
    if not shares:
        return []
    labels = sorted(amounts, key=lambda each: -amounts[each])
    message = f"{_range(shares.values())} of the cost rests on prices that are examples or assumed: {some(labels)}."
    return [Check("Prices", Merged(Severity.INFO, _PRICES, message, [*shares]), 0)]


def _indicative(materials: ConfigurationMaterials, years: int) -> dict[str, float]:
    """What is paid until the horizon at indicative prices, by the label of the part."""
    found: dict[str, float] = {}
    for section in materials.sections:
        times = years if section.key == "licences_by_year" else 1
        for line in section.lines:
            if line.status is MaterialStatus.INDICATIVE and line.amount:
                label = line.label.partition(",")[0]
                label = label if label[1:2].isupper() else label[:1].lower() + label[1:]
                found[label] = found.get(label, 0.0) + line.amount * times
    return found


def _range(shares: Collection[float]) -> str:
    """Shares of several configurations as one text."""
    ends = [rough_share(each) for each in (min(shares), max(shares))]
    return " to ".join(dict.fromkeys(ends))
