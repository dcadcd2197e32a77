"""The requirements of a plan, held against all combinations of a search at once.

Each is a table of where it is met, so that what misses one is counted by it. The numbers are those by which `Admission`
judges a configuration by itself; what has no number of hosts fails for another reason, and misses none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hostwise.answers.evaluation.admissibility import FEATURES
from hostwise.answers.evaluation.platform_features import feature_of
from hostwise.answers.running.survival import lost_changes, slacks_to_keep
from hostwise.answers.search.axes import AmountTables, Bound
from hostwise.answers.search.messages.search_codes import SearchCode
from hostwise.answers.search.part_rules import Broken, PartRule
from hostwise.answers.search.search_messages import words
from hostwise.answers.search.totals import COST, MOST_WALKED
from hostwise.binding.storage import kept_at_one_site
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Array
from hostwise.engine.space import Joint, Space
from hostwise.plan.answers.result import RequirementKey
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import Plan
from hostwise.plan.requirements import Keeps

_Met = NDArray[np.bool_]

REQUIRED = "requirement "
"""Before the name of a requirement where it is the reason against a combination."""

_OF_HOSTS: Mapping[str, SearchCode] = {
    "hosts_lost": "requirement.hosts_lost",
    "site_lost": "requirement.site_lost",
    "heals": "requirement.heals",
    "rpo_minutes": "requirement.rpo_minutes",
    "min_hosts": "requirement.min_hosts",
    "max_hosts": "requirement.max_hosts",
    "budget": "requirement.budget",
    "rack_units": "requirement.rack_units",
    "power_kw": "requirement.power_kw",
}
"""The messages that name the requirements which are no features of the hypervisor."""

LABELS: Mapping[str, str] = {
    **{key: words(code) for key, code in _OF_HOSTS.items()},
    **{str(key): label for key, label in FEATURES.items()},
}
"""The requirements by their names in words."""

_SLACK = 1e-9
"""What rounding errors may take of a share."""


@dataclass(frozen=True)
class Requirements:
    """The inputs of a search with its plan's requirements.

    Attributes:
        bound: the choices, and where each requirement is met.
        unheld: labels of requirements that are checked only on combinations evaluated individually.
    """

    bound: Bound
    unheld: Sequence[str]


def feature_rules(plan: Plan, catalogue: Catalogue) -> Sequence[PartRule]:
    """The features that the plan requires, as rules about the hypervisor."""

    def rule(key: RequirementKey) -> PartRule:
        def of_one(configuration: Configuration) -> Iterator[Broken]:
            # Unknown is never taken for granted.
            if not feature_of(configuration, key, catalogue):
                yield Broken(f"{REQUIRED}{key}")

        return of_one

    return [rule(key) for key in FEATURES if getattr(plan.requirements, key)]


def with_requirements(bound: Bound, catalogue: Catalogue) -> Requirements:
    """The same choices with a table of each requirement that is no feature; too many combinations have none.

    Raises:
        SpaceNotSupported: as the space does.
    """
    asked = bound.plan.requirements
    given = {key: getattr(asked, key) for key in _OF_HOSTS}
    # No host lost asks for nothing; no minute lost asks for a copy.
    keys = [key for key, each in given.items() if each is not None and (each or key == "rpo_minutes")]
    if not keys:
        return Requirements(bound, ())
    space = bound.space([])
    if space.points > MOST_WALKED:
        return Requirements(bound, [LABELS[key] for key in keys])
    held = _Held(bound, space, catalogue)
    tables: dict[str, Joint] = {}
    amounts: dict[str, AmountTables] = {}
    unheld = []
    for key in keys:
        met = held.met(key)
        if met is None:
            unheld.append(LABELS[key])
            continue
        tables[f"{REQUIRED}{key}"] = held.table(met.astype(float))
        if (own := held.amounts(key)) is not None:
            amounts[f"{REQUIRED}{key}"] = own
    return Requirements(
        replace(bound, relations={**bound.relations, **tables}, amounts={**bound.amounts, **amounts}), unheld
    )


_OF_POINTS = (
    "hosts",
    "final_hosts",
    COST,
    "rack_units_per_host",
    "array_rack_units",
    "host_w",
    "array_w",
    "served_hosts",
    "healed_hosts",
    "sites",
    "site_load_share",
    "node_pair_flag",
    "minimum_hosts",
    "minimum_left_hosts",
    "clusters",
)


class _Held:
    """The numbers of all combinations by which requirements are judged."""

    def __init__(self, bound: Bound, space: Space, catalogue: Catalogue) -> None:
        self.bound, self.space, self.catalogue = bound, space, catalogue
        self.plan, self.asked = bound.plan, bound.plan.requirements
        self.of = bound.space(_OF_POINTS).values()
        self.hosts = self.of["hosts"]
        least, left = self.of["minimum_hosts"], self.of["minimum_left_hosts"]
        pairs = (left < least) & (self.hosts == least * self.of["clusters"])
        self.pairs: _Met = (self.of["node_pair_flag"] == 1) | pairs

    def table(self, values: Array) -> Joint:
        """Values of all points as a table on all choices."""
        sizes = self.space.sizes
        return Joint(tuple(range(len(sizes))), values.reshape(*sizes, 1))

    def met(self, key: str) -> _Met | None:
        """Where a requirement is met, or something else is wrong; None where that is only known one by one."""
        found = self._met(key)
        return None if found is None else found | ~np.isfinite(self.hosts)

    def _met(self, key: str) -> _Met | None:
        if key == "hosts_lost":
            return self._survives(self.asked.hosts_lost or 0, self.asked.hosts_lost_keeps)
        if key == "heals":
            return self.of["healed_hosts"] >= 1
        if key in ("site_lost", "rpo_minutes"):
            return self._at_sites(carries_all=key == "site_lost")
        taken, allowed = self._amounts(key)
        if taken is None:
            return None
        if key == "min_hosts":
            return taken >= allowed
        within: _Met = taken <= allowed * (1 + _SLACK)
        # What has no price is counted by that.
        return within | np.isnan(taken) if key == "budget" else within

    def _amounts(self, key: str) -> tuple[Array | None, float]:
        """What each combination takes of something, and what is allowed."""
        allowed = float(getattr(self.asked, key) or 0)
        most = self.hosts if self._never_grows else self.of["final_hosts"] if self._buys_later else None
        if key == "min_hosts":
            return self.hosts, allowed
        if key == "budget":
            return self.of[COST], allowed
        if most is None:
            return None, allowed
        if key == "max_hosts":
            return most, allowed
        if key == "rack_units":
            return self.of["rack_units_per_host"] * most + self.of["array_rack_units"], allowed
        return (self.of["host_w"] * most + self.of["array_w"]) / 1000, allowed

    @property
    def _never_grows(self) -> bool:
        return self.plan.policy.sizing_years >= self.plan.economics.horizon_years

    @property
    def _buys_later(self) -> bool:
        return self.plan.economics.buy_expansion

    def amounts(self, key: str) -> AmountTables | None:
        """What is required and what is available, for each combination; None for what is no amount."""
        if key not in _UNITS:
            return None
        taken, allowed = self._amounts(key)
        if taken is None:
            return None
        limit = np.full(taken.shape, allowed)
        needed, available = (limit, taken) if key == "min_hosts" else (taken, limit)
        unit = self.plan.economics.currency if key == "budget" else _UNITS[key]
        zero = Joint((), np.zeros(1))
        return AmountTables(f"{REQUIRED}{key}", self.table(needed), self.table(available), zero, [unit])

    def _survives(self, lost: int, keeps: Keeps) -> _Met | None:
        """Where every limit that is to be kept holds with so many hosts down, and the storage goes on."""
        fixed = {
            "fixed_hosts",
            "failed_hosts",
            "policy_spare_hosts",
            "cpu_utilisation_limit",
            "memory_overcommit_limit",
        }
        if fixed & {*self.bound.joint, *(name for each in self.bound.choices for name in each.sets)}:
            return None
        slacks = MODEL.purposes.slacks
        inputs = {**self.bound.inputs, **lost_changes(self.bound.inputs, lost, keeps)}
        joint = {**self.bound.joint, "fixed_hosts": self.table(self.hosts)}
        left = replace(self.bound, inputs=inputs, joint=joint, relations={}, amounts={}).space([*slacks.values()])
        values = left.values()
        found = {key: values[name] for key, name in slacks.items()}
        met: _Met = ~(self.of["served_hosts"] < lost)
        for key in slacks_to_keep(keeps):
            short = found[key] < -_SLACK
            if keeps is Keeps.RUNNING and key == "cpu_ratio":
                # What the processors do is known: the ratio is a rule for where it is not.
                short &= ~np.isfinite(found["cpu_ghz"])
            met &= ~short
        alone = self.hosts - np.where(self.pairs, 1, self.of["sites"] * self.of["clusters"]) * lost
        met &= (alone > 0) | (self.of["node_pair_flag"] == 1)
        return met

    def _at_sites(self, *, carries_all: bool) -> _Met | None:
        """Where the data, or all VMs, are at a second site; two nodes are at two sites where the plan says so."""
        sites = self.of["sites"] > 1
        if carries_all:
            at_one = kept_at_one_site(self.plan, 0, self.catalogue)
            sites &= (self.of["site_load_share"] >= 1) & (not at_one)
        if not self.pairs.any():
            return sites
        if not self.plan.configurations[0].nodes_at_two_sites:
            return sites & ~self.pairs
        carried = self._survives(1, Keeps.RUNNING)
        if carried is None:
            return None
        met: _Met = (self.pairs & carried) | (~self.pairs & sites)
        return met


_UNITS = {"min_hosts": "hosts", "max_hosts": "hosts", "budget": "", "rack_units": "U", "power_kw": "kW"}
"""The units of the requirements that are amounts; of the budget it is the plan's currency."""
