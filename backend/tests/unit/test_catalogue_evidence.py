"""What tests found, figure by figure, and where papers contradict themselves."""

import csv
import io
from collections import Counter
from importlib.resources import files
from itertools import pairwise

import pytest

from hostwise.catalogue import Catalogue, CatalogueError, build_catalogue, load_catalogue

PRINTED = "sandisk14-dvd-store-as-printed"
TOTALS = "sandisk14-dvd-store-from-totals"
WAKING = "vmw10-dvd-store-wake-up"
WAKING_RATIO = 1.076905684
"""8,192 MB over what 100 MB of the hypervisor and two times 242.51 MB of its VMs leave of them."""
CONTENTION = "friedman13-contention"
VENDOR = [f"nvme-tiering-vendor-{name}" for name in ("vdi", "vmmark", "oracle-dvd-store", "hammerdb")]
PAPERS = {"SANDISK14", "VFRC13", "FRIEDMAN13", "INTEL21", "VMW10"}


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load_catalogue()


@pytest.fixture(scope="module")
def data() -> dict[str, bytes]:
    folder = files("hostwise.catalogue") / "data"
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_opm_models(catalogue: Catalogue) -> None:
    assert {key: (row.measure, row.kind) for key, row in catalogue.opm_models.items()} == {
        PRINTED: ("opm_per_vm", "measured"),
        TOTALS: ("opm_per_vm", "measured"),
        WAKING: ("share_of_baseline", "measured"),
        CONTENTION: ("share_of_baseline", "measured"),
    } | dict.fromkeys(VENDOR, ("share_of_baseline", "vendor-stated"))
    assert {row.baseline_opm_per_vm for row in catalogue.opm_models.values()} == {None}, "no source prints one"


def test_opm_points(catalogue: Catalogue) -> None:
    found = [
        (row.model_key, row.medium, row.overcommit_ratio, round(row.per_vm, 4), row.vms, row.kind)
        for row in catalogue.opm_points.values()
    ]
    assert found == [
        (PRINTED, "ssd_local", 2, 4500, None, "derived"),
        (PRINTED, "hdd_local", 2, 3400, None, "measured"),
        (TOTALS, "ssd_local", 2, 5750, 2, "derived"),
        (TOTALS, "ssd_local", 2, 5166.6667, 3, "derived"),
        (WAKING, "ssd_local", WAKING_RATIO, 0.88, None, "measured"),
        (WAKING, "fc_array", WAKING_RATIO, 0.31, None, "measured"),
        (WAKING, "sata_local", WAKING_RATIO, 0.17, None, "measured"),
        (CONTENTION, "hdd_local", 0.5, 1, 1, "derived"),
        (CONTENTION, "hdd_local", 2, 0.3333, 4, "derived"),
        (VENDOR[0], "nvme_tier", 1, 0.92, None, "vendor-stated"),
        (VENDOR[1], "nvme_tier", 1, 0.95, None, "vendor-stated"),
        (VENDOR[2], "nvme_tier", 1, 0.95, None, "vendor-stated"),
        (VENDOR[3], "nvme_tier", 1, 0.90, None, "vendor-stated"),
    ]


def test_totals_of_the_printed_runs(catalogue: Catalogue) -> None:
    points = [row for row in catalogue.opm_points.values() if row.model_key == TOTALS]
    assert [(row.total_opm, row.vms) for row in points] == [(11_500, 2), (15_500, 3)]
    two, three = (row.per_vm for row in points)
    assert three / two - 1 == pytest.approx(-0.101, abs=0.0005)


def test_bounds_of_points(catalogue: Catalogue) -> None:
    bounds = {
        row.key: (row.low_per_vm, row.high_per_vm)
        for row in catalogue.opm_points.values()
        if (row.low_per_vm, row.high_per_vm) != (None, None)
    }
    assert bounds == {
        f"{CONTENTION}--hdd-local-2.0": (None, pytest.approx(1 / 3)),
        f"{VENDOR[0]}--nvme-tier-1.0": (0.92, 1),
        f"{VENDOR[2]}--nvme-tier-1.0": (0.95, None),
        f"{VENDOR[3]}--nvme-tier-1.0": (0.9, 0.95),
    }


def test_every_model_has_points_with_its_window(catalogue: Catalogue) -> None:
    assert {row.model_key for row in catalogue.opm_points.values()} == set(catalogue.opm_models)
    assert {row.window_minutes for row in catalogue.opm_points.values() if row.model_key == WAKING} == {2}


