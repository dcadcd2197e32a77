"""What the comparison shows: its rows, constraints and cost categories, and the words around the numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from hostwise.engine.model import MODEL
from hostwise.plan.answers.result import Cell, ConfigurationResult, Constraint, Format, Row, State, Value
from hostwise.plan.configuration import Architecture
from hostwise.plan.document import Plan
from hostwise.plan.economics import Economics
from hostwise.plan.policy import Policy
from hostwise.services.reference.units import unit_symbol
from hostwise.services.running.run import Run
from hostwise.services.running.words import ALIKE, STATE_TEXTS, counted, is_same, known_or_infinite, named, show


@dataclass(frozen=True)
class RowSpec:
    """One line of the comparison."""

    section: str
    quantity: str
    format: Format
    better: Literal["lower", "higher"] | None
    spares_down: bool = False

    @property
    def key(self) -> str:
        """Unique among the rows."""
        return f"{self.quantity}-spares-down" if self.spares_down else self.quantity


ROWS: tuple[RowSpec, ...] = (
    RowSpec("Hosts", "hosts", "count", "lower"),
    RowSpec("Cost", "cluster_tco", "money", "lower"),
    RowSpec("Cost", "known_parts_cost", "money", None),
    RowSpec("Cost", "cluster_npv", "money", "lower"),
    RowSpec("Cost", "purchase_capex", "money", "lower"),
    RowSpec("Cost", "purchase_capex_per_host", "money", None),
    RowSpec("Cost", "expansion_cost", "money", "lower"),
    RowSpec("Cost", "running_cost_per_year", "money", "lower"),
    RowSpec("Cost", "tco_per_vm", "money", "lower"),
    RowSpec("Cost", "tco_per_vm_month", "money", "lower"),
    RowSpec("Cost", "tco_per_tb", "money", "lower"),
    RowSpec("Cost", "initial_licensed_cores", "count", "lower"),
    RowSpec("Cost", "initial_addon_licences", "count", "lower"),
    RowSpec("Return", "saving_npv", "money", "higher"),
    RowSpec("Return", "internal_return_rate", "share", None),
    RowSpec("Return", "payback_years", "years", "lower"),
    RowSpec("Return", "discounted_payback_years", "years", "lower"),
    RowSpec("Wear-out", "years_to_wear_out", "years", "higher"),
    RowSpec("Wear-out", "grown_years_to_wear_out", "years", "higher"),
    RowSpec("Wear-out", "wear_out_probability", "probability", "lower"),
    RowSpec("Wear-out", "replacement_probability", "probability", "lower"),
    RowSpec("Wear-out", "expected_replacements_drives", "number", "lower"),
    RowSpec("Wear-out", "expected_lost_groups", "number", "lower"),
    RowSpec("Wear-out", "exposure_probability", "probability", "lower"),
    RowSpec("Wear-out", "dwpd_used", "number", None),
    RowSpec("Wear-out", "endurance_used_share", "share", "lower"),
    RowSpec("Wear-out", "tbw_tb", "number", "higher"),
    RowSpec("Wear-out", "drive_write_limit_mb_s", "number", "higher"),
    RowSpec("Wear-out", "vm_write_limit_mb_s", "number", "higher"),
    RowSpec("Wear-out", "vm_write_limit_iops", "number", "higher"),
    RowSpec("Performance", "cache_utilisation", "share", "lower"),
    RowSpec("Performance", "effective_maximum_iops", "number", "higher"),
    RowSpec("Performance", "minutes_to_throttling", "minutes", "higher"),
    RowSpec("Performance", "steady_admitted_iops", "number", "higher"),
    RowSpec("Memory", "memory_overcommit_ratio", "number", "lower"),
    RowSpec("Memory", "memory_overcommit_ratio", "number", "lower", spares_down=True),
    RowSpec("Memory", "memory_state_rank", "state", "lower"),
    RowSpec("Memory", "memory_state_rank", "state", "lower", spares_down=True),
    RowSpec("Memory", "swap_drive_years_to_wear_out", "years", "higher"),
    RowSpec("Memory", "tier_drive_years_to_wear_out", "years", "higher"),
    RowSpec("Operations per minute", "cluster_opm", "number", "higher"),
    RowSpec("Operations per minute", "least_performance_share", "share", "higher"),
    RowSpec("Operations per minute", "least_performance_share", "share", "higher", spares_down=True),
    RowSpec("Operations per minute", "planned_opm_per_host", "number", "higher"),
    RowSpec("Operations per minute", "reachable_opm", "number", "higher"),
    RowSpec("Operations per minute", "tco_per_opm", "money", "lower"),
    RowSpec("Operations per minute", "tco_per_reachable_opm", "money", "lower"),
    RowSpec("Capacity", "usable_tb", "number", "higher"),
    RowSpec("Capacity", "capacity_used_share", "share", "lower"),
    RowSpec("Power and space", "energy_kwh_per_year", "number", "lower"),
    RowSpec("Power and space", "overhead_kwh_per_year", "number", "lower"),
    RowSpec("Power and space", "peak_kw", "number", "lower"),
    RowSpec("Power and space", "peak_heat_btu_h", "number", "lower"),
    RowSpec("Power and space", "rack_units", "count", "lower"),
    RowSpec("Carbon", "operational_kgco2e_per_year", "number", "lower"),
    RowSpec("Carbon", "operational_kgco2e", "number", "lower"),
    RowSpec("Carbon", "embodied_kgco2e", "number", "lower"),
    RowSpec("Carbon", "cluster_kgco2e", "number", "lower"),
)


_OF_OPERATIONS = frozenset(row.quantity for row in ROWS if row.section == "Operations per minute")
"""What is asked for only where a group follows a measured model."""


_OF_COST = frozenset({
    "cluster_npv", "purchase_capex_per_host", "tco_per_vm", "tco_per_vm_month", "tco_per_tb", "saving_npv",
    "internal_return_rate", "payback_years", "discounted_payback_years", "overhead_kwh_per_year", "peak_heat_btu_h",
    "operational_kgco2e_per_year", "operational_kgco2e", "cluster_kgco2e",
})  # fmt: skip
"""What only repeats that the total cost, the purchase or the power is not evaluated."""


_WHERE_ANY = frozenset({"expansion_cost", "initial_addon_licences"})
"""What is said only where there is any."""


@dataclass(frozen=True)
class ConstraintSpec:
    """One constraint on the number of hosts; `spares` names the policy's switch that adds the spare hosts."""

    key: str
    label: str
    quantity: str
    slack: str | None
    spares: str | None

    def spare_hosts(self, policy: Policy) -> int:
        """Spare hosts that the constraint adds under a policy."""
        held = self.spares == "always" or (
            self.spares is not None and getattr(policy.holds_with_spares_down, self.spares)
        )
        return policy.spare_hosts if held else 0


