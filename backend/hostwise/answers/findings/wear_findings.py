"""Findings about how long drives last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan

from hostwise.answers.findings.about import About, AboutPlan
from hostwise.answers.findings.declaring import Said, finding, say
from hostwise.answers.running.wear_limit import NOT_MEASURED, accepted_chance, assumed_io, io_is_assumed
from hostwise.answers.wording.sentences import Shown, phrase, shown
from hostwise.answers.wording.words import is_same
from hostwise.binding.drives import write_role
from hostwise.binding.plausible import doubtful_io
from hostwise.catalogue.loader import ENDURANCE_TOLERANCE_SHARE
from hostwise.engine.roles import Role
from hostwise.numerals.writing import counted, fixed, percent, plain, short
from hostwise.plan.answers.result import FindingTopic
from hostwise.plan.answers.text import Edit, Remedy
from hostwise.plan.answers.told import Severity

_CLASS_C = 3
"""Rank of the endurance class that the usual guideline requires for all-flash."""

_SHOWN_LIVES = {
    Role.CAPACITY: "capacity_drive_years_to_wear_out",
    Role.MEMORY_TIER: "tier_drive_years_to_wear_out",
    Role.SWAP: "swap_drive_years_to_wear_out",
    Role.READ_CACHE: "read_cache_drive_years_to_wear_out",
}
"""Where the comparison shows the life of a role's drives."""


@finding("average_iops_missing", Severity.WARNING, FindingTopic.WEAR)
def average_iops_missing(about: AboutPlan) -> Iterator[Said]:
    """Groups whose peak I/O stands for the average."""
    groups = about.run.plan.workload.groups
    peaks = [place for place, each in enumerate(groups) if each.iops_average is None and each.iops_peak is not None]
    if peaks:
        only = groups[peaks[0]].name
        yield say(
            "average_iops_missing",
            "Average IOPS of {groups} is missing; the peak is used instead, which overstates wear, the cost of "
            "replaced drives and the hosts for the write buffer.",
            groups=repr(only) if len(peaks) == 1 else counted(len(peaks), "VM groups"),
            quantity="endurance_iops",
            pointer=f"/workload/groups/{peaks[0]}/iops_average",
        )


@finding("io_not_given", Severity.WARNING, FindingTopic.WEAR)
@finding("io_assumed", Severity.WARNING, FindingTopic.WEAR)
def io_of_groups(about: AboutPlan) -> Iterator[Said]:
    """I/O that no group has, so that what rests on it is not evaluated; and I/O that is assumed."""
    groups = about.run.plan.workload.groups
    lacking = [place for place, each in enumerate(groups) if each.iops_average is None and each.iops_peak is None]
    if lacking and not any(each.iops_average or each.iops_peak for each in groups):
        yield say(
            "io_not_given",
            "No VM group says how much it reads and writes: the life of drives, write buffers and write performance "
            "are not evaluated, and drives replaced for wear are not in the cost.",
            quantity="endurance_iops",
            pointer=f"/workload/groups/{lacking[0]}/iops_average",
            remedy=_assuming(about, lacking),
        )
    assumed = [place for place, _ in enumerate(groups) if io_is_assumed(about.run.plan, place)]
    if assumed:
        yield say(
            "io_assumed",
            "The average I/O of {groups} is assumed, not measured: so is the life of drives.",
            groups=counted(len(assumed), "VM groups"),
            quantity="endurance_iops",
            pointer=f"/workload/groups/{assumed[0]}/iops_average",
        )


def _assuming(about: AboutPlan, lacking: Sequence[int]) -> Remedy:
    """I/O by the virtual processors of each group that has none, marked as assumed, with the widest spread."""
    edits = []
    remark = NOT_MEASURED.model_dump(mode="json", exclude_unset=True)
    for place in lacking:
        at = f"/workload/groups/{place}"
        for name, value in assumed_io(about.run.plan.workload.groups[place], about.catalogue).items():
            edits += [
                Edit(pointer=f"{at}/{name}", value=value),
                Edit(pointer=f"/remarks/{f'{at}/{name}'.replace('/', '~1')}", value=remark),
            ]
    average = about.catalogue.assumptions["assumed_vcpu_iops"].value
    assert average is not None
    edits.append(Edit(pointer="/workload/write_load_basis", value="unknown"))
    return Remedy(label=f"Assume {short(average)} I/O per second of a vCPU", edits=edits)