def test_markers_stand_at_the_ends_of_the_tested_ratios(catalogue: Catalogue) -> None:
    found = Counter((row.model_key, row.medium, row.overcommit_ratio) for row in catalogue.opm_markers.values())
    assert found == Counter(
        (model, medium, ratio) for model in (PRINTED, TOTALS) for medium in ("ssd_local", "hdd_local")
        for ratio in (1.24, 3.4)
    )  # fmt: skip
    collapse = {row.medium for row in catalogue.opm_markers.values() if "collapses" in row.statement}
    assert collapse == {"hdd_local"}


def test_recovery_after_waking(catalogue: Catalogue) -> None:
    assert [(row.medium, row.minutes, row.share) for row in catalogue.recovery_points.values()] == [
        ("ssd_local", 0, 0.88),
        ("ssd_local", 2, 0.88),
        ("fc_array", 0, 0.07),
        ("fc_array", 2, 0.31),
        ("sata_local", 0, 0.06),
        ("sata_local", 2, 0.17),
    ]
    assert {(row.model_key, row.kind_of("share")) for row in catalogue.recovery_points.values()} == {
        (WAKING, "measured")
    }


def test_read_cache_cases(catalogue: Catalogue) -> None:
    traces = {
        row.key: (
            row.read_share,
            row.requests,
            row.io_kib,
            row.cache_gb,
            row.block_kib,
            row.hit_share,
            row.baseline_latency_ms,
            row.cached_latency_ms,
        )
        for row in catalogue.read_cache_cases.values()
        if row.access == "trace"
    }
    assert traces == {
        "vfrc13-hardware-monitoring": (0.95, 600_000, 4, 4, 4, 0.85, 1.23, 0.321),
        "vfrc13-web-proxy": (0.67, 5_000_000, 4, 16, 4, 0.83, 1.357, 0.612),
    }
    swingbench = catalogue.read_cache_cases["vfrc13-swingbench-dss"]
    assert (swingbench.database_gb, swingbench.cache_gb, swingbench.block_kib, swingbench.hit_share) == (15, 8, 8, 0.89)
    assert (swingbench.baseline_rate_per_minute, swingbench.cached_rate_per_minute) == (61.7, 112.9)
    assert (swingbench.baseline_response_s, swingbench.cached_response_s) == (20.389, 10.859)
    assert swingbench.read_share is None
    small, large = (catalogue.read_cache_cases[f"vfrc13-dvd-store-{size}-gb"] for size in (10, 15))
    assert (small.baseline_rate_per_minute, small.cached_rate_per_minute) == (8802, 8937)
    assert (large.baseline_rate_per_minute, large.cached_rate_per_minute) == (8802, 12_319)
    assert [(row.access, row.read_share, row.database_gb, row.cache_gb) for row in (small, large)] == [
        ("random", 0.6, 15, 10),
        ("random", 0.6, 15, 15),
    ]
    assert len(catalogue.read_cache_cases) == 5


def test_latency_grows_with_the_block_of_the_read_cache(catalogue: Catalogue) -> None:
    found = [(row.block_kib, row.latency_us) for row in catalogue.read_cache_blocks.values()]
    assert found == [
        (4, 321.33), (8, 584.2), (16, 702), (32, 855.3), (64, 926.56), (128, 1087.77), (256, 1129.8),
        (512, 1184.63), (None, 1269.45),
    ]  # fmt: skip
    assert all(first < second for (_, first), (_, second) in pairwise(found))
    assert {row.case_key for row in catalogue.read_cache_blocks.values()} == {"vfrc13-hardware-monitoring"}


