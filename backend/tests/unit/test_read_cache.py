"""The host read cache beyond its formulas: calibration, block rules, advice, pasted counters, and a plan's answers."""

import doctest
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hostwise.answers.explanation.explanation_answer import explain_number
from hostwise.answers.findings.read_cache_findings import support
from hostwise.answers.read_cache import read_cache_answer as read_cache_plan
from hostwise.answers.read_cache import read_cache_words as read_cache_text
from hostwise.answers.read_cache.read_cache_answer import UnknownGroup, read_cache_page
from hostwise.answers.read_cache.read_cache_sizing import block_sizes
from hostwise.answers.read_cache.read_cache_words import UnreadableStatistics, read_statistics
from hostwise.answers.running.run_plan import run_plan
from hostwise.binding import read_cache as binding
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine import read_cache_sizing as engine
from hostwise.engine.read_cache_sizing.advice import CacheVerdict, Statistics, Thresholds, advise
from hostwise.engine.read_cache_sizing.blocks import BlockRules, check_block_size, matching_block_kib
from hostwise.engine.read_cache_sizing.calibration import LatencyCase, calibrate, calibrate_jointly
from hostwise.plan.answers.read_cache import ReadCachePage
from hostwise.plan.answers.result import InputStatus, QuantityState
from hostwise.plan.document import Plan, UnitConvention, plan_json


@pytest.mark.parametrize(
    "module", [engine, read_cache_text, read_cache_plan, binding], ids=lambda module: module.__name__
)
def test_worked_examples(module: Any) -> None:
    assert doctest.testmod(module).failed == 0


# ----------------------------------------------------------------------------------------------------- calibration

SHARES = st.floats(0.05, 1)
LATENCIES = st.floats(0.01, 50)


@given(SHARES, SHARES, LATENCIES, st.floats(0, 50))
def test_calibration_finds_the_latency_that_made_the_case(
    read: float, hit: float, baseline: float, flash: float
) -> None:
    made = LatencyCase("made", read, hit, baseline, 1.0).latency_ms(flash)
    found = calibrate(LatencyCase("made", read, hit, baseline, max(made, 1e-9))).service_ms
    assert found is None or found == pytest.approx(flash, rel=1e-6, abs=1e-6 * baseline)


@given(st.lists(st.tuples(SHARES, SHARES, LATENCIES, LATENCIES), min_size=1, max_size=5), st.floats(0.001, 0.5))
def test_a_common_latency_is_accepted_only_if_it_keeps_the_tolerance(
    figures: list[tuple[float, float, float, float]], tolerance: float
) -> None:
    cases = [LatencyCase(str(number), *each) for number, each in enumerate(figures)]
    joint = calibrate_jointly(cases, tolerance_share=tolerance)
    assert joint.best_ms is not None
    assert joint.worst_error_share is not None

    def worst(service_ms: float) -> float:
        return max(abs(each.latency_ms(service_ms) / each.cached_ms - 1) for each in cases)

    assert joint.worst_error_share == pytest.approx(worst(joint.best_ms))
    assert joint.accepted == (joint.worst_error_share <= tolerance)
    for other in (0.0, joint.best_ms * 0.9, joint.best_ms * 1.1, joint.best_ms + 0.01):
        assert worst(other) >= joint.worst_error_share * (1 - 1e-9)
    assert joint.reason


def test_what_explains_no_latency_says_why() -> None:
    nothing = calibrate(LatencyCase("writes only", 0, 0.9, 1, 1))
    assert nothing.service_ms is None
    assert "answers nothing" in (nothing.reason or "")
    too_fast = LatencyCase("too fast", 0.5, 0.5, 1, 0.5)
    assert calibrate(too_fast).service_ms is None
    assert "0.75 ms" in (calibrate(too_fast).reason or "")
    assert calibrate_jointly([too_fast]).accepted is False
    assert calibrate_jointly([too_fast]).reason == calibrate(too_fast).reason
    assert calibrate_jointly([]).reason == "The cache answers nothing in any case given."


def test_a_single_case_is_accepted_untested() -> None:
    joint = calibrate_jointly([LatencyCase("one", 0.95, 0.85, 1.23, 0.321)])
    assert joint.service_ms == pytest.approx(0.1043, rel=1e-3)
    assert "nothing tests it" in joint.reason


