"""Findings about the workload, writes, protection and clusters."""

from __future__ import annotations

from collections.abc import Iterator

from hostwise.answers.findings.about import About, AboutPlan
from hostwise.answers.findings.declaring import Said, finding, say, say_phrase
from hostwise.answers.running.survival import two_nodes
from hostwise.answers.wording.answer_messages import message
from hostwise.answers.wording.message_files import Given, Number
from hostwise.answers.wording.messages.answer_codes import AnswerCode
from hostwise.binding.recorder import WRITE_SPEED
from hostwise.binding.stacks import protection_key, stack_of
from hostwise.engine.model import MODEL
from hostwise.plan.answers.result import FindingTopic, QuantityState
from hostwise.plan.answers.told import Severity
from hostwise.plan.configuration import Layout
from hostwise.plan.policy import ReserveMethod

_MEASURED_READ_SHARE, _MEASURED_IO_KIB = 0.7, 32
"""The mix for which sustained cache writes were measured (INTEL21)."""

# -------------------------------------------------------------------------------------------------------- of the plan


@finding("total_replaces_groups", Severity.INFO, FindingTopic.WORKLOAD)
@finding("total_cannot_be_split", Severity.WARNING, FindingTopic.WORKLOAD)
@finding("total_does_not_grow", Severity.WARNING, FindingTopic.WORKLOAD)
def totals(about: AboutPlan) -> Iterator[Said]:
    """Totals that stand for the values of groups."""
    workload, economics, policy = about.run.plan.workload, about.run.plan.economics, about.run.plan.policy
    groups, total = workload.groups, workload.totals
    for name, given, by_group in (
        ("cpu_ghz", total.cpu_ghz, any(group.cpu_ghz is not None for group in groups)),
        ("used_tb", total.used_tb, any(group.disk_gb is not None for group in groups)),
    ):
        if given is not None and by_group:
            yield say(
                "total_replaces_groups",
                total=name,
                quantity=f"total_{name}",
                pointer=f"/workload/totals/{name}",
            )
    own = [each.name for each in groups if each.protection is not None or each.data_reduction_ratio is not None]
    if total.used_tb is not None and own:
        yield say(
            "total_cannot_be_split",
            groups=", ".join(own),
            quantity="total_used_tb",
            pointer="/workload/totals/used_tb",
        )
    if not economics.buy_expansion or (policy.sizing_years or 0) >= economics.horizon_years:
        return
    more = any((group.count_growth_rate or 0) > 0 for group in groups)
    larger = any((group.disk_growth_rate or 0) > 0 for group in groups)
    for name, given, grows in (("cpu_ghz", total.cpu_ghz, more), ("used_tb", total.used_tb, more or larger)):
        if given is not None and grows:
            yield say(
                "total_does_not_grow",
                total=name,
                quantity=f"total_{name}",
                pointer=f"/workload/totals/{name}",
            )


@finding("outside_validity", Severity.WARNING, FindingTopic.WORKLOAD)
def outside_validity(about: AboutPlan) -> Iterator[Said]:
    """Inputs outside the range in which they have a meaning."""
    for (name, _), records in about.run.binding.inputs.items():
        quantity = MODEL.inputs[name]
        low, high = quantity.low, quantity.high
        for entry in records.entries:
            value = entry.origin.value
            if value is not None and not low <= value <= high:
                bound = low if value < low else high
                yield say(
                    "outside_validity.below" if value < low else "outside_validity.above",
                    label=quantity.label,
                    value=value,
                    bound=bound,
                    configuration=entry.configuration,
                    quantity=name,
                    pointer=entry.pointer,
                )


# ----------------------------------------------------------------------------------------------- of one configuration


@finding("sustained_write_assumed", Severity.WARNING, FindingTopic.WRITES)
@finding("mix_differs_from_measurement", Severity.INFO, FindingTopic.WRITES)
def sustained_writes(about: About) -> Iterator[Said]:
    """A sustained write rate that was not measured, or for another mix of I/O."""
    (given,) = about.run.binding.origins("given_sustained_write_mb_s", about.key)
    (measured,) = about.run.binding.origins("measured_sustained_write_mib_s", about.key)
    if (
        given.value is not None
        or about.run.value("sustained_write_mb_s", about.index).state is not QuantityState.EVALUATED
    ):
        return
    if measured.value is None:
        yield say(
            "sustained_write_assumed",
            quantity="sustained_write_mb_s",
            pointer=f"{about.write_tier}/sustained_write_mb_s",
        )
        return
    different = [
        group.name
        for group in about.run.plan.workload.groups
        if group.read_share not in (None, _MEASURED_READ_SHARE) or group.io_kib not in (None, _MEASURED_IO_KIB)
    ]
    if different:
        yield say(
            "mix_differs_from_measurement",
            reads=_MEASURED_READ_SHARE,
            size=_MEASURED_IO_KIB,
            groups=", ".join(different),
            quantity="sustained_write_mb_s",
        )


