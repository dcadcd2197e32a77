"""Findings about the cache: bursts that are throttled, and what rules of others ask for."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Said, finding, say, say_phrase
from hostwise.answers.wording.answer_messages import message
from hostwise.answers.wording.messages.answer_codes import AnswerCode
from hostwise.plan.answers.result import FindingTopic
from hostwise.plan.answers.told import Severity


@finding("burst_throttled", Severity.WARNING, FindingTopic.WRITES)
def burst_throttled(about: About) -> Iterator[Said]:
    """A stated burst that is throttled: as the policy allows, or on fewer hosts than needed."""
    asked, allowed = about.number("group_write_mb_s"), about.number("profile_write_limit_mb_s")
    value = about.run.evaluation.value
    minutes, longest = value("burst_peak_minutes"), about.number("minutes_to_throttling")
    permitted = about.run.plan.policy.bursts_may_throttle
    if value("simulated_burst_flag") and asked > allowed:
        load: AnswerCode = "burst_throttled.load_allowed" if permitted else "burst_throttled.load"
        sentence = message(load, asked=asked, allowed=allowed)
    elif not value("simulated_burst_flag") and longest < minutes:
        burst: AnswerCode = "burst_throttled.burst_allowed" if permitted else "burst_throttled.burst"
        sentence = message(burst, burst=minutes, throttled_after=longest)
    else:
        return
    yield say_phrase(
        "burst_throttled", sentence, quantity="minutes_to_throttling", pointer="/policy/bursts_may_throttle"
    )


@finding("write_tier_rules_of_others", Severity.INFO, FindingTopic.WRITES)
def write_tier_rules_of_others(about: About) -> Iterator[Said]:
    """The cache that rules of others ask for, and why it differs from what is computed here."""
    cache, hybrid = about.number("write_tier_gb_per_host"), about.number("hybrid_rule_cache_gb_per_host")
    least, most = about.number("af4_cache_gb_per_host"), about.number("af8_cache_gb_per_host")
    if not isnan(hybrid + cache):
        code: AnswerCode = "write_tier_rules_of_others.hybrid_same"
        if cache != hybrid:
            code = (
                "write_tier_rules_of_others.hybrid_more" if cache > hybrid else "write_tier_rules_of_others.hybrid_less"
            )
        yield say(
            code,
            share=about.number("write_tier_rule_share"),
            rule=hybrid,
            here=cache,
            quantity="hybrid_rule_cache_gb_per_host",
            pointer=about.write_tier,
        )
    elif not isnan(least + most + cache):
        code = "write_tier_rules_of_others.within"
        if not least <= cache <= most:
            code = "write_tier_rules_of_others.less" if cache < least else "write_tier_rules_of_others.more"
        yield say(
            code,
            least=least,
            most=most,
            dwpd=about.number("rated_dwpd"),
            here=cache,
            quantity="af8_cache_gb_per_host",
            pointer=about.write_tier,
        )