# ----------------------------------------------------------------------------------------------------- block sizes


@pytest.mark.parametrize(
    ("block", "cache", "valid", "says"),
    [
        (4, 4, True, "Matches the dominant I/O of 4 KiB."),
        (2, 4, False, "Blocks have 4 to 1,024 KiB."),
        (2048, 4, False, "Blocks have 4 to 1,024 KiB."),
        (48, 4, False, "A block is a power of two."),
        (1024, 0.2, False, "The cache has 204 blocks and needs at least 256."),
        (1024, 0.25, True, "leaves 1,020 KiB"),
    ],
)
def test_block_rules(block: float, cache: float, valid: bool, says: str) -> None:
    check = check_block_size(block, cache_gib=cache, io_kib=4)
    assert check.valid is valid
    assert says in check.reason


@given(st.floats(0.1, 1e5))
def test_the_matching_block_is_allowed_and_no_larger_than_the_io(io: float) -> None:
    block = matching_block_kib(io)
    assert block in BlockRules().sizes_kib
    assert block <= max(io, 4)
    assert block == 1024 or block * 2 > io


def test_a_small_cache_is_recommended_a_smaller_block() -> None:
    answer = block_sizes(load_catalogue(), io_kib=1024, cache_gb=0.1)
    assert answer.recommended_kib == 256
    assert [each.recommended for each in answer.sizes].count(True) == 1


def test_a_gb_of_cache_is_what_the_unit_convention_says() -> None:
    def blocks(convention: UnitConvention) -> float | None:
        answer = block_sizes(load_catalogue(), cache_gb=1, convention=convention)
        return next(each.blocks for each in answer.sizes if each.block_kib == 8)

    assert blocks(UnitConvention.BINARY_AS_PRINTED) == 131_072
    assert blocks(UnitConvention.SI) == 122_070


def test_memory_for_metadata_is_labelled_assumed() -> None:
    answer = block_sizes(load_catalogue(), cache_gb=4, io_kib=4)
    assert {each.metadata_kind for each in answer.sizes} == {"assumed"}
    assert "upper bound" in answer.metadata_note


# ---------------------------------------------------------------------------------------------------------- advice

FULL = 131_072


def full(evictions: float | None, hits: float | None, blocks: float = FULL) -> Statistics:
    return Statistics(blocks, blocks, evictions, hits)


@pytest.mark.parametrize(
    ("now", "previous", "verdict", "next_blocks"),
    [
        (Statistics(FULL, 60_000, 0, 0.9), None, CacheVerdict.OVER_PROVISIONED, 60_000),
        (Statistics(FULL, 0, 0, 0), None, CacheVerdict.OVER_PROVISIONED, None),
        (full(0.6, 0.4), None, CacheVerdict.GROW, 196_608),
        (full(0.05, 0.95), None, CacheVerdict.RIGHT, None),
        (full(0.0, 0.3), None, CacheVerdict.NO_LOCALITY, None),
        (full(0.5, 0.9), None, CacheVerdict.RIGHT_OR_UNDER_PROVISIONED, 196_608),
        (full(None, None), None, CacheVerdict.RIGHT_OR_UNDER_PROVISIONED, 196_608),
        (full(0.6, 0.4), full(0.1, 0.8, 2 * FULL), CacheVerdict.GROW_BACK, 2 * FULL),
        (full(0.5, 0.51), full(0.5, 0.5, FULL / 2), CacheVerdict.STOP, FULL / 2),
        (full(2, 0.85), full(6, 0.85, FULL / 2), CacheVerdict.STOP, FULL / 2),
        (full(0.5, 0.3), full(0.5, 0.5, FULL / 2), CacheVerdict.STOP, FULL / 2),
        (full(0.3, 0.7), full(0.6, 0.4, FULL / 2), CacheVerdict.GROW, 196_608),
        (full(0.05, 0.95), full(0.6, 0.4, FULL / 2), CacheVerdict.RIGHT, None),
        (full(0.6, 0.4), full(None, None, 2 * FULL), CacheVerdict.GROW, 196_608),
        (full(0.05, 0.95), full(0.05, 0.95, 2 * FULL), CacheVerdict.RIGHT, None),
    ],
    ids=[
        "part of it used",
        "nothing in it yet",
        "pushed out before read again",
        "fits",
        "nothing repeats",
        "hits though it evicts",
        "counters not given",
        "shrunk too far",
        "growing changed nothing",
        "growing lowered evictions and left hits alone",
        "growing did not keep hits",
        "growing helped, not enough",
        "growing helped, enough",
        "previous counters not given",
        "shrinking changed nothing",
    ],
)
def test_advice(now: Statistics, previous: Statistics | None, verdict: CacheVerdict, next_blocks: float | None) -> None:
    advice = advise(now, previous)
    assert advice.verdict is verdict
    assert advice.next_blocks == next_blocks
    assert advice.reason.endswith(".")


