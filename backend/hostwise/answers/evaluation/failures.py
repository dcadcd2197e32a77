"""What remains of every constraint with hosts failed: the same formulas on the hosts that run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hostwise.answers.running.run import Run
from hostwise.answers.wording.words import failed_words, is_same
from hostwise.plan.answers.result import Constraint, FailureCase, QuantityState, RemainingConstraint, Value


def failure_cases(
    run: Run, values: Sequence[Mapping[str, Value]], constraints: Sequence[Sequence[Constraint]]
) -> list[list[FailureCase]]:
    """All constraints of every configuration with all hosts running, and with the spare hosts, one at least, failed."""
    most = tuple(max(1, spares) for spares in run.spares)
    left = [run.leaves_hosts(failed, place) for place, failed in enumerate(most)]
    cases = run.with_failed(most).values() if any(left) else values
    return [
        [
            FailureCase(
                constraints=[_remaining(case[place], each, failed) for each in constraints[place]],
                failed_hosts=failed,
                label=failed_words(failed, run.spares[place]),
            )
            for failed, case in ((0, values), (most[place], cases))[: 1 + left[place]]
        ]
        for place in range(len(constraints))
    ]


def _remaining(values: Mapping[str, Value], constraint: Constraint, failed: int) -> RemainingConstraint:
    asked, slack = constraint.hosts.value, constraint.slack_quantity
    share = values[slack] if slack is not None else None
    running, bought = values["running_hosts"].value, values["hosts"].value
    # Each of several clusters has so many hosts down.
    lost = failed if running is None or bought is None else bought - running
    # Spares that have failed need not run.
    hosts = None if asked is None else asked - min(constraint.spare_hosts, lost)
    satisfied = False if constraint.hosts.state is QuantityState.INFINITE else None
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
