"""Findings about hosts that may fail: more than the data survives at once, and more than there is room to rebuild."""

from __future__ import annotations

from collections.abc import Iterator

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Said, finding, say, say_phrase
from hostwise.answers.running.survival import quorum_needs, quorum_words, stronger_protection
from hostwise.answers.wording.answer_messages import message
from hostwise.answers.wording.sentences import Phrase
from hostwise.binding.stacks import stack_of
from hostwise.plan.answers.result import FindingTopic
from hostwise.plan.answers.told import Severity
from hostwise.plan.policy import ReserveMethod


@finding("losses_beyond_protection", Severity.WARNING, FindingTopic.HOSTS)
def losses_beyond_protection(about: About) -> Iterator[Said]:
    """More spare hosts than may be lost at once: one for maintenance is usual, but the data does not survive all."""
    spares, served = about.number("spare_hosts"), about.value("served_hosts")
    if served is None or not spares > served:
        return
    yield say_phrase(
        "losses_beyond_protection",
        _survived(about, spares, served),
        quantity="hosts",
        pointer=about.limit_at("spare_hosts"),
    )


def _survived(about: About, spares: float, served: float) -> Phrase:
    """What survives, and what ends with so many hosts down: a quorum, or too few copies; and what would go on."""
    if about.number("protection_served_hosts") >= spares:
        needs = quorum_needs(stack_of(about.catalogue, about.configuration), int(spares))
        return message(
            "losses_beyond_protection.quorum",
            spares=spares,
            served=served,
            lost=spares,
            hosts=about.number("hosts") / about.number("clusters"),
            quorum=quorum_words(about.run.plan, about.index, about.catalogue),
            needs=needs,
        )
    stops = about.number("protection_kept_hosts") >= spares
    stronger = stronger_protection(about.run.plan, about.index, about.catalogue, int(spares))
    if stronger is None:
        return message(
            "losses_beyond_protection.storage" if stops else "losses_beyond_protection.data",
            spares=spares,
            served=served,
        )
    return message(
        "losses_beyond_protection.storage_stronger" if stops else "losses_beyond_protection.data_stronger",
        spares=spares,
        served=served,
        stronger=stronger.label,
        lost=spares,
    )


@finding("rebuild_reserve_below_spares", Severity.WARNING, FindingTopic.STORAGE)
def rebuild_reserve_below_spares(about: About) -> Iterator[Said]:
    """Room to rebuild fewer hosts than may fail, where the policy says how much is kept free."""
    policy, stack = about.policy, stack_of(about.catalogue, about.configuration)
    by_policy = stack.reserve == "by_policy" and stack.layout != "external"
    if policy.capacity_reserve.method is ReserveMethod.SLACK or not by_policy or about.number("sites") != 1:
        return
    rebuild = about.number("rebuild_reserve_hosts_per_cluster")
    if rebuild < policy.spare_hosts:
        yield say(
            "rebuild_reserve_below_spares",
            spares=policy.spare_hosts,
            rebuild=rebuild,
            quantity="rebuild_reserve_hosts_per_cluster",
            pointer=f"{about.limit_at('capacity_reserve')}/rebuild_reserve_hosts",
        )
