"""What the comparison shows: its rows, constraints and cost categories, and the words around the numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from hostwise.engine.model import MODEL
from hostwise.plan.document import Policy
from hostwise.plan.result import Cell, ConfigurationResult, Constraint, Row, State, Value
from hostwise.services.units import unit_symbol

Format = Literal["count", "money", "number", "share", "probability", "years"]


@dataclass(frozen=True)
class RowSpec:
    """One line of the comparison."""

    section: str
    quantity: str
    format: Format
    better: Literal["lower", "higher"] | None


ROWS: tuple[RowSpec, ...] = (
    RowSpec("Hosts", "hosts", "count", "lower"),
    RowSpec("Cost", "cluster_tco", "money", "lower"),
    RowSpec("Cost", "known_parts_cost", "money", "lower"),
    RowSpec("Cost", "cluster_npv", "money", "lower"),
    RowSpec("Cost", "purchase_capex", "money", "lower"),
    RowSpec("Cost", "purchase_capex_per_host", "money", None),
    RowSpec("Cost", "running_cost_per_year", "money", "lower"),
    RowSpec("Cost", "tco_per_vm", "money", "lower"),
    RowSpec("Cost", "tco_per_vm_month", "money", "lower"),
    RowSpec("Cost", "tco_per_tb", "money", "lower"),
    RowSpec("Wear-out", "years_to_wear_out", "years", "higher"),
    RowSpec("Wear-out", "wear_out_probability", "probability", "lower"),
    RowSpec("Wear-out", "dwpd_used", "number", None),
    RowSpec("Wear-out", "endurance_used_share", "share", "lower"),
    RowSpec("Wear-out", "tbw_tb", "number", "higher"),
    RowSpec("Wear-out", "drive_write_limit_mb_s", "number", "higher"),
    RowSpec("Wear-out", "vm_write_limit_mb_s", "number", "higher"),
    RowSpec("Wear-out", "vm_write_limit_iops", "number", "higher"),
    RowSpec("Performance", "cache_utilisation", "share", "lower"),
    RowSpec("Performance", "effective_maximum_iops", "number", "higher"),
    RowSpec("Memory", "memory_overcommit_ratio", "number", "lower"),
    RowSpec("Memory", "memory_overcommit_with_spares_down", "number", "lower"),
    RowSpec("Capacity", "usable_tb", "number", "higher"),
    RowSpec("Capacity", "capacity_used_share", "share", "lower"),
    RowSpec("Power and space", "energy_kwh_per_year", "number", "lower"),
    RowSpec("Power and space", "peak_kw", "number", "lower"),
    RowSpec("Power and space", "rack_units", "count", "lower"),
)


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
        held = self.spares is not None and getattr(policy.holds_with_spares_down, self.spares)
        return policy.spare_hosts if held else 0


CONSTRAINTS: tuple[ConstraintSpec, ...] = (
    ConstraintSpec("cpu_ratio", "CPU cores", "hosts_for_cpu_ratio", "cpu_ratio_slack_share", "cpu"),
    ConstraintSpec("cpu_ghz", "CPU cycles", "hosts_for_cpu_ghz", "cpu_ghz_slack_share", "cpu"),
    ConstraintSpec("memory", "memory", "hosts_for_memory", "memory_slack_share", "memory"),
    ConstraintSpec("capacity", "capacity", "hosts_for_capacity", "capacity_slack_share", None),
    ConstraintSpec(
        "cache_performance", "cache performance", "hosts_for_cache", "cache_slack_share", "cache_performance"
    ),
    ConstraintSpec("endurance", "endurance", "hosts_for_endurance", "endurance_slack_share", "endurance"),
    ConstraintSpec("largest_vm", "largest VM", "hosts_for_largest_vm", None, None),
    ConstraintSpec("protection", "protection minimum", "hosts_for_protection", None, "minimum_hosts"),
)

COST_PARTS: tuple[tuple[str, str, str], ...] = (
    ("servers", "Servers", "server_capex"),
    ("memory", "Memory", "memory_capex"),
    ("cache", "Cache or single-tier drives", "cache_capex"),
    ("capacity", "Capacity drives", "capacity_capex"),
    ("support", "Support", "support_cost"),
    ("licences", "Licences", "licence_cost"),
    ("energy", "Energy", "energy_cost"),
    ("rack", "Rack space", "rack_cost"),
    ("replacement", "Drive replacement", "replacement_cost"),
)

_SAME = 1e-9
"""Two numbers closer than this share are the same: dust must not make one configuration the best."""


def show(value: float, digits: int = 3) -> str:
    """A number for a sentence: at most `digits` significant digits, thousands set apart."""
    if abs(value) >= 10**digits:
        return f"{value:,.0f}"
    return f"{value:.{digits}g}"


def is_same(one: float, other: float) -> bool:
    """Whether two numbers differ by dust only."""
    return abs(one - other) <= _SAME * max(abs(one), abs(other))


def named(constraint: Constraint) -> str:
    """A constraint in words, with its spares."""
    if constraint.spare_hosts:
        return f"{constraint.label} + {constraint.spare_hosts} spare"
    return constraint.label


def hosts_text(constraints: Sequence[Constraint]) -> str:
    """What binds and what comes next, in words."""
    binding = [each for each in constraints if each.binding]
    if not binding:
        return "no constraint could be evaluated"
    text = named(binding[0])
    if len(binding) > 1:
        text += ", a tie with " + " and ".join(named(each) for each in binding[1:])
    runner_up = [each for each in constraints if each.runner_up]
    if runner_up and runner_up[0].hosts.value is not None:
        next_ones = " and ".join(named(each) for each in runner_up)
        text += f"; next {next_ones} at {show(runner_up[0].hosts.value)}"
    return text


def rows(results: Sequence[ConfigurationResult], reference: str, currency: str) -> list[Row]:
    """The comparison's rows; the cost of the known parts is shown where a total is not evaluated."""
    partial = any(each.quantities["cluster_tco"].state is State.NOT_EVALUATED for each in results)
    return [_row(spec, results, reference, currency) for spec in ROWS if spec.quantity != "known_parts_cost" or partial]


