"""Whether a configuration may take part in the comparison: every requirement of the plan, and by how much it is missed.

A requirement never sizes. It is held against the hosts as they are sized.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf, isfinite, isnan

import numpy as np

from hostwise.answers.evaluation.platform_features import feature_of
from hostwise.answers.running.contradiction import contradiction
from hostwise.answers.running.run import Run
from hostwise.answers.running.survival import (
    lost_changes,
    quorum_needs,
    quorum_words,
    slacks_to_keep,
    stronger_protection,
    two_nodes,
)
from hostwise.answers.wording.answer_messages import listing, message, words
from hostwise.answers.wording.figures import opened
from hostwise.answers.wording.message_files import Number
from hostwise.answers.wording.sentences import Phrase
from hostwise.answers.wording.words import is_same
from hostwise.binding.other_hosts import as_sized
from hostwise.binding.stacks import stack_of
from hostwise.binding.storage import kept_at_one_site, protections_of
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.graph import Evaluation
from hostwise.engine.model import MODEL
from hostwise.number_format.writing import counted
from hostwise.plan.answers.result import RequirementKey, UnmetRequirement
from hostwise.plan.answers.text import Edit, Remedy, joined
from hostwise.plan.answers.told import Blocks, Severity
from hostwise.plan.document import limit_at
from hostwise.plan.requirements import Keeps, Requirements
from hostwise.plan.workload import KeptAt, VmGroup

FEATURES: dict[RequirementKey, str] = {
    "snapshots": "snapshots",
    "live_migration": "live migration",
    "vgpu": "shared graphics processors",
}


@dataclass(frozen=True)
class Protected:
    """What a configuration survives.

    Attributes:
        losses: hosts whose loss at once the protection of all data survives; None where the data is not in the hosts.
        site: whether it survives the loss of a site with all VMs.
        heals: whether data is fully protected again after a host is lost; None is unknown.
    """

    losses: int | None
    site: bool
    heals: bool | None


@dataclass(frozen=True)
class Admission:
    """One configuration of a run against the requirements of its plan."""

    run: Run
    index: int
    catalogue: Catalogue

    @property
    def asked(self) -> Requirements:
        """The requirements."""
        return self.run.plan.requirements

    def unmet_requirements(self) -> list[UnmetRequirement]:
        """The requirements that it misses, or may miss, in their order; first of all that its numbers agree."""
        return [
            *self._sound(),
            *self._hosts_lost(),
            *self._site_lost(),
            *self._heals(),
            *self._rpo(),
            *self._amounts(),
            *self._features(),
        ]

    @cached_property
    def protected(self) -> Protected:
        """What it survives, whatever is required."""
        all_vms = self._number("sites") > 1 and self._number("site_load_share") >= 1 and not self._at_one_site
        if self._is_two_nodes:
            # Two nodes are at two sites where the plan says so.
            all_vms = bool(self._nodes_apart) and self._fails(1, Keeps.RUNNING) is None
        return Protected(self._losses, all_vms, self._does_heal())

    @cached_property
    def _is_two_nodes(self) -> bool:
        return two_nodes(self.run.evaluation, self.index)

    @property
    def _nodes_apart(self) -> bool | None:
        return self.run.plan.configurations[self.index].nodes_at_two_sites

    @property
    def _spares_at(self) -> str:
        return limit_at(self.run.plan, self.index, "spare_hosts")

    @cached_property
    def _at_one_site(self) -> list[VmGroup]:
        return kept_at_one_site(self.run.plan, self.index, self.catalogue)

    @cached_property
    def _losses(self) -> int | None:
        rows = [each.hosts_lost for each in protections_of(self.run.plan, self.index, self.catalogue)]
        return min((each for each in rows if each is not None), default=None)

    def _sound(self) -> Iterator[UnmetRequirement]:
        found = contradiction(self.run, self.index)
        if found is not None:
            said = message("contradiction_found", found=found)
            yield self._missed("sound", "numbers that agree", said, pointer=f"/configurations/{self.index}")

    # ------------------------------------------------------------------------------------------------- what is lost

    def _hosts_lost(self) -> Iterator[UnmetRequirement]:
        asked, keeps = self.asked.hosts_lost, self.asked.hosts_lost_keeps
        if not asked or not isfinite(self._number("hosts")):
            return
        against = self._fails(asked, keeps)
        if against is None:
            return
        survived = next((lost for lost in range(asked - 1, 0, -1) if self._fails(lost, keeps) is None), 0)
        spares = self.run.spares[self.index]
        remedy = None
        if not self._is_served(asked):
            remedy = self._that_survives(asked)
        elif spares < asked:
            edit = Edit(pointer=self._spares_at, value=asked)
            remedy = Remedy(label=words("remedy_label.spare_hosts", hosts=asked), edits=[edit])
        yield self._missed(
            "hosts_lost",
            "loss of hosts",
            self._survives(survived, asked, keeps, against),
            asked,
            survived,
            "hosts",
            remedy.edits[0].pointer if remedy else f"/configurations/{self.index}/protection",
            remedy,
        )

    def _survives(self, survived: int, asked: int, keeps: Keeps, against: Phrase) -> Phrase:
        """How many hosts may be lost, how many must, and what is against it."""
        at_full, required = keeps is Keeps.FULL_PERFORMANCE, Number(asked, pointer="/requirements/hosts_lost")
        if not survived:
            return message(
                "unmet_hosts_lost.none_at_full" if at_full else "unmet_hosts_lost.none", asked=required, against=against
            )
        return message(
            "unmet_hosts_lost.some_at_full" if at_full else "unmet_hosts_lost.some",
            survived=survived,
            asked=required,
            against=against,
        )

    def _that_survives(self, lost: int) -> Remedy | None:
        """The protection, and the number of hosts, with which the storage goes on with so many hosts lost."""
        plan, at = self.run.plan, f"/configurations/{self.index}"
        labels, edits, least = list[str](), list[Edit](), 0
        if self._number("protection_served_hosts") < lost:
            row = stronger_protection(plan, self.index, self.catalogue, lost)
            if row is None:
                return None
            labels.append(row.label)
            edits.append(Edit(pointer=f"{at}/protection", value=row.key))
            spares = max(self.run.spares[self.index], lost) * self._number("minimum_spares_flag")
            least = max(row.least_hosts, row.minimum_hosts + int(self._number("sites") * spares))
        clusters, given = self._number("clusters"), plan.configurations[self.index].hosts
        stack = stack_of(self.catalogue, plan.configurations[self.index])
        least = int(clusters * max(least, quorum_needs(stack, lost)))
        # Hosts that are sized come with the protection; where that stays it is their number that is too small.
        if (given or inf) < least or (not edits and self._number("hosts") < least):
            labels.append(counted(least, "hosts"))
            edits.append(Edit(pointer=f"{at}/hosts", value=least))
        if self.run.spares[self.index] < lost:
            labels.append(f"spare hosts: {lost}")
            edits.append(Edit(pointer=self._spares_at, value=lost))
        return Remedy(label=", ".join(labels), edits=edits) if edits else None

    def _fails(self, lost: int, keeps: Keeps) -> Phrase | None:
        """What no longer holds with so many hosts down in each cluster and site; None if all does."""
        if not self._is_served(lost):
            return self._unserved(lost)
        found = self._with_lost(lost, keeps)
        if found is None:
            return message("with_lost.no_host")
        keys = slacks_to_keep(keeps)
        if keeps is Keeps.RUNNING and isfinite(found.value(MODEL.purposes.slacks["cpu_ghz"], self.index)):
            keys -= {"cpu_ratio"}
        for key, name in MODEL.purposes.slacks.items():
            if key not in keys:
                continue
            slack = found.value(name, self.index)
            if slack < 0 and not is_same(slack + 1, 1):
                label = next(each.label for each in MODEL.purposes.constraints.values() if each.key == key)
                return message("with_lost.short", label=label, missing=Number(-slack, quantity=name))
        return None

    def _with_lost(self, lost: int, keeps: Keeps) -> Evaluation | None:
        """The limits on the hosts that are left, which need no spares any more; None where no host is left."""
        hosts = np.atleast_2d(self.run.evaluation.values["hosts"])[:1]
        left = self._number("hosts") - self._number("parts") * lost
        if left <= 0 and self._number("node_pair_flag") != 1:
            return None
        changes = {
            "fixed_hosts": hosts,
            **lost_changes(self.run.binding.arrays, lost, keeps),
            **as_sized(self.run.binding, lost, lost),
        }
        binding = replace(self.run.binding, evaluated=None)
        return binding.evaluate([*MODEL.purposes.slacks.values()], changes)

    def _is_served(self, lost: int) -> bool:
        """Whether the storage of every VM group goes on with so many hosts lost at once; an array stands elsewhere."""
        served = self._number("served_hosts")
        return isnan(served) or served >= lost

    def _unserved(self, lost: int) -> Phrase:
        """Why the storage stops with so many hosts lost: no host, too few copies, or no quorum."""
        hosts = self._number("hosts") / self._number("clusters")
        if hosts <= lost:
            return message("with_lost.no_host")
        if self._number("protection_kept_hosts") < lost:
            return message("with_lost.data")
        if self._number("protection_served_hosts") < lost:
            return message("with_lost.storage")
        return message(
            "with_lost.quorum",
            lost=Number(lost, pointer="/requirements/hosts_lost"),
            hosts=hosts,
            quorum=quorum_words(self.run.plan, self.index, self.catalogue),
        )

    def _site_lost(self) -> Iterator[UnmetRequirement]:
        if not self.asked.site_lost:
            return
        share = self._number("site_load_share")
        if self._is_two_nodes:
            yield from self._site_of_nodes("site_lost", "loss of a site")
        elif self._number("sites") <= 1:
            yield self._missed(
                "site_lost",
                "loss of a site",
                message("unmet_site_lost.one_site"),
                pointer=f"/configurations/{self.index}/protection",
            )
        elif self._at_one_site:
            groups = self.run.plan.workload.groups
            # Groups may share a name, and one of them may be at both sites.
            places = [f"/workload/groups/{at}" for at, each in enumerate(groups) if each in self._at_one_site]
            yield self._missed(
                "site_lost",
                "loss of a site",
                message("unmet_site_lost.groups", groups=listing([each.name for each in self._at_one_site])),
                pointer=f"{places[0]}/kept_at",
                remedy=Remedy(
                    label=words("remedy_label.mirror"),
                    edits=[Edit(pointer=f"{each}/kept_at", value=KeptAt.BOTH_SITES) for each in places],
                ),
            )
        elif share < 1:
            edit = Edit(pointer="/policy/site_load_share", value=1)
            yield self._missed(
                "site_lost",
                "loss of a site",
                message("unmet_site_lost.part", share=Number(share, pointer="/policy/site_load_share")),
                1,
                share,
                pointer="/policy/site_load_share",
                remedy=Remedy(label=words("remedy_label.whole_load_at_each_site"), edits=[edit]),
            )

    def _site_of_nodes(self, key: RequirementKey, label: str) -> Iterator[UnmetRequirement]:
        """Of two nodes: whether they stand at two sites, which is asked, and whether one of them carries all VMs."""
        pointer = f"/configurations/{self.index}/nodes_at_two_sites"
        if not self._nodes_apart:
            is_known = self._nodes_apart is not None
            said = message("unmet_site_lost.nodes" if is_known else "unmet_site_lost.nodes_unknown")
            edit = Edit(pointer=pointer, value=True)
            remedy = Remedy(label=words("remedy_label.nodes_at_two_sites"), edits=[edit])
            yield self._missed(key, label, said, pointer=pointer, remedy=remedy, is_known=is_known)
            return
        against = self._fails(1, Keeps.RUNNING)
        if against is not None:
            yield self._missed(
                key, label, message("unmet_site_lost.nodes_short", against=against), pointer=self._spares_at
            )

    def _heals(self) -> Iterator[UnmetRequirement]:
        if not self.asked.heals:
            return
        heals = self._does_heal()
        if heals is None:
            said = message("unmet_heals.unknown")
            yield self._missed("heals", "healing", said, is_known=False)
        elif not heals:
            yield self._missed(
                "heals",
                "healing",
                message("unmet_heals.no"),
                pointer=self._spares_at,
            )

    def _does_heal(self) -> bool | None:
        """Whether data is fully protected again on the hosts that are left when one is lost."""
        if self._losses is None:
            return None
        return self._number("healed_hosts") >= 1

    def _rpo(self) -> Iterator[UnmetRequirement]:
        asked = self.asked.rpo_minutes
        if asked is None:
            return
        if self._is_two_nodes:
            yield from self._site_of_nodes("rpo_minutes", "data lost with a site")
            return
        if self._number("sites") > 1:
            return
        yield self._missed(
            "rpo_minutes",
            "data lost with a site",
            message("unmet_rpo_minutes"),
            asked,
            unit="min",
            pointer=f"/configurations/{self.index}/protection",
        )

    # --------------------------------------------------------------------------------------------------- how much

    def _amounts(self) -> Iterator[UnmetRequirement]:
        asked, currency = self.asked, self.run.plan.economics.currency
        hosts = max(self._number("hosts"), self.run.hosts_with_growth(self.index))
        units = self._number("rack_units_per_host") * hosts + self._number("array_rack_units")
        power = (self._number("host_w") * hosts + self._number("array_w")) / 1000
        cost = self._number("cluster_tco")
        if asked.min_hosts is not None:
            yield from self._few(asked.min_hosts, self._number("hosts"))
        if asked.max_hosts is not None:
            yield from self._above("max_hosts", "hosts in total", asked.max_hosts, hosts, "hosts", "hosts")
        if asked.budget is not None:
            yield from self._above("budget", "budget", asked.budget, cost, currency, "cluster_tco")
        if asked.rack_units is not None:
            yield from self._above("rack_units", "rack units", asked.rack_units, units, "U", "rack_units")
        if asked.power_kw is not None:
            yield from self._above("power_kw", "power", asked.power_kw, power, "kW", "cluster_w")

    def _few(self, asked: int, hosts: float) -> Iterator[UnmetRequirement]:
        """Too few hosts, so that a lost one takes too large a part of the VMs with it."""
        if not isfinite(hosts) or hosts >= asked:
            return
        at = f"/configurations/{self.index}/hosts"
        yield self._missed(
            "min_hosts",
            "least hosts",
            message(
                "unmet_min_hosts",
                hosts=hosts,
                share=Number(1 / hosts if hosts else 1.0, quantity="hosts"),
                asked=Number(asked, pointer="/requirements/min_hosts"),
            ),
            asked,
            hosts,
            "hosts",
            at,
            Remedy(label=words("remedy_label.hosts", hosts=asked), edits=[Edit(pointer=at, value=asked)]),
        )

    def _above(
        self, key: RequirementKey, label: str, asked: float, found: float, unit: str, quantity: str
    ) -> Iterator[UnmetRequirement]:
        if not isfinite(found):
            said = message("unmet_amount.unknown", label=label)
            yield self._missed(key, label, said, asked, unit=unit, is_known=False)
        elif found > asked and not is_same(found, asked):
            yield self._missed(
                key,
                label,
                message(
                    "unmet_amount.money" if key == "budget" else "unmet_amount.above",
                    found=Number(found, quantity=quantity),
                    more=Number(found - asked, quantity=quantity),
                    asked=Number(asked, pointer=f"/requirements/{key}"),
                    unit=unit,
                ),
                asked,
                found,
                unit,
                f"/requirements/{key}",
            )

    def _features(self) -> Iterator[UnmetRequirement]:
        configuration = self.run.plan.configurations[self.index]
        for key, label in FEATURES.items():
            if not getattr(self.asked, key):
                continue
            has = feature_of(configuration, key, self.catalogue)
            if has is None:
                said = message("unmet_feature.unknown", label=label)
                yield self._missed(key, label, said, is_known=False)
            elif not has:
                yield self._missed(key, label, message("unmet_feature.no", label=label))

    # ------------------------------------------------------------------------------------------------------ shared

    def _number(self, name: str) -> float:
        return self.run.evaluation.value(name, self.index)

    def _missed(
        self,
        key: RequirementKey,
        label: str,
        said: Phrase,
        required: float | None = None,
        available: float | None = None,
        unit: str = "",
        pointer: str | None = None,
        remedy: Remedy | None = None,
        *,
        is_known: bool = True,
    ) -> UnmetRequirement:
        at = pointer or f"/requirements/{key}"
        parts = opened(said.parts(self.run.plan.configurations[self.index].key), None, at)
        return UnmetRequirement(
            code=f"unmet_{key}",
            severity=Severity.ERROR,
            blocks="admission",
            configuration=self.run.plan.configurations[self.index].key,
            requirement=key,
            label=label,
            known=is_known,
            required=required,
            available=available,
            unit=unit,
            message=joined(parts),
            parts=parts,
            pointer=at,
            remedy=remedy,
        )


_STANDINGS: Mapping[Blocks, str] = {
    "building": "cannot be built",
    "feasibility": "is not feasible",
    "admission": "misses a requirement",
}


def exclusion_of(blocked: Blocks, unmet: Sequence[UnmetRequirement]) -> str:
    """Why a configuration takes part in no comparison; empty where it does."""
    if blocked == "admission" and any(each.requirement == "sound" for each in unmet):
        return "contradicts itself"
    return _STANDINGS.get(blocked, "")
