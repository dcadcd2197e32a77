"""The money of plans with hosts of other models, or of equal sites: each part of the cost in each month, to the cent.

Written from docs/model/cost.md, docs/model/equal-sites.md and docs/model/finance.md and not from the formulas. How many
hosts there are is the tool's answer, and so is what is no money: clusters, spares, stripes and the writes of storage
other than vSAN. Whatever is paid for them is added up here, host by host, model by model and site by site.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from functools import cached_property, partial
from itertools import count, pairwise
from random import Random
from typing import Any

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.evaluation.parts import Parts
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.answers.result import ConfigurationResult, Result
from hostwise.plan.document import Plan, plan_json
from tests.audit.plain import MONTHS, Cluster, Group, Unasked, Unknown
from tests.audit.plans import random_contract, random_guest, random_licence, random_line, random_plan
from tests.audit.whole_plans import random_whole_plan

CENT = 0.005
RELATIVE = 1e-9
"""Of large sums, more than half a cent."""
PARTS = {
    "servers": "server_capex",
    "memory": "memory_capex",
    "cache": "cache_capex",
    "capacity": "capacity_capex",
    "array": "array_capex",
    "other_hosts": "other_hosts_capex",
    "reused": "reused_capex",
    "shared_spares": "shared_spares_cost",
    "expansion": "expansion_cost",
    "support": "support_cost",
    "licences": "licence_cost",
    "energy": "energy_cost",
    "rack": "rack_cost",
    "administration": "administration_cost",
    "lines": "lines_cost",
    "replacement": "replacement_cost",
    "outages": "outage_cost",
    "residual": "residual_cost",
}
"""What the tool calls the parts. Further drives cost nothing in these plans."""

APART = 100_000
"""Seeds between the whole plans that are tried for one that has hosts of other models."""
ONLY_INPUTS = Parts(monthly=False, quantities=(), rows=False)

Document = dict[str, Any]
Compared = tuple[str, float | None, str | None]


class OneHost(Cluster):
    """One host of another model, as if it were the configuration's own."""

    def __init__(self, plan: Document, other: Document, catalogue: Catalogue, own_tdp_w: float | None) -> None:
        document = _of_model(plan, other, own_tdp_w)
        read = Plan.model_validate(document)
        super().__init__(plan_json(read), 0, evaluate_plan(read, catalogue, include=ONLY_INPUTS).inputs)
        self.model = other
        self.computes_only = other.get("drives") == 0
        if self.computes_only and "capacity" in self.configuration:
            # No configuration of its own may be without drives.
            self.configuration["capacity"]["count"] = 0

    def role_number(self, role: str) -> float:
        return 0.0 if self.computes_only else super().role_number(role)

    def there(self, month: int) -> float:
        """Hosts of the model in a month."""
        return float(self.model["hosts"]) if month < self.model.get("removed_in_month", month + 1) else 0.0

    @property
    def price(self) -> float:
        """What is paid for one host with everything in it."""
        if self.model.get("kept", True):
            return 0.0
        given = self.model.get("price")
        return self.host_price if given is None else float(given)

    def maintenance(self) -> float:
        """A year of support of one host: as agreed, as for any host, or a share of what was paid for the server."""
        for given in (self.model.get("maintenance_per_year"), self.economics.get("support_price_per_host")):
            if given is not None:
                return float(given)
        return 0.0 if self.model.get("kept", True) else self.economics.get("support_rate", 0.0) * self.server_price()


def _of_model(plan: Document, other: Document, own_tdp_w: float | None) -> Document:
    """The plan on one host of another model alone: what it does not say is as in the own hosts."""
    one = deepcopy(plan)
    configuration = one["configurations"][0]
    configuration |= {"other_hosts": [], "hosts": 1}
    cpu, memory, host = (configuration[name] for name in ("cpu", "memory", "host"))
    figures = {name: other[name] for name in ("cores", "base_ghz") if name in other}
    if "cpu" in other:
        cpu = {"key": other["cpu"]} | figures
    elif figures:
        cpu = {name: value for name, value in cpu.items() if name != "key"} | {"tdp_w": own_tdp_w} | figures
    configuration["cpu"] = cpu | {"sockets": other.get("sockets", cpu.get("sockets", 2))}
    if "dram_gib" in other:
        memory.pop("price", None)
        memory["dram_gib"] = other["dram_gib"]
    if "capacity" in configuration:
        configuration["capacity"]["count"] = other["drives"] or 1
        if "drive_gb" in other:
            configuration["capacity"] |= {"capacity_gb": other["drive_gb"], "price": None}
    # What is measured of the own host holds for no other one.
    measured = ("idle_w", "full_w", "power_profile")
    configuration["host"] = {name: value for name, value in host.items() if name not in measured}
    return one