@finding("write_speed_cannot_bind", Severity.INFO, FindingTopic.WRITES)
def write_speed_cannot_bind(about: About) -> Iterator[Said]:
    """An unknown write speed of drives that changes nothing."""
    if not about.run.is_no_matter(WRITE_SPEED, about.index):
        return
    (low, high), hosts = about.run.binding.sane[WRITE_SPEED], about.number("hosts")
    yield say(
        "write_speed_cannot_bind",
        low=low,
        high=high,
        hosts=hosts,
        quantity="hosts",
        pointer=f"{about.write_tier}/sustained_write_mb_s",
    )


@finding("reserve_not_available", Severity.INFO, FindingTopic.STORAGE)
@finding("witness", Severity.INFO, FindingTopic.HOSTS)
@finding("between_sites", Severity.INFO, FindingTopic.HOSTS)
@finding("no_rebuild", Severity.INFO, FindingTopic.STORAGE)
@finding("site_carries_a_part", Severity.WARNING, FindingTopic.HOSTS)
def sites(about: About) -> Iterator[Said]:
    """What two sites, or two nodes, need and lack."""
    pair = two_nodes(about.run.evaluation, about.index)
    if about.value("parts") is None or (about.number("sites") <= 1 and not pair):
        return
    policy, protection = about.policy, f"{about.at}/protection"
    by_policy = stack_of(about.catalogue, about.configuration).reserve == "by_policy"
    if by_policy and about.number("sites") > 1 and policy.capacity_reserve.method is not ReserveMethod.SLACK:
        slack = about.number("slack_share")
        yield say(
            "reserve_not_available",
            slack=slack,
            quantity="slack_share",
            pointer=f"{about.limit_at('capacity_reserve')}/method",
        )
    yield say(
        "witness",
        quantity="minimum_hosts",
        pointer=protection,
    )
    row = about.catalogue.protection[protection_key(about.run.plan, about.configuration, about.catalogue)]
    if row.site_round_trip_ms is not None:
        asked, least = about.value("inter_site_gbit_s"), row.site_gbit_s
        values: dict[str, Given] = {"round_trip": Number(row.site_round_trip_ms, pointer=protection)}
        if asked is not None:
            values["peak"] = asked
        if least is not None:
            values["least"] = Number(least, pointer=protection)
            code: AnswerCode = "between_sites.bandwidth" if asked is None else "between_sites.bandwidth_peak"
        else:
            code = "between_sites.round_trip" if asked is None else "between_sites.round_trip_peak"
        sentence = message(code, **values)
        yield say_phrase("between_sites", sentence, quantity="inter_site_gbit_s", pointer=protection)
    if pair and policy.spare_hosts:
        yield say(
            "no_rebuild",
            quantity="spare_hosts",
            pointer=protection,
        )
    share = about.number("site_load_share")
    if share < 1 and about.number("sites") > 1:
        yield say(
            "site_carries_a_part",
            share=share,
            quantity="part_share",
            pointer="/policy/site_load_share",
        )


@finding("divided_into_clusters", Severity.WARNING, FindingTopic.HOSTS)
def divided_into_clusters(about: About) -> Iterator[Said]:
    """Hosts beyond the largest cluster, divided."""
    clusters, hosts = about.number("clusters"), about.value("hosts")
    if about.value("parts") is None or not clusters > 1 or hosts is None:
        return
    limit = about.number("most_hosts") / clusters
    yield say(
        "divided_into_clusters",
        limit=limit,
        clusters=clusters,
        each=hosts / clusters,
        quantity="clusters",
        pointer="/policy/max_hosts_per_cluster",
    )


@finding("array_not_checked", Severity.WARNING, FindingTopic.STORAGE)
def array_not_checked(about: About) -> Iterator[Said]:
    """An external array, of which neither size nor speed is known: what it must provide."""
    workload = about.run.plan.workload
    stated = [workload.totals.used_tb]
    for group in workload.groups:
        stated += [group.disk_gb, group.iops_peak, group.iops_average]
    if about.configuration.layout is not Layout.EXTERNAL or not any(stated):
        return
    room, peak = about.value("demand_storage_tb"), about.value("front_iops")
    if room and peak:
        sentence = message("array_not_checked.room_and_peak", room=room, peak=peak)
    elif room:
        sentence = message("array_not_checked.room", room=room)
    elif peak:
        sentence = message("array_not_checked.peak", peak=peak)
    else:
        sentence = message("array_not_checked.nothing_known")
    yield say_phrase(
        "array_not_checked",
        sentence,
        quantity="front_iops" if peak and not room else "demand_storage_tb",
        pointer=f"{about.at}/layout",
    )


@finding("catalogue_uncertainty", Severity.WARNING, FindingTopic.WEAR)
def catalogue_uncertainty(about: About) -> Iterator[Said]:
    """The catalogue's doubts about the drive, except those about values that the plan replaces."""
    drive = about.configuration.write_tier or about.configuration.capacity
    if drive is None or drive.rated_dwpd is not None:
        return
    for each in about.catalogue.findings:
        if each.table == "drives" and each.key == drive.key and each.code != "endurance-statements-differ":
            yield say(
                "catalogue_uncertainty",
                uncertainty=each.message,
                quantity="tbw_tb",
                pointer=f"{about.write_tier}/key",
            )
