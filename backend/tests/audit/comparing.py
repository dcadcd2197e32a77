"""The tool's answers beside the plain ones, quantity by quantity."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import isinf
from operator import methodcaller
from typing import Any

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.answers.result import ConfigurationResult, QuantityState, Value
from hostwise.plan.document import Plan, plan_json
from tests.audit.plain import Cluster, Unasked, Unknown, Unsure

TOLERANCE = 1e-9
NOTHING = (QuantityState.NO_LIMIT, QuantityState.DOES_NOT_APPLY, QuantityState.UNDEFINED)


@dataclass
class Tally:
    """What was compared of one quantity."""

    numbers: int = 0
    without: int = 0
    worst: float = 0.0
    differences: list[str] = field(default_factory=list)


QUANTITIES: dict[str, Callable[[Cluster], float]] = {
    **{f"hosts_for_{name}": methodcaller("constraint", name) for name in Cluster.CONSTRAINTS},
    "required_hosts": lambda each: each.required_hosts,
    "hosts": lambda each: each.hosts,
    "usable_gib_per_host": lambda each: each.usable_gib,
    "usable_tb": lambda each: each.usable_tb(),
    "rated_dwpd": lambda each: each.rated_dwpd(each.absorbing_role),
    "tbw_tb": lambda each: each.tbw_tb(),
    "dwpd_used": lambda each: each.dwpd_used(),
    "years_to_wear_out": lambda each: each.years_today(each.absorbing_role),
    "years_to_wear_out_with_growth": lambda each: each.grown_years(each.absorbing_role),
    "capacity_drive_years_to_wear_out": lambda each: each.capacity_drive_years(),
    "flash_life_years_for_all_drives": lambda each: each.shortest_life(),
    "wear_out_probability": lambda each: each.wear_out_probability(),
    "host_w": lambda each: each.host_w(),
    "peak_kw": lambda each: each.peak_kw(),
    "energy_kwh_per_year": lambda each: each.energy_kwh_per_year(),
    **{name: methodcaller("until_horizon", name) for name in Cluster.PARTS},
    "cluster_tco": lambda each: each.total_cost(),
    "cluster_npv": lambda each: each.present_value(),
}


def answers(plan: dict[str, Any], catalogue: Catalogue) -> tuple[ConfigurationResult, Cluster]:
    """The tool's result and the plain computation of the plan's first configuration."""
    read = Plan.model_validate(plan)
    result = evaluate_plan(read, catalogue)
    return result.configurations[0], Cluster(plan_json(read), 0, result.inputs)


def compared(plan: dict[str, Any], catalogue: Catalogue) -> Iterator[tuple[str, float | None, str | None]]:
    """Each quantity with its relative difference, or None where there is no number, and what is wrong with it."""
    result, cluster = answers(plan, catalogue)
    for name, plain in QUANTITIES.items():
        yield name, *_difference(result.quantities[name], plain, cluster)
    if result.hosts.value is None:
        return
    months = result.monthly
    for name, tool in (("hosts by month", months.hosts), ("cash flow by month", months.amounts)):
        try:
            mine = cluster.present_hosts if tool is months.hosts else cluster.flow
        except (Unknown, Unasked, Unsure):
            # That the total is known or not is compared above.
            continue
        scale = max(map(abs, mine), default=0.0)
        if None in tool or len(tool) != len(mine):
            yield name, None, f"tool has {tool[:3]}, plain {mine[:3]}"
            continue
        off = [(_relative(a or 0.0, b, scale), month) for month, (a, b) in enumerate(zip(tool, mine, strict=True))]
        worst, month = max(off)
        yield name, worst, None if worst <= TOLERANCE else f"month {month}: tool {tool[month]}, plain {mine[month]}"


def _difference(value: Value, plain: Callable[[Cluster], float], cluster: Cluster) -> tuple[float | None, str | None]:
    try:
        mine = plain(cluster)
    except Unknown as missing:
        agrees = value.value is None and value.state is not QuantityState.INFINITE
        return None, None if agrees else f"tool {value.state} {value.value}, plain lacks {missing}"
    except Unsure:
        return None, None
    except Unasked as unasked:
        agrees = value.value in (None, 0)
        return None, None if agrees else f"tool {value.state} {value.value}, plain has no {unasked}"
    if isinf(mine):
        agrees = value.state in (QuantityState.INFINITE, QuantityState.INFEASIBLE)
        return None, None if agrees else f"tool {value.state} {value.value}, plain infinite"
    if value.value is None:
        return None, f"tool {value.state} without {value.missing}, plain {mine}"
    off = _relative(value.value, mine, abs(mine))
    return off, None if off <= TOLERANCE else f"tool {value.value}, plain {mine}"


def _relative(one: float, other: float, scale: float) -> float:
    return 0.0 if one == other else abs(one - other) / max(scale, abs(one), 1e-12)
