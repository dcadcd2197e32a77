"""Findings about the cache: bursts that are throttled, and what rules of others ask for."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Said, finding, say
from hostwise.answers.wording.sentences import phrase, shown
from hostwise.numerals.writing import counted, percent, short
from hostwise.plan.answers.result import FindingTopic
from hostwise.plan.answers.told import Severity


@finding("burst_throttled", Severity.WARNING, FindingTopic.WRITES)
def burst_throttled(about: About) -> Iterator[Said]:
    """A stated burst that is throttled: as the policy allows, or on fewer hosts than needed."""
    asked, allowed = about.number("group_write_mb_s"), about.number("profile_write_limit_mb_s")
    value = about.run.evaluation.value
    minutes, longest = value("burst_peak_minutes"), about.number("minutes_to_throttling")
    if value("simulated_burst_flag") and asked > allowed:
        what = phrase(
            "load is throttled: at its peak a disk group takes {asked} MB/s, and {allowed} are the most that is not "
            "throttled",
            asked=shown(short(asked), asked, "group_write_mb_s"),
            allowed=shown(short(allowed), allowed, "profile_write_limit_mb_s"),
        )
    elif not value("simulated_burst_flag") and longest < minutes:
        what = phrase(
            "burst of {burst} min at peak is throttled after {throttled_after} min",
            burst=shown(short(minutes), minutes),
            throttled_after=shown(short(longest, 2), longest, "minutes_to_throttling"),
        )
    else:
        return
    yield say(
        "burst_throttled",
        "the stated {what}{allowed}.",
        what=what,
        allowed=", which the policy allows" if about.run.plan.policy.bursts_may_throttle else "",
        quantity="minutes_to_throttling",
        pointer="/policy/bursts_may_throttle",
    )


@finding("write_tier_rules_of_others", Severity.INFO, FindingTopic.WRITES)
def write_tier_rules_of_others(about: About) -> Iterator[Said]:
    """The cache that rules of others ask for, and why it differs from what is computed here."""
    cache, hybrid = about.number("write_tier_gb_per_host"), about.number("hybrid_rule_cache_gb_per_host")
    least, most = about.number("af4_cache_gb_per_host"), about.number("af8_cache_gb_per_host")
    here = shown(short(cache), cache, "write_tier_gb_per_host")
    if not isnan(hybrid + cache):
        share = about.number("write_tier_rule_share")
        yield say(
            "write_tier_rules_of_others",
            "the vendor's rule of {share} of the data before protection asks for {rule} GB of cache per host; here are "
            "{here} GB, {verdict}. The rule is about reads that hit; it knows neither the writes nor the rating, from "
            "which performance and life are computed here.",
            share=shown(percent(share), share),
            rule=shown(short(hybrid), hybrid, "hybrid_rule_cache_gb_per_host"),
            here=here,
            verdict="more" if cache > hybrid else "less" if cache < hybrid else "the same",
            quantity="hybrid_rule_cache_gb_per_host",
            pointer=about.write_tier,
        )
    elif not isnan(least + most + cache):
        verdict = "within them"
        if not least <= cache <= most:
            verdict = "less than any of them" if cache < least else "more than any of them"
        life, dwpd = about.value("years_to_wear_out"), about.number("rated_dwpd")
        yield say(
            "write_tier_rules_of_others",
            "the vendor's endurance table asks for {least} to {most} GB of cache per host (profiles AF-4 to AF-8) at "
            "{dwpd} drive writes per day; here are {here} GB, {verdict}. The table stands for the writes of a typical "
            "host of a profile; the life here is that of the writes of this plan{years}.",
            least=shown(short(least), least, "af4_cache_gb_per_host"),
            most=shown(short(most), most, "af8_cache_gb_per_host"),
            dwpd=shown(short(dwpd), dwpd, "rated_dwpd"),
            here=here,
            verdict=verdict,
            years=""
            if life is None
            else phrase(
                ": without growth {life} for the cache drives",
                life=shown(counted(life, "years"), life, "years_to_wear_out"),
            ),
            quantity="af8_cache_gb_per_host",
            pointer=about.write_tier,
        )
