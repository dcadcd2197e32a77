"""Whether the hosts and drives of a proposal hold what a plan needs: its lines as a configuration of that plan."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.evaluation.parts import Parts
from hostwise.binding import PlanError
from hostwise.catalogue.loader import Catalogue
from hostwise.number_format.writing import counted, exact
from hostwise.plan.answers.result import ConfigurationResult
from hostwise.plan.document import OWN_LIMITS, Plan, limit_at, plan_json, policy_of
from hostwise.plan.editing import set_at
from hostwise.plan.policy import Policy
from hostwise.plan.proposal import ProposalSide
from hostwise.plan.reading import UnreadablePlan, validated
from hostwise.quotes.audit_notes import Notes, net_price, same
from hostwise.quotes.hardware_lines import Hardware, has_storage, parts_of

_TB_PER_TIB = 1.024**4
_ASKED = (
    "required_hosts",
    "usable_tb",
    "raw_tb_per_host",
    "capacity_factor_used",
    "data_reduction_ratio_used",
    "flash_life_years",
)
_CAPACITY_ROUNDING = 0.01
"""Usable capacity is told to two or three digits."""
_OF_THE_PLAN = "no line is a {} of the catalogue, and what the plan has is taken"
_NO_RESERVE = {"method": "operations_and_rebuild", "operations_reserve_tb_per_host": 0, "rebuild_reserve_hosts": 0}


def audit_sizing(
    side: ProposalSide, hardware: Hardware, plan: Plan, place: int, catalogue: Catalogue, notes: Notes
) -> None:
    """Check hosts, capacity, life of drives and assumptions of one side against a plan.

    Args:
        side: the side.
        hardware: its hosts.
        plan: the plan.
        place: the configuration that has what the side does not say, by its place.
        catalogue: the catalogue that both refer to.
        notes: where to note.
    """
    if any(line.years for line in side.lines) and hardware.hosts is None:
        notes.skip(side, "hosts, capacity and life of drives", "costs by year say nothing of the hosts")
        return
    document = _document(side, hardware, plan, place, catalogue, notes)
    if document is None:
        return
    _Sizing(side, hardware, plan, place, document, catalogue, notes).check()


def _document(
    side: ProposalSide, hardware: Hardware, plan: Plan, place: int, catalogue: Catalogue, notes: Notes
) -> dict[str, Any] | None:
    """The plan with the side as its only configuration; None with a note where that cannot be made."""
    what = "hosts, capacity and life of drives"
    hosts = hardware.hosts
    if hosts is None:
        notes.skip(side, what, "the proposal does not say how many hosts it has")
        return None
    document = plan_json(plan)
    own: dict[str, Any] = document["configurations"][place]
    own |= {"key": "proposal", "name": side.name, "hosts": hosts}
    own.pop("other_host_models", None)
    # The only configuration says nothing in place of the policy, which is that of the configuration.
    limits = {name: own.pop(name) for name in OWN_LIMITS if name in own}
    document["policy"] = document.get("policy", {}) | limits
    pieces = parts_of(side)
    if hardware.sockets is not None:
        key = next(part for part in pieces if part.startswith("cpus/")).removeprefix("cpus/")
        own["cpu"] = {"key": key, "sockets": hardware.sockets}
    elif any(part.startswith("cpus/") for part in pieces):
        notes.skip(side, what, f"its processors do not divide over {counted(hosts, 'hosts')}")
        return None
    modules = {part.removeprefix("memory/"): n for part, n in pieces.items() if part.startswith("memory/")}
    sizes = [(catalogue.memory[key].module_gib, number) for key, number in modules.items()]
    if sizes and all(size for size, _ in sizes):
        gib = sum((size or 0) * number for size, number in sizes) / hosts
        own["memory"] = {**own["memory"], "dram_gib": gib, "module": next(iter(modules))}
        own["memory"].pop("price", None)
    drives = {part.removeprefix("drives/"): n for part, n in pieces.items() if part.startswith("drives/")}
    cache = own.get("write_tier") or {}
    data = {key: number for key, number in drives.items() if key != cache.get("key")}
    if len(data) > 1 or any(number % hosts for number in data.values()):
        why = (
            "it has several kinds of drives" if len(data) > 1 else f"its drives do not divide over {exact(hosts)} hosts"
        )
        notes.skip(side, what, why)
        return None
    for key, number in data.items():
        own["capacity"] = {"key": key, "count": int(number / hosts)}
    # Remarks are about fields that the side may not have.
    document["remarks"] = {k: v for k, v in document.get("remarks", {}).items() if not k.startswith("/configurations/")}
    document["configurations"] = [own]
    if not data:
        notes.skip(side, "drives", _OF_THE_PLAN.format("drive"))
    if hardware.sockets is None:
        notes.skip(side, "processors", _OF_THE_PLAN.format("processor"))
    if not modules:
        notes.skip(side, "memory", _OF_THE_PLAN.format("memory module"))
    return document


@dataclass
class _Sizing:
    side: ProposalSide
    hardware: Hardware
    plan: Plan
    place: int
    document: dict[str, Any]
    catalogue: Catalogue
    notes: Notes

    def check(self) -> None:
        """All that the plan says of the side."""
        try:
            result = self._evaluated({})
        except (PlanError, UnreadablePlan) as error:
            first = error.mistakes[0].message
            self.notes.skip(self.side, "hosts, capacity and life of drives", f"it makes no configuration: {first}")
            return
        self._hosts(result)
        self._capacity(result)
        self._life(result)
        self._assumptions(result)

    def _evaluated(self, changes: Mapping[str, Any]) -> ConfigurationResult:
        document = deepcopy(self.document)
        for pointer, value in changes.items():
            set_at(document, pointer, value)
        include = Parts(inputs=False, monthly=False, rows=False, quantities=_ASKED)
        return evaluate_plan(validated(document, Plan), self.catalogue, None, include).configurations[0]

    @property
    def _policy(self) -> Policy:
        """The policy of the plan, as its configuration keeps to it."""
        return policy_of(self.plan, self.plan.configurations[self.place])

    def _at(self, name: str) -> str:
        """Where the plan says a limit."""
        return limit_at(self.plan, self.place, name)

    def _differ(self, *args: Any, **said: Any) -> None:
        self.notes.differ(args[0], self.side, args[1], **said)

    def _host_price(self) -> float | None:
        """What one host costs by the lines of its parts."""
        kinds = ("chassis/", "cpus/", "memory/", "drives/")
        lines = [each for each in self.side.lines if (each.part or "").startswith(kinds)]
        amounts = [(net_price(each), each.quantity) for each in lines]
        if not amounts or not self.hardware.hosts or not any((each.part or "")[:8] == "chassis/" for each in lines):
            return None
        return sum((net or 0) * (quantity or 0) for net, quantity in amounts) / self.hardware.hosts

    def _hosts(self, result: ConfigurationResult) -> None:
        offered, need = self.hardware.hosts, result.quantities["required_hosts"].value
        assert offered is not None
        if need is None or result.is_lower_bound:
            self.notes.skip(self.side, "number of hosts", "the plan does not say all that decides it")
            return
        if offered >= need:
            return
        spares = self._policy.spare_hosts
        alone = self._evaluated({"/policy/spare_hosts": 0}).quantities["required_hosts"].value if spares else None
        forgotten = alone is not None and offered >= alone
        binding = ", ".join(each.label for each in result.constraints if each.binding)
        host = self._host_price()
        self._differ(
            "spare_forgotten" if forgotten else "hosts_short",
            "hosts",
            stated=offered,
            computed=need,
            unit="hosts",
            hosts=need - offered,
            money=None if host is None else host * (need - offered),
            rule=f"{counted(spares, 'spare hosts')} of the plan" if forgotten else f"{binding} of the plan's VMs",
            source=f"{self._at('spare_hosts')} of the plan" if forgotten else "the plan",
        )

    def _capacity(self, result: ConfigurationResult) -> None:
        said, of = self.side.stated, {name: result.quantities[name].value for name in _ASKED}
        hosts, per_host = self.hardware.hosts, of["raw_tb_per_host"]
        raw = None if per_host is None or hosts is None else per_host * hosts
        if said.raw_capacity is not None and raw:
            self._held("raw capacity", "raw_capacity", said.raw_capacity, said.raw_unit, raw, both=True)
        usable, unit = of["usable_tb"], said.usable_unit
        stated = said.usable_capacity
        if stated is None and said.usable_per_raw is not None and raw:
            stated, unit = said.usable_per_raw * raw, "TB"
        if stated is None or not usable or not raw:
            if stated is None and has_storage(self.side):
                self.notes.skip(self.side, "usable capacity", "the proposal does not say it")
            return
        ratio = (said.data_reduction_ratio or 1) / (of["data_reduction_ratio_used"] or 1)
        # With the reduction that it assumes, which is a difference of its own.
        usable *= max(ratio, 1)
        tb = stated * (_TB_PER_TIB if unit == "TiB" else 1)
        without = self._evaluated({"/policy/capacity_reserve": _NO_RESERVE}).quantities["usable_tb"].value or 0
        plain = raw / (of["capacity_factor_used"] or 1)
        bare = [max(ratio, 1) * each for each in (without, plain)]
        if any(same(tb, each, _CAPACITY_ROUNDING) and each > usable * (1 + _CAPACITY_ROUNDING) for each in bare):
            own = unit or "TB"
            self._differ(
                "reserve_forgotten",
                "usable capacity",
                stated=stated,
                computed=usable / (_TB_PER_TIB if own == "TiB" else 1),
                unit=own,
                rule="space for rebuilds and operation of the storage, as the plan keeps it",
                source=f"{self._at('capacity_reserve')} of the plan",
            )
            return
        self._held("usable capacity", "usable_capacity", stated, unit, usable, both=False)

    def _held(self, about: str, kind: str, stated: float, unit: str | None, tb: float, *, both: bool) -> None:
        """Hold a capacity against one in TB; more is a difference, and less where `both`."""
        computed = tb / (_TB_PER_TIB if unit == "TiB" else 1)
        if unit is None:
            if not same(stated, tb, _CAPACITY_ROUNDING) and not same(stated, tb / _TB_PER_TIB, _CAPACITY_ROUNDING):
                self.notes.skip(self.side, about, "it does not say whether TB or TiB are meant")
            return
        if unit == "TiB" and same(stated, tb, _CAPACITY_ROUNDING):
            self._differ(
                "tb_as_tib",
                about,
                stated=stated,
                computed=computed,
                unit=unit,
                rule="1 TiB is 1.0995 TB; drives are sold in TB",
                source="IEC 80000-13",
            )
        elif stated > computed * (1 + _CAPACITY_ROUNDING) or (both and stated < computed * (1 - _CAPACITY_ROUNDING)):
            self._differ(
                kind,
                about,
                stated=stated,
                computed=computed,
                unit=unit,
                favours="sender" if stated > computed else "customer",
                rule="drives that are listed" if both else "protection and reserves of the plan",
                source="lines of the proposal" if both else f"{self._at('capacity_reserve')} of the plan",
            )

    def _life(self, result: ConfigurationResult) -> None:
        life, need = result.quantities["flash_life_years"], float(self.plan.economics.horizon_years)
        drives = [each for each in self.side.lines if (each.part or "").startswith("drives/")]
        if not drives:
            return
        if life.value is None:
            if life.state.value != "infinite":
                self.notes.skip(self.side, "life of the drives", "the plan or the catalogue does not say their writes")
            return
        if life.value < need:
            amounts = [(net_price(each) or 0) * (each.quantity or 0) for each in drives]
            self._differ(
                "drive_life",
                "drives",
                stated=life.value,
                computed=need,
                unit="years",
                lines=[each.line for each in drives],
                money=sum(amounts) or None,
                rule="rated endurance under the writes of the plan; the effect is one more set of drives",
                source=", ".join(self.catalogue.drives[(drives[0].part or "")[7:]].source),
            )

    def _assumptions(self, result: ConfigurationResult) -> None:
        need = result.quantities["required_hosts"].value
        said, policy = self.side.stated, self._policy
        self._growth(need)
        own = self.document["configurations"][0].get("data_reduction_ratio", 1)
        for name, about, theirs, ours, unit, pointer in (
            ("reduction", "data reduction", said.data_reduction_ratio, own, "ratio", _REDUCTION),
            ("vcpu", "vCPUs per core", said.vcpu_per_core, policy.vcpu_per_core, "ratio", "/policy/vcpu_per_core"),
            (
                "memory",
                "memory overcommit",
                said.memory_overcommit,
                policy.memory_overcommit_limit,
                "ratio",
                "/policy/memory_overcommit_limit",
            ),
            ("spares", "spare hosts", said.spare_hosts, policy.spare_hosts, "spare hosts", "/policy/spare_hosts"),
        ):
            if theirs is None or ours is None:
                continue
            bolder = theirs < ours if name == "spares" else theirs > ours
            if bolder and not same(theirs, ours):
                name = pointer.rpartition("/")[2]
                said_at = self._at(name) if name in OWN_LIMITS else pointer
                self._assumed(about, theirs, ours, unit, said_at, {pointer: theirs}, need)
        years = float(self.plan.economics.horizon_years)
        if said.years is not None and said.years < years:
            self._assumed("years", said.years, years, "years", "/economics/horizon_years", {}, need)

    def _growth(self, need: float | None) -> None:
        theirs = self.side.stated.growth_rate
        if theirs is None:
            return
        groups = self.plan.workload.groups
        count = sum(each.count for each in groups)
        if not count or not any(each.count_growth_rate for each in groups):
            self.notes.skip(self.side, "growth", "the plan has no growth of VMs")
            return
        ours = sum(each.count * (each.count_growth_rate or 0) for each in groups) / count
        if theirs < ours and not same(theirs, ours, 0.05):
            changes = {
                f"/workload/groups/{at}/count_growth_rate": (each.count_growth_rate or 0) * theirs / ours
                for at, each in enumerate(groups)
            }
            self._assumed("growth of VMs a year", theirs, ours, "share", "/workload/groups", changes, need)

    def _assumed(
        self,
        about: str,
        theirs: float,
        ours: float,
        unit: str,
        pointer: str,
        changes: Mapping[str, Any],
        need: float | None,
    ) -> None:
        """Note an assumption that is bolder than the plan's, with the hosts that it saves."""
        bold = self._evaluated(changes).quantities["required_hosts"].value if changes else None
        saved = None if bold is None or need is None else need - bold
        self._differ(
            "assumption",
            about,
            stated=theirs,
            computed=ours,
            unit=unit,
            hosts=saved or None,
            rule="assumption of the plan",
            source=f"{pointer} of the plan",
        )


_REDUCTION = "/configurations/0/data_reduction_ratio"
