"""Usable capacity and hosts for the data on storage other than vSAN, in plain arithmetic.

Written from docs/model/platforms.md and docs/model/capacity.md and not from the formulas: a number of hosts is tried,
and what has room on it is added up. It reads the plan's document, and, for what the catalogue says of a stack (planned
and highest fill, imbalance, metadata, space for each byte, drives kept free, volumes of the platform), the inputs that
the result records. Hosts are alike and stand at one site; management runs elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, NamedTuple

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.answers.result import ConfigurationResult
from hostwise.plan.document import Plan, plan_json
from tests.audit.plain import GRAIN, Group, Records

TOLERANCE = 1e-9


class Stripe(NamedTuple):
    """Raw bytes for each byte, the hosts from which a cluster builds it, and its own width."""

    stored: float
    built_from: int
    width: int


def coded(data: int, parity: int, built_from: int | None = None) -> Stripe:
    """A stripe of erasure coding: (k + m) / k."""
    return Stripe((data + parity) / data, built_from or data + parity, data + parity)


def copied(copies: int, least: int | None = None) -> Stripe:
    """So many copies on different hosts."""
    return Stripe(copies, least or copies, least or copies)


def ecx(copies: int, data: int, parity: int, hosts: int) -> Stripe:
    """EC-X: 65 % of the saving of the stripe count."""
    return Stripe(copies - 0.65 * (copies - (data + parity) / data), hosts, data + parity)


DUAL_PARITY = (coded(2, 2), coded(4, 2, 7), coded(6, 2, 9), Stripe(15 / 12, 16, 15))
ECX_RF2 = (ecx(2, 2, 1, 4), ecx(2, 3, 1, 5), ecx(2, 4, 1, 6))
ECX_RF3 = (ecx(3, 2, 2, 6), ecx(3, 3, 2, 7), ecx(3, 4, 2, 8))
STRIPES: dict[str, tuple[Stripe, ...]] = {
    "ceph_replica_3": (copied(3),),
    "ceph_ec_2_2": (coded(2, 2),),
    "ceph_ec_4_2": (coded(4, 2),),
    "ceph_ec_6_2": (coded(6, 2),),
    "ceph_ec_6_3": (coded(6, 3),),
    "ceph_ec_8_3": (coded(8, 3),),
    "odf_replica_3": (copied(3),),
    "s2d_mirror_2": (copied(2),),
    "s2d_mirror_3": (copied(3),),
    "s2d_dual_parity": DUAL_PARITY,
    "s2d_dual_parity_2_2": DUAL_PARITY[:1],
    "s2d_dual_parity_4_2": DUAL_PARITY[1:2],
    "s2d_dual_parity_6_2": DUAL_PARITY[2:3],
    "s2d_dual_parity_12_2_1": DUAL_PARITY[3:],
    "aos_rf2": (copied(2, 3),),
    "aos_rf3": (copied(3, 5),),
    "aos_ecx_rf2": ECX_RF2,
    "aos_ecx_rf2_4_1": ECX_RF2[1:],
    "aos_ecx_rf3": ECX_RF3,
    "aos_ecx_rf3_4_2": ECX_RF3[1:],
    "xostor_copies_2": (copied(2, 3),),
    "xostor_copies_3": (copied(3),),
    "longhorn_replicas_2": (copied(2, 3),),
    "longhorn_replicas_3": (copied(3),),
    "zfs_mirror_replicated": (Stripe(4, 2, 2),),
    "zfs_raidz1_replicated": (Stripe(3, 2, 2),),
    "zfs_raidz2_replicated": (Stripe(3, 2, 2),),
    "zfs_mirror": (Stripe(2, 1, 1),),
    "zfs_raidz1": (Stripe(1.5, 1, 1),),
    "zfs_raidz2": (Stripe(1.5, 1, 1),),
}
"""The stripes of each protection, the narrowest first; a single one has no choice."""
SCHEMES = {
    "ceph": {"raid1_ftt1": "ceph_replica_3", "raid1_ftt2": "ceph_replica_3", "raid5": "ceph_ec_4_2"}
    | {"raid6": "ceph_ec_4_2"},
    "odf": {"raid1_ftt1": "odf_replica_3", "raid1_ftt2": "odf_replica_3"},
    "s2d": {"raid1_ftt1": "s2d_mirror_2", "raid1_ftt2": "s2d_mirror_3", "raid5": "s2d_dual_parity"}
    | {"raid6": "s2d_dual_parity"},
    "aos": {"raid1_ftt1": "aos_rf2", "raid1_ftt2": "aos_rf3", "raid5": "aos_ecx_rf2", "raid6": "aos_ecx_rf3"},
    "xostor": {"raid1_ftt1": "xostor_copies_2", "raid1_ftt2": "xostor_copies_3"},
    "longhorn": {"raid1_ftt1": "longhorn_replicas_2", "raid1_ftt2": "longhorn_replicas_3"},
}
"""What builds the schemes of VM groups."""
MAY_BE_LOST = {"aos_rf2": 1, "aos_ecx_rf2": 1, "aos_ecx_rf2_4_1": 1, "aos_rf3": 2, "aos_ecx_rf3": 2}
MAY_BE_LOST |= {"aos_ecx_rf3_4_2": 2}
HEAL_IN_HOST = ("ceph", "odf", "longhorn")
"""What was on a lost drive is stored again in the same host, where hosts are as many as copies."""


@dataclass(frozen=True)
class Storage:
    """The storage of a plan's only configuration."""

    document: dict[str, Any]
    records: Records

    @property
    def configuration(self) -> dict[str, Any]:
        return dict(self.document["configurations"][0])

    @property
    def protection(self) -> str:
        return str(self.configuration["protection"])

    @property
    def family(self) -> str:
        return self.protection.split("_")[0]

    @property
    def spares(self) -> int:
        return int(self.document["policy"].get("spare_hosts", 1))

    @property
    def thick(self) -> bool:
        return self.records.need("thick_volumes_flag") == 1

    @property
    def drives(self) -> int:
        return int(self.configuration["capacity"]["count"])

    @property
    def drive_tb(self) -> float:
        return float(self.configuration["capacity"]["capacity_gb"] / 1000)

    @property
    def of_host(self) -> float:
        """Raw capacity of a host after the stack's metadata."""
        return self.drives * self.drive_tb * (1 - self.records.need("metadata_reserve_share"))

    def stripe(self, protection: str, in_cluster: float) -> Stripe:
        """The widest stripe that so many hosts of a cluster build, and carry with the spares failed."""
        flags = self.document["policy"].get("holds_with_spares_down", {})
        down = self.spares if flags.get("minimum_hosts", True) else 0
        kept = self.family == "s2d"
        able = [
            each
            for each in STRIPES[protection]
            if in_cluster >= each.built_from and (not kept or in_cluster >= each.width + down)
        ]
        return able[-1] if able else STRIPES[protection][0]

    def stored(self, years: float, in_cluster: float) -> tuple[float, float]:
        """Data of the VMs, and its raw bytes on the stripes that are in use."""
        groups = [
            Group(each, self.document["workload"].get("events", [])) for each in self.document["workload"]["groups"]
        ]
        space, data, raw = self.records.need("metadata_factor"), 0.0, 0.0
        for each in groups:
            written = 1.0 if self.thick else each.other("disk_used_share", 1)
            amount = each.load_at(years) * each.need("disk_gb") / 1000 * written * each.grown("disk_growth_rate", years)
            named = each.document.get("protection")
            protection = SCHEMES[self.family][named] if named else self.protection
            data += amount
            raw += amount * space / each.other("data_reduction_ratio", 1) * self.stripe(protection, in_cluster).stored
        total = self.document["workload"].get("totals", {}).get("used_tb")
        if total is None:
            return data, raw
        provisioned = data if self.thick else 0.0
        total = max(total, provisioned)
        return total, total * space * self.stripe(self.protection, in_cluster).stored

    def kept_hosts(self, in_cluster: float) -> float:
        """Hosts of a cluster that are kept free, of those that are not needed by the protection."""
        if self.family == "aos":
            return MAY_BE_LOST[self.protection]
        if self.family in ("s2d", "zfs"):
            return 0.0
        return max(min(self.spares, in_cluster - self.least), 0.0)

    @property
    def least(self) -> int:
        """Hosts that the protections of all data need."""
        named = [each.get("protection") for each in self.document["workload"]["groups"]]
        used = [SCHEMES[self.family][each] for each in named if each] + [self.protection]
        return max(STRIPES[each][0].width for each in used)

    def room(self, hosts: float, clusters: float) -> float:
        """Raw bytes of the VMs' data that so many hosts hold, without the platform's own."""
        in_cluster = hosts / clusters
        kept_tb = clusters * self.kept_hosts(in_cluster) * self.of_host
        kept_tb += clusters * min(self.records.need("stack_reserve_drives"), in_cluster) * self.drive_tb
        everything, highest = hosts * self.of_host, self.records.need("hard_fill_share")
        after = self.records.need("planned_after_reserve_flag") == 1
        planned = self.records.need("planned_fill_share") * (everything - (kept_tb if after else 0))
        imbalance = self.records.need("imbalance_share")
        room = min(planned, highest * (1 - imbalance) * (everything - kept_tb))
        if self.family in HEAL_IN_HOST and in_cluster <= self.least and self.drives > 1:
            room = min(planned, highest * (self.drives - 1) / self.drives * everything)
        platform = self.records.need("platform_tb") * clusters * self.stripe(self.protection, in_cluster).stored
        return max(room - platform, 0.0)

    def usable_tb(self, hosts: float, clusters: float, years: float) -> float:
        """Data of the VMs that so many hosts hold."""
        data, raw = self.stored(years, hosts / clusters)
        return self.room(hosts, clusters) * data / raw