@pytest.mark.parametrize(
    ("key", "value", "unit"),
    [
        ("sandisk14-memory--swap-start", 113, "GB"),
        ("sandisk14-memory--overhead", 2.1, "GB"),
        ("sandisk14-memory--reserved-vm-swap", 0, "GB"),
        ("vfrc13-swingbench-dss--transaction-gain-low", 0.47, "share"),
        ("vfrc13-swingbench-dss--transaction-gain-high", 1.45, "share"),
        ("friedman13-case-study--run-time-alone", 30, "min"),
        ("friedman13-case-study--run-time-contention", 90, "min"),
        ("friedman13-case-study--elongation", 3, "ratio"),
        ("friedman13-case-study--memory-usage-alone", 0.6, "share"),
        ("friedman13-case-study--memory-usage-four-active", 0.98, "share"),
        ("friedman13-case-study--memory-usage-contention", 0.98, "share"),
        ("friedman13-case-study--memory-usage-swap-start", 0.96, "share"),
        ("friedman13-case-study--balloon-target-alone", 0, "MB"),
        ("friedman13-case-study--balloon-target-contention", 4, "GB"),
        ("friedman13-case-study--guest-footprint", 4, "GB"),
        ("friedman13-case-study--swapped-out", 600, "MB"),
        ("friedman13-case-study--swapped-out-one-guest", 400, "MB"),
        ("friedman13-case-study--swap-out-peak", 8, "MB/s"),
        ("friedman13-case-study--swap-in-maximum", 1, "MB/s"),
        ("friedman13-case-study--swap-in-duration", 90, "min"),
        ("friedman13-case-study--hard-faults-alone", 150, "1/s"),
        ("friedman13-case-study--large-objects-low-alone", 4, "GB"),
        ("friedman13-case-study--large-objects-high-alone", 8, "GB"),
        ("friedman13-case-study--large-objects-low-contention", 4, "GB"),
        ("friedman13-case-study--large-objects-high-contention", 6, "GB"),
        ("friedman13-case-study--large-objects-remaining", 4, "GB"),
        ("friedman13-case-study--collections-alone", 1000, "count"),
        ("friedman13-case-study--collections-contention", 1000, "count"),
        ("friedman13-case-study--working-set-before-text", 6, "GB"),
        ("friedman13-case-study--working-set-after-text", 4, "GB"),
        ("friedman13-case-study--working-set-before-caption", 4, "GB"),
        ("friedman13-case-study--working-set-after-caption", 2, "GB"),
        ("friedman13-case-study--working-set-constrained", 2, "GB"),
        ("friedman13-case-study--nonpaged-pool-before", 30, "MB"),
        ("friedman13-case-study--nonpaged-pool-after", 50, "MB"),
        ("intel21-cluster--preparation-nand", 115, "min"),
        ("intel21-cluster--preparation-optane", 30, "min"),
        ("intel21-cluster--ratemax-latency-nand", 8, "ms"),
        ("intel21-cluster--second-latency-rise-nand", 35, "min"),
    ],
)
def test_single_measurements(catalogue: Catalogue, key: str, value: float, unit: str) -> None:
    row = catalogue.measurements[key]
    assert (row.value, row.unit, row.kind_of("value")) == (value, unit, "measured")


def test_no_measurement_escapes_the_list_above(catalogue: Catalogue) -> None:
    assert len(catalogue.measurements) == 39
    assert {row.source for row in catalogue.measurements.values()} == {
        (paper,) for paper in ("SANDISK14", "VFRC13", "FRIEDMAN13", "INTEL21")
    }


def test_what_is_left_out_says_why(catalogue: Catalogue) -> None:
    printed = {row.printed for row in catalogue.measurements_left_out.values()}
    assert printed == {"09:10", "14:50", "10:30", "09:15", "8 to 4 GB"}
    assert all(len(row.reason) > 20 for row in catalogue.measurements_left_out.values())


def test_discrepancies_of_every_paper(catalogue: Catalogue) -> None:
    rows = catalogue.discrepancies
    assert Counter(row.source[0] for row in rows.values()) == {
        "SANDISK14": 10, "VFRC13": 9, "FRIEDMAN13": 6, "INTEL21": 16, "VMW10": 5,
    }  # fmt: skip
    assert all(key.startswith(f"{row.source[0].lower()}-") for key, row in rows.items())
    assert {row.severity for row in rows.values()} == {
        "error", "rounding", "unit", "label", "conflict", "omission", "consistent",
    }  # fmt: skip
    assert {key for key, row in rows.items() if len(row.source) > 1} == {"friedman13-1", "vmw10-5"}