CONSTRAINTS: tuple[ConstraintSpec, ...] = (
    ConstraintSpec("cpu_ratio", "CPU cores", "hosts_for_cpu_ratio", "cpu_ratio_slack_share", "cpu"),
    ConstraintSpec("cpu_ghz", "CPU GHz", "hosts_for_cpu_ghz", "cpu_ghz_slack_share", "cpu"),
    ConstraintSpec("memory", "memory", "hosts_for_memory", "memory_slack_share", "memory"),
    ConstraintSpec("memory_state", "memory state", "hosts_for_memory_state", None, None),
    ConstraintSpec(
        "memory_state_with_spares_down",
        "memory state with spares down",
        "hosts_for_memory_state_with_spares_down",
        None,
        "always",
    ),
    ConstraintSpec("active_memory", "active memory", "hosts_for_active_memory", None, "memory"),
    ConstraintSpec("performance", "least performance", "hosts_for_performance", None, "memory"),
    ConstraintSpec("operations", "operations per minute", "hosts_for_opm", None, None),
    ConstraintSpec("read_cache", "read cache", "hosts_for_read_cache", "read_cache_slack_share", "always"),
    ConstraintSpec("capacity", "capacity", "hosts_for_capacity", "capacity_slack_share", None),
    ConstraintSpec(
        "cache_performance", "cache performance", "hosts_for_cache", "cache_slack_share", "cache_performance"
    ),
    ConstraintSpec("endurance", "endurance", "hosts_for_endurance", "endurance_slack_share", "endurance"),
    ConstraintSpec("largest_vm", "largest VM", "hosts_for_largest_vm", None, None),
    ConstraintSpec("protection", "protection minimum", "hosts_for_protection", None, "minimum_hosts"),
)