def alone(plan: dict[str, Any]) -> dict[str, Any] | None:
    """The plan on hosts that are alike, at one site, with its management elsewhere; None if it is not one of these."""
    one = deepcopy(plan)
    configuration = one["configurations"][0]
    if configuration["protection"] not in STRIPES:
        return None
    configuration |= {"other_host_models": [], "management": "elsewhere"}
    for name in ("guest_licence", "database_licence"):
        configuration.pop(name, None)
    one["policy"].pop("coverage_level", None)
    return one


def compared_stacks(plan: dict[str, Any], catalogue: Catalogue) -> Iterator[tuple[str, float | None, str | None]]:
    """Usable capacity and hosts for the data, with the relative difference, and what is wrong with it."""
    document = alone(plan)
    if document is None:
        return
    read = Plan.model_validate(document)
    result = evaluate_plan(read, catalogue)
    answer = result.configurations[0]
    hosts, clusters = answer.hosts.value, answer.quantities["parts"].value
    if hosts is None or clusters is None or not answer.feasible:
        return
    storage, years = Storage(plan_json(read), Records(result.inputs, "c")), document["policy"].get("sizing_years", 0)
    yield _usable(storage, answer, hosts, clusters, years)
    yield "hosts hold the data", 0.0, _holds(storage, answer, hosts, clusters, years)


