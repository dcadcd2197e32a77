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
from itertools import pairwise
from typing import Any

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.evaluation.parts import Parts
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.answers.result import ConfigurationResult, Result
from hostwise.plan.document import Plan, plan_json
from tests.audit.plain import MONTHS, Cluster, Group, Unasked, Unknown

CENT = 0.005
RELATIVE = 1e-9
"""Of large sums, more than half a cent."""
PARTS = {
    "servers": "server_capex",
    "memory": "memory_capex",
    "write_tier": "write_tier_capex",
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

FOR_GOOD = 15.0
"""Years that no plan outlasts."""
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
    configuration |= {"other_host_models": [], "hosts": 1}
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
        self.others = [
            OneHost(plan, each, catalogue, tdp_w) for each in self.configuration.get("other_host_models", [])
        ]

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

    def term_and_hold(self, prefix: str) -> list[float]:
        """Years of a term and of a hold, of prices that the plan gives.

        What is paid once is never given back, what is paid by the month may be each month, all else each year.
        """
        licence = self.configuration["licence" if prefix == "licence" else f"{prefix}_licence"]
        yearly = any(licence.get(each) is not None for each in ("price_per_core_year", "price_per_socket_year"))
        once = licence.get("price_per_core_once") is not None and not yearly
        usual = FOR_GOOD if once else 1 / MONTHS if licence.get("billing") == "month" else 1.0
        term = float(licence.get("term_years") or usual)
        hold = 1.0 if once else max(term, 1.0)
        return [term, float(licence.get("price_hold_years") or hold)]

    def known_parts(self) -> float:
        """What all parts cost that are known."""
        total = 0.0
        for name in self.PARTS:
            with suppress(Unknown, Unasked):
                total += self.until_horizon(name)
        return total


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
    for prefix in ("licence", "guest", "database", "second_database"):
        licence = money.configuration.get("licence" if prefix == "licence" else f"{prefix}_licence")
        if licence is not None and licence.get("key") is None:
            told = [money.records.maybe(f"{prefix}_{name}") for name in ("term_years", "price_hold_years")]
            yield "term and price hold", *_by_month(told, partial(money.term_and_hold, prefix))
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
