"""Findings: doubts and limits of a result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, isnan

from hostwise.answers.findings.about import About
from hostwise.answers.findings.cost_findings import configuration_cost_findings, plan_cost_findings
from hostwise.answers.findings.machine_findings import machine_findings, machine_reasons
from hostwise.answers.findings.memory_findings import memory_findings
from hostwise.answers.findings.read_cache_findings import read_cache_findings
from hostwise.answers.findings.write_buffer_findings import write_buffer_findings
from hostwise.answers.running.run import Run
from hostwise.answers.running.words import drive_word, is_same
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.model import MODEL
from hostwise.engine.roles import Role
from hostwise.numerals.writing import counted, exact, fixed, percent, short
from hostwise.plan.answers.result import Finding, Prices, Severity, State
from hostwise.plan.configuration import Architecture
from hostwise.plan.policy import ReserveMethod

_MEASURED_READ_SHARE, _MEASURED_IO_KIB = 0.7, 32
"""The mix for which sustained cache writes were measured (INTEL21)."""
_CLASS_C = 3
"""Rank of the endurance class that the usual guideline requires for all-flash."""


def plan_findings(run: Run, prices: Prices) -> list[Finding]:
    """Findings that concern all configurations."""
    return [
        *_about_groups(run),
        *_about_totals(run),
        *_outside_validity(run),
        *_about_reserves(run),
        *plan_cost_findings(run, prices),
    ]


def _about_groups(run: Run) -> Iterator[Finding]:
    for index, group in enumerate(run.plan.workload.groups):
        at = f"/workload/groups/{index}"
        if group.iops_average is None and group.iops_peak is not None:
            yield Finding(
                code="average_iops_missing",
                severity=Severity.WARNING,
                message=f"Average IOPS of {group.name!r} is missing; the peak is used instead, which overstates wear, "
                "the cost of replaced drives and the hosts for the write buffer.",
                quantity="endurance_iops",
                pointer=f"{at}/iops_average",
            )


def _about_totals(run: Run) -> Iterator[Finding]:
    groups, totals = run.plan.workload.groups, run.plan.workload.totals
    for name, given, by_group in (
        ("cpu_ghz", totals.cpu_ghz, any(group.cpu_ghz is not None for group in groups)),
        ("used_tb", totals.used_tb, any(group.disk_gb is not None for group in groups)),
    ):
        if given is not None and by_group:
            yield Finding(
                code="total_replaces_groups",
                severity=Severity.INFO,
                message=f"The total {name} of the workload is given; the values of the groups are not used.",
                quantity=f"total_{name}",
                pointer=f"/workload/totals/{name}",
            )
    own = [each.name for each in groups if each.protection is not None or each.data_reduction_ratio is not None]
    if totals.used_tb is not None and own:
        yield Finding(
            code="total_cannot_be_split",
            severity=Severity.WARNING,
            message="The data of all VMs is given as a total, which cannot be split: protection and data reduction of "
            f"{', '.join(own)} count for writes and for the least hosts, but for the capacity those of the "
            "configuration count.",
            quantity="total_used_tb",
            pointer="/workload/totals/used_tb",
        )
    economics, policy = run.plan.economics, run.plan.policy
    if not economics.buy_expansion or (policy.sizing_years or 0) >= economics.horizon_years:
        return
    more = any((group.count_growth_rate or 0) > 0 for group in groups)
    larger = any((group.disk_growth_rate or 0) > 0 for group in groups)
    for name, given, grows in (("cpu_ghz", totals.cpu_ghz, more), ("used_tb", totals.used_tb, more or larger)):
        if given is not None and grows:
            yield Finding(
                code="total_does_not_grow",
                severity=Severity.WARNING,
                message=f"The total {name} of the workload is given for the sizing date, and stays the same at every "
                "other date, though the groups grow: hosts that are bought later, and their cost, are understated.",
                quantity=f"total_{name}",
                pointer=f"/workload/totals/{name}",
            )


def _outside_validity(run: Run) -> Iterator[Finding]:
    for (name, _), records in run.binding.inputs.items():
        quantity = MODEL.inputs[name]
        low, high = quantity.low, quantity.high
        for entry in records.entries:
            value = entry.origin.value
            if value is not None and not low <= value <= high:
                bound = f"below {exact(low)}" if value < low else f"above {exact(high)}"
                yield Finding(
                    code="outside_validity",
                    severity=Severity.WARNING,
                    message=f"{quantity.label}: {short(value)} is {bound}, where it has no meaning.",
                    configuration=entry.configuration,
                    quantity=name,
                    pointer=entry.pointer,
                )


def _about_reserves(run: Run) -> Iterator[Finding]:
    policy = run.plan.policy
    reserves = [
        run.evaluation.value("rebuild_reserve_hosts_per_cluster", index)
        for index in range(len(run.plan.configurations))
        if run.evaluation.value("sites", index) == 1
    ]
    rebuild = min(reserves, default=inf)
    if policy.capacity_reserve.method is not ReserveMethod.SLACK and rebuild < policy.spare_hosts:
        yield Finding(
            code="rebuild_reserve_below_spares",
            severity=Severity.WARNING,
            message=f"{counted(policy.spare_hosts, 'hosts')} may fail, capacity to rebuild is reserved for "
            f"{fixed(rebuild)} only.",
            quantity="rebuild_reserve_hosts_per_cluster",
            pointer="/policy/capacity_reserve/rebuild_reserve_hosts",
        )


def configuration_findings(
    run: Run, index: int, reasons: Sequence[str], catalogue: Catalogue, prices: Prices
) -> list[Finding]:
    """Findings about one configuration."""
    about, fields = _About(run, index, catalogue), machine_reasons(run, index, catalogue)
    return [
        *(about.finding("infeasible", Severity.ERROR, reason, "hosts", fields.get(reason)) for reason in reasons),
        *about.wear(),
        *about.further_wear(),
        *about.ratings(),
        *about.sustained_writes(),
        *about.protection(),
        *about.array(),
        *about.doubts(),
        *configuration_cost_findings(run, index, catalogue, prices),
        *machine_findings(run, index, catalogue),
        *memory_findings(run, index, catalogue),
        *read_cache_findings(run, index, catalogue),
        *write_buffer_findings(run, index, catalogue),
    ]


_SHOWN_LIVES = {
    Role.CAPACITY: "capacity_drive_years_to_wear_out",
    Role.MEMORY_TIER: "tier_drive_years_to_wear_out",
    Role.SWAP: "swap_drive_years_to_wear_out",
    Role.READ_CACHE: "read_cache_drive_years_to_wear_out",
}
"""Where the comparison shows the life of a role's drives."""


