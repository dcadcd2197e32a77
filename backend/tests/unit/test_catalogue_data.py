"""The data files themselves: clean text, no zero for unknown, damage is named, and a changed byte is a new version."""

import csv
import io
import re
from collections.abc import Callable
from importlib.resources import files

import pytest

from hostwise.catalogue import CatalogueError, build_catalogue, catalogue_version

TRUE_ZEROS = {
    ("protection", "stripe_writes_factor"),
    ("protection", "back_end_reads_per_write"),
    ("spreads", "common_share"),
    ("hypervisor_facts", "low"),
    ("management", "disk_gb"),
    ("protection", "hosts_lost"),
    ("management", "memory_gib"),
    ("management", "vcpu"),
    ("hypervisor_facts", "value"),
    ("stack_facts", "low"),
    ("stack_facts", "value"),
    ("assumptions", "value"),
    ("licence_terms", "value"),
    ("assumptions", "low"),
    ("recovery_points", "minutes"),
    ("measurements", "value"),
}


@pytest.fixture(scope="module")
def data() -> dict[str, bytes]:
    folder = files("hostwise.catalogue") / "data"
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def rows(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8"), newline="")))


def test_the_packaged_files_build(data: dict[str, bytes]) -> None:
    assert len(data) == 41
    assert build_catalogue(data).version == catalogue_version(data)


def test_files_are_plain_text_with_one_header(data: dict[str, bytes]) -> None:
    for name, content in data.items():
        assert content.isascii(), name
        assert b"\r" not in content, name
        assert content.endswith(b"\n"), name
        header = content.decode().splitlines()[0]
        assert content.decode().count(header) == 1, name


def test_keys_are_unique(data: dict[str, bytes]) -> None:
    for name, content in data.items():
        keys = [row["key"] for row in rows(content)]
        assert keys, name
        assert len(keys) == len(set(keys)), name


def test_no_cell_is_padded_or_a_word_for_missing(data: dict[str, bytes]) -> None:
    for name, content in data.items():
        for row in rows(content):
            for column, cell in row.items():
                assert cell == cell.strip(), (name, row["key"], column)
                assert cell.lower() not in {"n/a", "na", "none", "null", "nan", "-", "?", "tbd"}, (
                    name,
                    row["key"],
                    column,
                )


def test_zero_never_stands_for_unknown(data: dict[str, bytes]) -> None:
    for name, content in data.items():
        table = name.removesuffix(".csv")
        for row in rows(content):
            for column, cell in row.items():
                if re.fullmatch(r"-?0+(\.0*)?", cell):
                    assert (table, column) in TRUE_ZEROS, (name, row["key"], column)


def test_no_word_of_the_workshop_is_left(data: dict[str, bytes]) -> None:
    workshop = re.compile(r"\bseed\b|find id|recalled|not looked up|not transcribed|(?<![\w.:/])/\w+/\w", re.IGNORECASE)
    for name, content in data.items():
        for number, line in enumerate(content.decode().splitlines(), 1):
            assert not workshop.search(line), f"{name}:{number}: {line}"


def test_every_citation_is_used_or_a_founding_document(data: dict[str, bytes]) -> None:
    # The formulas and the samples cite the project itself, and the textbook of the bound on whole VMs.
    cited = {"SANDISK14", "VFRC13", "FRIEDMAN13", "INTEL21", "VMW10", "HOSTWISE", "martello-toth-1990"}
    for name, content in data.items():
        if name == "sources.csv":
            continue
        for row in rows(content):
            for column, cell in row.items():
                if column.rpartition(".")[2] in {"source", "spec_source"}:
                    cited.update(cell.split(";"))
    assert {row["key"] for row in rows(data["sources.csv"])} == cited - {""}


def test_a_changed_byte_is_another_version(data: dict[str, bytes]) -> None:
    changed = data | {"drives.csv": data["drives.csv"].replace(b"samsung-pm1645-800gb,", b"samsung-pm1645-801gb,")}
    assert catalogue_version(changed) != catalogue_version(data)
    renamed = {name.replace("drives", "drive"): content for name, content in data.items()}
    assert catalogue_version(renamed) != catalogue_version(data)


def test_the_version_is_the_same_on_every_system(data: dict[str, bytes]) -> None:
    windows = {name: content.replace(b"\n", b"\r\n") for name, content in reversed(data.items())}
    assert catalogue_version(windows) == catalogue_version(data)
    assert re.fullmatch(r"\d+\.\d+\.\d+\+[0-9a-f]{8}", catalogue_version(data))
    assert vars(build_catalogue(windows)) == vars(build_catalogue(data))


def replacing(file: str, old: str, new: str) -> Callable[[dict[str, bytes]], dict[str, bytes]]:
    def damage(data: dict[str, bytes]) -> dict[str, bytes]:
        assert old.encode() in data[file]
        return data | {file: data[file].replace(old.encode(), new.encode(), 1)}

    return damage


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: {name: data[name] for name in data if name != "cpus.csv"}, "cpus.csv is missing"),
        (lambda data: data | {"cpus.csv": data["cpus.csv"] + b"\xff\n"}, "cpus.csv"),
        (replacing("drives.csv", ",SAS 12Gb/s,800,3,", ",SAS, 12Gb/s,800,3,"), "more or fewer cells"),
        (
            replacing("drives.csv", ",SAS 12Gb/s,800,3,", ",SAS 12Gb/s,zero,3,"),
            r"line 9 \(samsung-pm1645-800gb\): capacity_gb: .*valid number",
        ),
        (replacing("drives.csv", ",SAS 12Gb/s,800,3,", ",SAS 12Gb/s,0,3,"), r"samsung-pm1645-800gb\): capacity_gb"),
        (replacing("drives.csv", "rated_dwpd", "dwpd"), "dwpd: Extra inputs"),
        (replacing("drives.csv", "samsung-pm1645-1.6tb,", "samsung-pm1645-800gb,"), "stands twice"),
        (replacing("drives.csv", "INTEL21;lenovo-pm1645a-guide", "INTEL12"), "unknown source 'INTEL12'"),
        (replacing("drives.csv", "max_w;mtbf_hours", "max_watt;mtbf_hours"), "background field 'max_watt'"),
        (replacing("drives.csv", ",press,", ",hearsay,"), "confidence"),
        (replacing("drive_evidence.csv", "samsung-pm1645-800gb,", "samsung-pm1645-900gb,"), "unknown drive"),
        (replacing("host_power.csv", ",amd-epyc-9965,", ",amd-epyc-9966,"), "unknown processor"),
        (replacing("host_power.csv", ",150.5,844,", ",844,150.5,"), "idle_w is above max_w"),
        (replacing("protection.csv", ",1.25,6,", ",1.25,,"), "go together"),
        (replacing("assumptions.csv", ",0.6,sigma,0.5,0.6,", ",0.7,sigma,0.5,0.6,"), "outside low..high"),
        (replacing("cpus.csv", ",996,USD,", ",,USD,"), "list_price.amount"),
    ],
)
def test_damage_is_refused_with_its_place(
    data: dict[str, bytes], damage: Callable[[dict[str, bytes]], dict[str, bytes]], message: str
) -> None:
    with pytest.raises(CatalogueError, match=message):
        build_catalogue(damage(data))
