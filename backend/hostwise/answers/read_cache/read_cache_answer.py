"""The host read cache in a plan: latency with and without it, size, migration, failover."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from math import isnan, nan
from typing import Annotated

from pydantic import Field

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import findings
from hostwise.answers.findings.read_cache_findings import read_cache, support
from hostwise.answers.question import question
from hostwise.answers.read_cache.messages.read_cache_codes import ReadCacheCode
from hostwise.answers.read_cache.read_cache_evidence import cliff, evidence, random_cases
from hostwise.answers.read_cache.read_cache_messages import message, read, words
from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.wording.sentences import Phrase
from hostwise.catalogue.loader import Catalogue
from hostwise.engine import ENGINE_VERSION
from hostwise.engine.model import MODEL
from hostwise.engine.units import unit_symbol
from hostwise.plan.answers.read_cache import (
    ConfigurationReadCache,
    GroupReadCache,
    Migration,
    Quantified,
    ReadCachePage,
    Recommendation,
    RuleVerdict,
    SizeAdvice,
    SizeVerdict,
    StartRule,
)
from hostwise.plan.answers.result import QuantityState, Value
from hostwise.plan.document import Plan
from hostwise.plan.fields import Name
from hostwise.plan.hashing import plan_hash

_SAME_SHARE = 0.01
"""Losses that differ by less are treated as equal: both are bounds, not measurements."""
_BY_LOSS: Mapping[Recommendation, ReadCacheCode] = {
    "either": "read_cache_loss.either",
    "move": "read_cache_loss.move",
    "drop": "read_cache_loss.drop",
}
_BY_TIME: Mapping[Recommendation, ReadCacheCode] = {
    "either": "read_cache_time.either",
    "move": "read_cache_time.move",
    "drop": "read_cache_time.drop",
}


class UnknownGroup(LookupError):
    """Unknown name of a group."""


@question(
    "read-cache",
    "Show the read cache of every configuration of a plan: support, latency, sizes, migration, failover.",
    topic="read cache",
    in_body=True,
    operation="plan_read_cache",
)
def read_cache_page(
    plan: Plan,
    catalogue: Catalogue,
    uniformly_random: Annotated[
        tuple[Name, ...],
        Field(max_length=500, description="Names of the VM groups whose reads are spread evenly over all their data."),
    ] = (),
) -> ReadCachePage:
    """The read cache in every configuration of a plan.

    Args:
        plan: the plan.
        catalogue: the catalogue that it refers to.
        uniformly_random: names of the groups whose reads are spread evenly over all their data.

    Raises:
        PlanError: the plan has unknown or incompatible references.
        UnknownGroup: a name is unknown.
    """
    names = [group.name for group in plan.workload.groups]
    for name in uniformly_random:
        if name not in names:
            raise UnknownGroup(words("read_cache_unknown_group", name=repr(name), groups=", ".join(names)))
    run = run_plan(plan, catalogue)
    gib_per_gb = 1 / run.evaluation.value("gb_per_gib")
    return ReadCachePage(
        plan_hash=plan_hash(plan),
        engine_version=ENGINE_VERSION,
        catalogue_version=catalogue.version,
        unit_convention=plan.unit_convention,
        geometry_note=read(
            [
                message("read_cache_geometry.blocks"),
                message("read_cache_geometry.gb", gib=gib_per_gb, convention=plan.unit_convention),
            ]
        ),
        configurations=[
            _Page(run, index, catalogue, uniformly_random).answer() for index in range(len(plan.configurations))
        ],
    )


def _group_place(pointer: str) -> int | None:
    """The group of a pointer; None if it points elsewhere.

    >>> _group_place("/workload/groups/3/disk_gb"), _group_place("/configurations/0/read_cache/size_gb")
    (3, None)
    """
    parts = pointer.split("/")
    return int(parts[3]) if parts[1:3] == ["workload", "groups"] else None


def _cheaper(move: float, drop: float) -> Recommendation:
    """Which of moving and dropping costs less."""
    if abs(move - drop) <= _SAME_SHARE * max(move, drop):
        return "either"
    return "move" if move < drop else "drop"


class _Page:
    """The read cache of one configuration."""

    def __init__(self, run: Run, index: int, catalogue: Catalogue, uniformly_random: Collection[str]) -> None:
        self.run, self.index, self.catalogue, self.uniform = run, index, catalogue, uniformly_random
        self.configuration = run.plan.configurations[index]
        self._members: dict[str, tuple[float, ...]] = {}
        self._unknown: dict[str, tuple[Value, Mapping[int | None, list[str]]]] = {}

    def answer(self) -> ConfigurationReadCache:
        """The complete answer."""
        cache = self.configuration.read_cache
        has = cache is not None
        about = About(self.run, self.index, self.catalogue)
        return ConfigurationReadCache(
            key=self.configuration.key,
            name=self.configuration.name,
            has_read_cache=has,
            support=support(self.configuration.hypervisor, self.catalogue),
            findings=findings(read_cache.said(about), about.name),
            size_per_host=self.single("read_cache_gb_per_host"),
            block_size=self.single("read_cache_block_kib"),
            demand=self.single("read_cache_demand_gb"),
            hosts=self.single("hosts_for_read_cache"),
            hosts_unrounded=self.single("hosts_for_read_cache_unrounded"),
            slack=self.single("read_cache_slack_share"),
            metadata=self.single("read_cache_metadata_gib"),
            groups=[self.group(place) for place in range(len(self.run.plan.workload.groups))] if has else [],
            cases=list(evidence(self.catalogue, cache.flash_read_ms)) if cache else [],
        )

    def quantified(self, name: str, value: Value) -> Quantified:
        """A number with the name by which it can be explained."""
        quantity = MODEL.quantity(name)
        unit = unit_symbol(quantity, self.run.plan.economics.currency)
        return Quantified(quantity=name, label=quantity.label, unit=unit, value=value)

    def single(self, name: str) -> Quantified:
        """A quantity without members."""
        return self.quantified(name, self.run.value(name, self.index))

    def member(self, name: str, place: int) -> Quantified:
        """A quantity of one group: `missing` holds only the inputs of this group."""
        if name not in self._members:
            self._members[name] = self.run.evaluation.members(name, self.index)
        number = self._members[name][place]
        value = self.unknown(name, place) if isnan(number) else self.run.state(name, self.index, number)
        return self.quantified(name, value)

    def unknown(self, name: str, place: int) -> Value:
        """The missing inputs of a quantity by group; computed once for all groups, since there may be hundreds."""
        if name not in self._unknown:
            at_group: dict[int | None, list[str]] = defaultdict(list)
            for each in self.run.remedies(name, self.index):
                if each.pointer:
                    at_group[_group_place(each.pointer)].append(each.pointer)
            self._unknown[name] = self.run.state(name, self.index, nan), at_group
        value, pointers = self._unknown[name]
        if value.state is not QuantityState.NOT_EVALUATED:
            return value
        missing = dict.fromkeys([*pointers.get(place, ()), *pointers.get(None, ())])
        return Value(value=None, state=QuantityState.NOT_EVALUATED, missing=list(missing))

    def group(self, place: int) -> GroupReadCache:
        """The read cache of one VM of a group."""
        return GroupReadCache(
            name=self.run.plan.workload.groups[place].name,
            cache=self.member("read_cache_gb", place),
            hit_share=self.member("read_hit_share", place),
            blocks=self.member("read_cache_blocks", place),
            uncached_latency=self.member("uncached_latency_ms", place),
            cached_latency=self.member("read_cache_latency_ms", place),
            full_hit_latency=self.member("full_hit_latency_ms", place),
            speedup=self.member("read_cache_speedup_ratio", place),
            size=self.size(place),
            migration=self.migration(place),
        )

    def size(self, place: int) -> SizeAdvice:
        """The cache size for one VM of a group."""
        working_set, advised = self.member("working_set_gb", place), self.member("advised_read_cache_gb", place)
        cache_gb = self.member("read_cache_gb", place).value.value
        hit_share = self.member("read_hit_share", place).value.value
        verdict, said = self.judge_size(cache_gb, working_set.value.value, advised.value.value, hit_share)
        if working_set.value.value is None and self.run.plan.workload.groups[place].name in self.uniform:
            said = [message("read_cache_uniform"), *said]
        rule = self.start_rule(place, working_set.value.value)
        return SizeAdvice(verdict=verdict, reason=read(said), working_set=working_set, advised=advised, start_rule=rule)

    def judge_size(
        self, cache_gb: float | None, working_set_gb: float | None, advised_gb: float | None, hit_share: float | None
    ) -> tuple[SizeVerdict, Sequence[Phrase | None]]:
        """Whether a cache holds the working set, in a word and in sentences."""
        if working_set_gb is None or advised_gb is None:
            return "not_evaluated", [message("read_cache_size.working_set_missing")]
        if cache_gb is None:
            return "not_evaluated", [message("read_cache_size.cache_missing")]
        if cache_gb == 0:
            return "none_reserved", [message("read_cache_size.none_reserved", working_set=working_set_gb)]
        if cache_gb < working_set_gb:
            part = message(
                "read_cache_size.too_small",
                cache=cache_gb,
                part=cache_gb / working_set_gb,
                working_set=working_set_gb,
            )
            hits = message("read_cache_hits.not_estimated")
            if hit_share is not None:
                hits = message("read_cache_hits.given", hits=hit_share)
            return "too_small", [part, hits, cliff(self.catalogue)]
        if cache_gb <= advised_gb:
            return "fits", [message("read_cache_size.fits", cache=cache_gb, working_set=working_set_gb)]
        return "larger_than_needed", [message("read_cache_size.larger", cache=cache_gb, working_set=working_set_gb)]

    def start_rule(self, place: int, working_set_gb: float | None) -> StartRule:
        """Whether the starting rule, a share of the data, is allowed for a group."""
        start = self.member("starting_read_cache_gb", place)
        uniform = self.run.plan.workload.groups[place].name in self.uniform
        verdict, said = self.judge_rule(start.value.value, working_set_gb, uniform=uniform)
        against = [] if verdict == "usable" else [each.key for each in random_cases(self.catalogue)]
        return StartRule(start=start, verdict=verdict, reason=read(said), evidence=against)

    def judge_rule(
        self, start_gb: float | None, working_set_gb: float | None, *, uniform: bool
    ) -> tuple[RuleVerdict, Sequence[Phrase | None]]:
        """Whether the starting rule is allowed, in a word and in sentences."""
        share, measured = self.catalogue.assumptions["read_cache_start_share"].value or 0, cliff(self.catalogue)
        if uniform:
            refused = message("read_cache_rule.uniform", share=share)
            return "refused", [refused, measured, message("read_cache_rule.all_or_nothing")]
        if start_gb is None or working_set_gb is None:
            return "conditional", [message("read_cache_rule.conditional", share=share), measured]
        if start_gb < working_set_gb:
            refused = message("read_cache_rule.too_small", share=share, start=start_gb, working_set=working_set_gb)
            return "refused", [refused, measured]
        return "usable", [message("read_cache_rule.usable", share=share, start=start_gb, working_set=working_set_gb)]

    def migration(self, place: int) -> Migration:
        """Moving the cache of a VM against dropping it."""
        move, warm_up = self.member("read_cache_move_seconds", place), self.member("warm_up_seconds", place)
        move_loss = self.member("move_loss_request_seconds", place)
        warm_up_loss = self.member("warm_up_loss_request_seconds", place)
        recommendation: Recommendation | None = None
        if self.member("read_cache_gb", place).value.value == 0:
            said = [message("read_cache_migration.none_reserved")]
        elif (lost := move_loss.value.value) is not None and (dropped := warm_up_loss.value.value) is not None:
            recommendation = _cheaper(lost, dropped)
            said = [
                message(_BY_LOSS[recommendation], move=lost, drop=dropped),
                message("read_cache_migration.bounds"),
            ]
        elif (moving := move.value.value) is not None and (warming := warm_up.value.value) is not None:
            recommendation = _cheaper(moving, warming)
            said = [
                message(_BY_TIME[recommendation], move=moving, drop=warming),
                message("read_cache_migration.bounds"),
                message("read_cache_migration.shorter"),
            ]
        else:
            said = [message("read_cache_migration.missing")]
        return Migration(
            move=move,
            warm_up=warm_up,
            move_loss=move_loss,
            warm_up_loss=warm_up_loss,
            recommendation=recommendation,
            reason=read(said),
        )
