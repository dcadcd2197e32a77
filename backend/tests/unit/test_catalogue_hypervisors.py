"""Versions of the hypervisor: memory states, storage stack memory, overheads, and the assumptions beside them."""

import csv
import io
from collections.abc import Callable
from importlib.resources import files

import pytest
from pydantic import ValidationError

from hostwise.catalogue import Catalogue, CatalogueError, Hypervisor, VsanMemory, build_catalogue, load_catalogue

VERSIONS = ["esx-4", "esxi-5", "esxi-6.0", "esxi-6.5", "esxi-7", "esxi-8", "esxi-8.0u3", "esx-9.0", "esx-9.1"]
FROM_6 = VERSIONS[2:]


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load_catalogue()


@pytest.fixture(scope="module")
def data() -> dict[str, bytes]:
    folder = files("hostwise.catalogue") / "data"
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def number(catalogue: Catalogue, key: str) -> float:
    value = catalogue.assumptions[key].value
    assert value is not None, key
    return value


def minfree_mib(catalogue: Catalogue, host_gib: float) -> float:
    first, second, third = (number(catalogue, f"minfree_{band}_gib") for band in ("first", "second", "third"))
    bands = [
        (min(host_gib, first), "first"),
        (min(max(host_gib - first, 0), second), "second"),
        (min(max(host_gib - first - second, 0), third), "third"),
        (max(host_gib - first - second - third, 0), "rest"),
    ]
    return 1024 * sum(size * number(catalogue, f"minfree_{band}_share") for size, band in bands)


def stack_mib(
    stack: VsanMemory, *, groups: int, cache_gb: float, drives: int, hosts: int = 4, host_gib: float = 256
) -> float:
    large = stack.large_cluster_hosts is not None and hosts > stack.large_cluster_hosts
    counted = cache_gb if stack.cache_gb_limit is None else min(cache_gb, stack.cache_gb_limit)
    assert stack.mib_per_cache_gb_all_flash is not None
    per_group = (
        stack.group_mib_all_flash
        + stack.mib_per_cache_gb_all_flash * counted
        + (stack.memory_share_per_group or 0) * host_gib * 1024
    )
    host = stack.host_mib + ((stack.large_cluster_mib or 0) if large else 0)
    return host + groups * per_group + groups * drives * (stack.mib_per_drive_all_flash or 0)


def esxi(catalogue: Catalogue) -> dict[str, Hypervisor]:
    """The versions of ESXi, whose memory states are published."""
    return {key: row for key, row in catalogue.hypervisors.items() if row.family == "esxi"}


def test_versions_stand_in_their_order(catalogue: Catalogue) -> None:
    assert list(esxi(catalogue)) == VERSIONS
    assert [row.sort for row in esxi(catalogue).values()] == list(range(1, 10))


def test_thresholds_of_the_memory_states(catalogue: Catalogue) -> None:
    found = {
        key: (row.memory_state_model, row.clear_factor, row.soft_factor, row.hard_factor, row.low_factor)
        for key, row in esxi(catalogue).items()
    }
    assert found == {
        "esx-4": ("fixed", 1, 1, pytest.approx(4 / 6), pytest.approx(2 / 6)),
        "esxi-5": ("sliding", 0.64, 0.64, 0.32, 0.16),
    } | dict.fromkeys(FROM_6, ("sliding", 1, 0.64, 0.32, 0.16))


def test_esx_4_keeps_six_four_and_two_percent_free(catalogue: Catalogue) -> None:
    esx = catalogue.hypervisors["esx-4"]
    assert esx.minfree_flat_share is not None
    factors = (esx.soft_factor, esx.hard_factor, esx.low_factor)
    shares = [esx.minfree_flat_share * (factor or 0) for factor in factors]
    assert shares == pytest.approx([0.06, 0.04, 0.02])
    assert [share * 16 for share in shares] == pytest.approx([0.96, 0.64, 0.32])
    assert [row.key for row in esxi(catalogue).values() if row.minfree_flat_share is not None] == ["esx-4"]