def hosts_text(constraints: Sequence[Constraint], given: int | None) -> str:
    """What binds, what comes next, and what could not be evaluated, in words."""
    binding = [each for each in constraints if each.binding]
    text = "no constraint could be evaluated"
    if binding:
        text = named(binding[0])
        if len(binding) > 1:
            text += ", a tie with " + " and ".join(named(each) for each in binding[1:])
        runner_up = [each for each in constraints if each.runner_up]
        if runner_up and runner_up[0].hosts.value is not None:
            next_ones = " and ".join(named(each) for each in runner_up)
            text += f"; next {next_ones} at {show(runner_up[0].hosts.value)}"
        needed_hosts = binding[0].hosts.value
        if given is not None and needed_hosts is not None:
            text = f"{given} given, {show(needed_hosts)} needed: {text}"
    unknown = [each.label for each in constraints if each.hosts.state is State.NOT_EVALUATED]
    return f"{text}; not evaluated: {', '.join(unknown)}" if unknown else text


def rows(run: Run, results: Sequence[ConfigurationResult], reference: str) -> list[Row]:
    """The comparison's rows; some only where they say more than another one."""
    plan = run.plan
    # Cache drives against all drives: their wear is not the same thing.
    unlike = {"Wear-out"} if len({each.architecture for each in plan.configurations}) > 1 else set[str]()
    if len({_unevaluated(each) for each in results}) > 1:
        unlike |= {"Hosts", "Cost"}
    found = []
    for spec in ROWS:
        values = _values(run, results, spec)
        if _says_something(spec, values, results, plan):
            shown = replace(spec, better=None) if spec.section in unlike else spec
            found.append(_row(shown, values, results, reference, plan))
    return found


def _values(run: Run, results: Sequence[ConfigurationResult], spec: RowSpec) -> dict[str, Value]:
    """A row's value for each configuration; of the case with the spares down where the row is about that."""
    if not spec.spares_down:
        found = {each.key: each.quantities[spec.quantity] for each in results}
        # Nothing returns anything against itself.
        itself = {each.key: each.finance is None for each in results} if spec.section == "Return" else {}
        return {
            key: Value(value=None, state=State.DOES_NOT_APPLY) if itself.get(key) else value
            for key, value in found.items()
        }
    case = run.with_failed(run.plan.policy.spare_hosts)
    return {
        each.key: case.value(spec.quantity, index)
        if run.leaves_hosts(run.plan.policy.spare_hosts, index)
        else Value(value=None, state=State.UNDEFINED)
        for index, each in enumerate(results)
    }


def _says_something(
    spec: RowSpec, values: Mapping[str, Value], results: Sequence[ConfigurationResult], plan: Plan
) -> bool:
    """Whether a row tells more than those that are always there."""
    if spec.quantity == "known_parts_cost":
        # Nothing but parts that cost nothing: no price is known.
        priced = any(each.value for each in values.values())
        return priced and any(each.quantities["cluster_tco"].state is State.NOT_EVALUATED for each in results)
    if spec.quantity == "grown_years_to_wear_out":
        return any(each.quantities["mean_write_growth_rate"].value not in (0, None) for each in results)
    if spec.section == "Wear-out" and all(
        each.architecture is Architecture.EXTERNAL_ARRAY for each in plan.configurations
    ):
        return False
    if spec.quantity in _WHERE_ANY:
        return any(each.value for each in values.values())
    if spec.quantity == "initial_licensed_cores":
        return any(each.quantities["licence_cost"].value for each in results)
    if spec.quantity in _OF_COST:
        return any(each.state not in (State.NOT_EVALUATED, State.DOES_NOT_APPLY) for each in values.values())
    if spec.spares_down and plan.policy.spare_hosts == 0:
        return False
    if spec.quantity in _OF_OPERATIONS and not any(group.opm_model for group in plan.workload.groups):
        return False
    return any(each.state is not State.DOES_NOT_APPLY for each in values.values())