class Money(Cluster):
    """The money of a plan, for the hosts that the tool's answer has in each month."""

    HARDWARE = (*Cluster.HARDWARE, "other_hosts_capex", "shared_spares_cost")
    PARTS = tuple(PARTS.values())

    def __init__(self, plan: Document, result: Result, catalogue: Catalogue) -> None:
        super().__init__(plan, 0, result.inputs)
        self.answer: ConfigurationResult = result.configurations[0]
        self.alike: Document = self.economics.get("equal_sites") or {}
        tdp_w = self.records.maybe("cpu_tdp_w")
        self.others = [OneHost(plan, each, catalogue, tdp_w) for each in self.configuration.get("other_hosts", [])]

    def _told(self, name: str) -> float:
        value = self.answer.quantities[name].value
        if value is None:
            raise Unknown(name)
        return value

    # What is no money.

    @cached_property
    def sites(self) -> int:
        return int(self.records.need("sites"))

    @cached_property
    def clusters(self) -> int:
        return int(self._told("parts")) // self.sites

    @cached_property
    def spares(self) -> int:
        return int(self._told("spare_hosts"))

    @cached_property
    def is_wide(self) -> bool:
        return self._told("wide_flag") == 1

    def amplification(self, group: Group, wide: bool) -> float:
        if not self.in_hosts or self.protection.startswith(("osa", "esa")):
            return super().amplification(group, wide)
        log, stripe = (self.records.need(f"group_{each}_writes_factor", group.name) for each in ("log", "stripe"))
        return (log + stripe / self.reduction(group)) * self.records.need("stack_write_factor")

    # Hosts.

    @cached_property
    def hosts(self) -> float:
        if self.answer.hosts.value is None:
            raise Unasked("number of hosts that is enough")
        return self.answer.hosts.value - sum(each.there(0) for each in self.others)

    @cached_property
    def open_sites(self) -> list[float]:
        if not self.alike:
            return super().open_sites
        number, first = self.alike["number"], self.alike.get("first_month") or 0
        each_month = self.alike.get("per_month") or number
        return [float(min(number, each_month * max(month - first + 1, 0))) for month in range(self.months + 1)]

    @cached_property
    def present_hosts(self) -> list[float]:
        """Hosts of the own model at a site; before the first one opens there are none that anything is paid for."""
        found = []
        for month, (hosts, sites) in enumerate(zip(self.answer.monthly.hosts, self.open_sites, strict=True)):
            if hosts is None:
                raise Unknown("hosts by month")
            at_site = hosts / sites if sites else self.hosts
            found.append(at_site - sum(each.there(month) for each in self.others))
        return found

    @cached_property
    def bought(self) -> list[float]:
        """Hosts that growth, or the removal of others, adds at all sites that are open."""
        there = [sites * hosts for sites, hosts in zip(self.open_sites, self.present_hosts, strict=True)]
        added = [now - before for before, now in pairwise([0.0, *there])]
        return [more - sites * self.hosts for more, sites in zip(added, self.opened_sites, strict=True)]

    def all_hosts(self, month: int) -> float:
        return super().all_hosts(month) + sum(each.there(month) for each in self.others)

    def everywhere(self, month: int, of_host: Callable[[Cluster], float], of_site: float = 0.0) -> float:
        others = sum(each.there(month) * of_host(each) for each in self.others if each.there(month))
        return super().everywhere(month, of_host, of_site + others)

    def worth(self, other: OneHost) -> float:
        """Own hosts that hold as much data as one of another model; some storage fills all hosts alike."""
        return 1.0 if self.protection.startswith("s2d") or not self.in_hosts else other.raw_tb / self.raw_tb

    def data_hosts(self, hosts: float, month: int) -> float:
        return hosts + sum(each.there(month) * self.worth(each) for each in self.others)

    def drive_hosts(self, month: int) -> float:
        """Drives of models that stay are replaced like own ones; what is removed is not repaired."""
        staying = sum(each.there(self.months) * self.worth(each) for each in self.others)
        return super().drive_hosts(month) + staying

    # Money.

    def other_hosts_capex(self) -> list[float]:
        """Models that are bought, with the first hosts."""
        return [sum(each.there(0) * each.price for each in self.others), *[0.0] * self.months]

    def shared_spares_cost(self) -> list[float]:
        """Hosts on a shelf, bought with the first sites."""
        number, found = self.alike.get("shared_spare_hosts") or 0, [0.0] * (self.months + 1)
        if number:
            month = self.alike.get("first_month") or 0
            found[month] = number * self.host_price * self.hardware_factor(month)
        return found

    def support_cost(self) -> list[float]:
        """Support of own hosts, and the maintenance of others for as long as they are there."""
        own = super().support_cost()
        months = range(1, self.months + 1)
        others = [
            sum(each.there(month) * each.maintenance() / MONTHS for each in self.others if each.there(month))
            for month in months
        ]
        return [0.0, *[a + b for a, b in zip(own[1:], others, strict=True)]]

    def known_parts(self) -> float:
        """What all parts cost that are known."""
        total = 0.0
        for name in self.PARTS:
            with suppress(Unknown, Unasked):
                total += self.until_horizon(name)
        return total


