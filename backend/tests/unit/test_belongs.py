"""Files that are dropped where an export is expected: known by their content, and told where they belong."""

import io
import json
import zipfile
from functools import partial

import pytest
import yaml

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.estate import estate_answer
from hostwise.estate.belongs import recognisers
from hostwise.estate.estate_answer import Misplaced, UnknownColumns
from hostwise.estate.importers.misplaced_files import MisplacedFile
from hostwise.plan.document import plan_json
from hostwise.plan.reading import UnreadablePlan, plan_of_file
from hostwise.quotes import quote_recognition
from hostwise.tables.problems import UnreadableFile
from tests.estates import history, rvtools
from tests.estates.estate import drawn
from tests.estates.others import all_formats, live_optics_tabs
from tests.estates.rvtools import comma_separated, written, zipped

OTHERS = recognisers(quote_recognition)
read_estate = partial(estate_answer.read_estate, quotes=quote_recognition)

ESTATE = drawn(30, seed=3)
EXPORT = rvtools.workbook(ESTATE)
PLAN = sample_plan("light-io")
CALM = {each.name: [1000.0] * 3 for each in ESTATE.vms}
WIDE = history.wide({"cpuUsageMhz": CALM})
QUOTE = "Quote 118, Example Systems\nPart no.\tDescription\tQty\tUnit price\nX1\tKioxia CM7-V 6.4TB\t24\t$1,950.00\n"
_PERFORMANCE: list[list[object]] = [[*each.split(",")] for each in history.LIVE_OPTICS.decode().splitlines()]
_PERFORMANCE_TAB = rvtools.Tab("VM Performance", [str(each) for each in _PERFORMANCE[0]], _PERFORMANCE[1:])
RESULT = evaluate_plan(PLAN, load_catalogue())

ELSEWHERE = {
    "wide.csv": ("is_history", WIDE),
    "utf-16.csv": ("is_history", WIDE.decode().encode("utf-16")),
    "long.csv": ("is_history", history.long({history.KEYS["cpuUsageMhz"]: CALM})),
    "batch.csv": ("is_history", history.esxtop({r"\\esx01\Group Cpu(1:web)\% Used": [1.0, 2.0]})),
    "range.json": (
        "is_history",
        history.prometheus([({"__name__": "vmware_vm_cpu_usagemhz_average", "vm_name": "a"}, [1.0, 2.0])]),
    ),
    "performance.csv": ("is_history", history.LIVE_OPTICS),
    "performance.xlsx": ("is_history", written([_PERFORMANCE_TAB])),
    "quote.txt": ("is_quote", QUOTE.encode()),
    "angebot.csv": ("is_quote", "Artikelnummer;Bezeichnung;Menge;Einzelpreis\nA1;SSD;3;1.200,00 €\n".encode("cp1252")),
    "quote.xlsx": ("is_quote", written([rvtools.Tab("Quote", ["Part", "Qty", "Unit price"], [["SSD", 3, 1200]])])),
    "plan.json": ("is_plan", json.dumps(plan_json(PLAN)).encode()),
    "kept.json": ("is_plan", json.dumps({"id": "x", "revision": 3, "plan": plan_json(PLAN)}).encode()),
    "plan.yaml": ("is_plan", yaml.safe_dump(plan_json(PLAN)).encode()),
    "report.csv": ("is_result", b"part,section,quantity,label,unit\ncomparison,Hosts,hosts,hosts,hosts\n"),
    "result.json": ("is_result", RESULT.model_dump_json().encode()),
    "readiness.xlsx": ("is_result", written([rvtools.Tab(each, ["a"], [["b"]]) for each in ("Readiness", "VMs")])),
}


@pytest.mark.parametrize("name", ELSEWHERE)
def test_what_is_no_estate_is_told_where_it_belongs(name: str) -> None:
    kind, data = ELSEWHERE[name]
    with pytest.raises(Misplaced) as refused:
        read_estate(data, name)
    assert (refused.value.code, refused.value.files) == (kind, [MisplacedFile(name, kind)])  # type: ignore[arg-type]
    assert str(refused.value).startswith(f"{name} is ")


@pytest.mark.parametrize("name", ELSEWHERE)
def test_beside_an_export_it_is_set_apart(name: str) -> None:
    kind, data = ELSEWHERE[name]
    found = read_estate(zipped({name: data, "estate.xlsx": EXPORT}), "two files.zip", anonymous=True)
    assert [(each.file, each.kind) for each in found.elsewhere] == [(name, kind)]
    assert len(found.inventory.vms) == len(ESTATE.vms)
    assert [str(each.code) for each in found.inventory.findings].count(kind) == 1
    assert "file_not_read" not in [each.code for each in found.inventory.findings]


@pytest.mark.parametrize(("name", "data"), [(name, data) for name, (_, data) in all_formats(ESTATE).items()])
def test_an_estate_of_any_format_is_one(name: str, data: bytes) -> None:
    assert OTHERS.text(data, name) is None
    assert read_estate(data, name).elsewhere == []


