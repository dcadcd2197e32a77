"""Copies of a plan that differ in one thing, and their answers.

A configuration is sized by itself, whatever others a plan has, so that copies that differ in hosts or prices are
evaluated together. What differs in workload or policy is a plan of its own.
"""

from __future__ import annotations

from copy import deepcopy
from functools import cached_property
from typing import Any

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.evaluation.parts import Parts
from hostwise.binding import PlanError
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.answers.result import ConfigurationResult, Result
from hostwise.plan.document import Plan

TINY = 1e-6
"""A change that nobody would notice."""
LITTLE_GROWTH = 1e-5
"""0.001 % a year."""
GROWTH = {"vcpu": 0.0, "memory": 0.0, "count": 1.0, "disk": 1.0, "io": 1.0}
"""What grows. VMs that become larger stop fitting beside each other at any growth, which is a boundary of its own."""
PRICES = ("price", "chassis_price", "price_per_core_year", "price_per_core_once", "addon_price_per_tib_year")
MORE = {"cores": 1.25, "ghz": 1.1, "memory": 1.25, "drives": 2.0}
"""What a host has more of, and how many times."""

_ANSWER = Parts(inputs=False)
_HOSTS = Parts(inputs=False, monthly=False)

Document = dict[str, Any]


class Copies:
    """A random plan of one configuration, its answer, and those of its copies, each found when it is asked for."""

    def __init__(self, plan: Document, catalogue: Catalogue) -> None:
        self.document, self.catalogue = plan, catalogue
        self.configuration: Document = plan["configurations"][0]
        self.others: list[Document] = self.configuration.get("other_host_models", [])
        self.policy: Document = plan["policy"]

    @cached_property
    def result(self) -> Result:
        """The answer to the plan beside copies with more of something; raises `PlanError`.

        A coverage level runs simulations for each copy: there the plan is alone.
        """
        names = () if "coverage_level" in self.policy else (*MORE, "kept", "staying", "price")
        copies = [self.configuration, *(each for name in names if (each := self.copy(name)))]
        return self._evaluated({"configurations": copies}, _ANSWER)

    @property
    def base(self) -> ConfigurationResult:
        """The answer to the plan itself."""
        return self.result.configurations[0]

    def more(self, name: str) -> ConfigurationResult | None:
        """The copy with more of something, if there is one."""
        return next((each for each in self.result.configurations if each.key == name), None)

    @cached_property
    def given(self) -> dict[str, ConfigurationResult]:
        """The plan with the hosts of its answer given, and with one host less in each of its equal parts.

        Where it is not feasible, with a few hosts more instead.
        """
        hosts, parts = self.base.hosts.value, self.base.quantities["parts"].value
        if hosts is None or parts is None:
            return {}
        counts = {"given": hosts} | ({"fewer": hosts - parts} if self.base.feasible else {"one-more": hosts + 1})
        least = max(1, sum(each["hosts"] for each in self.others))
        wanted = {name: int(number) for name, number in counts.items() if least <= number <= 1_000}
        copies = [self.configuration | {"key": name, "hosts": number} for name, number in wanted.items()]
        if not copies:
            return {}
        return {each.key: each for each in self._evaluated({"configurations": copies}).configurations}

    @cached_property
    def a_little_more(self) -> ConfigurationResult:
        """The plan with growth and demand that are larger by one millionth."""
        groups = deepcopy(self.document["workload"]["groups"])
        for group in groups:
            for name in ("disk_gb", "cpu_ghz", "iops_peak", "iops_average", "memory_gib"):
                group[name] *= 1 + TINY
            group["count_growth_rate"] = group.get("count_growth_rate", 0.0) + TINY
        return self._with_groups(groups)

    def with_growth(self, rate: float) -> ConfigurationResult:
        """The plan with this growth of VMs, data and I/O in every group."""
        named = {f"{name}_growth_rate": rate * share for name, share in GROWTH.items()}
        return self._with_groups([group | named for group in self.document["workload"]["groups"]])

    @cached_property
    def vms(self) -> int:
        """VMs of the groups today."""
        return sum(each["count"] for each in self.document["workload"]["groups"])

    def copy(self, name: str) -> Document | None:
        """The configuration with more of something, or its prices changed; None where it has no such part."""
        one = deepcopy(self.configuration) | {"key": name}
        if name in ("cores", "ghz"):
            field, figure = ("cores", "cores") if name == "cores" else ("base_ghz", "base_ghz")
            row = self.catalogue.cpus.get(one["cpu"].get("key", ""))
            now = one["cpu"].get(field) or (getattr(row, figure, None) if row is not None else None)
            if now is None:
                return None
            one["cpu"][field] = int(now * MORE[name]) if name == "cores" else now * MORE[name]
        elif name == "memory":
            one["memory"]["dram_gib"] *= MORE[name]
        elif name == "drives":
            if "capacity" not in one:
                return None
            one["capacity"]["capacity_gb"] *= MORE[name]
        elif name == "kept":
            if not any(each["kept"] for each in self.others):
                return None
            for each in one["other_host_models"]:
                each["hosts"] += each["kept"]
        elif name == "staying":
            if not any("removed_in_month" in each for each in self.others):
                return None
            for each in one["other_host_models"]:
                each.pop("removed_in_month", None)
        elif name == "price":
            _raise_prices(one)
        return one

    def own_hosts_by_month(self) -> list[float]:
        """Hosts of the own model in each month: all of them but those of other models that are still there.

        Empty where the hosts of a month are not known.
        """
        hosts = self.base.monthly.hosts
        if None in hosts:
            return []
        return [(number or 0.0) - self.others_in(month) for month, number in enumerate(hosts)]

    def others_in(self, month: int) -> float:
        """Hosts of other models in a month."""
        return sum(self.number_there(each, month) for each in self.others)

    @staticmethod
    def number_there(other: Document, month: int) -> float:
        """Hosts of another model in a month."""
        return float(other["hosts"]) if month < other.get("removed_in_month", month + 1) else 0.0

    def _with_groups(self, groups: list[Document]) -> ConfigurationResult:
        workload = self.document["workload"] | {"groups": groups}
        return self._evaluated({"workload": workload}).configurations[0]

    def _evaluated(self, changes: Document, include: Parts = _HOSTS) -> Result:
        return evaluate_plan(Plan.model_validate(self.document | changes), self.catalogue, include=include)


def _raise_prices(part: Any) -> None:
    """Every price of a document by one millionth."""
    if isinstance(part, list):
        for each in part:
            _raise_prices(each)
    elif isinstance(part, dict):
        for name, value in part.items():
            if name in PRICES and value is not None:
                part[name] = value * (1 + TINY)
            else:
                _raise_prices(value)


__all__ = ["LITTLE_GROWTH", "MORE", "TINY", "Copies", "PlanError"]
