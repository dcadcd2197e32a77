"""Findings about hosts that may fail: more than the data survives at once, and more than there is room to rebuild."""

from __future__ import annotations

from collections.abc import Iterator

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Said, finding, say
from hostwise.answers.running.survival import quorum_needs, quorum_words, stronger_protection
from hostwise.answers.wording.sentences import Phrase, phrase, shown
from hostwise.binding.stacks import stack_of
from hostwise.numerals.writing import counted, fixed
from hostwise.plan.answers.result import FindingTopic
from hostwise.plan.answers.told import Severity
from hostwise.plan.policy import ReserveMethod


@finding("losses_beyond_protection", Severity.WARNING, FindingTopic.HOSTS)
def losses_beyond_protection(about: About) -> Iterator[Said]:
    """More spare hosts than may be lost at once: one for maintenance is usual, but the data does not survive all."""
    spares, served = about.number("spare_hosts"), about.value("served_hosts")
    if served is None or not spares > served:
        return
    stops = about.number("protection_kept_hosts") >= spares > about.number("protection_served_hosts")
    yield say(
        "losses_beyond_protection",
        "{spares} may fail; {what} {served} at a time{why}.",
        spares=shown(counted(spares, "hosts"), spares, "spare_hosts"),
        what="its storage goes on with" if stops else "the data survives",
        served=shown(fixed(served), served, "served_hosts"),
        why=_why(about, int(spares)),
        quantity="hosts",
        pointer=about.limit_at("spare_hosts"),
    )


def _why(about: About, spares: int) -> Phrase | str:
    """What ends with so many hosts down: a quorum, or too few copies; and what would go on."""
    plan, index = about.run.plan, about.index
    lost = shown(fixed(spares), spares)
    if about.number("protection_served_hosts") >= spares:
        hosts = about.number("hosts") / about.number("clusters")
        needs = quorum_needs(stack_of(about.catalogue, about.configuration), spares)
        return phrase(
            ": with {lost} of {hosts} down {quorum} quorum is lost. {needs} keep it",
            lost=lost,
            hosts=shown(counted(hosts, "hosts"), hosts, "hosts"),
            quorum=quorum_words(plan, index, about.catalogue),
            needs=shown(counted(needs, "hosts"), needs),
        )
    stronger = stronger_protection(plan, index, about.catalogue, spares)
    return "" if stronger is None else phrase(". {stronger} survives {lost}", stronger=stronger.label, lost=lost)


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
            "{spares} may fail, capacity to rebuild is reserved for {rebuild} only.",
            spares=shown(counted(policy.spare_hosts, "hosts"), policy.spare_hosts),
            rebuild=shown(fixed(rebuild), rebuild),
            quantity="rebuild_reserve_hosts_per_cluster",
            pointer=f"{about.limit_at('capacity_reserve')}/rebuild_reserve_hosts",
        )