def test_tabs_of_an_export_are_nothing_else() -> None:
    files = rvtools.files_of_tabs(ESTATE)
    assert {OTHERS.text(data, name) for name, data in files.items()} == {None}
    assert read_estate(zipped(files), "rvtools.zip").elsewhere == []


def test_the_performance_within_an_export_of_live_optics_stays_there() -> None:
    tabs = {f"LiveOptics_{each.name}.csv": comma_separated(each) for each in live_optics_tabs(ESTATE)}
    found = read_estate(zipped(tabs), "live_optics.zip")
    assert found.elsewhere == []
    assert any(each for each in found.inventory.vms.iops_average or [])


def test_a_table_of_ones_own_asks_for_its_columns_and_not_for_those_of_a_quote_beside_it() -> None:
    own = b"Alpha;Beta;Gamma\ndb;8;64\n"
    quote = ELSEWHERE["quote.xlsx"][1]
    with pytest.raises(UnknownColumns) as asked:
        read_estate(zipped({"quote.xlsx": quote, "own.csv": own}), "two files.zip")
    assert asked.value.headers == ["Alpha", "Beta", "Gamma"]
    columns = {"name": "Alpha", "vcpu": "Beta", "memory_gib": "Gamma"}
    found = read_estate(zipped({"quote.txt": QUOTE.encode(), "own.csv": own}), "two files.zip", columns)
    assert [each.kind for each in found.elsewhere] == ["is_quote"]


def test_a_list_of_vms_with_a_date_is_a_list_until_one_of_them_is_there_twice() -> None:
    header = "timestamp,vm,vcpu,memory gb,cpuUsageMhz\n"
    once = header + "2026-09-01,a,2,8,100\n2026-09-01,b,2,8,100\n2026-09-01,c,2,8,100\n"
    assert len(read_estate(once.encode(), "list.csv").inventory.vms) == 3
    with pytest.raises(Misplaced):
        read_estate((once + once.removeprefix(header).replace("-01,", "-02,")).encode(), "list.csv")


def test_exports_of_several_products_are_read_together() -> None:
    other = all_formats(drawn(12, seed=9))["azure_gb.csv"][1]
    found = read_estate(zipped({"rvtools.xlsx": EXPORT, "azure.csv": other}), "two files.zip")
    assert {each.label for each in found.inventory.sources} == {"RVTools", "Azure Migrate"}
    assert len(found.inventory.vms) == len(ESTATE.vms) + 12


def stored(files: dict[str, bytes]) -> bytes:
    """A zip as the page sends several files: not packed."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return file.getvalue()


def test_zips_that_are_sent_together_are_opened() -> None:
    tabs = zipped(rvtools.files_of_tabs(ESTATE))
    series = zipped({"wide.csv": WIDE})
    found = read_estate(stored({"vc1.zip": tabs, "history.zip": series}), "two files.zip")
    assert len(found.inventory.vms) == len(ESTATE.vms)
    assert [(each.file, each.kind) for each in found.elsewhere] == [("history.zip/wide.csv", "is_history")]
    with pytest.raises(UnreadableFile, match="zip within a zip"):
        read_estate(stored({"vc1.zip": stored({"inner.zip": tabs})}), "deep.zip")
    with pytest.raises(UnreadableFile, match="zip within a zip"):
        read_estate(zipped({"vc1.zip": tabs}), "packed.zip")


def test_garbage_is_none_of_them() -> None:
    for data in (b"%PDF-1.7 quote", b"\x89PNG", b"\x00\x01", b"", b"a,b\n1,2\n", b"{}", b"nothing at all"):
        assert OTHERS.text(data, "x") is None


def test_a_history_is_known_by_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hostwise.estate.belongs._HEAD_BYTES", 500)
    assert OTHERS.text(WIDE, "wide.csv") == "is_history"


@pytest.mark.parametrize("name", ["plan.json", "kept.json", "plan.yaml"])
def test_a_plan_is_read_from_any_file_that_has_one(name: str) -> None:
    assert plan_of_file(ELSEWHERE[name][1]) == PLAN
    with pytest.raises(UnreadablePlan):
        plan_of_file(b"workload: 1\nconfigurations: 2\n")


@pytest.mark.parametrize(
    "header",
    [
        *("Unit price", "Price each", "Each", "Unit net", "Einzelpreis", "EP netto", "Net price (EUR)", "Cost"),
        *("Qty;Line total", "Qty;Ext. price", "Qty;Amount", "Menge;Gesamt", "Menge;GP", "Menge;Betrag", "Menge;Summe"),
    ],
)
def test_prices_are_known_under_each_header_that_a_quote_may_have(header: str) -> None:
    values = ";".join("12.50" for _ in header.split(";"))
    assert OTHERS.text(f"Description;{header}\nDrive;{values}\n".encode(), "quote.csv") == "is_quote"