def test_large_pages_are_broken_up_from_6_on(catalogue: Catalogue) -> None:
    assert {key for key, row in esxi(catalogue).items() if row.large_page_factor == 4} == set(FROM_6)
    assert {row.large_page_factor for row in esxi(catalogue).values()} == {4, None}


@pytest.mark.parametrize(
    ("host_gib", "expected_mib"),
    [
        (4, 245.76),
        (12, 573.44),
        (16, 655.36),
        (28, 901.12),
        (64, 1269.8),
        (100, 1638.4),
        (128, 1925.1),
        (256, 3235.8),
        (512, 5857.3),
        (1024, 11100.2),
        (2048, 21585.9),
    ],
)
def test_minfree_by_the_sliding_scale(catalogue: Catalogue, host_gib: float, expected_mib: float) -> None:
    assert minfree_mib(catalogue, host_gib) == pytest.approx(expected_mib, abs=0.05)


def test_what_came_and_went(catalogue: Catalogue) -> None:
    rows = esxi(catalogue)
    assert {key for key, row in rows.items() if row.page_sharing_between_vms} == {"esx-4", "esxi-5"}
    assert {key for key, row in rows.items() if row.read_cache} == {"esxi-5", "esxi-6.0", "esxi-6.5"}
    assert {key for key, row in rows.items() if row.large_write_buffer} == set(VERSIONS[5:])
    assert {key: row.host_cache for key, row in rows.items()} == {
        "esx-4": False, "esxi-5": True, "esxi-6.0": True, "esxi-6.5": True, "esxi-7": True, "esxi-8": True,
        "esxi-8.0u3": True, "esx-9.0": None, "esx-9.1": None,
    }  # fmt: skip
    assert rows["esxi-8"].kind_of("host_cache") == "assumed"
    assert "5.5" in (rows["esxi-5"].read_cache_note or "")


def test_each_version_has_the_memory_formula_of_its_time(catalogue: Catalogue) -> None:
    assert {key: row.vsan_memory for key, row in esxi(catalogue).items()} == {
        "esx-4": None, "esxi-5": None, "esxi-6.0": "vsan-osa-6.0", "esxi-6.5": "vsan-osa-6.0u3",
        "esxi-7": "vsan-osa-6.7u3", "esxi-8": "vsan-osa-6.7u3", "esxi-8.0u3": "vsan-osa-6.7u3",
        "esx-9.0": "vsan-osa-6.7u3", "esx-9.1": "vsan-osa-6.7u3",
    }  # fmt: skip


def test_the_memory_tier_by_version(catalogue: Catalogue) -> None:
    tiers = {
        key: (
            row.memory_tier_status,
            row.memory_tier_default_share,
            row.memory_tier_max_share,
            row.memory_tier_max_tb,
            row.memory_tier_mirroring,
        )
        for key, row in esxi(catalogue).items()
        if row.memory_tier_status
    }
    assert tiers == {
        "esxi-8.0u3": ("preview", 0.25, 4, 4, "unprotected"),
        "esx-9.0": ("supported", 1, 4, 4, "hardware"),
        "esx-9.1": ("supported", 1, 4, 4, "software"),
    }


@pytest.mark.parametrize(
    ("key", "sizes", "expected_mib"),
    [
        ("vsan-osa-6.0u3", {"groups": 1, "cache_gb": 600, "drives": 3}, 14_672),
        ("vsan-osa-6.0u3", {"groups": 1, "cache_gb": 800, "drives": 3}, 14_672),
        ("vsan-osa-6.7u3", {"groups": 1, "cache_gb": 600, "drives": 3, "host_gib": 256}, 22_250.72),
        ("vsan-osa-6.7u3", {"groups": 2, "cache_gb": 600, "drives": 4, "host_gib": 512}, 40_342.88),
        ("vsan-osa-6.0", {"groups": 1, "cache_gb": 200, "drives": 3, "hosts": 16}, 3072 + 500 + 1400),
        ("vsan-osa-6.0", {"groups": 1, "cache_gb": 200, "drives": 3, "hosts": 17}, 3072 + 300 + 500 + 1400),
    ],
)
def test_memory_of_the_storage_stack(
    catalogue: Catalogue, key: str, sizes: dict[str, int], expected_mib: float
) -> None:
    assert stack_mib(catalogue.vsan_memory[key], **sizes) == pytest.approx(expected_mib)


