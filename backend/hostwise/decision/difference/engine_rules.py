"""Rules that an engine has since a version, and how a plan is seen to be touched by them.

They are said of plans whose earlier figures were not kept. A rule that changes an answer gets a line here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hostwise.answers.running.run import Run
from hostwise.binding.modules import DERIVED_BY_SIZE
from hostwise.binding.ranges import lines_of
from hostwise.decision.decision_messages import words
from hostwise.decision.difference.engine_change_document import TouchingRule
from hostwise.decision.messages.decision_codes import DecisionCode
from hostwise.engine.model import MODEL
from hostwise.plan.cost_lines import YEARLY

NEW_LIMITS = frozenset({"vm_placement"})
"""Keys of limits on the hosts that engines before 0.3 did not have."""


@dataclass(frozen=True)
class _Rule:
    """A rule: since when, in words, and whether it touches a run."""

    code: str
    since: str
    message: DecisionCode
    touches: Callable[[Run], bool]


def rules_touching(run: Run) -> list[TouchingRule]:
    """The rules newer than figures that were kept which touch a plan."""
    return [
        TouchingRule(code=each.code, since=each.since, text=words(each.message)) for each in _RULES if each.touches(run)
    ]


def _of_new_limit(run: Run) -> bool:
    names = [name for name, each in MODEL.purposes.constraints.items() if each.key in NEW_LIMITS]
    return any(
        run.evaluation.value(name, place) == run.evaluation.value("required_hosts", place)
        for name in names
        for place in range(len(run.plan.configurations))
    )


def _grows_unequally(run: Run) -> bool:
    groups = [each for each in run.plan.workload.groups if each.iops_average or each.iops_peak]
    return len({((1 + (each.count_growth_rate or 0)) * (1 + (each.io_growth_rate or 0))) for each in groups}) > 1


def _has_second_tier(run: Run) -> bool:
    return any(each.memory.tier is not None for each in run.plan.configurations)


def _has_share_of_support(run: Run) -> bool:
    return bool(run.plan.economics.support_rate)


def _has_other_hypervisor(run: Run) -> bool:
    places = range(len(run.plan.configurations))
    return any(run.evaluation.value("overcommits_memory_flag", place) == 0 for place in places)


def _renews_with_fewer_or_dearer(run: Run) -> bool:
    """Cores that leave before the horizon, or a rise of prices that a longer term holds off."""
    names = [f"{each}_term_years" for each in ("licence", *run.plan.configurations[0].licences_in_vms)]
    rising = bool(run.plan.economics.price_change.licence_rate)
    return any(
        (rising and any(run.evaluation.value(name, place) > 1 for name in names))
        or any(other.removed_in_month for other in each.other_host_models)
        for place, each in enumerate(run.plan.configurations)
    )


def _stacks_on_two_sites(run: Run) -> bool:
    names = [
        f"{each}licensed_vms_per_host"
        for each in ("", *(f"{each}_" for each in run.plan.configurations[0].licences_in_vms))
    ]
    return any(
        run.evaluation.value("sites", place) > 1 and any(run.evaluation.value(name, place) for name in names)
        for place in range(len(run.plan.configurations))
    )


def _has_yearly_line(run: Run) -> bool:
    return any(line.paid in YEARLY or line.change_rate for _, line, _ in lines_of(run.plan))


def _has_discount_rate(run: Run) -> bool:
    return bool(run.plan.economics.discount_rate)


def _has_large_modules(run: Run) -> bool:
    return any(
        DERIVED_BY_SIZE in (each.note or "")
        for configuration in run.plan.configurations
        for each in run.binding.origins("memory_price_per_gib", configuration.key)
    )


_RULES = (
    _Rule("vm_placement", "0.3", "rule.whole_vms", _of_new_limit),
    _Rule("life_of_groups", "0.3", "rule.life_of_groups", _grows_unequally),
    _Rule("memory_tier", "0.3", "rule.memory_tier", _has_second_tier),
    _Rule("hypervisors", "0.3", "rule.hypervisors", _has_other_hypervisor),
    _Rule("support_base", "0.3", "rule.support_base", _has_share_of_support),
    _Rule("licence_terms", "0.3", "rule.licence_terms", _renews_with_fewer_or_dearer),
    _Rule("licence_failures", "0.3", "rule.licence_failures", _stacks_on_two_sites),
    _Rule("memory_by_size", "0.3", "rule.memory_by_size", _has_large_modules),
    _Rule("yearly_payments", "0.3", "rule.yearly_payments", _has_yearly_line),
    _Rule("present_value_by_month", "0.3", "rule.present_value_by_month", _has_discount_rate),
)
