"""Files that cannot be read: each a problem with a code, in bounded memory and time."""

import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable

import pytest

from hostwise.estate.importers.reading import read_inventory
from hostwise.tables import bundle, packed
from hostwise.tables.problems import UnreadableFile
from tests.conftest import REPOSITORY
from tests.estates import bad
from tests.estates.estate import drawn
from tests.estates.rvtools import files_of_tabs, old_csv, workbook, zipped
from tests.estates.sheets import raw_workbook, sheet_xml

ESTATE = drawn(40, seed=8)
WORKBOOK = workbook(ESTATE)


def code_of(data: bytes, name: str) -> str:
    with pytest.raises(UnreadableFile) as caught:
        read_inventory(data, name)
    message = str(caught.value)
    assert name in message
    assert message.endswith((".", "?"))
    return caught.value.code


SMALL: dict[str, tuple[bytes, str, str]] = {
    "empty file": (b"", "a.csv", "empty"),
    "blanks only": (b"\xef\xbb\xbf \r\n\t\n", "a.csv", "empty"),
    "zeros only": (b"\0" * 5_000, "a.xlsx", "empty"),
    "a PDF": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj", "a.xlsx", "unknown_kind"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + b"\0" * 100, "a.png", "unknown_kind"),
    "gzip": (b"\x1f\x8b\x08" + b"\0" * 30, "a.csv.gz", "unknown_kind"),
    "bytes that are no text": (b"MZ\x90\x00\x03\x00\x00\x00" * 50, "a.exe", "unknown_kind"),
    "half of UTF-16": (b"\xff\xfe" + "VM,CPUs".encode("utf-16-le")[:-1], "a.csv", "wrong_encoding"),
    "JSON that is none": (b'{"data": [1, 2', "a.json", "no_json"),
    "JSON too deep": (b"[" * 200_000, "a.json", "no_json"),
    "JSON of another kind": (b'{"status": "success", "data": {"result": []}}', "a.json", "unknown_format"),
    "JSON of numbers": (b"[1, 2, 3]", "a.json", "unknown_format"),
    "a damaged inventory": (b'{"format": "hostwise-inventory", "vms": 3}', "a.json", "bad_inventory"),
    "a table of something else": (b"fruit,price\napple,3\n", "a.csv", "unknown_format"),
    "words": (b"Dear all,\nplease find enclosed nothing.\n", "a.txt", "unknown_format"),
    "a quote that never ends": (b'VM,CPUs,Memory\n"' + b"x" * 200_000, "a.csv", "no_csv"),
    "a header without rows": (b"VM,Powerstate,CPUs,Memory\n", "vInfo.csv", "no_vms"),
    "ten thousand columns": (bad.wide_csv(), "vInfo.csv", "too_many_columns"),
    "a workbook with a password": (bad.encrypted_workbook(), "a.xlsx", "encrypted"),
    "a zip with a password": (bad.protected_zip(), "a.zip", "encrypted"),
    "an OLE file that is no workbook": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 2_000, "a.xls", "no_workbook"),
    "a zip within a zip": (zipped({"a.zip": zipped({"a.csv": b"x,y\n"})}), "a.zip", "nested_zip"),
    "one that is called otherwise": (zipped({"a.csv": zipped({"a.csv": b"x,y\n"})}), "a.csv", "nested_zip"),
    "a zip of nothing to read": (zipped({"readme.md": b"hello"}), "a.zip", "empty"),
    "an empty zip": (zipped({}), "a.zip", "unknown_kind"),
    "too many files": (zipped({f"{at}.csv": b"a,b\n" for at in range(501)}), "a.zip", "too_many_files"),
    "a truncated workbook": (WORKBOOK[: len(WORKBOOK) // 2], "a.xlsx", "truncated"),
    "a workbook without its end": (WORKBOOK[:-200], "a.xlsx", "truncated"),
    "a truncated zip": (zipped(files_of_tabs(ESTATE))[:5_000], "a.zip", "truncated"),
    "a cell far away": (bad.far_cell(), "a.xlsx", "sheet_too_large"),
    "a workbook that is no XML": (raw_workbook({"vInfo": "<worksheet><sheetData><row"}), "a.xlsx", "no_workbook"),
    "an empty workbook": (raw_workbook({"vInfo": sheet_xml("")}), "a.xlsx", "empty"),
}


@pytest.mark.parametrize(("data", "name", "code"), SMALL.values(), ids=SMALL)
def test_a_bad_file_is_a_problem_with_its_code(data: bytes, name: str, code: str) -> None:
    assert code_of(data, name) == code


def test_a_damaged_file_in_a_zip() -> None:
    data = bytearray(zipped({"vInfo.csv": old_csv(ESTATE)}))
    for at in range(200, 260):
        data[at] ^= 0x55
    assert code_of(bytes(data), "a.zip") == "truncated"


def test_a_workbook_in_a_zip_is_read_and_a_damaged_one_is_named() -> None:
    assert len(read_inventory(zipped({"x/a.xlsx": WORKBOOK}), "a.zip").vms) == len(ESTATE.vms)
    with pytest.raises(UnreadableFile, match=r"x/b\.xlsx"):
        read_inventory(zipped({"x/b.xlsx": WORKBOOK[:5_000]}), "a.zip")


def test_a_sheet_that_announces_billions_of_cells_is_read() -> None:
    assert read_inventory(bad.announced_billions(), "a.xlsx").vms.vcpu == [2] * 10


def test_sheets_that_nobody_reads_may_hold_anything() -> None:
    with zipfile.ZipFile(io.BytesIO(bad.far_cell())) as archive:
        far = archive.read("xl/worksheets/sheet1.xml").decode()
    data = raw_workbook({"vHealth": far, "vInfo": bad.info_sheet(3)})
    assert len(read_inventory(data, "a.xlsx").vms) == 3
    assert code_of(raw_workbook({"vDisk": far, "vInfo": bad.info_sheet(3)}), "a.xlsx") == "sheet_too_large"


HALF = chr(0xD83D)


@pytest.mark.parametrize(
    ("half", "number"),
    [(HALF, "1e400"), (f"a{HALF}", "9" * 400), (f"{HALF}{HALF}b", "-1e400"), ("whole \U0001f4be", "NaN")],
)
def test_halves_of_characters_and_numbers_beyond_any_are_read_as_such(half: str, number: str) -> None:
    rows = [{"name": half, "vcpu": 2, "memory_gib": 4, "disk_gb": 10, half: half}, {"name": "b", "vcpu": 2}]
    text = json.dumps(rows).replace("10", number)
    found = read_inventory(text.encode(), "a.json")
    # What could not be written would be an error of the server.
    vms = json.loads(found.model_dump_json())["vms"]
    assert vms["name"][0] == half.replace(HALF, "\ufffd")
    assert vms["disk_gb"] in (None, [None, None])


def test_a_file_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hostwise.estate.importers.reading.MOST_FILE_BYTES", 1_000)
    assert code_of(WORKBOOK, "a.xlsx") == "too_large"


def test_too_many_vms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hostwise.estate.importers.reading.MOST_VMS", 39)
    assert code_of(WORKBOOK, "a.xlsx") == "too_many_vms"


def test_more_cells_of_a_csv_than_any_export(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "MOST_CSV_CELLS", 1_000)
    assert code_of(b"VM,CPUs\n" + b"," * 2_000, "a.csv") == "too_many_cells"


def test_more_rows_of_a_csv_than_any_export(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "_rows", None)
    monkeypatch.setattr(bundle, "well_formed", None)
    # By its size, before a row is read.
    assert code_of(b"VM,CPUs\n" + b"a,2\n" * 2_000_000, "a.csv") == "too_many_rows"


def test_a_part_that_is_too_large_as_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed, "MOST_UNPACKED_BYTES", 10_000)
    assert code_of(WORKBOOK, "a.xlsx") == "too_large_unpacked"


