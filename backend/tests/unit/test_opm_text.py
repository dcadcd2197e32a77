"""Pasted measurements: read row by row, with findings that say which, where and why."""

import doctest

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hostwise.estate.opm_tables import opm_columns as opm_columns
from hostwise.estate.opm_tables.opm_columns import ALIASES
from hostwise.estate.opm_tables.opm_rows import MAX_POINTS
from hostwise.estate.opm_tables.opm_text import MAX_FINDINGS, OpmTextReading, read_opm_text
from hostwise.plan.configuration import SwapMedium
from hostwise.plan.opm import OpmMeasure, OpmModel
from tests.drawing_examples import examples

HEADER = "medium,overcommit,opm per vm,vms,minutes,note\n"


def found(reading: OpmTextReading) -> list[tuple[int, int | None, str, str]]:
    """Line, column, severity and code of each finding."""
    return [(each.line, each.column, each.severity, each.code) for each in reading.findings]


def counts(reading: OpmTextReading) -> tuple[int, int, int, int]:
    assert reading.rows_read == reading.rows_accepted + reading.rows_rejected
    assert reading.rows_accepted == (len(reading.model.points) if reading.model else 0)
    return reading.rows_read, reading.rows_accepted, reading.rows_rejected, reading.rows_repaired


def points(reading: OpmTextReading) -> list[tuple[str, float, float]]:
    assert reading.model is not None
    return [(each.medium.value, each.overcommit_ratio, each.per_vm) for each in reading.model.points]


def test_the_examples_of_the_module_hold() -> None:
    assert doctest.testmod(opm_columns).failed == 0


def test_a_whole_row() -> None:
    reading = read_opm_text(HEADER + 'ssd_local,2,4900,32,20,"at night, alone"\n', name="Our Web-Shop (März)")
    assert counts(reading) == (1, 1, 0, 0)
    assert reading.findings == []
    assert reading.model is not None
    assert (reading.model.key, reading.model.name) == ("our-web-shop-marz", "Our Web-Shop (März)")
    point = reading.model.points[0]
    assert (point.medium, point.overcommit_ratio, point.per_vm) == (SwapMedium.SSD_LOCAL, 2, 4900)
    assert (point.vms, point.window_minutes, point.note) == (32, 20, "at night, alone")


@pytest.mark.parametrize(
    ("text", "separator"),
    [
        ("medium,ratio,opm\nssd,2.5,4900.5", "comma"),
        ('medium,ratio,opm\nssd,"2,5","4.900,5"', "comma"),
        ("medium;ratio;opm\nssd;2,5;4900,5", "semicolon"),
        ("medium;ratio;opm\nssd;2.5;4900.5", "semicolon"),
        ("medium;ratio;opm\nssd;2,5;4.900,5", "semicolon"),
        ("medium\tratio\topm\nssd\t2,5\t4900,5", "tab"),
        ("medium\tratio\topm\r\nssd\t2.5\t4,900.5\r\n", "tab"),
        ("\ufeffmedium\tratio\topm\rssd\t2.5\t4900.5\r", "tab"),
        ("medium,ratio,opm;\nssd,2.5,4900.5", "comma"),
        ("ssd;2,5;4900,5", "semicolon"),
        ("ssd,2.5,4900.5", "comma"),
    ],
)
def test_separators_and_decimal_marks(text: str, separator: str) -> None:
    reading = read_opm_text(text)
    assert reading.separator == separator
    assert points(reading) == [("ssd_local", 2.5, 4900.5)]


@pytest.mark.parametrize(("column", "alias"), [(column, alias) for column, names in ALIASES.items() for alias in names])
def test_headers_that_are_understood(column: str, alias: str) -> None:
    for written in (alias, alias.upper(), alias.replace(" ", "_"), f" {alias} (x) "):
        assert opm_columns.meaning(written) == column


@pytest.mark.parametrize(
    ("written", "medium"),
    [
        ("ssd_local", "ssd_local"), ("Local SSD", "ssd_local"), ("host cache", "ssd_local"), ("HDD", "hdd_local"),
        ("Fibre Channel", "fc_array"), ("FC-Array", "fc_array"), ("SATA", "sata_local"), ("NVMe tier", "nvme_tier"),
    ],
)  # fmt: skip
def test_media_that_are_understood(written: str, medium: str) -> None:
    assert points(read_opm_text(f"medium,ratio,opm\n{written},2,4900")) == [(medium, 2, 4900)]