def test_thresholds_are_arguments() -> None:
    nearly = Statistics(1000, 985, 0.5, 0.5)
    assert advise(nearly).verdict is CacheVerdict.OVER_PROVISIONED
    assert advise(nearly, thresholds=Thresholds(full_share=0.98)).verdict is CacheVerdict.GROW
    assert advise(nearly, thresholds=Thresholds(full_share=0.98, low_hit_share=0.4)).verdict is (
        CacheVerdict.RIGHT_OR_UNDER_PROVISIONED
    )


# --------------------------------------------------------------------------------------------------- pasted counters

SECTIONED = """
   Read:
         Cache hit rate (as a percentage): 12
         Total I/Os: 1436803
   Write:
         Cache hit rate (as a percentage): 99
   Evict:
         Number of I/O blocks in last operation: 3
         Mean blocks per I/O operation: 0.4
   Cache usage rate (as a percentage): 10
   Mean number of cache blocks in use: 13107
"""


def test_counters_by_name() -> None:
    read = read_statistics(
        "numBlocks: 131,072\n numBlocksCurrentlyCached = 131072\nEvict:avgNumBlocksPerOp: 0.5\n"
        "vFlash:cacheHitPercentage: 85 %\nsomething else: 7\nnoise"
    )
    assert read.statistics.model_dump() == {
        "num_blocks": 131_072,
        "num_blocks_cached": 131_072,
        "evictions_per_op": 0.5,
        "hit_share": 0.85,
    }
    assert [each.line for each in read.ignored] == [5, 6]
    assert read.notes == []


@pytest.mark.parametrize("flat", [False, True], ids=["as printed", "indents lost"])
def test_counters_in_sections(flat: bool) -> None:
    text = "\n".join(line.strip() for line in SECTIONED.splitlines()) if flat else SECTIONED
    read = read_statistics(text)
    assert read.statistics.num_blocks == 131_070
    assert read.statistics.num_blocks_cached == 13_107
    assert read.statistics.evictions_per_op == 0.4
    assert read.statistics.hit_share == 0.12
    assert "not printed" in read.notes[0]
    assert len(read.ignored) == 3


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("", 0, "The text has no numBlocks."),
        ("numBlocks: 8", 0, "The text has no numBlocksCurrentlyCached."),
        ("\nnumBlocks: many\nnumBlocksCurrentlyCached: 1", 2, "no number"),
        ("numBlocks: -8\nnumBlocksCurrentlyCached: 1", 1, "below 0"),
        ("numBlocks: 1e99\nnumBlocksCurrentlyCached: 1", 1, "no number"),
        ("numBlocks: 1,5\nnumBlocksCurrentlyCached: 1", 1, "no number"),
        ("numBlocks: 8\nnumBlocksCurrentlyCached: 9", 2, "more blocks"),
        ("numBlocks: 0\nnumBlocksCurrentlyCached: 0", 1, "more than 0"),
        ("numBlocks: 8\nnumBlocksCurrentlyCached: 8\nnumBlocks: 9", 3, "one cache at a time"),
        ("numBlocks: 8\nnumBlocksCurrentlyCached: 8\nvFlash:cacheHitPercentage: 101", 3, "above 100"),
    ],
)
def test_what_cannot_be_read_is_said_at_its_line(text: str, line: int, says: str) -> None:
    with pytest.raises(UnreadableStatistics) as caught:
        read_statistics(text)
    assert (caught.value.mistakes[0].line, says in caught.value.mistakes[0].message) == (line, True)


