"""Simulations drawn a second time, in plain code: plan documents are edited, and each is run by itself.

Nothing of the tool's simulations is used: no Sobol' points, no sample axis, no causes. The spreads are read from their
table, and which values of a sample are uncertain from the remarks of its document. Overheads of
memory are given, as no field of a plan has those of the tables. What the simulations ask for is counted, and compared.
"""

from __future__ import annotations

import csv
import random
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from math import exp, log, sqrt
from pathlib import Path
from typing import Any

import hostwise.catalogue
from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import Catalogue, Table
from hostwise.decision.deciding import uncertainty_of
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json

Document = Any

PLANS = ("light-io", "nvme-2026", "leaving-vmware")
MOST_ERRORS = 3.0
"""Standard errors by which a number may differ by chance."""

Z95 = 1.6448536269514722
SIGMAS = {"measured": 0.25, "estimated": 0.6, "unknown": 1.44}
_GROUP_FIELDS = {
    "peak_io": "iops_peak",
    "read_share": "read_share",
    "io_size": "io_kib",
    "cpu_demand": "cpu_ghz",
    "disk_used": "disk_used_share",
    "growth": "count_growth_rate",
}
_TOP = {"read_share": 1.0, "disk_used": 1.0}


def _table(name: str) -> dict[str, dict[str, str]]:
    folder = Path(hostwise.catalogue.__file__).parent / "data"
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as rows:
        return {row["key"]: row for row in csv.DictReader(rows)}


SPREADS = _table("spreads")


def given(sample: str) -> Plan:
    """A sample in which the overheads of memory are given, and no wear-out limit has a margin of its own."""
    document = plan_json(sample_plan(sample))
    for each in document["configurations"]:
        each["memory"] |= {"vm_overhead_mib": 200, "hypervisor_gib": 20}
        if each["layout"] == "single_tier":
            each |= {"storage_stack_cpu_share": 0.1}
            each["memory"]["storage_stack_gib"] = 40
    return Plan.model_validate(document)


class Draw:
    """The numbers of one simulation: one for each kind, and one for each thing of a kind."""

    def __init__(self, generator: random.Random) -> None:
        """Begin with none."""
        self._generator, self._numbers = generator, dict[tuple[str, object], float]()

    def _number(self, kind: str, thing: object) -> float:
        return self._numbers.setdefault((kind, thing), self._generator.gauss(0, 1))

    def moved(self, key: str, thing: object, value: float, family: str | None = None, alone: bool = False) -> float:
        """A value in this future."""
        row = SPREADS[key]
        common = 1.0 if alone else float(row["common_share"])
        z = sqrt(common) * self._number(family or key, None) + sqrt(1 - common) * self._number(family or key, thing)
        low, high = float(row["low"]), float(row["high"])
        if row["shape"] == "between":
            return value * exp((log(low) + log(high)) / 2 + (log(high) - log(low)) / 2 * z / Z95)
        end, steps = (low, -z / Z95) if z < 0 else (high, z / Z95)
        return value + end * steps if row["shape"] == "points" else value * end**steps

    def normal(self, kind: str) -> float:
        """The number of a kind."""
        return self._number(kind, None)


def future(plan: Mapping[str, Document], draw: Draw, base: Mapping[str, Mapping[str, float]]) -> Document:
    """The document with everything in uncertainty moved; `base` are the prices of the catalogue by configuration."""
    document = deepcopy(dict(plan))
    remarks = document.pop("remarks", {})
    groups = document["workload"]["groups"]
    sigma = SIGMAS[document["workload"].get("write_load_basis", "estimated")]
    writes = exp(sigma * draw.normal("average_io"))
    for place, group in enumerate(groups):
        at = f"/workload/groups/{place}"
        stated = group.get("iops_average", group.get("iops_peak"))
        for key, field in _GROUP_FIELDS.items():
            status = remarks.get(f"{at}/{field}", {}).get("status")
            usual = {"disk_used": 1.0, "growth": 0.0}.get(key)
            value = group.get(field, usual)
            if value is None or (status not in ("illustrative", "assumed") and field in group and key != "growth"):
                continue
            moved = draw.moved(key, place, value, alone=len(groups) == 1)
            group[field] = min(max(moved, -0.99 if key == "growth" else 0.0), _TOP.get(key, moved))
        if stated is not None:
            group["iops_average"] = stated * writes
    alone = len({_vendor(each)[0] for each in document["configurations"]}) == 1
    for each in document["configurations"]:
        _prices(each, draw, alone, base[each["key"]])
    economics = document.setdefault("economics", {})
    electricity = economics.get("electricity_price_per_kwh", 0.128)
    if "electricity_price_per_kwh" not in economics:
        economics["electricity_price_per_kwh"] = draw.moved("electricity_price", 0, electricity)
    return document


