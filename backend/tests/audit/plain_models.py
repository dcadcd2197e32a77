"""Hosts of several models, and hosts by month, in plain arithmetic.

Written from docs/model/hosts.md and docs/model/cost.md and not from the formulas: hosts are put beside each other one
by one, the largest are taken away, and what the others give is added up. The storage is an array and the VMs are means,
so that memory, cores, cycles, network and the least number of hosts are all that counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import cached_property
from math import inf
from random import Random
from typing import Any

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.document import Plan, plan_json
from tests.audit.plain import GRAIN, Cluster

TOLERANCE = 1e-9
MONTHS = 12
SUMS = ("cpu_ratio", "cpu_ghz", "memory")
"""What hosts give together, however much each of them has."""
COUNTED = ("protection", "network", "largest_vm")
"""What asks for a number of hosts, whatever they have."""
DROPPED = ("max_hosts_per_cluster", "coverage_level", "max_wear_out_probability", "site_load_share")


class Alone(Cluster):
    """A plan on hosts of one model, which carry as much as they have, in parts of a host."""

    def carried_alone(self, hosts: float, clusters: int, spares: bool) -> float:
        """Without spares and not rounded: models are compared by it."""
        return hosts


class Models:
    """A plan with hosts of several models: its own one, of which there are as many as are needed, and others."""

    def __init__(self, document: dict[str, Any], own: Cluster, alone: Mapping[int | None, Alone]) -> None:
        self.document, self.own, self.alone = document, own, alone
        self.others: list[dict[str, Any]] = document["configurations"][0]["other_host_models"]
        self.spares = int(document["policy"]["spare_hosts"])
        self._known: dict[float, tuple[float, list[tuple[float, list[float]]]]] = {}

    def there(self, month: int) -> list[int]:
        """Hosts of each other model that are there in a month."""
        return [each["hosts"] if month < each.get("removed_in_month", inf) else 0 for each in self.others]

    def holds(self, number: int, years: float, others: list[int]) -> bool:
        """Whether so many own hosts beside others carry the VMs of a date with the largest of them down."""
        least, sums = self._asked_at(years)
        return number + sum(others) >= least and all(self._give(number, others, *each) for each in sums)

    def _give(self, number: int, others: list[int], needed: float, worth: list[float]) -> bool:
        each = [1.0] * number + [of_one for of_one, many in zip(worth, others, strict=True) for _ in range(many)]
        running = sorted(each)[: max(len(each) - self.spares, 0)]
        return sum(running) >= needed * (1 - GRAIN)

    def _asked_at(self, years: float) -> tuple[float, list[tuple[float, list[float]]]]:
        """The least hosts of a date; and own hosts for each sum, with how many of them one of a model stands for."""
        if years not in self._known:
            least = max(self.own.constraint(name, years, 1) for name in COUNTED)
            own = {name: self.alone[None].constraint(name, years, 1) for name in SUMS}
            sums = [(needed, self._worth(name, years, needed)) for name, needed in own.items() if needed > 0]
            self._known[years] = least, sums
        return self._known[years]

    def _worth(self, name: str, years: float, needed: float) -> list[float]:
        """Own hosts that one of each other model stands for: the fewer of it would do alone, the more."""
        return [needed / self.alone[place].constraint(name, years, 1) for place in range(len(self.others))]

    def least(self, years: float, month: int) -> float:
        """The fewest own hosts beside the others of a month."""
        others = self.there(month)
        return next((float(each) for each in range(1_000) if self.holds(each, years, others)), inf)

    @property
    def sizing_month(self) -> int:
        return round(self.own.sizing_years * MONTHS)

    @property
    def buys(self) -> bool:
        return bool(self.own.economics.get("buy_expansion", True))

    @cached_property
    def first(self) -> float:
        """Own hosts at the purchase: what the sizing date asks for beside the hosts that are there."""
        return self.least(self.own.sizing_years, 0 if self.buys else self.sizing_month)

    @cached_property
    def removals(self) -> list[int]:
        return sorted({each["removed_in_month"] for each in self.others if "removed_in_month" in each})

    @cached_property
    def asked(self) -> list[float]:
        """Own hosts that each month asks for: what stands in for removed ones carries the demand of the sizing date."""
        found = [self.least(month / MONTHS, month) for month in range(self.own.months + 1)]
        for month in range(self.own.months + 1):
            gone = [each for each in self.removals if each <= month <= self.sizing_month]
            if gone and self.buys:
                found[month] = max(found[month], self.least(self.own.sizing_years, gone[-1]))
        return found

    @cached_property
    def bought(self) -> list[float]:
        """Own hosts bought in each month: until the next purchase may follow, and for no removal before it comes."""
        found = [0.0] * (self.own.months + 1)
        if not self.buys:
            return found
        start, most = max(self.first, self.asked[0]), 0.0
        lacking = [most := max(most, each - start) for each in self.asked]
        cadence = self.own.economics.get("expansion_cadence_months") or MONTHS
        least = self.own.economics.get("expansion_minimum_hosts") or 1
        so_far, month = 0.0, 1
        while month <= self.own.months:
            if lacking[month] <= so_far:
                month += 1
                continue
            ends = min((each for each in self.removals if each > month), default=month + cadence)
            until = min(month + cadence, ends)
            found[month] = max(lacking[min(until - 1, self.own.months)] - so_far, float(least))
            so_far += found[month]
            month = until
        return found

    @property
    def by_month(self) -> list[float]:
        """All hosts that are there in each month."""
        months = range(self.own.months + 1)
        return [self.first + sum(self.bought[: month + 1]) + sum(self.there(month)) for month in months]

    @property
    def paid(self) -> list[float]:
        """What is paid for hosts after the purchase."""
        return self.own.expansion_cost()


def on_an_array(plan: dict[str, Any], seed: int) -> dict[str, Any]:
    """The plan with an array, VMs that are means, and hosts of other models."""
    one, random = deepcopy(plan), Random(f"models {seed}")
    configuration = one["configurations"][0]
    for name in ("write_tier", "capacity", "guest_licence", "database_licence", "protection"):
        configuration.pop(name, None)
    configuration |= {"layout": "external", "storage_stack": "external-array", "hypervisor": "esxi-8.0u3"}
    configuration |= {"array": {"price": 90_000, "power_w": 1_400, "rack_units": 8}, "management": "elsewhere"}
    configuration["other_host_models"] = [_other(random, number) for number in range(random.choice([1, 1, 2]))]
    configuration["licence"] = {"price_per_core_year": 100}
    for each in one["workload"]["groups"]:
        each["vms"] = "mean"
        for name in ("protection", "kept_at"):
            each.pop(name, None)
    one["workload"].pop("totals", None)
    one.pop("requirements", None)
    for name in DROPPED:
        one["policy"].pop(name, None)
    return one


def _other(random: Random, number: int) -> dict[str, Any]:
    other: dict[str, Any] = {
        "model": f"model {number}",
        "hosts": random.choice([1, 2, 4, 8]),
        "kept": True,
        "sockets": 2,
        "cores": random.choice([10, 16, 32, 48]),
        "base_ghz": random.choice([2.1, 2.8]),
        "dram_gib": random.choice([192, 384, 768, 1_536]),
        "maintenance_per_year": 900,
    }
    return other | ({"removed_in_month": random.choice([6, 18, 35, 50])} if random.random() < 0.6 else {})


def compared_models(
    plan: dict[str, Any], seed: int, catalogue: Catalogue
) -> Iterator[tuple[str, float | None, str | None]]:
    """Hosts of the own model, all hosts by month and what is paid for them, with the difference to the tool's."""
    document = on_an_array(plan, seed)
    read = Plan.model_validate(document)
    result = evaluate_plan(read, catalogue)
    answer = result.configurations[0]
    if answer.hosts.value is None or not answer.feasible or answer.quantities["parts"].value != 1:
        return
    own = Cluster(plan_json(read), 0, result.inputs)
    models = Models(plan_json(read), own, _alone(document, catalogue))
    if max(asked + sum(models.there(month)) for month, asked in enumerate(models.asked)) > own.limit:
        # More clusters have spares of their own.
        return
    yield "own hosts of several models", *_difference(answer.quantities["own_hosts"].value, models.first)
    yield "hosts by month of several models", *_worst(answer.monthly.hosts, models.by_month)
    own.__dict__["bought"] = models.bought
    yield "purchases by month", *_worst(answer.monthly.parts["expansion"], models.paid)


