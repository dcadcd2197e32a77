"""Findings about the cache: bursts that are throttled, and what rules of others ask for."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan

from hostwise.answers.findings.about import About
from hostwise.answers.running.run import Run
from hostwise.catalogue.loader import Catalogue
from hostwise.numerals.writing import counted, percent, short
from hostwise.plan.answers.result import Finding, Severity


def write_buffer_findings(run: Run, index: int, catalogue: Catalogue) -> list[Finding]:
    """Findings about the write buffer of one configuration."""
    about = About(run, index, catalogue)
    return [*_throttled(about), *_rules(about)]


def _rules(about: About) -> Iterator[Finding]:
    """The cache that rules of others ask for, and why it differs from what is computed here."""
    value, index = about.run.evaluation.value, about.index
    cache, hybrid = value("cache_gb_per_host", index), value("hybrid_rule_cache_gb_per_host", index)
    least, most = value("af4_cache_gb_per_host", index), value("af8_cache_gb_per_host", index)
    if not isnan(hybrid + cache):
        share = percent(value("cache_rule_share", index))
        verdict = "more" if cache > hybrid else "less" if cache < hybrid else "the same"
        what = (
            f"the vendor's rule of {share} of the data before protection asks for {short(hybrid)} GB of cache per host"
            f"; here are {short(cache)} GB, {verdict}. The rule is about reads that hit; it knows neither the writes "
            "nor the rating, from which performance and life are computed here."
        )
        quantity = "hybrid_rule_cache_gb_per_host"
    elif not isnan(least + most + cache):
        verdict = "within them"
        if not least <= cache <= most:
            verdict = "less than any of them" if cache < least else "more than any of them"
        life = about.value("years_to_wear_out")
        years = "" if life is None else f": without growth {counted(life, 'years')} for the cache drives"
        what = (
            f"the vendor's endurance table asks for {short(least)} to {short(most)} GB of cache per host (profiles "
            f"AF-4 to AF-8) at {short(value('rated_dwpd', index))} drive writes per day; here are {short(cache)} GB, "
            f"{verdict}. The table stands for the writes of a typical host of a profile; the life here is that of the "
            f"writes of this plan{years}."
        )
        quantity = "af8_cache_gb_per_host"
    else:
        return
    yield about.finding("cache_rules_of_others", Severity.INFO, what, quantity, about.write_tier)


def _throttled(about: About) -> Iterator[Finding]:
    """A stated burst that is throttled: as the policy allows, or on fewer hosts than needed."""
    value, index = about.run.evaluation.value, about.index
    asked, allowed = value("group_write_mb_s", index), value("profile_write_limit_mb_s", index)
    minutes, longest = value("burst_peak_minutes"), value("minutes_to_throttling", index)
    if value("simulated_burst_flag") and asked > allowed:
        what = f"the stated load is throttled: at its peak a disk group takes {short(asked)} MB/s, and "
        what += f"{short(allowed)} are the most that is not throttled"
    elif not value("simulated_burst_flag") and longest < minutes:
        what = f"the stated burst of {short(minutes)} min at peak is throttled after {short(longest, 2)} min"
    else:
        return
    if about.run.plan.policy.bursts_may_throttle:
        what += ", which the policy allows"
    yield about.finding(
        "burst_throttled", Severity.WARNING, f"{what}.", "minutes_to_throttling", "/policy/bursts_may_throttle"
    )
