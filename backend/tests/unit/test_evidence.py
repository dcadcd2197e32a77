"""The evidence library: everything measured is in it, with who says so."""

import pytest

from hostwise.answers.evidence.evidence_answer import evidence_library
from hostwise.answers.evidence.evidence_document import EvidenceLibrary, Series, Topic
from hostwise.binding.opm_models import described
from hostwise.catalogue.loader import load_catalogue
from hostwise.plan.opm import OpmModel

CATALOGUE = load_catalogue()
OWN = OpmModel.model_validate(
    {
        "key": "ours",
        "name": "Ours",
        "kind": "assumed",
        "points": [
            {"medium": "ssd_local", "overcommit_ratio": 2, "per_vm": 4900, "vms": 32, "window_minutes": 20, "note": "x"}
        ],
    }
)


@pytest.fixture(scope="module")
def library() -> EvidenceLibrary:
    return evidence_library(CATALOGUE, [described(OWN)])


def series(library: EvidenceLibrary, key: str) -> Series:
    return next(each for each in library.series if each.key == key)


def test_every_row_of_evidence_is_in_it(library: EvidenceLibrary) -> None:
    shown = sum(len(line.points) for each in library.series for line in each.lines if each.origin == "built_in")
    before_and_after = sum(
        getattr(row, field) is not None
        for row in CATALOGUE.read_cache_cases.values()
        for field in (
            "baseline_latency_ms",
            "cached_latency_ms",
            "baseline_rate_per_minute",
            "cached_rate_per_minute",
            "baseline_response_s",
            "cached_response_s",
        )
    )
    rows = (
        len(CATALOGUE.opm_points)
        + len(CATALOGUE.recovery_points)
        + len(CATALOGUE.read_cache_blocks)
        + before_and_after
        + sum(len(drive.evidence) for drive in CATALOGUE.drives.values())
        + len(CATALOGUE.measurements)
    )
    assert shown == rows
    assert sum(len(each.markers) for each in library.series) == len(CATALOGUE.opm_markers)


def test_every_series_says_where_it_comes_from_and_what_its_axes_are(library: EvidenceLibrary) -> None:
    keys = [each.key for each in library.series]
    assert len(keys) == len(set(keys))
    for each in library.series:
        assert each.name
        assert each.lines
        assert each.x.label
        assert each.y.label
        assert each.y.unit
        if each.origin == "built_in":
            assert each.citations
            assert each.locator
        for line in each.lines:
            assert line.points
            assert line.reference or all((point.x is None) != (point.category is None) for point in line.points)
            assert line.label


def test_names_of_drive_figures_are_words(library: EvidenceLibrary) -> None:
    for each in library.series:
        if each.topic is Topic.DRIVES:
            assert "_" not in each.name


def test_what_figures_are_worth_is_that_of_the_weakest(library: EvidenceLibrary) -> None:
    assert series(library, "drives--effective_max_iops").kind == "derived"
    assert series(library, "nvme-tiering-vendor-vdi").kind == "vendor-stated"
    assert series(library, "ours").kind == "assumed"


def test_the_block_sizes_of_a_read_cache(library: EvidenceLibrary) -> None:
    chart = series(library, "vfrc13-hardware-monitoring--block-size")
    cached, without = chart.lines
    assert chart.x.logarithmic
    assert [(point.x, point.y) for point in cached.points][:2] == [(4, 321.33), (8, 584.2)]
    assert without.reference
    assert [point.y for point in without.points] == [1269.45]


def test_a_case_before_and_after(library: EvidenceLibrary) -> None:
    without, cached = series(library, "read-cache--orders").lines
    assert [point.y for point in without.points] == [8802, 8802]
    assert [point.y for point in cached.points] == [8937, 12319]
    assert "10 GB" in cached.points[0].conditions


def test_recovery_after_waking(library: EvidenceLibrary) -> None:
    chart = series(library, "vmw10-dvd-store-wake-up--recovery")
    assert {line.key: [(point.x, point.y) for point in line.points] for line in chart.lines} == {
        "ssd_local": [(0, 0.88), (2, 0.88)],
        "fc_array": [(0, 0.07), (2, 0.31)],
        "sata_local": [(0, 0.06), (2, 0.17)],
    }
    assert chart.model_key == "vmw10-dvd-store-wake-up"


def test_own_points_say_their_conditions(library: EvidenceLibrary) -> None:
    (line,) = series(library, "ours").lines
    assert (line.points[0].conditions, line.points[0].notes) == ("32 VMs, over 20 minutes", "x")


def test_discrepancies_stand_by_the_source_that_errs(library: EvidenceLibrary) -> None:
    assert sum(len(each.items) for each in library.discrepancies) == len(CATALOGUE.discrepancies)
    assert {"SANDISK14", "VFRC13", "FRIEDMAN13", "INTEL21", "VMW10"} <= {
        each.source.key for each in library.discrepancies
    }


def test_what_was_left_out_says_why(library: EvidenceLibrary) -> None:
    assert len(library.left_out) == len(CATALOGUE.measurements_left_out)
    assert all(each.reason and each.citations for each in library.left_out)