def _unevaluated(result: ConfigurationResult) -> frozenset[str]:
    """The constraints that could not be evaluated: hosts that ignore different ones are not comparable."""
    return frozenset(each.key for each in result.constraints if each.hosts.state is State.NOT_EVALUATED)


def _row(
    spec: RowSpec,
    values: Mapping[str, Value],
    results: Sequence[ConfigurationResult],
    reference: str,
    plan: Plan,
) -> Row:
    quantity = MODEL.quantity(spec.quantity)
    best = _best(spec, values, results)
    # Sums of different parts have no difference, and neither have ranks.
    comparable = spec.quantity != "known_parts_cost" and spec.format != "state"
    base = values[reference] if comparable else Value(value=None, state=State.NOT_EVALUATED)
    return Row(
        key=spec.key,
        section=spec.section,
        quantity=spec.quantity,
        failed_hosts=plan.policy.spare_hosts if spec.spares_down else 0,
        label=f"{quantity.label}, spares down" if spec.spares_down else quantity.label,
        meaning=quantity.meaning,
        unit=unit_symbol(quantity, plan.economics.currency),
        format=spec.format,
        better=spec.better,
        cells=[
            Cell(
                configuration=each.key,
                value=values[each.key],
                text=_text(spec.format, values[each.key]),
                note=_note(spec.quantity, each),
                best=each.key in best,
                difference=_difference(values[each.key], base) if each.key != reference else None,
                difference_share=_share(values[each.key], base) if each.key != reference else None,
            )
            for each in results
        ],
    )


def _text(format_: Format, value: Value) -> str | None:
    """Words that say more than the number."""
    if format_ == "state" and value.value is not None:
        return STATE_TEXTS[int(value.value)]
    if format_ == "minutes":
        if value.state is State.INFINITE:
            return "never"
        if value.value is not None:
            return "at once" if value.value == 0 else f"after {show(value.value)} min"
    return None


def _note(quantity: str, result: ConfigurationResult) -> str | None:
    if quantity == "hosts":
        return result.hosts_text
    if quantity == "tbw_tb" and result.endurance_class:
        return f"class {result.endurance_class}"
    return None


def _best(spec: RowSpec, values: Mapping[str, Value], results: Sequence[ConfigurationResult]) -> set[str]:
    """Keys of the best feasible configurations; none where all are alike or there is nothing to compare."""
    numbers = {each.key: known_or_infinite(values[each.key]) for each in results if each.feasible}
    known = {key: number for key, number in numbers.items() if number is not None}
    if spec.better is None or len(known) < 2:
        return set()
    first = min(known.values()) if spec.better == "lower" else max(known.values())
    best = {key for key, number in known.items() if is_same(number, first)}
    return best if len(best) < len(known) else set()


def _difference(value: Value, base: Value) -> float | None:
    return None if value.value is None or base.value is None else value.value - base.value


def _share(value: Value, base: Value) -> float | None:
    if value.value is None or base.value is None or base.value == 0:
        return None
    return value.value / base.value - 1


def sentence(results: Sequence[ConfigurationResult], plan: Plan, reference: str) -> str:
    """The comparison in one sentence, made from the numbers."""
    economics = plan.economics
    flash = {
        each.key: "drives" if each.architecture is Architecture.ESA else "cache drives" for each in plan.configurations
    }
    base = next(each for each in results if each.key == reference)
    feasible = [each for each in results if each.feasible]
    if not feasible:
        return "No configuration is feasible. " + " ".join(f"{each.name}: {each.reasons[0]}" for each in results)
    order = _order(feasible)
    if not base.feasible:
        first = _alone(order[0], economics.horizon_years, flash)
        return f"{first} {base.name} is not feasible: {base.reasons[0]}"
    if len(feasible) == 1:
        return _alone(base, economics.horizon_years, flash)
    if order[0] is not base:
        return _compare(order[0], base, economics, flash)
    cheaper = all(_cost(each) is not None for each in feasible) and not _costs_alike(base, order[1])
    return (f"{base.name} costs least: " if cheaper else "") + _compare(order[1], base, economics, flash)


