"""Findings about how long drives last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isnan

from hostwise.answers.findings.about import About, AboutPlan
from hostwise.answers.findings.declaring import Said, finding, say, say_phrase
from hostwise.answers.running.wear_limit import NOT_MEASURED, accepted_chance, assumed_io
from hostwise.answers.wording.answer_messages import message, words
from hostwise.answers.wording.message_files import Number
from hostwise.answers.wording.messages.answer_codes import AnswerCode
from hostwise.answers.wording.words import is_same
from hostwise.binding.drives import write_role
from hostwise.binding.plausible import doubtful_io, io_is_assumed
from hostwise.catalogue.loader import ENDURANCE_TOLERANCE_SHARE
from hostwise.engine.roles import Role
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
        sentence = (
            message("average_iops_missing.one", group=groups[peaks[0]].name)
            if len(peaks) == 1
            else message("average_iops_missing.several", groups=len(peaks))
        )
        pointer = f"/workload/groups/{peaks[0]}/iops_average"
        yield say_phrase("average_iops_missing", sentence, quantity="endurance_iops", pointer=pointer)


@finding("io_not_given", Severity.WARNING, FindingTopic.WEAR)
@finding("io_assumed", Severity.WARNING, FindingTopic.WEAR)
def io_of_groups(about: AboutPlan) -> Iterator[Said]:
    """I/O that no group has, so that what rests on it is not evaluated; and I/O that is assumed."""
    groups = about.run.plan.workload.groups
    lacking = [place for place, each in enumerate(groups) if each.iops_average is None and each.iops_peak is None]
    if lacking and not any(each.iops_average or each.iops_peak for each in groups):
        yield say(
            "io_not_given",
            quantity="endurance_iops",
            pointer=f"/workload/groups/{lacking[0]}/iops_average",
            remedy=_assuming(about, lacking),
        )
    assumed = [place for place, _ in enumerate(groups) if io_is_assumed(about.run.plan, place)]
    if assumed:
        yield say(
            "io_assumed",
            groups=len(assumed),
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
    return Remedy(label=words("remedy_label.assume_io", average=average), edits=edits)


_DOUBTED: Mapping[tuple[str, bool], AnswerCode] = {
    ("size", True): "io_implausible.size_decides_nothing",
    ("size", False): "io_implausible.size",
    ("rate", True): "io_implausible.rate_decides_nothing",
    ("rate", False): "io_implausible.rate",
}
"""Sentences by what is doubted, and whether the policy limits wear-out."""


@finding("io_implausible", Severity.WARNING, FindingTopic.WEAR)
def io_implausible(about: AboutPlan) -> Iterator[Said]:
    """I/O that hardly any VM has, which must not buy hosts before somebody has looked at it."""
    plan = about.run.plan
    limited = plan.policy.max_wear_out_probability is not None
    for each in doubtful_io(plan, about.catalogue):
        yield say(
            _DOUBTED[each.what, limited],
            group=plan.workload.groups[each.group].name,
            figure=Number(each.figure, pointer=f"/workload/groups/{each.group}/iops_average"),
            limit=each.limit,
            quantity="endurance_iops",
            pointer="/workload/io_confirmed",
            remedy=Remedy(
                label=words("remedy_label.confirm_io"), edits=[Edit(pointer="/workload/io_confirmed", value=True)]
            ),
        )


@finding("writes_implausible", Severity.WARNING, FindingTopic.WEAR)
def writes_implausible(about: About) -> Iterator[Said]:
    """More full writes of a drive in a day than hardly any cluster has."""
    writes, most = about.value("dwpd_used"), about.catalogue.assumptions["plausible_dwpd"].value
    if writes is None or most is None or writes <= most or about.run.plan.workload.io_confirmed:
        return
    yield say(
        "writes_implausible",
        writes=writes,
        most=most,
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
        "may_wear_out.of_policy" if own else "may_wear_out.assumed",
        life=life,
        horizon=Number(horizon, pointer="/economics/horizon_years"),
        chance=chance,
        limit=Number(limit, pointer="/policy/max_wear_out_probability"),
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
                drive=role.label,
                quantity=_SHOWN_LIVES[role],
                pointer=rating.pointer,
            )
        if worn:
            yield say(
                "wears_out.before_horizon",
                drive=role.label,
                life=Number(life, quantity=_SHOWN_LIVES[role]),
                quantity=_SHOWN_LIVES[role],
                pointer=(rating.pointer or about.at).removesuffix("/rated_dwpd"),
            )


def _wear_of_writes(about: About) -> Iterator[Said]:
    life, horizon = about.value("years_to_wear_out_with_growth"), about.run.plan.economics.horizon_years
    if life is None or life > horizon or is_same(life, horizon):
        return
    yield say(
        "wears_out.before_warranty" if life < about.number("warranty_years") else "wears_out.before_horizon",
        drive=write_role(about.configuration).label,
        life=life,
        quantity="years_to_wear_out_with_growth",
    )
    early, spread = about.value("years_to_staggered_replacement"), about.value("wear_out_spread_years")
    if early is not None and spread is not None:
        share = about.number("staggered_replacement_share")
        yield say(
            "replace_staggered",
            days=2 * spread * 365,
            from_year=early,
            used=share,
            quantity="years_to_staggered_replacement",
        )
    if (about.value("endurance_class_rank") or 0) >= _CLASS_C:
        yield say(
            "class_is_not_life",
            life=life,
            quantity="endurance_class_rank",
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
            "ratings_differ.less" if terabytes < by_writes else "ratings_differ.more",
            drive=role.label,
            written=terabytes,
            apart=apart,
            dwpd=dwpd,
            warranty=years,
            by_writes=by_writes,
            quantity="tbw_tb" if role is write_role(about.configuration) else "role_rated_dwpd",
            pointer=rating.pointer,
        )
