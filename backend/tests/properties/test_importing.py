"""Whatever a file holds, it is an inventory whose rows add up, or a problem with a code."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from hostwise.estate.importers.reading import read_inventory
from hostwise.plan.estate import Inventory
from hostwise.tables.problems import UnreadableFile
from tests.drawing_examples import examples
from tests.estates.estate import drawn
from tests.estates.others import all_formats
from tests.estates.rvtools import old_csv, workbook

ESTATE = drawn(12, seed=2)
FILES = [(name, data) for name, (_, data) in all_formats(ESTATE).items()]
FILES += [("rvtools.xlsx", workbook(ESTATE)), ("vInfo.csv", old_csv(ESTATE))]


def read_or_refused(data: bytes, name: str) -> None:
    try:
        inventory = read_inventory(data, name)
    except UnreadableFile as problem:
        code, message = problem.code, str(problem)
    else:
        check(inventory)
        return
    assert code
    assert message


def check(inventory: Inventory) -> None:
    assert len(inventory.vms) > 0
    for tab in inventory.tabs:
        assert min(tab.rows_accepted, tab.rows_repaired, tab.rows_rejected) >= 0
        assert tab.rows_accepted + tab.rows_repaired + tab.rows_rejected == tab.rows_read
    # What was read is valid by the schema: finite, not negative, and of one length.
    assert type(inventory).model_validate(inventory.model_dump()) is not None


@settings(max_examples=examples(500))
@given(st.sampled_from(FILES), st.data())
def test_a_file_with_some_bytes_changed(file: tuple[str, bytes], data: st.DataObject) -> None:
    name, content = file
    changed = bytearray(content)
    for _ in range(data.draw(st.integers(1, 6))):
        changed[data.draw(st.integers(0, len(changed) - 1))] = data.draw(st.integers(0, 255))
    read_or_refused(bytes(changed), name)


@settings(max_examples=examples(500))
@given(st.sampled_from(FILES), st.data())
def test_a_file_that_was_cut_short(file: tuple[str, bytes], data: st.DataObject) -> None:
    name, content = file
    read_or_refused(content[: data.draw(st.integers(0, len(content)))], name)


HEADERS = st.sampled_from(
    ["VM", "CPUs", "Memory", "Powerstate", "Cluster", "VM ID", "Host", "VM Name", "vCPUs", "RAM", "Disk (GB)", "", "x"]
)
CELLS = st.one_of(
    st.sampled_from(["", "a", "1", "16,384", "1.024", "-1", "n/a", "1e400", "nan", "inf", "12,5 %", "\u2212 3", "0x1"]),
    st.text(max_size=12),
)


@settings(max_examples=examples(500))
@given(st.lists(HEADERS, max_size=9), st.lists(st.lists(CELLS, max_size=10), max_size=8), st.sampled_from(",;\t"))
def test_any_table(headers: list[str], rows: list[list[str]], separator: str) -> None:
    text = "\n".join(separator.join(row) for row in [headers, *rows])
    read_or_refused(text.encode("utf-8", "replace"), "vInfo.csv")


@settings(max_examples=examples(500))
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(
                    ["data", "type", "vmid", "node", "name", "maxcpu", "maxmem", "status", "maxdisk", "format"]
                )
                | st.text(max_size=4),
                inner | st.sampled_from(["qemu", "node", "storage", "lxc", "hostwise-inventory"]),
                max_size=8,
            )
        ),
        max_leaves=30,
    )
)
def test_any_json(document: object) -> None:
    read_or_refused(json.dumps([document]).encode(), "a.json")
    read_or_refused(json.dumps({"data": document}).encode(), "a.json")