class _About(About):
    """Findings about one configuration, except memory."""

    def further_wear(self) -> Iterator[Finding]:
        """Drives other than cache drives that wear out before the horizon."""
        horizon, value = self.run.plan.economics.horizon_years, self.run.evaluation.value
        for role in Role:
            life = value("role_grown_years_to_wear_out", self.index, role=role)
            worn = life <= horizon and not is_same(life, horizon)
            if role is Role.CACHE or value("drive_flash_flag", self.index, role=role) != 1:
                continue
            (rating,) = self.run.binding.origins("drive_dwpd", self.configuration.key, role)
            if isnan(life) and not value("drive_wear_flag", self.index, role=role):
                yield self.finding(
                    "wear_not_counted",
                    Severity.INFO,
                    f"the life of the {role.label}s is not known: rating, warranty or load is missing. None that wears "
                    "out is counted in the cost.",
                    _SHOWN_LIVES[role],
                    rating.pointer,
                )
            if not worn:
                continue
            yield self.finding(
                "wears_out",
                Severity.WARNING,
                f"the rated writes of a {role.label} are used up after {counted(life, 'years')}, before the horizon.",
                _SHOWN_LIVES[role],
                (rating.pointer or self.at).removesuffix("/rated_dwpd"),
            )

    def wear(self) -> Iterator[Finding]:
        life, horizon = self.value("grown_years_to_wear_out"), self.run.plan.economics.horizon_years
        if life is None or life > horizon or is_same(life, horizon):
            return
        warranty = self.run.evaluation.value("warranty_years", self.index)
        before = "before its warranty and the horizon" if life < warranty else "before the horizon"
        yield self.finding(
            "wears_out",
            Severity.WARNING,
            f"the rated writes of a {drive_word(Role.CACHE, self.configuration)} are used up after "
            f"{counted(life, 'years')}, {before}.",
            "grown_years_to_wear_out",
        )
        early = self.value("years_to_staggered_replacement")
        spread = self.value("wear_out_spread_years")
        if early is not None and spread is not None:
            yield self.finding(
                "replace_staggered",
                Severity.INFO,
                f"the drives share the load and wear out within about {short(2 * spread * 365)} days, so "
                f"redundancy does not help: replace them one by one from {counted(early, 'years')} on, when "
                f"{percent(self.run.evaluation.value('staggered_replacement_share', self.index))} of the rated "
                "writes are used.",
                "years_to_staggered_replacement",
            )
        if (self.value("endurance_class_rank") or 0) >= _CLASS_C:
            yield self.finding(
                "class_is_not_life",
                Severity.INFO,
                "the endurance class meets the usual guideline for all-flash (C or better), yet this load wears the "
                f"drive out in {counted(life, 'years')}.",
                "endurance_class_rank",
            )

    def ratings(self) -> Iterator[Finding]:
        """Two ratings of a drive that contradict each other."""
        value = self.run.evaluation.value
        tolerance = value("rating_tolerance_share")
        for role in Role:
            named = ("drive_dwpd", "role_tbw_dwpd", "drive_gb", "drive_warranty_years", "drive_tbw_tb")
            dwpd, by_terabytes, size, years, terabytes = (value(each, self.index, role=role) for each in named)
            # What is not rated twice differs from nothing.
            if not min(by_terabytes, dwpd) < max(by_terabytes, dwpd) * (1 - tolerance):
                continue
            by_writes = dwpd * size * 365 * years / 1000
            (rating,) = self.run.binding.origins("drive_tbw_tb", self.configuration.key, role)
            apart = percent(abs(terabytes / by_writes - 1), 3)
            yield self.finding(
                "ratings_differ",
                Severity.WARNING,
                f"a {drive_word(role, self.configuration)} is rated for {fixed(terabytes)} TB written, {apart} "
                f"{'less' if terabytes < by_writes else 'more'} than its {short(dwpd)} drive writes per day over "
                f"{counted(years, 'years')} ({fixed(by_writes)} TB). A warranty ends at whichever comes first, so the "
                "smaller governs.",
                "tbw_tb" if role is Role.CACHE else "role_rated_dwpd",
                rating.pointer,
            )

    def sustained_writes(self) -> Iterator[Finding]:
        key = self.configuration.key
        (given,) = self.run.binding.origins("given_sustained_write_mb_s", key)
        (measured,) = self.run.binding.origins("measured_sustained_write_mib_s", key)
        if given.value is not None or self.run.value("sustained_write_mb_s", self.index).state is not State.EVALUATED:
            return
        if measured.value is None:
            yield self.finding(
                "sustained_write_assumed",
                Severity.WARNING,
                "the sustained write rate of this drive in a cluster is not published; its datasheet rate is derated "
                "by an assumed factor.",
                "sustained_write_mb_s",
                f"{self.write_tier}/sustained_write_mb_s",
            )
            return
        different = [
            group.name
            for group in self.run.plan.workload.groups
            if group.read_share not in (None, _MEASURED_READ_SHARE) or group.io_kib not in (None, _MEASURED_IO_KIB)
        ]
        if different:
            yield self.finding(
                "mix_differs_from_measurement",
                Severity.INFO,
                f"the sustained write rate comes from a test with 70 % reads of 32 KiB; {', '.join(different)} differ "
                "and are scaled by bytes written.",
                "sustained_write_mb_s",
            )

    def protection(self) -> Iterator[Finding]:
        if self.configuration.architecture is Architecture.ESA:
            yield self.finding(
                "esa_write_amplification_assumed",
                Severity.WARNING,
                "the writes of single-tier storage to its drives are a model assumption (mirrored log, then the full "
                "stripe), and so is the share of capacity for its metadata.",
                "write_amplification_used",
                f"{self.at}/protection",
            )
        if self.value("parts") is None:
            return
        if self.run.evaluation.value("sites", self.index) > 1:
            yield from self.sites()
        yield from self.clusters()

    def sites(self) -> Iterator[Finding]:
        """What two sites, or two nodes, need and lack."""
        value = self.run.evaluation.value
        if self.run.plan.policy.capacity_reserve.method is not ReserveMethod.SLACK:
            yield self.finding(
                "reserve_not_available",
                Severity.INFO,
                "operations and rebuild reserve are not available across sites: "
                f"{percent(value('slack_share', self.index))} of the raw capacity is kept free instead.",
                "slack_share",
                "/policy/capacity_reserve/method",
            )
        yield self.finding(
            "witness",
            Severity.INFO,
            "a witness in a third place is needed, which is not counted among the hosts.",
            "minimum_hosts",
            f"{self.at}/protection",
        )
        if not value("node_pair_flag", self.index):
            asked = self.value("inter_site_gbit_s")
            more = f"; the peak writes ask for {short(asked)} Gbit/s" if asked is not None else ""
            yield self.finding(
                "between_sites",
                Severity.INFO,
                f"the sites need at least 10 Gbit/s between them, and a round trip of at most 5 ms{more}.",
                "inter_site_gbit_s",
                f"{self.at}/protection",
            )
        if value("node_pair_flag", self.index) and self.run.plan.policy.spare_hosts:
            yield self.finding(
                "no_rebuild",
                Severity.INFO,
                "each of the two hosts is the other's spare; after a failure nothing is rebuilt until it is back.",
                "spare_hosts",
                f"{self.at}/protection",
            )
        share = value("site_load_share", self.index)
        if share < 1:
            yield self.finding(
                "site_carries_a_part",
                Severity.WARNING,
                f"with one site down {percent(share)} of the VMs run; the others stay off.",
                "part_share",
                "/policy/site_load_share",
            )

    def clusters(self) -> Iterator[Finding]:
        """Hosts beyond the largest cluster, divided."""
        clusters, hosts = self.run.evaluation.value("clusters", self.index), self.value("hosts")
        if clusters > 1 and hosts is not None:
            limit = self.run.evaluation.value("most_hosts", self.index) / clusters
            yield self.finding(
                "divided_into_clusters",
                Severity.WARNING,
                f"a cluster holds {fixed(limit)} hosts, so that the workload is divided over {fixed(clusters)} equal "
                f"clusters of {fixed(hosts / clusters)} hosts, each with spares of its own.",
                "clusters",
                "/policy/max_hosts_per_cluster",
            )

    def array(self) -> Iterator[Finding]:
        """An external array, of which neither size nor speed is known: what it must provide."""
        workload = self.run.plan.workload
        stated = [workload.totals.used_tb]
        for group in workload.groups:
            stated += [group.disk_gb, group.iops_peak, group.iops_average]
        if self.configuration.architecture is not Architecture.EXTERNAL_ARRAY or not any(stated):
            return
        room, peak = self.value("demand_storage_tb"), self.value("front_iops")
        needs = [f"have room for {short(room)} TB before its own data reduction"] if room else []
        needs += [f"serve {fixed(peak)} IOPS at the peak"] if peak else []
        must = f": at the sizing date it must {' and '.join(needs)}" if needs else ""
        yield self.finding(
            "array_not_checked",
            Severity.WARNING,
            f"size and speed of the external array are not checked{must}.",
            "front_iops" if peak and not room else "demand_storage_tb",
            f"{self.at}/architecture",
        )

    def doubts(self) -> Iterator[Finding]:
        """The catalogue's doubts about the drive, except those about values that the plan replaces."""
        drive = self.configuration.cache or self.configuration.capacity
        if drive is not None and drive.rated_dwpd is None:
            for each in self.catalogue.findings:
                if each.table == "drives" and each.key == drive.key and each.code != "endurance-statements-differ":
                    yield self.finding(
                        "catalogue_doubt", Severity.WARNING, f"{each.message}.", "tbw_tb", f"{self.write_tier}/key"
                    )