_DOUBTED = {
    "size": "{group} has I/O of {figure} KiB on average, more than {limit} KiB.",
    "rate": "A VM of {group} reads and writes {figure} MB/s on average, more than {limit} MB/s.",
}


@finding("io_implausible", Severity.WARNING, FindingTopic.WEAR)
def io_implausible(about: AboutPlan) -> Iterator[Said]:
    """I/O that hardly any VM has, which must not buy hosts before somebody has looked at it."""
    plan = about.run.plan
    limited = plan.policy.max_wear_out_probability is not None
    for each in doubtful_io(plan, about.catalogue):
        yield say(
            "io_implausible",
            "{what} Check it: {follows}",
            what=phrase(
                _DOUBTED[each.what],
                group=repr(plan.workload.groups[each.group].name),
                figure=shown(short(each.figure), each.figure),
                limit=shown(short(each.limit), each.limit),
            ),
            follows="wear-out decides no number of hosts until it is confirmed."
            if limited
            else "life and risk of the drives rest on it.",
            quantity="endurance_iops",
            pointer="/workload/io_confirmed",
            remedy=Remedy(label="Confirm it", edits=[Edit(pointer="/workload/io_confirmed", value=True)]),
        )


@finding("writes_implausible", Severity.WARNING, FindingTopic.WEAR)
def writes_implausible(about: About) -> Iterator[Said]:
    """More full writes of a drive in a day than hardly any cluster has."""
    writes, most = about.value("dwpd_used"), about.catalogue.assumptions["plausible_dwpd"].value
    if writes is None or most is None or writes <= most or about.run.plan.workload.io_confirmed:
        return
    yield say(
        "writes_implausible",
        "the drives are written in full {writes} times a day on average, more than {most} times: check average I/O, "
        "its size and the share of reads.",
        writes=shown(short(writes), writes, "dwpd_used"),
        most=shown(short(most), most),
        quantity="dwpd_used",
        pointer="/workload/io_confirmed",
    )


@finding("may_wear_out", Severity.WARNING, FindingTopic.WEAR)
def may_wear_out(about: About) -> Iterator[Said]:
    """A life that reaches the horizon, with a chance to end before it that is above what is accepted."""
    horizon, chance = about.run.plan.economics.horizon_years, about.value("known_wear_out_probability")
    life, limit = about.value("flash_life_years"), accepted_chance(about.run.plan, about.catalogue)
    if chance is None or life is None or chance <= limit or (life < horizon and not is_same(life, horizon)):
        return
    own = about.run.plan.policy.max_wear_out_probability is not None
    yield say(
        "may_wear_out",
        "the drives last {life} (median); the chance that they wear out within the horizon of {horizon} is {chance}, "
        "above {limit}, {accepted}.",
        life=shown(counted(life, "years"), life, "flash_life_years"),
        horizon=shown(counted(horizon, "years"), horizon),
        chance=shown(plain(chance, "probability"), chance, "known_wear_out_probability"),
        limit=shown(percent(limit), limit),
        accepted="the limit of the policy" if own else "the assumed limit, as the policy sets none",
        quantity="known_wear_out_probability",
        pointer="/policy/max_wear_out_probability",
    )