def test_hybrid_groups_of_the_storage_stack(catalogue: Catalogue) -> None:
    assert {
        key: (row.group_mib_hybrid, row.mib_per_cache_gb_hybrid, row.mib_per_drive_hybrid)
        for key, row in catalogue.vsan_memory.items()
    } == {"vsan-osa-6.0": (500, 2, None), "vsan-osa-6.0u3": (636, 8, 70), "vsan-osa-6.7u3": (1610, 10, 180)}


def test_unconfirmed_constants_of_the_oldest_formula_say_so(catalogue: Catalogue) -> None:
    oldest = catalogue.vsan_memory["vsan-osa-6.0"]
    assert oldest.kind_of("mib_per_cache_gb_all_flash") == oldest.kind_of("mib_per_cache_gb_hybrid") == "assumed"
    assert oldest.kind_of("host_mib") == "vendor-stated"


def test_overheads_of_virtual_machines(catalogue: Catalogue) -> None:
    rows = [each for each in catalogue.vm_overheads.values() if each.table == "vsphere-6.5"]
    table = {(row.memory_mib, row.vcpu): row.overhead_mib for row in rows}
    expected = {
        256: (20.29, 24.28, 32.23, 48.16),
        1024: (25.90, 29.91, 37.86, 53.82),
        4096: (48.64, 52.72, 60.67, 76.78),
        16384: (139.62, 143.98, 151.93, 168.60),
    }
    assert table == {
        (memory, vcpu): overhead
        for memory, overheads in expected.items()
        for vcpu, overhead in zip((1, 2, 4, 8), overheads, strict=True)
    }
    assert {row.kind_of("overhead_mib") for row in catalogue.vm_overheads.values()} == {"vendor-stated"}


@pytest.mark.parametrize(
    ("key", "value", "kind"),
    [
        ("balloon_limit_share", 0.65, "vendor-stated"),
        ("compression_cache_share", 0.1, "vendor-stated"),
        ("compressible_share", 0.5, "assumed"),
        ("page_sharing_share", 0, "assumed"),
        ("memory_active_share", 1, "assumed"),
        ("swap_turnovers_per_day", 1, "assumed"),
        ("tier_active_share_limit", 0.5, "vendor-stated"),
        ("tier_min_dwpd", 3, "vendor-stated"),
        ("tier_min_tbw_tb", 7300, "vendor-stated"),
        ("tier_largest_vm_gib", 1024, "vendor-stated"),
        ("tier_margin_share", 0.02, "assumed"),
        ("destage_to_sustained_share", 280 / 421.875, "assumed"),
        ("burst_to_spec_share", 1100 * 1.048576 / 4800, "assumed"),
        ("hybrid_write_buffer_share", 0.3, "vendor-stated"),
        ("resync_mb_s", 200, "assumed"),
        ("staggered_replacement_share", 0.8, "assumed"),
        ("read_cache_metadata_bytes_per_block", 102.4, "assumed"),
        ("read_cache_start_share", 0.2, "vendor-stated"),
        ("read_cache_min_block_kib", 4, "vendor-stated"),
        ("read_cache_max_block_kib", 1024, "vendor-stated"),
        ("read_cache_min_blocks", 256, "vendor-stated"),
        ("migration_network_mb_s", 1000, "assumed"),
        ("consolidation_planning_share", 0.1, "vendor-stated"),
    ],
)
def test_numbers_of_memory_and_flash(catalogue: Catalogue, key: str, value: float, kind: str) -> None:
    row = catalogue.assumptions[key]
    assert row.value == pytest.approx(value)
    assert row.kind_of("value") == kind