@given(st.text(max_size=300))
def test_no_text_breaks_the_reader(text: str) -> None:
    with suppress(UnreadableStatistics):
        found = read_statistics(text)
        assert found.statistics.num_blocks_cached <= found.statistics.num_blocks


# ------------------------------------------------------------------------------------------------------------ a plan

CACHE: dict[str, Any] = {"size_gb": 800, "flash_read_ms": 0.104, "backend_read_ms": 1.23, "backend_write_ms": 1.23}


def changed(cache: dict[str, Any] | None = None, hypervisor: str | None = None, **group: Any) -> Plan:
    document = plan_json(sample_plan("light-io-si"))
    document["workload"]["groups"][0] |= group
    if cache is not None:
        document["configurations"][0]["read_cache"] = cache
    if hypervisor is not None:
        document["configurations"][0]["hypervisor"] = hypervisor
    return Plan.model_validate(document)


def page(plan: Plan) -> ReadCachePage:
    return read_cache_page(plan, load_catalogue())


GROUP: dict[str, Any] = {"working_set_gb": 20, "read_cache_gb": 22, "read_cache_hit_share": 0.85}


def test_latency_with_and_without() -> None:
    first, second = page(changed(CACHE, **GROUP)).configurations
    (group,) = first.groups
    assert group.uncached_latency.value.value == pytest.approx(1.23)
    assert group.cached_latency.value.value == pytest.approx(1.23 - 0.7 * 0.85 * (1.23 - 0.104))
    assert group.full_hit_latency.value.value == pytest.approx(0.7 * 0.104 + 0.3 * 1.23)
    assert group.size.verdict == "fits"
    assert group.size.advised.value.value == pytest.approx(22)
    assert second.has_read_cache is False
    assert second.groups == []
    assert second.hosts.value.state is QuantityState.DOES_NOT_APPLY
    assert second.metadata.value.value == 0


def test_a_plan_without_any_read_cache_has_no_latency_with_it() -> None:
    run = run_plan(changed(**GROUP), load_catalogue())
    for name in ("read_cache_latency_ms", "read_cache_speedup_ratio", "hosts_for_read_cache"):
        assert run.state(name, 0, float("nan")).state is QuantityState.DOES_NOT_APPLY, name
    assert run.evaluation.value("read_cache_metadata_gib") == 0


def test_a_group_that_reserves_nothing_keeps_its_latency() -> None:
    (group,) = page(changed(CACHE)).configurations[0].groups
    assert group.hit_share.value.value == 0
    assert group.cached_latency.value.value == group.uncached_latency.value.value == pytest.approx(1.23)
    assert group.speedup.value.value == 1
    assert group.migration.recommendation is None


def test_hits_of_a_cache_of_unknown_size_leave_its_demand_open() -> None:
    first, _ = page(changed(CACHE, read_cache_hit_share=0.85)).configurations
    assert first.groups[0].cached_latency.value.state is QuantityState.EVALUATED
    assert first.hosts.value.state is QuantityState.NOT_EVALUATED
    assert first.hosts.value.missing == ["/workload/groups/0/read_cache_gb"]


def test_all_reservations_fit_while_the_spares_are_down() -> None:
    first, _ = page(changed(CACHE, count=100, read_cache_gb=150)).configurations
    # 800 GB hold five caches of 150 GB, not five and a third.
    assert first.hosts_unrounded.value.value == pytest.approx(20)
    spares = changed().policy.spare_hosts
    assert first.hosts.value.value == 20 + spares
    first, _ = page(changed(CACHE, read_cache_gb=801)).configurations
    assert first.hosts.value.state is QuantityState.INFINITE
    assert [each.code for each in first.findings] == ["read_cache_fits_no_host"]


def test_the_cheaper_of_moving_and_dropping_is_recommended() -> None:
    slow = CACHE | {"network_mb_s": 10, "fill_mb_s": 1000}
    (group,) = page(changed(slow, **GROUP)).configurations[0].groups
    assert group.migration.move.value.value == pytest.approx(2200)
    assert group.migration.warm_up.value.value == pytest.approx(20)
    assert group.migration.recommendation == "drop"
    (group,) = page(changed(CACHE, **GROUP)).configurations[0].groups
    assert group.migration.recommendation == "move"
    without_latency = {"size_gb": 800, "network_mb_s": 10, "fill_mb_s": 1000}
    (group,) = page(changed(without_latency, **GROUP)).configurations[0].groups
    assert group.migration.move_loss.value.state is QuantityState.NOT_EVALUATED
    assert group.migration.recommendation == "drop"
    assert "same requests" in group.migration.reason
    even = CACHE | {"network_mb_s": 110, "fill_mb_s": 100}
    (group,) = page(changed(even, **GROUP)).configurations[0].groups
    assert group.migration.recommendation == "either"