def _cost(result: ConfigurationResult) -> float | None:
    return result.quantities["cluster_tco"].value


def _costs_alike(one: ConfigurationResult, other: ConfigurationResult) -> bool:
    here, there = _cost(one), _cost(other)
    return here is not None and there is not None and abs(here - there) <= ALIKE * max(abs(here), abs(there))


def _order(results: Sequence[ConfigurationResult]) -> list[ConfigurationResult]:
    """The cheapest first where all costs are known, else those with fewest hosts."""
    if all(_cost(each) is not None for each in results):
        return sorted(results, key=lambda each: _cost(each) or 0)
    return sorted(results, key=lambda each: each.hosts.value if each.hosts.value is not None else float("inf"))


def _hosts(result: ConfigurationResult) -> str:
    """The number of hosts in words; a lower bound where a constraint could not be evaluated."""
    if result.hosts.value is None:
        return "an unknown number of hosts"
    return ("at least " if _unevaluated(result) else "") + counted(result.hosts.value, "hosts")


def _alone(result: ConfigurationResult, horizon: int, flash: Mapping[str, str]) -> str:
    text = f"{result.name} needs {_hosts(result)} ({result.hosts_text})"
    life = result.quantities["grown_years_to_wear_out"]
    if life.value is not None:
        outlives = life.value > horizon or is_same(life.value, horizon)
        text += f"; its {flash[result.key]} last {counted(life.value, 'years')}, "
        text += f"{'not less' if outlives else 'less'} than the horizon of {horizon}"
    elif life.state is State.NOT_EVALUATED:
        text += "; its wear-out is not evaluated"
    return text + "."


def _compare(
    one: ConfigurationResult, base: ConfigurationResult, economics: Economics, flash: Mapping[str, str]
) -> str:
    parts = []
    here, there = one.hosts.value, base.hosts.value
    if here is not None and there is not None:
        alike = f"needs {_hosts(one)} like {base.name}"
        parts.append(alike if here == there else f"needs {_hosts(one)} instead of {show(there)}")
    parts.append(_compare_costs(one, base, economics))
    life, life_base = one.quantities["grown_years_to_wear_out"], base.quantities["grown_years_to_wear_out"]
    if life.value is not None and life_base.value is not None and not is_same(life.value, life_base.value):
        against = show(life_base.value)
        if flash[one.key] != flash[base.key]:
            against += f" of {base.name}'s {flash[base.key]}"
        grows = any((each.quantities["mean_write_growth_rate"].value or 0) != 0 for each in (one, base))
        growing = ", as the load grows" if grows else ""
        parts.append(f"its {flash[one.key]} last {counted(life.value, 'years')} against {against}{growing}")
    elif life.state is State.NOT_EVALUATED:
        parts.append("its wear-out is not evaluated")
    joined = parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + ", and " + parts[-1]
    return f"{one.name} {joined}."


def _compare_costs(one: ConfigurationResult, base: ConfigurationResult, economics: Economics) -> str:
    cost, cost_base = _cost(one), _cost(base)
    if cost is None or cost_base is None:
        unknown = [each.name for each in (one, base) if _cost(each) is None]
        return f"the total cost of {' and '.join(unknown)} is not evaluated"
    over = f"over {counted(economics.horizon_years, 'years')}"
    if _costs_alike(one, base):
        return f"costs about the same {over}"
    if cost_base <= 0:
        # A share of nothing, or of a gain, says nothing.
        return f"costs {cost:,.0f} instead of {cost_base:,.0f} {economics.currency} {over}"
    share = cost / cost_base - 1
    return f"costs {abs(share) * 100:.0f} % {'less' if share < 0 else 'more'} {over}"