def test_a_bad_row_stops_nothing_and_each_mistake_is_named() -> None:
    reading = read_opm_text(
        HEADER
        + "ssd_local,1.5,5600,24,20,\n"
        + "floppy,many,-3,2.5,20,\n"  # line 3: four mistakes, of which the bounds are looked at last
        + "ssd_local,2,-3,2.5,0,\n"
        + ",2,4900,,,\n"
        + "ssd_local,,,,,\n"
        + "ssd_local,2,4900,1,1,note,with,commas\n"
        + "\n# a comment\n,,,,,\n"
        + "ssd_local,2,4900\n"
    )
    assert counts(reading) == (7, 2, 5, 0)
    assert found(reading) == [
        (3, 2, "rejected", "not_a_number"),
        (3, 1, "rejected", "unknown_medium"),
        (4, 3, "rejected", "greater_than_equal"),
        (4, 4, "rejected", "int_from_float"),
        (4, 5, "rejected", "greater_than_equal"),
        (5, 1, "rejected", "missing_value"),
        (6, 2, "rejected", "missing_value"),
        (6, 3, "rejected", "missing_value"),
        (7, None, "rejected", "too_many_cells"),
    ]
    assert all(medium.value in reading.findings[1].message for medium in SwapMedium)


def test_a_medium_that_is_nearly_known_is_suggested() -> None:
    finding = read_opm_text("medium,ratio,opm\nssd_locl,2,4900").findings[0]
    assert finding.message.endswith("Did you mean ssd_local?")


def test_totals_stand_in_for_figures_of_one_vm() -> None:
    reading = read_opm_text("swap,ratio,total OPM,VMs\nssd,2,11500,2\nssd,2,15500,0\nssd,2,15500,\n")
    assert points(reading) == [("ssd_local", 2, 5750)]
    assert found(reading) == [(3, 4, "rejected", "greater_than_equal"), (4, None, "rejected", "missing_value")]


def test_a_total_that_contradicts_the_figure_is_noted() -> None:
    reading = read_opm_text("swap,ratio,opm,total opm,vms\nssd,2,4500,11500,2\nssd,2,5750,11500,2\nssd,2,,11500,2")
    assert points(reading) == [("ssd_local", 2, 4500), ("ssd_local", 2, 5750), ("ssd_local", 2, 5750)]
    assert found(reading) == [(2, 3, "note", "total_disagrees")]
    assert counts(reading) == (3, 3, 0, 0)


def test_shares_of_the_baseline() -> None:
    reading = read_opm_text("swap,ratio,share\nssd,2x,0.88\nfc,2:1,31 %\nsata,200 %,17\n")
    assert reading.model is not None
    assert reading.model.measure is OpmMeasure.SHARE_OF_BASELINE
    assert points(reading) == [("ssd_local", 2, 0.88), ("fc_array", 2, 0.31)]
    assert found(reading) == [(4, 3, "rejected", "share_too_large")]


def test_a_header_in_percent() -> None:
    reading = read_opm_text("swap,ratio,% of baseline\nssd,2,88\nssd,3,0.7\nssd,4,31 %")
    assert points(reading) == [("ssd_local", 2, 0.88), ("ssd_local", 3, pytest.approx(0.007)), ("ssd_local", 4, 0.31)]
    assert found(reading) == [(3, 3, "repaired", "ambiguous_share")]
    assert counts(reading) == (3, 3, 0, 1)


def test_operations_win_over_shares() -> None:
    reading = read_opm_text("swap,ratio,share,opm\nssd,2,0.88,4900")
    assert points(reading) == [("ssd_local", 2, 4900)]
    assert found(reading) == [(1, 3, "note", "two_measures")]
    assert [each.field for each in reading.columns] == ["medium", "overcommit_ratio", None, "per_vm"]


def test_numbers_that_can_be_meant_either_way_are_read_and_said_to_be() -> None:
    reading = read_opm_text("swap\tratio\topm\nssd\t2\t4,500\n")
    assert points(reading) == [("ssd_local", 2, 4.5)]
    assert found(reading) == [(2, 3, "repaired", "ambiguous_number")]
    assert counts(reading) == (1, 1, 0, 1)
    assert points(read_opm_text("swap\tratio\topm\nssd\t2.0\t4,500\n")) == [("ssd_local", 2, 4500)]


def test_a_repair_in_a_row_that_is_rejected_anyway_is_not_mentioned() -> None:
    reading = read_opm_text("swap\tratio\topm\nfloppy\t2\t4,500\n")
    assert found(reading) == [(2, 1, "rejected", "unknown_medium")]


def test_columns_that_are_not_used_are_named() -> None:
    reading = read_opm_text("host,medium,overcomit,ratio,opm,ratio\nesx1,ssd,x,2,4900,3\n")
    assert points(reading) == [("ssd_local", 2, 4900)]
    assert found(reading) == [
        (1, 1, "note", "unused_column"),
        (1, 3, "note", "unused_column"),
        (1, 6, "note", "repeated_column"),
    ]
    assert "Did you mean 'overcommit'?" in reading.findings[1].message