@pytest.mark.parametrize(
    ("key", "supported", "says"),
    [
        ("esx-4", False, "needs 5.5"),
        ("esxi-5", True, "needs 5.5"),
        ("esxi-6.5", True, "has a read cache"),
        ("esxi-7", False, "removed in 7.0"),
        ("esxi-8", False, "removed in 7.0"),
        ("esx-9.1", False, "removed in 7.0"),
        (None, None, "No hypervisor version is given"),
    ],
)
def test_the_version_gates_the_read_cache(key: str | None, supported: bool | None, says: str) -> None:
    found = support(key, load_catalogue())
    assert found.supported is supported
    assert says in found.reason


def test_a_version_without_read_cache_answers_all_the_same_and_says_so() -> None:
    first, _ = page(changed(CACHE, "esxi-8", **GROUP)).configurations
    assert first.groups[0].cached_latency.value.state is QuantityState.EVALUATED
    assert [each.code for each in first.findings] == ["read_cache_not_in_version"]
    assert first.findings[0].pointer == "/configurations/0/hypervisor"


def test_a_read_cache_larger_than_its_drive_is_noticed() -> None:
    first, _ = page(changed(CACHE | {"drive": {"capacity_gb": 400}}, **GROUP)).configurations
    assert [each.code for each in first.findings] == ["read_cache_larger_than_drive"]


def test_the_block_follows_the_dominant_io_and_says_that_it_is_assumed() -> None:
    run = run_plan(changed(CACHE), load_catalogue())
    (record,) = run.binding.origins("read_cache_block_kib", run.plan.configurations[0].key)
    assert (record.value, record.status, record.source) == (32, InputStatus.ASSUMED, "VFRC13")
    run = run_plan(changed(CACHE, io_kib=None), load_catalogue())
    (record,) = run.binding.origins("read_cache_block_kib", run.plan.configurations[0].key)
    assert (record.value, record.status) == (4, InputStatus.ASSUMED)


def test_the_size_of_the_drive_stands_in_for_that_of_the_cache() -> None:
    run = run_plan(changed({"drive": {"capacity_gb": 400}}), load_catalogue())
    (record,) = run.binding.origins("read_cache_gb_per_host", run.plan.configurations[0].key)
    assert (record.value, record.pointer) == (400, "/configurations/0/read_cache/drive/capacity_gb")


def test_measured_cases_stand_beside_the_model() -> None:
    cases = {each.name: each for each in page(changed(CACHE, **GROUP)).configurations[0].cases}
    assert cases["Hardware monitoring server (trace)"].model_ratio == pytest.approx(1, abs=0.001)
    assert cases["Web proxy server (trace)"].model_ratio == pytest.approx(1.0788, abs=0.0001)
    assert cases["Web proxy server (trace)"].own_service_ms == pytest.approx(0.0173, abs=0.0001)
    assert {each.kind for each in cases.values()} == {"measured"}


def test_every_number_of_the_page_can_be_explained() -> None:
    plan = changed(CACHE, **GROUP)
    first = page(plan).configurations[0]
    for quantity in (first.hosts.quantity, first.metadata.quantity, first.groups[0].cached_latency.quantity):
        nodes = explain_number(plan, load_catalogue(), first.key, quantity).nodes
        assert nodes[0].quantity == quantity
        assert nodes[0].text_with_numbers
    losses = explain_number(plan, load_catalogue(), first.key, "warm_up_loss_request_seconds").nodes[0]
    assert "loss while a read cache warms up" in losses.rests_on_assumptions


def test_an_unknown_group_is_refused() -> None:
    with pytest.raises(UnknownGroup, match="no group 'nobody'"):
        read_cache_page(changed(CACHE), load_catalogue(), ("nobody",))