@pytest.mark.parametrize(
    ("key", "severity", "computed", "formula"),
    [
        ("sandisk14-1", "error", "1.2403", 16 / (128 - 113 - 2.1)),
        ("sandisk14-2", "error", "5,166.7", 15_500 / 3),
        ("sandisk14-3", "error", "1.86", 24 / (128 - 113 - 2.1)),
        ("sandisk14-4", "error", "108,800", 32 * 3400),
        ("sandisk14-5", "error", "3.022", 435_200 / 144_000),
        ("vfrc13-1", "error", "3.83", 1.23 / 0.321),
        ("vfrc13-3", "rounding", "39.96", (12_319 / 8802 - 1) * 100),
        ("vfrc13-4", "rounding", "1.88", 20.389 / 10.859),
        ("friedman13-1", "conflict", "3.84", 6 * 0.64),
        ("intel21-1", "rounding", "4,380", 800 * 3 * 365 * 5 / 1000),
        ("intel21-2", "unit", "27.78", 3 * 800 * 1000 / 86_400),
        ("intel21-2", "unit", "474.07", 100 * 400 * 1024 / 86_400),
        ("intel21-5", "error", "1,687.5", 54_000 * 32 / 1024),
        ("intel21-6", "error", "807", 439 + 368),
        ("intel21-8", "rounding", "13.35", 54_000 * 0.3 * 32 / 1024 * 2 / 8 * 86_400 / 1024 / 800),
        ("intel21-9", "rounding", "20.34", 144_000 * 0.3 * 32 / 1024 * 2 / 14 * 86_400 / 1024 / 800),
        ("intel21-11", "rounding", "42.9", 3 / 7 * 100),
        ("intel21-12", "error", "1,333", 9.6e6 * 2 / 8 / 1800),
        ("vmw10-4", "omission", "37.5", 1536 / 4096 * 100),
    ],
)
def test_discrepancies_recompute(catalogue: Catalogue, key: str, severity: str, computed: str, formula: float) -> None:
    row = catalogue.discrepancies[key]
    assert row.severity == severity
    assert computed in (row.computed or "")
    digits = len(computed.partition(".")[2])
    assert f"{formula:,.{digits}f}" == computed


def test_printed_figures_that_are_wrong_stay_visible(catalogue: Catalogue) -> None:
    printed = {key: row.printed for key, row in catalogue.discrepancies.items()}
    for key, figure in {
        "sandisk14-1": "1.4",
        "sandisk14-4": "112,000",
        "intel21-1": "4,300",
        "intel21-5": "1,912",
        "intel21-6": "772",
        "intel21-7": "38.8",
        "intel21-8": "13.5",
    }.items():
        assert figure in printed[key]


def test_every_row_cites_a_known_source(catalogue: Catalogue) -> None:
    for rows in (catalogue.discrepancies, catalogue.measurements_left_out):
        for row in rows.values():
            assert set(row.source) <= set(catalogue.sources)
    assert {row.source[0] for row in catalogue.discrepancies.values()} == PAPERS


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
    ("file", "key", "column", "value", "message"),
    [
        ("opm_points.csv", f"{PRINTED}--ssd-local-2.0", "model_key", "nobody", "unknown OPM model 'nobody'"),
        ("opm_points.csv", f"{TOTALS}--ssd-local-2.0-2-vms", "per_vm", "4500", "not total_opm / vms"),
        ("opm_points.csv", f"{VENDOR[3]}--nvme-tier-1.0", "per_vm", "0.96", "outside low_per_vm"),
        ("opm_points.csv", f"{VENDOR[3]}--nvme-tier-1.0", "per_vm", "0.89", "outside low_per_vm"),
        ("opm_points.csv", f"{PRINTED}--ssd-local-2.0", "medium", "tape", "medium"),
        ("opm_markers.csv", f"{PRINTED}--ssd-local-3.4", "model_key", "nobody", "unknown OPM model"),
        ("recovery_points.csv", f"{WAKING}--ssd-local-0-min", "model_key", "nobody", "unknown OPM model"),
        ("recovery_points.csv", f"{WAKING}--ssd-local-0-min", "minutes", "-1", "minutes"),
        ("read_cache_blocks.csv", "vfrc13-hardware-monitoring--4-kib", "case_key", "nobody", "unknown case"),
        ("measurements.csv", "sandisk14-memory--overhead", "x_unit", "", "go together"),
        ("discrepancies.csv", "vmw10-5", "source", "VMW11", "unknown source 'VMW11'"),
        ("discrepancies.csv", "vmw10-5", "severity", "bad", "severity"),
        ("measurements_left_out.csv", "friedman13-data-gap-clock", "source", "FRIED", "unknown source 'FRIED'"),
        ("measurements_left_out.csv", "friedman13-data-gap-clock", "reason", "", "reason"),
    ],
)
def test_damaged_evidence_is_refused(
    data: dict[str, bytes], file: str, key: str, column: str, value: str, message: str
) -> None:
    with pytest.raises(CatalogueError, match=message):
        build_catalogue(changed(data, file, key, column, value))
