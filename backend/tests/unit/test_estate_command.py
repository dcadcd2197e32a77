"""Estates on the command line: an export becomes a plan, and exports a file that somebody else may see."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from hostwise.plan.document import Plan
from hostwise.plan.estate import Inventory
from hostwise.server.commands import command_line
from tests.estates.estate import drawn
from tests.estates.history import wide
from tests.estates.lists import as_json, openstack_flavours, openstack_servers
from tests.estates.platforms import ceph_df, kubevirt_yaml
from tests.estates.rvtools import Quirks, tabs, workbook, written


class Ended(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Ended]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def ended(*arguments: str) -> Ended:
        code = command_line.main(arguments)
        return Ended(code, *capsys.readouterr())

    return ended


@pytest.fixture
def export(tmp_path: Path) -> Path:
    path = tmp_path / "estate.xlsx"
    path.write_bytes(workbook(drawn(80, clusters=2), Quirks(cut_row=True, attributes=("owner",))))
    return path


def test_a_choice_about_shared_disks_is_all_that_is_said_of_them(run: Run, tmp_path: Path) -> None:
    found = tabs(drawn(20, clusters=1))
    disks = next(each for each in found if each.name == "vDisk")
    path, capacity = disks.header.index("Path"), disks.header.index("Capacity MiB")
    first = disks.rows[0]
    for row in disks.rows[1:6]:
        row[path], row[capacity] = first[path], first[capacity]
    export = tmp_path / "estate.xlsx"
    export.write_bytes(written(found))
    as_found = run("import", str(export), "-o", str(tmp_path / "plan.json"))
    assert as_found.err.count("Disks with the same file or device") + as_found.err.count("VMs share count once") == 1
    chosen = "no" if "VMs share count once" in as_found.err else "yes"
    ended = run("import", str(export), "-o", str(tmp_path / "plan.json"), "--merge-shared", chosen)
    assert "as chosen" in ended.err
    assert "Disks with the same file or device" not in ended.err
    assert "VMs share count once" not in ended.err


def test_an_export_becomes_a_plan_that_can_be_compared(run: Run, export: Path, tmp_path: Path) -> None:
    plan = tmp_path / "plan.json"
    ended = run("import", str(export), "-o", str(plan), "--group", "os", "--name", "Our estate")
    assert ended.code == 0
    assert "estate.xlsx was read as RVTools" in ended.err
    assert "rejected  The last row, " in ended.err
    assert "as if the file was cut short there: it is left out." in ended.err
    assert "Placed one by one, the VMs fit on" in ended.err
    document = Plan.model_validate(json.loads(plan.read_bytes()))
    assert document.name == "Our estate"
    assert "Windows Server" in [each.name for each in document.workload.groups]
    compared = run("compare", str(plan))
    assert compared.code == 0
    assert "As is" in compared.out


def test_vms_on_no_host_are_said_once_for_all_configurations(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "servers.csv"
    table.write_text("name,vCPU,RAM (GB),Disk (GB)\nweb,4,8,100\ngiant,700,8,100\nbad1,,16,100\ndb,2,8,100\n", "utf-8")
    ended = run("import", str(table), "-o", str(tmp_path / "plan.json"))
    assert ended.code == 0
    assert "\nOn no host: giant (larger than a host).\n" in ended.err
    assert "Placed one by one, all but 1 VM of 4 fit on" in ended.err
    # As the plan counts it: as a mean one.
    assert "bad1 (" not in ended.err


def test_only_the_named_clusters_are_counted(run: Run, export: Path, tmp_path: Path) -> None:
    plans = []
    for options in ((), ("--cluster", "CL-A")):
        assert run("import", str(export), "-o", str(tmp_path / "plan.json"), *options).code == 0
        plans.append(Plan.model_validate(json.loads((tmp_path / "plan.json").read_bytes())))
    everything, one = (sum(each.count for each in plan.workload.groups) for plan in plans)
    assert 0 < one < everything
    assert run("import", str(export), "-o", "-", "--cluster", "nowhere").code == 3


def test_each_cluster_has_a_plan_of_its_own(run: Run, export: Path, tmp_path: Path) -> None:
    assert run("import", str(export), "-o", str(tmp_path / "plan.json")).code == 0
    whole = Plan.model_validate(json.loads((tmp_path / "plan.json").read_bytes()))
    ended = run("import", str(export), "-o", str(tmp_path / "own.json"), "--per-cluster", "--name", "Ours")
    assert ended.code == 0
    own = [Plan.model_validate(json.loads((tmp_path / f"own-{number}.json").read_bytes())) for number in (1, 2)]
    assert {each.name for each in own} == {"Ours: CL-A", "Ours: CL-B"}
    counts = [sum(each.count for each in plan.workload.groups) for plan in (whole, *own)]
    assert counts[0] == counts[1] + counts[2]
    assert run("import", str(export), "-o", "-", "--per-cluster").code == 3


def test_growth_and_io_are_given_on_the_command_line(run: Run, tmp_path: Path) -> None:
    table, plan = tmp_path / "vms.csv", tmp_path / "plan.json"
    table.write_text("Name,vCPU,Memory GiB,Disk GB,Power\nweb,4,8,100,on\napp,4,8,100,on\n")
    given = ("--growth", "5", "--io-per-vcpu", "20", "80")
    assert run("import", str(table), "-o", str(plan), *given).code == 0
    (group,) = json.loads(plan.read_text())["workload"]["groups"]
    assert (group["count_growth_rate"], group["iops_average"], group["iops_peak"]) == (0.05, 80, 320)
    for wrong in (("--growth", "-95"), ("--io-per-vcpu", "20")):
        assert run("import", str(table), "-o", str(plan), *wrong).code != 0


def test_history_is_read_beside_it(run: Run, export: Path, tmp_path: Path) -> None:
    names = [each.name for each in drawn(80, clusters=2).vms]
    history = tmp_path / "history.csv"
    history.write_bytes(wide({"cpuUsageMhz": {name: [900.0] * 48 for name in names}}, seconds=3600))
    ended = run("import", str(export), "-o", str(tmp_path / "plan.json"), "--history", str(history))
    assert ended.code == 0, ended.err
    plan = Plan.model_validate(json.loads((tmp_path / "plan.json").read_bytes()))
    assert plan.workload.groups[0].cpu_ghz == pytest.approx(0.9)
    assert run("import", str(export), "-o", "-", "--history", str(tmp_path / "none.csv")).code == 3


def test_what_is_not_understood_is_asked_for_and_said(run: Run, tmp_path: Path) -> None:
    table, plan = tmp_path / "vms.csv", tmp_path / "plan.json"
    table.write_text(
        "VM,vCPU,Arbeitsspeicher,Zustand\na,4,8,l\u00e4uft gut\nb,8,16,l\u00e4uft gut\nvCLS-1,1,1,on\n", "utf-8"
    )
    named = ("--column", "name=VM", "--column", "cpu=vCPU", "--column", "memory=Arbeitsspeicher")
    asked = run("import", str(table), "-o", str(plan), *named, "--column", "power=Zustand")
    assert asked.code == 3
    assert "The power state of 2 VMs of 3 is not understood: 'l\u00e4uft gut' 2" in asked.err
    said = ("--column", "power=Zustand", "--power", "l\u00e4uft gut=on")
    ended = run("import", str(table), "-o", str(plan), *named, *said)
    assert ended.code == 0
    groups = json.loads(plan.read_bytes())["workload"]["groups"]
    assert (sum(each["count"] for each in groups), sum(each["count"] * each["memory_gib"] for each in groups)) == (
        2,
        24,
    )
    assert run("import", str(table), "-o", str(plan), *named, *said, "--count-infrastructure").code == 0
    assert sum(each["count"] for each in json.loads(plan.read_bytes())["workload"]["groups"]) == 3
    for wrong in (("--power", "maybe"), ("--power", "x=perhaps"), ("--column", "memory")):
        assert run("import", str(table), "-o", str(plan), *wrong).code == 3


def test_a_file_that_is_no_export_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "quote.pdf"
    path.write_bytes(b"%PDF-1.7")
    ended = run("import", str(path), "-o", "-")
    assert (ended.code, ended.out) == (3, "")
    assert "quote.pdf is neither a workbook nor CSV" in ended.err


def test_a_plan_is_not_written_where_an_estate_is_asked_for(run: Run, tmp_path: Path) -> None:
    ended = run("import", "sample:light-io", "-o", str(tmp_path / "plan.json"))
    assert ended.code == 3
    assert "sample:light-io is a plan" in ended.err


def test_exports_are_put_together_without_names(run: Run, export: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.xlsx"
    other.write_bytes(workbook(drawn(30, seed=2, vcenter="vc02.lab.example", prefix="b-")))
    output = tmp_path / "shared.json"
    assert run("collect", "files", str(export), str(other), "-o", str(output), "--anonymous").code == 0
    text = output.read_text(encoding="utf-8")
    estate = drawn(80, clusters=2)
    for secret in (estate.vms[0].name, estate.vms[0].host, "vc02", "CL-A", "owner", "estate.xlsx"):
        assert secret not in text
    inventory = Inventory.model_validate_json(text)
    # The last row of the first export is cut short.
    assert len(inventory.vms.name) == 80 - 1 + 30
    names = json.loads((tmp_path / "shared-names.json").read_bytes())
    assert estate.vms[0].name in names["vm_names"].values()
    first = output.read_bytes()
    assert run("collect", "files", str(export), str(other), "-o", str(output), "--anonymous").code == 0
    assert output.read_bytes() == first
    assert run("import", str(output), "-o", str(tmp_path / "plan.json")).code == 0


def test_a_mapping_is_saved_and_used_again(run: Run, tmp_path: Path) -> None:
    table, other, plan, mapping = (tmp_path / each for each in ("a.csv", "b.csv", "plan.json", "mapping.json"))
    table.write_text("Bezeichnung;Kerne;Platz\nweb;4;16\ndb;8;32\n")
    other.write_text("Kerne;Platz;Bezeichnung;RAM\n2;8;mail;4\n")
    given = ("--column", "name=Bezeichnung", "--column", "cpu=Kerne", "--column", "memory=Platz")
    saved = run("import", str(table), "-o", str(plan), *given, "--save-mapping", str(mapping))
    assert (saved.code, f"{mapping} is written." in saved.err) == (0, True)
    columns = {"name": "Bezeichnung", "vcpu": "Kerne", "memory_gib": "Platz"}
    expected = {"format": "hostwise-mapping", "format_version": 1, "columns": columns}
    assert json.loads(mapping.read_bytes()) == expected

    def memory() -> float:
        groups = Plan.model_validate(json.loads(plan.read_bytes())).workload.groups
        return sum(each.memory_gib * each.count for each in groups)

    assert run("import", str(other), "-o", str(plan), "--mapping", str(mapping)).code == 0
    assert memory() == 8
    # The command line wins, column by column.
    assert run("import", str(other), "-o", str(plan), "--mapping", str(mapping), "--column", "memory_gib=RAM").code == 0
    assert memory() == 4


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"format": "hostwise-mapping", "format_version": 1, "columns": {"memmory": "x"}}', "Did you mean 'memory'?"),
        ('{"format": "hostwise-mapping", "format_version": 1, "columns": {"vcpus": "x"}}', "Did you mean 'vcpu'?"),
        ('{"format": "hostwise-mapping", "format_version": 1, "colums": {}}', "Did you mean 'columns'?"),
        ('{"format": "hostwise-mapping", "format_version": 2, "columns": {"name": "x"}}', "format_version"),
        ('{"format": "hostwise-mapping", "format_version": 1, "columns": {"name": 3}}', "must be a text"),
        ('{"format": "hostwise-mapping", "format_version": 1, "columns": {"cpu": "a", "vcpu": "b"}}', "stands twice"),
        ('{"format": "hostwise-mapping", "format_version": 1, "columns": {"cpu": "a", "cpu": "b"}}', "stands twice"),
        ('{"format": "hostwise-mapping", "format_version": 1, "columns": {}}', "must be an object"),
        ('{"name": "VM"}', "it is no mapping"),
        ("[]", "it is no mapping"),
        ("{", "is no JSON"),
        ("\x00\xff", "is no JSON"),
    ],
)
def test_a_mapping_that_cannot_be_used_says_why(run: Run, tmp_path: Path, text: str, said: str) -> None:
    table, mapping = tmp_path / "a.csv", tmp_path / "mapping.json"
    table.write_text("Name;vCPU;RAM\nweb;4;16\n")
    mapping.write_text(text)
    ended = run("import", str(table), "-o", str(tmp_path / "p.json"), "--mapping", str(mapping))
    assert ended.code == 3
    assert said in ended.err
    assert "mapping.json" in ended.err


def test_a_column_that_is_unknown_names_the_nearest_and_nothing_is_not_saved(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "a.csv"
    table.write_text("Name;vCPU;RAM\nweb;4;16\n")
    ended = run("import", str(table), "-o", "-", "--column", "memry=RAM")
    assert (ended.code, "Did you mean 'memory'?" in ended.err) == (3, True)
    nothing = run("import", str(table), "-o", "-", "--save-mapping", str(tmp_path / "m.json"))
    assert (nothing.code, "nothing to save" in nothing.err) == (3, True)
    missing = run("import", str(table), "-o", "-", "--mapping", str(tmp_path / "none.json"))
    assert (missing.code, "Cannot read" in missing.err) == (3, True)
    assert not (tmp_path / "m.json").exists()


def test_lists_that_belong_together_are_named_together(run: Run, tmp_path: Path) -> None:
    estate, plan = drawn(30), tmp_path / "plan.json"
    files = {"servers.json": openstack_servers(estate), "flavors.json": openstack_flavours(estate)}
    for name, records in files.items():
        (tmp_path / name).write_bytes(as_json(records))
    alone = run("import", str(tmp_path / "servers.json"), "-o", str(plan))
    assert (alone.code, "openstack flavor list" in alone.err) == (3, True)
    both = run("import", *(str(tmp_path / name) for name in files), "-o", str(plan))
    assert (both.code, "was read as OpenStack" in both.err) == (0, True)
    assert Plan.model_validate(json.loads(plan.read_bytes())).workload.groups


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (ceph_df(), "is the fill of a Ceph cluster, and holds no VM: add the VM list of it"),
        ({"health": {}, "fsid": "x"}, "is JSON of an unknown kind: an object with the keys 'health', 'fsid'."),
        ([{"a": 1}, 2], "is JSON of an unknown kind: a list of 2 values."),
    ],
)
def test_json_that_is_no_plan_is_said_to_be_what_it_is(
    run: Run, tmp_path: Path, document: object, message: str
) -> None:
    path = tmp_path / "input.json"
    path.write_bytes(json.dumps(document).encode())
    for more in ([], ["-o", str(tmp_path / "plan.json")]):
        ended = run("import", str(path), *more)
        assert ended.code == 3
        assert message in " ".join(ended.err.split())


def test_a_plan_and_a_missing_file_are_told_apart(run: Run, tmp_path: Path) -> None:
    output = str(tmp_path / "plan.json")
    gone = run("import", str(tmp_path / "gone.json"), "-o", output)
    assert "gone.json does not exist." in " ".join(gone.err.split())
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"workloads": {}}')
    assert "is a plan." in run("import", str(wrong), "-o", output).err
    assert "is not a valid plan" in run("import", str(wrong)).err


def test_yaml_of_kubernetes_becomes_a_plan(run: Run, tmp_path: Path) -> None:
    estate, output = tmp_path / "vms.yaml", tmp_path / "plan.json"
    estate.write_bytes(kubevirt_yaml(drawn(20)))
    ended = run("import", str(estate), "-o", str(output))
    assert ended.code == 0
    assert "was read as KubeVirt" in ended.err
    assert Plan.model_validate(json.loads(output.read_bytes())).workload.groups