def _row(spec: RowSpec, results: Sequence[ConfigurationResult], reference: str, currency: str) -> Row:
    quantity = MODEL.quantity(spec.quantity)
    by_key = {each.key: each.quantities[spec.quantity] for each in results}
    best = _best(spec, results)
    base = by_key[reference]
    return Row(
        section=spec.section,
        quantity=spec.quantity,
        label=quantity.label,
        meaning=quantity.meaning,
        unit=unit_symbol(quantity, currency),
        format=spec.format,
        better=spec.better,
        cells=[
            Cell(
                configuration=each.key,
                value=by_key[each.key],
                note=_note(spec.quantity, each),
                best=each.key in best,
                difference=_difference(by_key[each.key], base) if each.key != reference else None,
                difference_share=_share(by_key[each.key], base) if each.key != reference else None,
            )
            for each in results
        ],
    )


def _note(quantity: str, result: ConfigurationResult) -> str | None:
    if quantity == "hosts":
        return result.hosts_text
    if quantity == "tbw_tb" and result.endurance_class:
        return f"class {result.endurance_class}"
    return None


def _best(spec: RowSpec, results: Sequence[ConfigurationResult]) -> set[str]:
    """Keys of the best feasible configurations; none where all are alike or there is nothing to compare."""
    numbers = {each.key: _number(each.quantities[spec.quantity]) for each in results if each.feasible}
    known = {key: number for key, number in numbers.items() if number is not None}
    if spec.better is None or len(known) < 2:
        return set()
    first = min(known.values()) if spec.better == "lower" else max(known.values())
    best = {key for key, number in known.items() if is_same(number, first)}
    return best if len(best) < len(known) else set()