def _usable(
    storage: Storage, answer: ConfigurationResult, hosts: float, clusters: float, years: float
) -> tuple[str, float | None, str | None]:
    name, mine, tool = (
        "usable_tb of stacks",
        storage.usable_tb(hosts, clusters, years),
        answer.quantities["usable_tb"].value,
    )
    if tool is None:
        return name, None, f"tool {answer.quantities['usable_tb'].state}, plain {mine}"
    off = abs(tool - mine) / max(abs(mine), TOLERANCE)
    return name, off, None if off <= TOLERANCE else f"{storage.protection}: tool {tool}, plain {mine} on {hosts} hosts"


def _holds(storage: Storage, answer: ConfigurationResult, hosts: float, clusters: float, years: float) -> str | None:
    """The sized hosts hold the data; where capacity alone asks for as many, one less in each cluster does not."""

    def has_room(number: float) -> bool:
        return storage.stored(years, number / clusters)[1] <= storage.room(number, clusters) * (1 + GRAIN)

    if not has_room(hosts):
        return f"{storage.protection}: {hosts} hosts do not hold the data"
    needed = {each.key: each.hosts.value for each in answer.constraints if each.binding}
    if list(needed) == ["capacity"] and hosts / clusters - 1 >= storage.least + storage.spares:
        fewer = hosts - clusters
        if has_room(fewer) and fewer / clusters >= 1:
            return f"{storage.protection}: {fewer} hosts hold the data, the tool asks for {hosts}"
    return None
