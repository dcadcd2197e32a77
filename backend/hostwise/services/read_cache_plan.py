"""The host read cache in a plan: support, latency with and without it, size, migration, failover."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from hostwise.catalogue.evidence import ReadCacheCase
from hostwise.catalogue.hypervisors import Hypervisor
from hostwise.catalogue.loader import Catalogue
from hostwise.engine import ENGINE_VERSION
from hostwise.engine.model import MODEL
from hostwise.engine.read_cache import calibrate
from hostwise.plan.document import Plan
from hostwise.plan.hashing import plan_hash
from hostwise.plan.result import Finding, Severity, State, Value
from hostwise.services.comparison import show
from hostwise.services.read_cache import cited, latency_case
from hostwise.services.read_cache_answers import (
    CaseEvidence,
    ConfigurationReadCache,
    GroupReadCache,
    Migration,
    Quantified,
    ReadCachePage,
    ReadCacheSupport,
    Recommendation,
    RuleVerdict,
    SizeAdvice,
    SizeVerdict,
    StartRule,
)
from hostwise.services.registry import citation
from hostwise.services.run import Run, run_plan
from hostwise.services.units import unit_symbol

_SAME_SHARE = 0.01
"""Losses that differ by less are taken as equal: both are bounds, not measurements."""


class UnknownGroup(LookupError):
    """The workload has no group of this name."""


def read_cache_page(plan: Plan, catalogue: Catalogue, uniformly_random: Collection[str] = ()) -> ReadCachePage:
    """The read cache in every configuration of a plan.

    Args:
        plan: the plan.
        catalogue: what it refers to.
        uniformly_random: names of the groups whose reads are spread evenly over all their data.

    Raises:
        PlanError: the plan refers to what does not exist or fit.
        UnknownGroup: one of the names is not that of a group.
    """
    names = [group.name for group in plan.workload.groups]
    for name in uniformly_random:
        if name not in names:
            raise UnknownGroup(f"The workload has no group {name!r}; it has {', '.join(names)}.")
    run = run_plan(plan, catalogue)
    gib_per_gb = 1 / run.evaluation.value("gb_per_gib")
    return ReadCachePage(
        plan_hash=plan_hash(plan),
        engine_version=ENGINE_VERSION,
        catalogue_version=catalogue.version,
        unit_convention=plan.unit_convention,
        geometry_note=f"The geometry of a cache is binary: 1 GiB has 131,072 blocks of 8 KiB. 1 GB of this plan is "
        f"{gib_per_gb:.4g} GiB (unit convention {plan.unit_convention}).",
        configurations=[
            _Page(run, index, catalogue, uniformly_random).answer() for index in range(len(plan.configurations))
        ],
    )


def support(key: str | None, catalogue: Catalogue) -> ReadCacheSupport:
    """Whether a version of the hypervisor has a read cache of its own, with the reason."""
    versions = sorted(catalogue.hypervisors.values(), key=lambda each: each.sort)
    having = [each for each in versions if each.read_cache]
    span = f"{having[0].name} to {having[-1].name}" if having else "no version"
    row = None if key is None else catalogue.hypervisors.get(key)
    if row is None:
        text = f"No hypervisor version is given; {span} have a read cache of their own. The formulas hold for any."
        return ReadCacheSupport(hypervisor=key, name=None, supported=None, reason=text, source=[])
    sources = [citation(each, row.locator, catalogue) for each in row.source]
    note = f" ({row.read_cache_note})" if row.read_cache_note else ""
    if row.read_cache is None:
        text = f"Whether {row.name} has a read cache of its own is not known."
    elif row.read_cache:
        text = f"{row.name} has a read cache of its own{note}."
    else:
        text = f"{row.name} has no read cache of its own{note or _why_not(row, versions, having)}. The formulas hold "
        text += "for any host read cache, such as another maker's."
    return ReadCacheSupport(hypervisor=key, name=row.name, supported=row.read_cache, reason=text, source=sources)


def _why_not(row: Hypervisor, versions: list[Hypervisor], having: list[Hypervisor]) -> str:
    """What other versions say about why this one has none."""
    if having and row.sort < having[0].sort:
        note = having[0].read_cache_note
        return f" (it came with {having[0].name}{': ' + note if note else ''})"
    later = [each for each in versions if having and each.sort > having[-1].sort and each.read_cache_note]
    return f" ({later[0].read_cache_note})" if later else ""


def read_cache_findings(run: Run, index: int, catalogue: Catalogue) -> list[Finding]:
    """What a reader should know about the read cache of one configuration."""
    return list(_findings(run, index, catalogue))


def _findings(run: Run, index: int, catalogue: Catalogue) -> Iterator[Finding]:
    configuration = run.plan.configurations[index]
    if configuration.read_cache is None:
        return
    at = f"/configurations/{index}"
    found = support(configuration.hypervisor, catalogue)
    if found.supported is False:
        yield Finding(
            code="read_cache_not_in_version",
            severity=Severity.WARNING,
            message=f"{configuration.name}: {found.reason}",
            configuration=configuration.key,
            quantity="read_cache_latency_ms",
            pointer=f"{at}/hypervisor",
        )
    drive = configuration.read_cache.drive
    row = catalogue.drives.get(drive.key) if drive.key else None
    capacity = drive.capacity_gb or (row.capacity_gb if row else None)
    size = configuration.read_cache.size_gb
    if size is not None and capacity is not None and size > capacity:
        yield Finding(
            code="read_cache_larger_than_drive",
            severity=Severity.WARNING,
            message=f"{configuration.name}: the read cache of a host has {show(size)} GB, its drive {show(capacity)} "
            "GB.",
            configuration=configuration.key,
            quantity="read_cache_gb_per_host",
            pointer=f"{at}/read_cache/size_gb",
        )
    if run.value("hosts_for_read_cache", index).state is State.INFINITE:
        yield Finding(
            code="read_cache_fits_no_host",
            severity=Severity.ERROR,
            message=f"{configuration.name}: the read cache reserved for one VM is larger than that of a host; no "
            "number of hosts holds it, and no host restarts the VM.",
            configuration=configuration.key,
            quantity="hosts_for_read_cache",
            pointer=f"{at}/read_cache/size_gb",
        )


def _cheaper(move: float, drop: float, unit: str) -> tuple[Recommendation, str]:
    """Which of moving and dropping costs less, and why."""
    told = f"moving costs {show(move)} {unit}, dropping {show(drop)} {unit}"
    bound = "Both are upper bounds: as if the cache answered no read meanwhile."
    if abs(move - drop) <= _SAME_SHARE * max(move, drop):
        return "either", f"As good as equal: {told}. {bound}"
    better: Recommendation = "move" if move < drop else "drop"
    return better, f"{better.capitalize()} the cache: {told}. {bound}"


class _Page:
    """What there is to say about the read cache of one configuration."""

    def __init__(self, run: Run, index: int, catalogue: Catalogue, uniformly_random: Collection[str]) -> None:
        self.run, self.index, self.catalogue, self.uniform = run, index, catalogue, uniformly_random
        self.configuration = run.plan.configurations[index]

    def answer(self) -> ConfigurationReadCache:
        """All of it."""
        has = self.configuration.read_cache is not None
        return ConfigurationReadCache(
            key=self.configuration.key,
            name=self.configuration.name,
            has_read_cache=has,
            support=support(self.configuration.hypervisor, self.catalogue),
            findings=read_cache_findings(self.run, self.index, self.catalogue),
            size_per_host=self.single("read_cache_gb_per_host"),
            block_size=self.single("read_cache_block_kib"),
            demand=self.single("read_cache_demand_gb"),
            hosts=self.single("hosts_for_read_cache"),
            hosts_unrounded=self.single("hosts_for_read_cache_unrounded"),
            slack=self.single("read_cache_slack_share"),
            metadata=self.single("read_cache_metadata_gib"),
            groups=[self.group(place) for place in range(len(self.run.plan.workload.groups))] if has else [],
            cases=list(self.cases()) if has else [],
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
        """A quantity of one group: only what this group lacks is missing."""
        group = self.run.plan.workload.groups[place]
        value = self.run.state(name, self.index, self.run.evaluation.members(name, self.index)[place])
        if value.state is State.NOT_EVALUATED:
            cures = [each for each in self.run.cures(name, self.index) if each.group in (None, group.name)]
            pointers = dict.fromkeys(each.pointer for each in cures if each.pointer)
            value = Value(value=None, state=State.NOT_EVALUATED, missing=list(pointers))
        return self.quantified(name, value)

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
        """How large the cache of one VM of a group should be."""
        working_set, advised = self.member("working_set_gb", place), self.member("advised_read_cache_gb", place)
        cache_gb = self.member("read_cache_gb", place).value.value
        verdict, reason = self.judge_size(cache_gb, working_set.value.value, advised.value.value)
        if working_set.value.value is None and self.run.plan.workload.groups[place].name in self.uniform:
            reason = f"Reads are spread evenly over the data, so that the working set is all of it. {reason}"
        rule = self.start_rule(place, working_set.value.value)
        return SizeAdvice(verdict=verdict, reason=reason, working_set=working_set, advised=advised, start_rule=rule)

    def judge_size(
        self, cache_gb: float | None, working_set_gb: float | None, advised_gb: float | None
    ) -> tuple[SizeVerdict, str]:
        """Whether a cache holds the working set, in a word and in a sentence."""
        if working_set_gb is None or advised_gb is None:
            return "not_evaluated", "The size follows from the working set, which is not given."
        if cache_gb is None:
            return "not_evaluated", "The size of the reserved cache is not given."
        wanted = f"the working set of {show(working_set_gb)} GB"
        if cache_gb == 0:
            return "none_reserved", f"No read cache is reserved for {wanted}."
        if cache_gb < working_set_gb:
            text = (
                f"{show(cache_gb)} GB hold {cache_gb / working_set_gb * 100:.3g} % of {wanted}. What they hit is not "
            )
            return "too_small", f"{text}estimated: no curve holds for every kind of access. {self.cliff()}"
        if cache_gb <= advised_gb:
            return "fits", f"{show(cache_gb)} GB hold {wanted}."
        text = f"{show(cache_gb)} GB hold {wanted} and more than the margin: look whether all blocks are in use."
        return "larger_than_needed", text

    def start_rule(self, place: int, working_set_gb: float | None) -> StartRule:
        """Whether the starting rule, a share of the data, may be used for a group."""
        start = self.member("starting_read_cache_gb", place)
        uniform = self.run.plan.workload.groups[place].name in self.uniform
        verdict, reason = self.judge_rule(start.value.value, working_set_gb, uniform=uniform)
        evidence = [] if verdict == "usable" else [each.key for each in self.random_cases()]
        return StartRule(start=start, verdict=verdict, reason=reason, evidence=evidence)

    def judge_rule(
        self, start_gb: float | None, working_set_gb: float | None, *, uniform: bool
    ) -> tuple[RuleVerdict, str]:
        """Whether the starting rule may be used, in a word and in a sentence."""
        share = self.catalogue.assumptions["read_cache_start_share"].value or 0
        rule = f"The rule to start with {share * 100:g} % of the data"
        if uniform:
            text = (
                f"{rule} is refused: reads are spread evenly over the data, and a part of it in cache is hardly better"
            )
            return "refused", f"{text} than none. {self.cliff()} Cache all of the data, or nothing."
        if start_gb is None or working_set_gb is None:
            text = (
                f"{rule} is for data of which a small part is read far more often than the rest; where reads are spread"
            )
            return "conditional", f"{text} evenly it is refused. {self.cliff()}"
        if start_gb < working_set_gb:
            text = f"{rule} is refused: it gives {show(start_gb)} GB for a working set of {show(working_set_gb)} GB."
            return "refused", f"{text} {self.cliff()}"
        return "usable", f"{rule} gives {show(start_gb)} GB, which hold the working set of {show(working_set_gb)} GB."

    def random_cases(self) -> list[ReadCacheCase]:
        """Measured cases with mostly random access."""
        return [each for each in self.catalogue.read_cache_cases.values() if each.access == "random"]

    def cliff(self) -> str:
        """What was measured where reads are spread evenly: the gain comes with the last part of the data."""
        parts = [
            f"{show(each.cache_gb)} GB for {show(each.database_gb)} GB of data gained "
            f"{(each.cached_rate_per_minute / each.baseline_rate_per_minute - 1) * 100:.1f} %"
            for each in self.random_cases()
            if each.cached_rate_per_minute and each.baseline_rate_per_minute and each.database_gb
        ]
        return f"Measured with mostly random access: {', '.join(parts)}." if parts else ""

    def migration(self, place: int) -> Migration:
        """Moving the cache of a VM against dropping it."""
        move, warm_up = self.member("read_cache_move_seconds", place), self.member("warm_up_seconds", place)
        move_loss = self.member("move_loss_request_seconds", place)
        warm_up_loss = self.member("warm_up_loss_request_seconds", place)
        recommendation: Recommendation | None = None
        if self.member("read_cache_gb", place).value.value == 0:
            reason = "No read cache is reserved, so there is none to move."
        elif move_loss.value.value is not None and warm_up_loss.value.value is not None:
            recommendation, reason = _cheaper(move_loss.value.value, warm_up_loss.value.value, "request-seconds")
        elif move.value.value is not None and warm_up.value.value is not None:
            recommendation, reason = _cheaper(move.value.value, warm_up.value.value, "s")
            reason += " The same requests wait in either case, so the shorter time costs less."
        else:
            reason = "Give what is missing to compare moving the cache with dropping it."
        return Migration(
            move=move,
            warm_up=warm_up,
            move_loss=move_loss,
            warm_up_loss=warm_up_loss,
            recommendation=recommendation,
            reason=reason,
        )

    def cases(self) -> Iterator[CaseEvidence]:
        """The measured cases beside what the model makes of them with this plan's flash."""
        cache = self.configuration.read_cache
        flash_ms = cache.flash_read_ms if cache else None
        for row in self.catalogue.read_cache_cases.values():
            if row.baseline_latency_ms and row.cached_latency_ms:
                yield self.latency_evidence(row, row.baseline_latency_ms, row.cached_latency_ms, flash_ms)
            if row.baseline_rate_per_minute and row.cached_rate_per_minute:
                measure = f"{row.rate_unit} per minute"
                yield self.evidence(row, measure, row.baseline_rate_per_minute, row.cached_rate_per_minute, rises=True)
            if row.baseline_response_s and row.cached_response_s:
                yield self.evidence(row, "mean response time, s", row.baseline_response_s, row.cached_response_s)

    def latency_evidence(
        self, row: ReadCacheCase, baseline_ms: float, cached_ms: float, flash_ms: float | None
    ) -> CaseEvidence:
        """A measured latency beside the model's."""
        case = latency_case(row)
        plain = self.evidence(row, "mean latency, ms", baseline_ms, cached_ms)
        if case is None:
            return plain
        model = None if flash_ms is None else case.latency_ms(flash_ms)
        note = "The model needs the latency of a read that the cache answers."
        if flash_ms is not None:
            note = f"The model with this configuration's {flash_ms:g} ms for a read that the cache answers."
        return plain.model_copy(
            update={
                "own_service_ms": calibrate(case).service_ms,
                "model": model,
                "model_ratio": None if model is None else model / cached_ms,
                "note": note,
            }
        )

    def evidence(
        self, row: ReadCacheCase, measure: str, without: float, with_cache: float, *, rises: bool = False
    ) -> CaseEvidence:
        """A measured pair of figures of which the model yields none."""
        return CaseEvidence(
            key=row.key,
            name=row.name,
            access=row.access,
            measure=measure,
            without_cache=without,
            with_cache=with_cache,
            improvement_ratio=with_cache / without if rises else without / with_cache,
            cache_gb=row.cache_gb,
            database_gb=row.database_gb,
            block_kib=row.block_kib,
            read_share=row.read_share,
            hit_share=row.hit_share,
            own_service_ms=None,
            model=None,
            model_ratio=None,
            note="The model yields the latency of I/O, not this.",
            kind=row.kind,
            conditions=row.conditions,
            source=cited(row, self.catalogue),
        )
