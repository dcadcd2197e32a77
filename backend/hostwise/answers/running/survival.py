"""Hosts that may be lost at once: by copies, by what the storage needs to go on, and by its quorum."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from hostwise.binding.stacks import protection_key, stack_of
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.rules import Protection
from hostwise.catalogue.stacks import Stack
from hostwise.engine.graph import Evaluation
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Array
from hostwise.plan.document import Plan
from hostwise.plan.requirements import Keeps


def stronger_protection(plan: Plan, place: int, catalogue: Catalogue, lost: int) -> Protection | None:
    """The protection of the same storage that goes on with so many hosts lost: the next in the catalogue's order."""
    rows = list(catalogue.protection.values())
    own = catalogue.protection[protection_key(plan, plan.configurations[place], catalogue)]
    at = rows.index(own)
    # Two nodes are no larger cluster, so that a form of theirs is none of others.
    able = [
        each
        for each in (*rows[at + 1 :], *rows[:at])
        if (each.family, each.sites) == (own.family, own.sites) and each.max_hosts is None
    ]
    return next((each for each in able if (each.losses_served or 0) >= lost), None)


def quorum_needs(stack: Stack, lost: int) -> int:
    """Hosts of a cluster that have a quorum with so many of them lost."""
    return {"any_host": lost + 1, "half": 2 * lost, "majority": 2 * lost + 1}[stack.quorum]


def quorum_words(plan: Plan, place: int, catalogue: Catalogue) -> str:
    """What has the quorum, as "the pool's"."""
    return stack_of(catalogue, plan.configurations[place]).quorum_of or "its"


_RUNNING = frozenset({"memory", "cpu_ratio", "cpu_ghz"})
"""Limits without which VMs do not run."""

# Drives wear over years: the load of the days without a host wears them no sooner.
_KEPT = frozenset(MODEL.purposes.slacks) - {each.key for each in MODEL.purposes.constraints.values() if each.over_years}


def slacks_to_keep(keeps: Keeps) -> frozenset[str]:
    """The limits that must hold with hosts lost; of the ratio only where it is not known what processors do."""
    return _RUNNING if keeps is Keeps.RUNNING else _KEPT


def lost_changes(inputs: Mapping[str, Array], lost: int, keeps: Keeps) -> dict[str, Array]:
    """The inputs that differ on the hosts that are left, which need no spares any more."""
    changes = {"failed_hosts": np.array([[float(lost)]]), "policy_spare_hosts": np.array([[float(lost)]])}
    if keeps is Keeps.RUNNING:
        changes["cpu_utilisation_limit"] = np.ones((1, 1))
        changes["memory_overcommit_limit"] = np.maximum(inputs["memory_overcommit_limit"], 1)
    return changes


def two_nodes(evaluation: Evaluation, place: int) -> bool:
    """Whether the clusters of a configuration are two nodes with a witness, each of them the other's spare."""
    least, left, hosts, clusters = (
        evaluation.value(name, place) for name in ("minimum_hosts", "minimum_left_hosts", "hosts", "clusters")
    )
    return evaluation.value("node_pair_flag", place) == 1 or (left < least and hosts == least * clusters)