MIB = 2**20
_READER = """
import resource, sys
from pathlib import Path
from hostwise.estate.importers.import_memory import bounded_memory
from hostwise.tables.problems import UnreadableFile
from hostwise.estate.importers.reading import read_inventory
data, extra = Path(sys.argv[1]).read_bytes(), int(sys.argv[2])
before = resource.getrlimit(resource.RLIMIT_AS)
def peak():
    return next(int(each.split()[1]) for each in open("/proc/self/status") if each.startswith("VmHWM"))
begin = peak()
try:
    with bounded_memory(extra or 2**40):
        found = len(read_inventory(data, "a.xlsx").vms)
except UnreadableFile as problem:
    found = problem.code
assert resource.getrlimit(resource.RLIMIT_AS) == before
print(found, peak() - begin)
"""


def read_apart(path: str, extra: int = 0) -> subprocess.CompletedProcess[str]:
    """Read a file in a process of its own, with a limit on its memory if there is one."""
    command = [sys.executable, "-c", _READER, path, str(extra)]
    return subprocess.run(command, cwd=REPOSITORY / "backend", capture_output=True, text=True, timeout=600, check=False)


linux_only = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux has this limit, and says the peak of a process"
)


@linux_only
@pytest.mark.parametrize(
    ("make", "code", "most_mib"),
    [
        (bad.bomb, "zip_bomb", 20),
        (lambda: zipped({"x.xlsx": bad.bomb(100 * MIB, "xl/workbook.xml")}), "zip_bomb", 40),
        (bad.lying_workbook, "zip_bomb", 30),
        (bad.far_cell, "sheet_too_large", 20),
        (bad.huge_sheet, "sheet_too_large", 60),
        (bad.wide_csv, "too_many_columns", 20),
    ],
    ids=["bomb", "bomb in a zip", "sizes that lie", "far cell", "huge sheet", "wide"],
)
def test_what_is_made_to_fill_the_memory_does_not(
    make: Callable[[], bytes], code: str, most_mib: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("bad") / "file"
    path.write_bytes(make())
    done = read_apart(str(path))
    assert done.returncode == 0, done.stderr
    found, kib = done.stdout.split()
    assert found == code
    assert int(kib) < most_mib * 1024


@pytest.fixture(scope="module")
def hidden(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A workbook whose far cell is found by nobody before it is read."""
    path = tmp_path_factory.mktemp("hidden") / "file"
    path.write_bytes(bad.hidden_far_cell())
    return str(path)


@linux_only
class TestLimitOnMemory:
    def test_a_far_cell_that_hides_in_a_sheet_ends_the_process_or_is_a_problem(self, hidden: str) -> None:
        done = read_apart(hidden, 512 * MIB)
        if done.returncode == 0:
            found, kib = done.stdout.split()
            assert found in ("out_of_memory", "no_workbook", "sheet_too_large")
            assert int(kib) < 600 * 1024
        else:
            assert "memory allocation" in done.stderr or "MemoryError" in done.stderr

    def test_a_good_file_is_read_within_it(self, tmp_path_factory: pytest.TempPathFactory) -> None:
        path = tmp_path_factory.mktemp("good") / "file"
        path.write_bytes(WORKBOOK)
        done = read_apart(str(path), 512 * MIB)
        assert done.stdout.split()[0] == str(len(ESTATE.vms)), done.stderr

    def test_what_needs_more_in_python_is_a_problem(self, tmp_path_factory: pytest.TempPathFactory) -> None:
        path = tmp_path_factory.mktemp("large") / "file"
        document = {"data": [{"type": "qemu", "vmid": at, "node": "n"} for at in range(150_000)]}
        path.write_text(json.dumps(document))
        done = read_apart(str(path), 16 * MIB)
        assert done.stdout.split()[0] == "out_of_memory", done.stderr