def _alone(document: dict[str, Any], catalogue: Catalogue) -> dict[int | None, Alone]:
    """The plan on each model alone: its own one, and each other."""
    found: dict[int | None, Alone] = {}
    for place, other in [(None, None), *enumerate(document["configurations"][0]["other_host_models"])]:
        one = deepcopy(document)
        configuration = one["configurations"][0]
        configuration["other_host_models"] = []
        if other is not None:
            configuration["cpu"] = {name: other[name] for name in ("sockets", "cores", "base_ghz")} | {"tdp_w": 200}
            configuration["memory"] = {"dram_gib": other["dram_gib"]}
        read = Plan.model_validate(one)
        found[place] = Alone(plan_json(read), 0, evaluate_plan(read, catalogue).inputs)
    return found


def _difference(tool: float | None, plain: float) -> tuple[float | None, str | None]:
    if tool is None:
        return None, f"tool has no number, plain {plain}"
    off = abs(tool - plain) / max(abs(plain), 1.0)
    return off, None if off <= TOLERANCE else f"tool {tool}, plain {plain}"


def _worst(tool: list[float | None], plain: list[float]) -> tuple[float | None, str | None]:
    each = [(*_difference(one, other), month) for month, (one, other) in enumerate(zip(tool, plain, strict=True))]
    wrong = next((f"month {month}: {text}" for _, text, month in each if text), None)
    return max((off for off, _, _ in each if off is not None), default=None), wrong
