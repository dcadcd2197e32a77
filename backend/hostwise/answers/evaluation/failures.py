"""What remains of every constraint with hosts failed: the same formulas on the hosts that run."""

from __future__ import annotations

from collections.abc import Sequence

from hostwise.answers.running.run import Run
from hostwise.answers.wording.words import failed_words, is_same
from hostwise.plan.answers.result import Constraint, FailureCase, RemainingConstraint, State


def failure_cases(run: Run, index: int, constraints: Sequence[Constraint]) -> list[FailureCase]:
    """All constraints with all hosts running, and with the spare hosts, one at least, failed."""
    spares = run.spares[index]
    return [
        FailureCase(
            failed_hosts=failed,
            label=failed_words(failed, spares),
            constraints=[_remaining(run.with_failed(failed), index, each, failed) for each in constraints],
        )
        for failed in (0, max(1, spares))
        if failed == 0 or run.leaves_hosts(failed, index)
    ]


def _remaining(case: Run, index: int, constraint: Constraint, failed: int) -> RemainingConstraint:
    asked, slack = constraint.hosts.value, constraint.slack_quantity
    share = case.value(slack, index) if slack is not None else None
    running, bought = case.value("running_hosts", index).value, case.value("hosts", index).value
    # Each of several clusters has so many hosts down.
    lost = failed if running is None or bought is None else bought - running
    # Spares that have failed need not run.
    hosts = None if asked is None else asked - min(constraint.spare_hosts, lost)
    satisfied = False if constraint.hosts.state is State.INFINITE else None
    if hosts is not None and running is not None:
        satisfied = hosts <= running
        # Reserves may be used up in a failure: the slack decides, not the number of required hosts.
        if share is not None and share.value is not None:
            satisfied = share.value >= 0 or is_same(share.value + 1, 1)
    return RemainingConstraint(
        key=constraint.key,
        label=constraint.label,
        hosts=hosts,
        slack_quantity=slack,
        slack_share=share,
        satisfied=satisfied,
        must_hold=failed == 0 or constraint.spare_hosts >= lost,
    )