def test_deratings_take_the_lower_of_the_measured_drives(catalogue: Catalogue) -> None:
    drives = [catalogue.drives[key] for key in ("samsung-pm1645-800gb", "intel-optane-ssd-p5800x-400gb")]
    destage, burst = [], []
    for drive in drives:
        limit, sustained, most = map(drive.found, ("destage_limit_mb_s", "sustained_write_mib_s", "burst_write_mb_s"))
        assert limit is not None
        assert sustained is not None
        assert most is not None
        assert drive.seq_write_mb_s is not None
        destage.append(limit.value / sustained.value)
        burst.append(most.value * 1.048576 / drive.seq_write_mb_s)
    for key, ratios in (("destage_to_sustained_share", destage), ("burst_to_spec_share", burst)):
        row = catalogue.assumptions[key]
        assert row.value == pytest.approx(min(ratios))
        assert row.high == pytest.approx(max(ratios))


def test_the_planning_range_of_consolidation(catalogue: Catalogue) -> None:
    row = catalogue.assumptions["consolidation_planning_share"]
    assert (row.low, row.high, row.source) == (0.1, 0.15, ("SANDISK14",))


def changed(data: dict[str, bytes], file: str, key: str, column: str, value: str) -> dict[str, bytes]:
    table = list(csv.DictReader(io.StringIO(data[file].decode(), newline="")))
    (row,) = [row for row in table if row["key"] == key]
    row[column] = value
    buffer = io.StringIO(newline="")
    writer = csv.DictWriter(buffer, list(table[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
    return data | {file: buffer.getvalue().encode()}


@pytest.mark.parametrize(
    ("key", "column", "value", "message"),
    [
        ("esxi-7", "vsan_memory", "vsan-osa-5", "unknown memory formula 'vsan-osa-5'"),
        ("esxi-7", "soft_factor", "0.3", "do not fall"),
        ("esxi-7", "clear_factor", "0.5", "do not fall"),
        ("esxi-7", "minfree_flat_share", "0.06", "belongs to the fixed model"),
        ("esx-4", "minfree_flat_share", "", "belongs to the fixed model"),
        ("esx-9.0", "memory_tier_status", "", "go together"),
        ("esx-9.0", "memory_tier_default_share", "", "go together"),
        ("esxi-8", "memory_tier_mirroring", "software", "go together"),
    ],
)
def test_inconsistent_versions_are_refused(
    data: dict[str, bytes], key: str, column: str, value: str, message: str
) -> None:
    with pytest.raises(CatalogueError, match=message):
        build_catalogue(changed(data, "hypervisors.csv", key, column, value))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda: load_catalogue().vsan_memory["vsan-osa-6.0"].with_entered(large_cluster_hosts=None), "together"),
        (lambda: load_catalogue().hypervisors["esxi-8"].with_entered(low_factor=0), "greater than 0"),
    ],
)
def test_entered_values_are_checked_too(change: Callable[[], Hypervisor | VsanMemory], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        change()


def test_the_overheads_of_vsphere_4_have_a_table_of_their_own(catalogue: Catalogue) -> None:
    rows = [each for each in catalogue.vm_overheads.values() if each.table == "vsphere-4.0"]
    table = {(row.memory_mib, row.vcpu): row.overhead_mib for row in rows}
    assert len(table) == 4 * 8 + 4 + 6
    assert (table[256, 1], table[2048, 8], table[4096, 2], table[262144, 1]) == (113.17, 484.18, 242.51, 3714.99)
    assert {each.key: each.vm_overhead_table for each in esxi(catalogue).values()} == {
        "esx-4": "vsphere-4.0",
        "esxi-5": None,
        "esxi-6.0": None,
        **dict.fromkeys(("esxi-6.5", "esxi-7", "esxi-8", "esxi-8.0u3"), "vsphere-6.5"),
        **dict.fromkeys(("esx-9.0", "esx-9.1"), None),
    }