# ------------------------------------------------------------------------------------------------------ random plans


def plan_with_removals(seed: int) -> Document:
    """A whole plan in which hosts of other models leave, with contracts of all kinds."""
    plans = (random_whole_plan(seed + APART * number) for number in count())
    plan = next(each for each in plans if each["configurations"][0].get("other_hosts"))
    random = Random(f"money {seed}")
    configuration, economics = plan["configurations"][0], plan["economics"]
    plan["policy"].pop("sizing_level", None)
    for place, each in enumerate(configuration["other_hosts"]):
        if place == 0 or random.random() < 0.7:
            each["removed_in_month"] = random.randint(1, economics["horizon_years"] * MONTHS)
        if random.random() < 0.4:
            each.pop("maintenance_per_year")
        if random.random() < 0.3:
            each.pop("price", None)
        if "drives" in each and random.random() < 0.1:
            each["drives"] = 0
            each.pop("drive_gb")
    if random.random() < 0.4:
        configuration["licence"] = random_licence(random)
    _contracts(random, plan)
    return plan


def plan_of_sites(seed: int) -> Document:
    """A random plan that is one of equal sites."""
    plan, random = random_plan(seed), Random(f"sites {seed}")
    economics = plan["economics"]
    plan["workload"].pop("events", None)
    number, horizon = random.choice([2, 7, 30, 180]), economics["horizon_years"] * MONTHS
    first = random.choice([0, 0, 1, 5, 13]) % horizon
    sites: Document = {"number": number, "first_month": first}
    if random.random() < 0.7:
        sites["per_month"] = max(random.choice([1, 3, 10]), -(-number // (horizon - first)))
    if random.random() < 0.5:
        sites["shared_spare_hosts"] = random.choice([0, 1, 4])
    economics["equal_sites"] = sites
    if random.random() < 0.9:
        _fill(plan)
    _contracts(random, plan)
    return plan


def _fill(plan: Document) -> None:
    """What an answer needs and a random plan has left out, so that most totals are numbers."""
    configuration = plan["configurations"][0]
    for group in plan["workload"]["groups"]:
        for name, value in {"read_share": 0.7, "io_kib": 8, "disk_gb": 100, "cpu_ghz": 1.1, "iops_peak": 40}.items():
            group.setdefault(name, value)
    for name, value in {"discount_rate": 0.06, "support_rate": 0.08, "electricity_price_per_kwh": 0.19}.items():
        plan["economics"].setdefault(name, value)
    plan["economics"].setdefault("cpu_load_share", 0.4)
    if "colocation_price_per_kw_month" not in plan["economics"]:
        plan["economics"].setdefault("rack_unit_price_per_month", 25)
    drive = {"price": 900, "power_w": 9, "rated_dwpd": 3, "warranty_years": 5, "sustained_write_mb_s": 442}
    parts: dict[str, Document] = {"cpu": {"price": 4_000, "base_ghz": 2.9, "tdp_w": 165}}
    parts |= {
        "memory": {"price": 3_000},
        "host": {"chassis_price": 2_500, "rack_units": 2},
        "network": {"price": 300, "power_w": 18},
    }
    parts |= {"cache": drive | {"capacity_gb": 800}, "capacity": drive | {"capacity_gb": 3_840}}
    for part in parts.keys() & configuration.keys():
        known = configuration[part]
        named = {"base_ghz", "tdp_w", "capacity_gb", *drive} - {"price"} if "key" in known else set()
        configuration[part] = {name: value for name, value in parts[part].items() if name not in named} | known


def _contracts(random: Random, plan: Document) -> None:
    """Terms, rises, licences in the VMs, cost lines also below zero, prices that change, support by the host."""
    configuration, economics = plan["configurations"][0], plan["economics"]
    if "key" in configuration["licence"] and random.random() < 0.5:
        configuration["licence"] |= random_contract(random, configuration["licence"])
    for name in ("guest_licence", "database_licence", "second_database_licence"):
        if random.random() < 0.2:
            configuration[name] = random_guest(random, plan["workload"]["groups"])
    for name in ("licence", "guest_licence", "database_licence", "second_database_licence"):
        licence = configuration.get(name, {"key": None})
        if not any(each == "key" or each.startswith("price_per") for each in licence):
            licence["price_per_core_year"] = 100
    if random.random() < 0.9:
        configuration["licence"].setdefault("addon_price_per_tib_year", 210)
    economics["exchange_rates"] = [{"currency": "EUR", "rate": 1.16, "date": "2026-06-30"}]
    lines = [random_line(random, number) for number in range(random.choice([0, 1, 2, 4]))]
    for each in lines:
        if "equal_sites" in economics and random.random() < 0.3:
            each["per"] = "site"
            if each["paid"] in ("once", "in_shares"):
                # A site opens once, in its own month.
                each["paid"] = "once"
                for name in ("month", "until_month"):
                    each.pop(name, None)
        each["amount"] = random.choice([each["amount"], -350, 77.77])
    economics["cost_lines"] = lines
    rates = {"hardware_rate": (-0.05, 0.08), "licence_rate": (0.07, -0.02), "electricity_rate": (0.03,)}
    economics["price_change"] = {name: random.choice(each) for name, each in rates.items() if random.random() < 0.5}
    if random.random() < 0.3:
        economics["support_price_per_host"] = 600
    if random.random() < 0.3:
        economics["residual_share"] = 0.15
    if random.random() < 0.3:
        configuration["later_host_price"] = random.choice([9_000, 21_000])


# --------------------------------------------------------------------------------------------------------- comparison


def compared_money(plan: Document, catalogue: Catalogue) -> Iterator[Compared]:
    """Each part of the cost, the sum of each month, the total and its present value, with the difference in money."""
    read = Plan.model_validate(plan)
    result = evaluate_plan(read, catalogue)
    money = Money(plan_json(read), result, catalogue)
    answer = money.answer
    if answer.hosts.value is None:
        return
    for name, tool in answer.monthly.parts.items():
        plain = getattr(money, PARTS[name]) if name in PARTS else lambda: [0.0] * (money.months + 1)
        yield name, *_by_month(tool, plain)
    yield "sum of the month", *_by_month(answer.monthly.amounts, lambda: money.flow)
    for name, total in TOTALS.items():
        yield name, *_by_month([answer.quantities[name].value], partial(_alone, total, money))


TOTALS: dict[str, Callable[[Money], float]] = {
    "cluster_tco": Money.total_cost,
    "known_parts_cost": Money.known_parts,
    "cluster_npv": Money.present_value,
}


def _alone(total: Callable[[Money], float], money: Money) -> list[float]:
    return [total(money)]


def _by_month(tool: list[float | None], plain: Callable[[], list[float]]) -> tuple[float | None, str | None]:
    """The largest difference of a month, and where it is more than half a cent."""
    try:
        mine = plain()
    except (Unknown, Unasked) as missing:
        return None, None if None in tool else f"tool has {tool[:3]}, plain lacks {missing}"
    if len(tool) != len(mine) or None in tool:
        return None, f"tool has {tool[:3]}, plain {mine[:3]}"
    worst, wrong = 0.0, None
    for month, (one, other) in enumerate(zip(tool, mine, strict=True)):
        off = abs((one or 0.0) - other)
        worst = max(worst, off)
        if off > max(CENT, RELATIVE * abs(other)):
            wrong = wrong or f"month {month}: tool {one:,.2f}, plain {other:,.2f}"
    return worst, wrong