def test_without_a_column_that_is_needed_no_row_can_be_used() -> None:
    reading = read_opm_text("medium,opm\nssd,4900\nhdd,3400\n")
    assert counts(reading) == (2, 0, 2, 0)
    assert found(reading) == [(1, None, "rejected", "missing_column")]
    assert reading.model is None


def test_a_medium_for_all_rows() -> None:
    reading = read_opm_text("ratio,opm\n2,4900\n", medium=SwapMedium.HDD_LOCAL)
    assert points(reading) == [("hdd_local", 2, 4900)]
    mixed = read_opm_text("ratio,opm,medium\n2,4900,\n2,5000,ssd", medium=SwapMedium.HDD_LOCAL)
    assert points(mixed) == [("hdd_local", 2, 4900), ("ssd_local", 2, 5000)]


def test_without_headers_the_order_tells() -> None:
    reading = read_opm_text("ssd,2,4900,32,20,night\nhdd,2,3400\n")
    assert points(reading) == [("ssd_local", 2, 4900), ("hdd_local", 2, 3400)]
    assert found(reading) == [(1, None, "note", "no_header")]
    pairs = read_opm_text("2\t4900\n3\t3400\n", medium=SwapMedium.HDD_LOCAL)
    assert points(pairs) == [("hdd_local", 2, 4900), ("hdd_local", 3, 3400)]


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n", "\ufeff", ",,,\n"])
def test_a_text_without_rows(text: str) -> None:
    reading = read_opm_text(text)
    assert counts(reading) == (0, 0, 0, 0)
    assert found(reading) == [(1, None, "note", "empty")]


def test_a_header_alone() -> None:
    reading = read_opm_text(HEADER)
    assert counts(reading) == (0, 0, 0, 0)
    assert reading.findings == []


def test_an_open_quotation_mark_swallows_no_other_row() -> None:
    reading = read_opm_text('medium,ratio,opm,note\nssd,2,4900,"open\nssd,3,4000,closed\n')
    assert points(reading) == [("ssd_local", 2, 4900), ("ssd_local", 3, 4000)]


def test_signs_that_cannot_be_kept_are_taken_out() -> None:
    reading = read_opm_text("medium,ratio,opm,note\nssd,2,4900,a\0b\ud800c\x1bd\n")
    assert reading.model is not None
    assert reading.model.points[0].note == "abcd"


def test_a_model_takes_so_many_points_and_no_more() -> None:
    reading = read_opm_text("medium,ratio,opm\n" + "ssd,2,4900\n" * (MAX_POINTS + 2))
    assert counts(reading) == (MAX_POINTS + 2, MAX_POINTS, 2, 0)
    assert [each.code for each in reading.findings] == ["too_many_points"] * 2


def test_findings_beyond_a_number_are_counted() -> None:
    reading = read_opm_text("medium,ratio,opm\n" + "ssd,2,x\n" * (MAX_FINDINGS + 7))
    assert (len(reading.findings), reading.findings_left_out) == (MAX_FINDINGS, 7)
    assert counts(reading)[2] == MAX_FINDINGS + 7


@pytest.mark.parametrize(
    ("name", "key"), [("台北", "own-measurements"), ("A" * 200, "a" * 80), ("..x..", "x"), (None, "own-measurements")]
)
def test_a_key_is_made_from_the_name(name: str | None, key: str) -> None:
    model = read_opm_text("medium,ratio,opm\nssd,2,4900", name=name).model
    assert model is not None
    assert model.key == key
    given_key = read_opm_text("medium,ratio,opm\nssd,2,4900", name=name, key="ours").model
    assert given_key is not None
    assert given_key.key == "ours"


CELLS = st.one_of(
    st.sampled_from(
        ["ssd", "hdd", "2", "2,5", "4,500", "4.500", "88 %", "-1", "", "x", '"', "opm", "ratio", "swap", "1e999"]
    ),
    st.text(max_size=5),
)


@settings(max_examples=examples(500))
@given(st.lists(st.lists(CELLS, max_size=8), max_size=8), st.sampled_from(",;\t"), st.booleans())
def test_whatever_is_pasted_the_counts_add_up(rows: list[list[str]], separator: str, with_header: bool) -> None:
    text = "\n".join(separator.join(row) for row in rows)
    reading = read_opm_text((f"swap{separator}ratio{separator}opm{separator}vms\n" if with_header else "") + text)
    counts(reading)
    assert [each.line for each in reading.findings] == sorted(each.line for each in reading.findings)
    lines = reading.rows_rejected and {each.line for each in reading.findings if each.severity == "rejected"}
    assert not reading.rows_rejected or lines
    if reading.model:
        assert OpmModel.model_validate_json(reading.model.model_dump_json()) == reading.model