def _vendor(configuration: Document) -> tuple[str, str]:
    """The vendor of the licence, and the spread of its list prices."""
    key = (configuration.get("licence") or {}).get("key")
    vendor = _table("licences")[key]["vendor"] if key else ""
    return vendor, "licence_price_microsoft" if vendor == "Microsoft" else _VMWARE.get(key or "", "licence_price")


_VMWARE = {"vcf": "licence_price_vcf", "vvf-1-year": "licence_price_vvf", "vvf-3-year": "licence_price_vvf"}
_PAID = {"licence_price_per_core": "price_per_core_year", "licence_price_per_socket": "price_per_socket_year"}
_BASE = ("memory_price_per_gib", "chassis_price", "cpu_price", "nic_price", *_PAID)
_HARDWARE = {
    "chassis_price": ("host", "chassis_price"),
    "cpu_price": ("cpu", "price"),
    "nic_price": ("network", "price"),
}


def _prices(configuration: Document, draw: Draw, alone: bool, base: Mapping[str, float]) -> None:
    vendor, spread = _vendor(configuration)
    for name, field in _PAID.items():
        if vendor and base[name] > 0:
            moved = draw.moved(spread, vendor, base[name], family="licence_price", alone=alone)
            configuration["licence"][field] = moved
    memory = configuration["memory"]
    price = memory.get("price") or base["memory_price_per_gib"] * memory["dram_gib"]
    memory["price"] = draw.moved("memory_price", 0, price)
    single = not configuration.get("write_tier")
    for part in ("write_tier", "capacity"):
        if configuration.get(part):
            own = configuration[part]
            own["price"] = draw.moved("drive_price", (part, single, own["price"]), own["price"])
    for name, (part, field) in _HARDWARE.items():
        thing = (name, configuration["cpu"].get("key") if part == "cpu" else base[name])
        configuration[part][field] = draw.moved("hardware_price", thing, base[name])


@dataclass(frozen=True)
class Comparison:
    """One number of `/uncertainty` and of the sampler, and by how many standard errors they differ."""

    name: str
    said: float
    counted: float
    errors: float


def _wins(row: Sequence[float], place: int) -> float:
    """The part of a simulation that a configuration wins: those within a thousandth share it."""
    winners = [each <= min(row) * 1.001 for each in row]
    return winners[place] / sum(winners)


def compared(sample: str, catalogue: Catalogue, number: int, seed: int = 7) -> list[Comparison]:
    """What `/uncertainty` says of a sample, against a number of simulations run one by one."""
    plan = given(sample)
    # No field of a plan has all overheads of the tables: they are left out of both.
    rows = [each for each in catalogue.spreads.values() if each.key != "overheads"]
    catalogue = replace(catalogue, spreads=Table("spread", rows))
    uncertainty = uncertainty_of(plan, catalogue)
    document, generator = plan_json(plan), random.Random(seed)
    limit = document["policy"].get("max_wear_out_probability")
    base = {
        each.key: {name: run_plan(plan, catalogue).evaluation.value(name, place) for name in _BASE}
        for place, each in enumerate(plan.configurations)
    }
    costs: list[list[float]] = []
    hosts: list[list[float]] = []
    for _ in range(number):
        one = future(document, Draw(generator), base)
        if limit is not None:
            # What is drawn has no margin: the drives wear out, or they do not.
            one["policy"]["max_wear_out_probability"] = 0.5
        run = run_plan(Plan.model_validate(one), catalogue)
        places = range(len(plan.configurations))
        costs.append([run.evaluation.value("cluster_tco", each) for each in places])
        hosts.append([run.evaluation.value("required_hosts", each) for each in places])
    found = []
    for place, outcome in enumerate(uncertainty.configurations):
        enough = sum(row[place] <= (outcome.hosts_now or 0) for row in hosts) / number
        cheapest = sum(_wins(row, place) for row in costs) / number
        below = [
            sum(row[place] <= (end or 0) for row in costs) / number for end in (outcome.cost.low, outcome.cost.high)
        ]
        for name, said, counted in (
            ("enough", outcome.probability_enough, enough),
            ("cheapest", outcome.probability_cheapest, cheapest),
            ("5th percentile of cost", 0.05, below[0]),
            ("95th percentile of cost", 0.95, below[1]),
        ):
            if said is not None:
                error = sqrt(max(said * (1 - said), 1 / number) * (1 / number + 1 / uncertainty.simulations))
                found.append(
                    Comparison(f"{sample}, {outcome.name}: {name}", said, counted, abs(said - counted) / error)
                )
    return found