@finding("wears_out", Severity.WARNING, FindingTopic.WEAR)
@finding("replace_staggered", Severity.INFO, FindingTopic.WEAR)
@finding("class_is_not_life", Severity.INFO, FindingTopic.WEAR)
@finding("wear_not_counted", Severity.INFO, FindingTopic.WEAR)
def wear(about: About) -> Iterator[Said]:
    """Drives that wear out before the horizon, those that absorb the writes first."""
    yield from _wear_of_writes(about)
    absorbing = write_role(about.configuration)
    horizon, value = about.run.plan.economics.horizon_years, about.run.evaluation.value
    for role in Role:
        life = value("role_years_to_wear_out_with_growth", about.index, role=role)
        worn = life <= horizon and not is_same(life, horizon)
        if role is absorbing or value("drive_flash_flag", about.index, role=role) != 1:
            continue
        (rating,) = about.run.binding.origins("drive_dwpd", about.key, role)
        if isnan(life) and not value("drive_wear_flag", about.index, role=role):
            yield say(
                "wear_not_counted",
                "the life of the {drive}s is not known: rating, warranty or load is missing. None that wears out is "
                "counted in the cost.",
                drive=role.label,
                quantity=_SHOWN_LIVES[role],
                pointer=rating.pointer,
            )
        if worn:
            yield _worn_out(
                role.label,
                shown(counted(life, "years"), life, _SHOWN_LIVES[role]),
                "the horizon",
                _SHOWN_LIVES[role],
                (rating.pointer or about.at).removesuffix("/rated_dwpd"),
            )


def _wear_of_writes(about: About) -> Iterator[Said]:
    life, horizon = about.value("years_to_wear_out_with_growth"), about.run.plan.economics.horizon_years
    if life is None or life > horizon or is_same(life, horizon):
        return
    years = shown(counted(life, "years"), life, "years_to_wear_out_with_growth")
    before = "its warranty and the horizon" if life < about.number("warranty_years") else "the horizon"
    yield _worn_out(write_role(about.configuration).label, years, before, "years_to_wear_out_with_growth", None)
    early, spread = about.value("years_to_staggered_replacement"), about.value("wear_out_spread_years")
    if early is not None and spread is not None:
        share = about.number("staggered_replacement_share")
        yield say(
            "replace_staggered",
            "the drives share the load and wear out within about {days} days, so redundancy does not help: replace "
            "them one by one from {from_year} on, when {used} of the rated writes are used.",
            days=shown(short(2 * spread * 365), 2 * spread * 365, "wear_out_spread_years"),
            from_year=shown(counted(early, "years"), early, "years_to_staggered_replacement"),
            used=shown(percent(share), share),
            quantity="years_to_staggered_replacement",
        )
    if (about.value("endurance_class_rank") or 0) >= _CLASS_C:
        yield say(
            "class_is_not_life",
            "the endurance class meets the usual guideline for all-flash (C or better), yet this load wears the drive "
            "out in {life}.",
            life=years,
            quantity="endurance_class_rank",
        )


def _worn_out(drive: str, life: Shown, before: str, quantity: str, pointer: str | None) -> Said:
    return say(
        "wears_out",
        "the rated writes of a {drive} are used up after {life}, before {before}.",
        drive=drive,
        life=life,
        before=before,
        quantity=quantity,
        pointer=pointer,
    )


@finding("ratings_differ", Severity.WARNING, FindingTopic.WEAR)
def ratings_differ(about: About) -> Iterator[Said]:
    """Two ratings of a drive that contradict each other."""
    value = about.run.evaluation.value
    for role in Role:
        named = ("drive_dwpd", "role_tbw_dwpd", "drive_gb", "role_rated_years", "drive_tbw_tb")
        dwpd, by_terabytes, size, years, terabytes = (value(each, about.index, role=role) for each in named)
        # A drive with one rating has none to differ from.
        if not min(by_terabytes, dwpd) < max(by_terabytes, dwpd) * (1 - ENDURANCE_TOLERANCE_SHARE):
            continue
        by_writes = dwpd * size * 365 * years / 1000
        (rating,) = about.run.binding.origins("drive_tbw_tb", about.key, role)
        apart = abs(terabytes / by_writes - 1)
        yield say(
            "ratings_differ",
            "a {drive} is rated for {written} TB written, {apart} {less} than its {dwpd} drive writes per day over "
            "{warranty} ({by_writes} TB). A warranty ends at whichever comes first, so the smaller governs.",
            drive=role.label,
            written=shown(fixed(terabytes), terabytes),
            apart=shown(percent(apart, 3), apart),
            less="less" if terabytes < by_writes else "more",
            dwpd=shown(short(dwpd), dwpd),
            warranty=shown(counted(years, "years"), years),
            by_writes=shown(fixed(by_writes), by_writes),
            quantity="tbw_tb" if role is write_role(about.configuration) else "role_rated_dwpd",
            pointer=rating.pointer,
        )