def _number(value: Value) -> float | None:
    return float("inf") if value.state is State.INFINITE else value.value


def _difference(value: Value, base: Value) -> float | None:
    return None if value.value is None or base.value is None else value.value - base.value


def _share(value: Value, base: Value) -> float | None:
    if value.value is None or base.value is None or base.value == 0:
        return None
    return value.value / base.value - 1


def sentence(results: Sequence[ConfigurationResult], reference: str, horizon_years: int) -> str:
    """The comparison in one sentence, made from the numbers."""
    base = next(each for each in results if each.key == reference)
    feasible = [each for each in results if each.feasible]
    if not feasible:
        return "No configuration is feasible: " + " ".join(f"{each.name}: {each.reasons[0]}" for each in results)
    if len(results) == 1 or not base.feasible:
        return _alone(base if base.feasible else _cheapest(feasible), horizon_years, base)
    best = _cheapest(feasible)
    if best.key == reference:
        others = [each for each in feasible if each.key != reference]
        if not others:
            return _alone(base, horizon_years, base)
        return f"{base.name} costs least: " + _compare(_cheapest(others), base, horizon_years)
    return _compare(best, base, horizon_years)


def _cheapest(results: Sequence[ConfigurationResult]) -> ConfigurationResult:
    """Least cost, then fewest hosts; cost of the known parts where totals are not evaluated."""

    def order(each: ConfigurationResult) -> tuple[float, float]:
        cost = each.quantities["cluster_tco"].value
        partial = each.quantities["known_parts_cost"].value
        least = cost if cost is not None else partial if partial is not None else float("inf")
        return least, each.hosts.value if each.hosts.value is not None else float("inf")

    return min(results, key=order)


def _alone(result: ConfigurationResult, horizon_years: int, base: ConfigurationResult) -> str:
    hosts = result.hosts.value
    text = f"{result.name} needs {show(hosts) if hosts is not None else 'an unknown number of'} hosts"
    text += f" ({result.hosts_text})"
    if base.key != result.key:
        text += f"; {base.name} is not feasible"
    return text + _life(result, horizon_years) + "."


def _compare(one: ConfigurationResult, base: ConfigurationResult, horizon_years: int) -> str:
    parts = []
    here, there = one.hosts.value, base.hosts.value
    if here is not None and there is not None:
        parts.append(
            f"needs {show(here)} hosts like {base.name}"
            if here == there
            else f"needs {show(here)} hosts instead of {show(there)}"
        )
    cost, cost_base = one.quantities["cluster_tco"].value, base.quantities["cluster_tco"].value
    if cost is not None and cost_base:
        share = cost / cost_base - 1
        years = f"over {horizon_years} years"
        if abs(share) < 0.005:
            parts.append(f"costs about the same {years}")
        else:
            parts.append(f"costs {abs(share):.0%} {'less' if share < 0 else 'more'} {years}".replace("%", " %"))
    life, life_base = one.quantities["years_to_wear_out"], base.quantities["years_to_wear_out"]
    if life.value is not None and life_base.value is not None and not is_same(life.value, life_base.value):
        parts.append(f"its flash lasts {show(life.value)} years against {show(life_base.value)}")
    elif life.state is State.NOT_EVALUATED:
        parts.append("its wear-out is not evaluated")
    if not parts:
        return f"{one.name} and {base.name} cannot be told apart by what could be evaluated."
    joined = parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + ", and " + parts[-1]
    return f"{one.name} {joined}."


def _life(result: ConfigurationResult, horizon_years: int) -> str:
    life = result.quantities["years_to_wear_out"]
    if life.value is not None:
        verdict = "outlives" if life.value > horizon_years else "wears out before"
        return f"; its flash lasts {show(life.value)} years and {verdict} the horizon of {horizon_years}"
    return "; its wear-out is not evaluated" if life.state is State.NOT_EVALUATED else ""
