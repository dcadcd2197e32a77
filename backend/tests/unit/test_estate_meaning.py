"""What figures of a source mean: states, sums, units, memory that moves, hosts that are none, VMs of the platform."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hostwise.answers.estate_sizing.estate_document import EstateAnswer
from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.estate.estate_answer import estate_answer, estate_portfolio
from hostwise.estate.importers.power import state_of
from hostwise.estate.importers.reading import read_inventory
from hostwise.plan.estate import EstateChoices, EstateScope, Inventory, Power
from hostwise.tables.problems import UnreadableFile
from tests.estates import rvtools
from tests.estates.estate import drawn
from tests.estates.rvtools import Tab, comma_separated, zipped

CATALOGUE = load_catalogue()


def tab(name: str) -> Tab:
    return next(each for each in rvtools.tabs(drawn(8, seed=3)) if each.name == name)


def of_tabs(*tabs: Tab) -> Inventory:
    files = {f"RVTools_tab{each.name}.csv": comma_separated(each) for each in tabs}
    return read_inventory(zipped(files), "r.zip")


def csv(*lines: str) -> bytes:
    return "\n".join(lines).encode()


def read(*lines: str, name: str = "input.csv") -> Inventory:
    return read_inventory(csv(*lines), name)


def answered(inventory: Inventory, **scope: Any) -> EstateAnswer:
    choices = EstateChoices(scope=EstateScope(**scope))
    return estate_answer(inventory, choices, CATALOGUE, with_plan=False)


def codes(inventory: Inventory) -> set[str]:
    return {each.code for each in inventory.findings}


# --------------------------------------------------------------------------------------------------------- power


@pytest.mark.parametrize(
    ("word", "state"),
    [
        ("poweredOn", Power.ON), ("Powered On", Power.ON), ("PowerOff", Power.OFF), ("Saved", Power.SUSPENDED),
        ("SHUTOFF", Power.OFF), ("ACTIVE", Power.ON), ("halted", Power.OFF), ("Ausgeschaltet", Power.OFF),
        ("Arr\u00eat\u00e9", Power.OFF), ("apagada", Power.OFF), ("in esecuzione", Power.ON),
        ("\u5b9f\u884c\u4e2d", Power.ON), ("PowerState/deallocated", Power.OFF), ("maybe", None), ("1", None),
    ],
)  # fmt: skip
def test_words_of_products_and_languages_are_known_and_numbers_are_not(word: str, state: Power | None) -> None:
    assert state_of(word) is state


TABLE = ("Name,vCPU,Memory (GB),State", "app1,4,8,Running", "app2,16,128,PowerOff", "app3,4,8,Stored")


def test_a_state_that_is_known_counts_as_what_it_is() -> None:
    answer = answered(read(*TABLE))
    assert (answer.glance.running, answer.counted.vcpu, answer.counted.memory_gib) == (1, 4, 8)


def test_a_word_that_is_not_understood_is_neither_and_is_asked_for() -> None:
    inventory = read(*TABLE, "app4,2,4,Zombie", "app5,2,4,Zombie", "app6,2,4,")
    assert "power_not_understood" in codes(inventory)
    answer = answered(inventory)
    assert [(each.word, each.vms) for each in answer.glance.power_words] == [("Zombie", 2), ("(empty)", 1)]
    assert [(each.reason, each.vms) for each in answer.exclusions] == [("power", 3)]
    assert answer.why_no_plan is not None
    assert "'Zombie' 2, '(empty)' 1" in answer.why_no_plan
    told = answered(inventory, powers={"Zombie": "on", "(empty)": "off"})
    assert (told.exclusions, told.why_no_plan, told.glance.running) == ([], None, 3)
    assert told.counted.vcpu == 4 + 2 + 2


def test_few_of_many_are_left_out_and_named() -> None:
    lines = [f"vm{at},2,4,Running" for at in range(99)]
    answer = answered(read(TABLE[0], *lines, "odd,2,4,Zombie"))
    assert (answer.why_no_plan, [(each.reason, each.examples) for each in answer.exclusions]) == (
        None,
        [("power", ["odd"])],
    )


def test_codes_of_a_known_product_are_states() -> None:
    header = '"Name","State","ProcessorCount","MemoryStartup","ComputerName"'
    inventory = read(header, "a,2,4,1073741824,h", "b,3,4,1073741824,h", "c,6,4,1073741824,h", "d,77,4,1073741824,h")
    assert inventory.vms.power == [Power.ON, Power.OFF, Power.SUSPENDED, Power.OTHER]


# ---------------------------------------------------------------------------------------------- sums, titles, units


@pytest.mark.parametrize("name", ["Total", "TOTAL:", "Summe", "Gesamt", "Total general", "Totaal"])
def test_a_row_of_sums_is_left_out_in_every_reader(name: str) -> None:
    info = tab("vInfo")
    before = of_tabs(info)
    whole: list[Any] = [""] * len(info.header)
    whole[info.header.index("VM")] = name
    for title in ("CPUs", "Memory"):
        at = info.header.index(title)
        whole[at] = sum(float(str(row[at] or 0)) for row in info.rows)
    info.rows.append(whole)
    after = of_tabs(info)
    assert after.vms.name == before.vms.name
    assert "row_of_sums" in codes(after)


def test_a_vm_that_is_called_so_is_a_vm() -> None:
    info = tab("vInfo")
    info.rows[0][info.header.index("VM")] = "Total"
    assert "Total" in of_tabs(info).vms.name


def test_a_title_above_the_tabs_of_rvtools_is_no_header() -> None:
    info = tab("vInfo")
    before = of_tabs(info)
    after = of_tabs(Tab("vInfo", ["Inventory of the data centre"], [[], list(info.header), *info.rows]))
    assert [each.kind for each in after.sources] == ["rvtools"]
    assert (after.vms.disk_gb, after.vms.memory_gib) == (before.vms.disk_gb, before.vms.memory_gib)


def test_memory_in_gb_under_a_header_of_mib_is_told_by_its_magnitude() -> None:
    info = tab("vInfo")
    before = of_tabs(info).vms.memory_gib
    at = info.header.index("Memory")
    for row in info.rows:
        row[at] = float(str(row[at] or 0)) / 1024
    after = of_tabs(info)
    assert after.vms.memory_gib == pytest.approx(before)
    assert "unit_by_magnitude" in codes(after)


def test_units_in_cells_are_read_and_the_whole_of_two_counts() -> None:
    inventory = read(
        "VM,vCPU,Memory,Disk,Power State",
        "web1,4,8 GB,100 GB,on",
        "db1,16,61 GiB / 128 GiB,2 TB,on",
        "tiny,1,512 MB,0.5TiB,off",
        "pod,2,16Gi,much,on",
    )
    assert inventory.vms.memory_gib == [8, 128, 0.5, 16]
    assert inventory.vms.disk_gb == pytest.approx([100, 2000, 0.5 * 1024**4 / 1e9, None])
    assert {"units_in_cells", "not_a_number"} <= codes(inventory)


@pytest.mark.parametrize(
    "headers", ["Sockets,Cores per socket", "CPU sockets,Cores/socket", "Num sockets,Cores per CPU"]
)
def test_sockets_times_cores_are_processors(headers: str) -> None:
    assert read(f"Name,{headers},Memory (GB)", "a,2,4,16", "b,1,8,32").vms.vcpu == [8, 8]


@pytest.mark.parametrize(
    "header",
    ["Hostname,Cluster,Model,CPU Sockets,CPU Cores,RAM GB,ESXi Version", "Name,Service Tag,Cores,Memory GB,# VMs,Rack"],
)
def test_a_list_of_hosts_is_no_list_of_vms(header: str) -> None:
    row = ",".join(["esx1", "C1", *["64"] * (header.count(",") - 1)])
    with pytest.raises(UnreadableFile, match="looks like a list of hosts"):
        read(header, row)


# ------------------------------------------------------------------------------------- memory, containers, hosts, own


HYPERV = '"Name","State","ProcessorCount","MemoryStartup","MemoryAssigned","MemoryMaximum","DynamicMemoryEnabled"'


@pytest.mark.parametrize(("most", "memory"), [("17179869184", [16, 32]), ("", [12, 32])])
def test_dynamic_memory_counts_with_its_maximum_or_what_is_assigned(most: str, memory: list[float]) -> None:
    inventory = read(
        HYPERV,
        f"app,Running,4,1073741824,12884901888,{most},True",
        "sql,Running,8,34359738368,34359738368,1099511627776,False",
    )
    assert inventory.vms.memory_gib == memory
    assert "dynamic_memory" in codes(inventory)


def test_a_container_without_a_limit_does_not_ask_for_its_node() -> None:
    node = {"id": "node/p1", "type": "node", "node": "p1", "status": "online", "maxcpu": 32, "maxmem": 137438953472}
    of = {"node": "p1", "status": "running", "maxmem": 8589934592, "maxdisk": 1e10, "template": 0}
    records = [
        node,
        {"id": "qemu/100", "type": "qemu", "vmid": 100, "name": "vm", "maxcpu": 32, **of},
        {"id": "lxc/101", "type": "lxc", "vmid": 101, "name": "limited", "maxcpu": 2, **of},
        {"id": "lxc/102", "type": "lxc", "vmid": 102, "name": "free", "maxcpu": 32, **of},
    ]
    inventory = read_inventory(json.dumps(records).encode(), "input.json")
    assert dict(zip(inventory.vms.name, inventory.vms.vcpu or [], strict=True)) == {"vm": 32, "limited": 2, "free": 1}
    assert "container_without_limit" in codes(inventory)


def with_hosts(change: dict[str, str]) -> Inventory:
    hosts = tab("vHost")
    for title, text in change.items():
        if title not in hosts.header:
            hosts.header.append(title)
            for row in hosts.rows:
                row.append("False")
        hosts.rows[0][hosts.header.index(title)] = text
    return of_tabs(tab("vInfo"), hosts)


@pytest.mark.parametrize("model", ["VMware Mobility Agent", "VMware Mobility Platform", "VMware7,1"])
def test_hosts_that_are_none_are_left_out(model: str) -> None:
    whole = len(with_hosts({}).hosts.name)
    found = with_hosts({"Model": model})
    assert len(found.hosts.name) == whole - 1
    assert "host_is_none" in codes(found)


def test_hosts_in_maintenance_are_told() -> None:
    assert "hosts_in_maintenance" not in codes(with_hosts({}))
    found = with_hosts({"in Maintenance Mode": "True"})
    (said,) = (each for each in found.findings if each.code == "hosts_in_maintenance")
    assert found.hosts.name[0] in said.message


OWN = ["vCLS-455cea70", "vCLS (3)", "cp-parent-1", "cp-replica-2", "NTNX-a-CVM", "OmniStackVC-10-0-0-1", "Z-VRA-esx1"]


def test_vms_of_the_platform_are_left_out_and_counted_on_request() -> None:
    inventory = read("Name,vCPU,Memory (GB),State", "web,4,8,on", *(f"{each},2,4,on" for each in OWN))
    answer = answered(inventory)
    assert (answer.counted.vms, answer.glance.infrastructure) == (1, len(OWN))
    assert [(each.reason, each.vms) for each in answer.exclusions] == [("infrastructure", len(OWN))]
    assert "infrastructure_left_out" in {each.code for each in answer.findings}
    assert answered(inventory, count_infrastructure=True).counted.vms == 1 + len(OWN)


# ------------------------------------------------------------------------------------------------------------ storage


def test_uses_that_contradict_disks_and_datastores_are_told_with_both_figures() -> None:
    inventory = read(
        "Name,vCPU,Memory (GB),Disk (GB),In use (GB),State",
        "a,4,16,100,300,on",
        "b,4,16,100,100,on",
        "c,4,16,100,116,on",
    )
    answer = answered(inventory)
    (said,) = (each for each in answer.findings if each.code == "used_above_disks")
    # 16 GB of swap files of a running VM are no snapshot.
    assert (said.count, "0.2 TB" in said.message, said.message.endswith(": a.")) == (1, True, True)
    assert "used_above_datastores" not in {each.code for each in answer.findings}
    stores = inventory.datastores.model_copy(update={"name": ["ds"], "capacity_gb": [400.0]})
    found = {each.code: each.message for each in answered(inventory.model_copy(update={"datastores": stores})).findings}
    assert "0.516 TB on datastores that hold 0.4 TB" in found["used_above_datastores"]


def disks_of(*rows: dict[str, object]) -> Tab:
    """A tab of disks with some rows, of the columns that they have."""
    header = list(dict.fromkeys(title for each in rows for title in each))
    return Tab("vDisk", header, [[each.get(title, "") for title in header] for each in rows])


def owners(info: Tab, *places: int) -> list[dict[str, object]]:
    titles = ("VM", "Datacenter", "Cluster", "Host", "VM ID", "VM UUID", "VI SDK Server")
    return [{title: info.rows[at][info.header.index(title)] for title in titles} for at in places]


OF_BUS = {"Shared Bus": "physicalSharing"}


@pytest.mark.parametrize(
    ("mine", "other", "shared"),
    [
        ({"Raw LUN ID": "0200aa01"} | OF_BUS, {"Raw LUN ID": "0200AA01"} | OF_BUS, True),
        ({"Raw LUN ID": "0200aa01", "Shared Bus": "2"}, {"Raw LUN ID": "0200aa01", "Shared Bus": "2"}, True),
        ({"Path": "[ds] a/q.vmdk"} | OF_BUS, {"Path": "[DS] A/Q.VMDK"} | OF_BUS, True),
        ({"Disk Path": "[ds] a/q.vmdk", "Sharing mode": "sharingMultiWriter"}, {"Disk Path": "[ds] a/q.vmdk"}, True),
        ({"Path": "[ds] a/q.vmdk"} | OF_BUS, {"Path": "[ds] b/q.vmdk"} | OF_BUS, False),
        ({"Raw LUN ID": ""} | OF_BUS, {"Raw LUN ID": ""} | OF_BUS, False),
        # Where guests mount their disks says nothing of where they are, whatever their controllers share.
        ({"Disk Path": "C:\\"} | OF_BUS, {"Disk Path": "C:\\"} | OF_BUS, False),
        ({"Disk Path": "/, /boot"}, {"Disk Path": "/, /boot"}, False),
        # Half of the disk of the estate is not taken away because two texts are equal.
        ({"Path": "[ds] a/q.vmdk"}, {"Path": "[ds] a/q.vmdk"}, False),
        ({"Raw LUN ID": "0200aa01", "Shared Bus": "0"}, {"Raw LUN ID": "0200aa01", "Shared Bus": "0"}, False),
    ],
)
def test_a_disk_of_several_vms_counts_once(mine: dict[str, Any], other: dict[str, Any], *, shared: bool) -> None:
    info = tab("vInfo")
    first, second = owners(info, 0, 1)
    own = {"Capacity MiB": 51_200}
    disks = disks_of(
        {**first, **own, **dict.fromkeys([*mine, *other], "")}, {**second, **own},
        {**first, "Capacity MiB": 1_024_000, **mine}, {**second, "Capacity MiB": 1_024_000, **other},
    )  # fmt: skip
    for row in info.rows[:2]:
        row[info.header.index("In Use MiB")] = 1_075_200
    found = of_tabs(info, disks)
    once, twice = (51_200 + 1_024_000) * 1024**2 / 1e9, 51_200 * 1024**2 / 1e9
    sizes = dict(zip(found.vms.name, found.vms.disk_gb or [], strict=True))
    used = dict(zip(found.vms.name, found.vms.used_gb or [], strict=True))
    for columns in (sizes, used):
        assert columns[str(first["VM"])] == pytest.approx(once)
        assert columns[str(second["VM"])] == pytest.approx(twice if shared else once)
    said = [each.message for each in found.findings if each.code == "disks_shared"]
    assert [str(first["VM"]) in each and str(second["VM"]) in each for each in said] == ([True] if shared else [])


def test_of_a_thin_disk_that_is_shared_as_much_is_in_use_as_of_all_disks_of_its_vm() -> None:
    info = tab("vInfo")
    first, second = owners(info, 0, 1)
    disks = disks_of(
        *({**each, "Capacity MiB": 100_000, "Path": "", "Shared Bus": ""} for each in (first, second)),
        *({**each, "Capacity MiB": 900_000, "Path": "[ds] q.vmdk"} | OF_BUS for each in (first, second)),
    )
    for row in info.rows[:2]:
        row[info.header.index("In Use MiB")] = 300_000
    found = of_tabs(info, disks)
    used = dict(zip(found.vms.name, found.vms.used_gb or [], strict=True))
    assert used[str(second["VM"])] == pytest.approx(30_000 * 1024**2 / 1e9)


ALIKE = {"Path": "[ds] a/q.vmdk"}


@pytest.mark.parametrize(
    ("vms", "sizes", "once", "reason"),
    [
        (2, (4_000,), True, ""),
        (8, (1_000,), True, ""),
        (9, (1_000,), False, "more than 8 VMs"),
        (2, (4_000, 5_000), False, "different sizes"),
        (2, (90_000,), False, "more than 10% of all disks"),
    ],
)
def test_disks_that_only_look_like_one_count_once_up_to_a_limit(
    vms: int, sizes: tuple[int, ...], reason: str, *, once: bool
) -> None:
    info = next(each for each in rvtools.tabs(drawn(9, seed=3)) if each.name == "vInfo")
    info.rows = info.rows[:vms]
    at = info.header.index("Cluster")
    for row in info.rows:
        row[at] = "CL-A"
    of = owners(info, *range(vms))
    rows = [{**each, **ALIKE, "Capacity MiB": sizes[at % len(sizes)]} for at, each in enumerate(of)]
    found = of_tabs(info, disks_of({**of[0], "Path": "[ds] b.vmdk", "Capacity MiB": 200_000}, *rows))
    said = {each.code: each.message for each in found.findings}
    assert ("disks_shared" in said, "disks_alike" in said) == (once, not once)
    assert reason in said.get("disks_alike", "")
    alike = [sizes[at % len(sizes)] for at in range(vms)]
    whole, least = ((200_000 + each) * 1024**2 / 1e12 for each in (sum(alike), max(alike)))
    assert sum(found.vms.disk_gb or []) / 1000 == pytest.approx(least if once else whole)  # type: ignore[arg-type]
    if not once:
        assert f"{whole:.3g} TB in all" in said["disks_alike"]
        assert f"it is {least:.3g} TB" in said["disks_alike"]


def test_disks_of_rows_that_are_left_out_are_in_no_total() -> None:
    info = tab("vInfo")
    info.rows = info.rows[:2]
    first, second = owners(info, 0, 1)
    rows = ({**each, **ALIKE, "Capacity MiB": size} for each, size in ((first, 1_000), (second, 2_000)))
    nobody = {**first, "VM": "gone", "VM ID": "vm-0", "VM UUID": "u-0", "Path": "", "Capacity MiB": 5_000_000}
    found = of_tabs(info, disks_of({**first, "Path": "", "Capacity MiB": 200_000}, *rows, nobody))
    (said,) = (each.message for each in found.findings if each.code == "disks_alike")
    assert f"{203_000 * 1024**2 / 1e12:.3g} TB in all" in said


def test_a_disk_of_vms_in_two_clusters_counts_with_each() -> None:
    info = tab("vInfo")
    at = info.header.index("Cluster")
    info.rows[0][at], info.rows[1][at] = "CL-A", "CL-B"
    rows = ({**each, **ALIKE, "Capacity MiB": 1_000} for each in owners(info, 0, 1))
    found = of_tabs(info, disks_of({**owners(info, 0)[0], "Path": "", "Capacity MiB": 200_000}, *rows))
    assert [each.count for each in found.findings if each.code == "disks_alike"] == [1]


def test_the_newer_of_two_exports_counts_and_is_named() -> None:
    info = tab("vInfo")
    at = info.header.index("CPUs")
    old = comma_separated(info)
    for row in info.rows:
        row[at] = int(str(row[at])) + 1
    new = comma_separated(info)
    for files in (("2026-01", old, "2026-02", new), ("2026-02-03", new, "2026-01-28", old)):
        (one, first, two, second) = files
        name = "/RVTools_tabvInfo.csv"
        found = read_inventory(zipped({one + name: first, two + name: second}), "both.zip")
        assert found.vms.vcpu == read_inventory(new, "RVTools_tabvInfo.csv").vms.vcpu
        (said,) = (each for each in found.findings if each.code == "vm_twice")
        assert "as the newer has them, that of 2026-02" in said.message
    unknown = read_inventory(zipped({"a/RVTools_tabvInfo.csv": old, "b/RVTools_tabvInfo.csv": new}), "both.zip")
    assert any("their dates are not known" in each.message for each in unknown.findings)


def test_what_is_provisioned_holds_swap_files_where_there_are_no_sizes_of_disks() -> None:
    header = ["VM", "Powerstate", "Template", "CPUs", "Memory", "Provisioned MB", "In Use MB", "VM UUID"]
    rows: list[list[object]] = [["a", "poweredOn", "False", 4, 131_072, 233_472, 60_000, "u-a"]]
    found = of_tabs(Tab("vInfo", header, rows))
    assert found.vms.disk_gb == pytest.approx([102_400 * 1024**2 / 1e9])
    assert "provisioned_less_swap" in codes(found)


def test_a_tab_joins_by_ids_or_says_that_nothing_of_it_is_used() -> None:
    info = tab("vInfo")
    (owner,) = owners(info, 0)
    partition: dict[str, object] = {"Disk": "C:", "Capacity MiB": 100_000, "Consumed MiB": 40_000}
    renamed = {"DC one": owner["VM"], "VM ID": owner["VM ID"], "VI SDK Server": owner["VI SDK Server"], **partition}
    found = of_tabs(info, Tab("vPartition", list(renamed), [list(renamed.values())]))
    assert (found.vms.guest_used_gb or [])[0] == pytest.approx(40_000 * 1024**2 / 1e9)
    nameless = {"DC one": owner["VM"], **partition}
    found = of_tabs(info, Tab("vPartition", list(nameless), [list(nameless.values())]))
    assert "cannot_be_joined" in codes(found)
    (report,) = (each for each in found.tabs if "vPartition" in (each.file + each.tab))
    assert (report.rows_accepted, report.rows_rejected) == (0, 1)


def test_throughput_and_operations_that_do_not_go_together_are_said() -> None:
    vms = read("Name,vCPU,Memory (GB),State", "a,4,16,on", "b,4,16,on")
    for kb_s, told in ((380_000.0, True), (8_000.0, False)):
        columns = vms.vms.model_copy(update={"iops_average": [500.0, 500.0], "disk_kb_s": [kb_s, kb_s]})
        found = {each.code for each in answered(vms.model_copy(update={"vms": columns})).findings}
        assert ("implausible" in found) == told


# --------------------------------------------------------------------------------------- hosts that differ, and bases


def of_sizes(*hosts: tuple[str, str, int, int]) -> Inventory:
    """A large VM on its host and small ones on the others: name, cluster, cores and GiB of each host."""
    info, table = tab("vInfo"), tab("vHost")
    of = {name: at for at, name in enumerate(table.header)}
    rows: list[list[object]] = []
    for name, cluster, cores, gib in hosts:
        row = list(table.rows[0])
        changes = {"Host": name, "Cluster": cluster, "# CPU": 2, "Cores per CPU": cores // 2, "# Cores": cores}
        for header, value in (changes | {"# Memory": gib * 1024, "HT Active": "False"}).items():
            row[of[header]] = value
        rows.append(row)
    at = {name: place for place, name in enumerate(info.header)}
    large = list(info.rows[0])
    for header, value in {
        "VM": "large", "Powerstate": "poweredOn", "Template": False, "CPUs": hosts[0][2], "Memory": hosts[0][3] * 768,
        "Host": hosts[0][0], "Cluster": hosts[0][1], "VM ID": "vm-large", "VM UUID": "u-large",
    }.items():  # fmt: skip
        large[at[header]] = value
    small = []
    for number, each in enumerate(hosts[1:]):
        row = list(info.rows[1])
        for header, value in {
            "VM": f"small-{number}", "Powerstate": "poweredOn", "Template": False, "CPUs": 2, "Memory": 8192,
            "Host": each[0], "Cluster": each[1], "VM ID": f"vm-{number}", "VM UUID": f"u-{number}",
        }.items():  # fmt: skip
            row[at[header]] = value
        small.append(row)
    return of_tabs(Tab("vInfo", info.header, [large, *small]), Tab("vHost", table.header, rows))


@pytest.mark.parametrize(
    "hosts",
    [
        [("p1", "P", 36, 512), ("t1", "T", 24, 512), ("t2", "T", 24, 512)],
        [("p1", "P", 24, 1024), ("t1", "T", 24, 256), ("t2", "T", 24, 256)],
        [("p1", "P", 64, 2048), ("t1", "P", 32, 512), ("t2", "P", 16, 256)],
    ],
)
def test_a_vm_that_runs_fits_the_hosts_as_they_are_whatever_their_mean(hosts: list[tuple[str, str, int, int]]) -> None:
    inventory = of_sizes(*hosts)
    answer = estate_answer(inventory, EstateChoices(growth_share=0), CATALOGUE)
    assert answer.plan is not None
    as_is = answer.plan.configurations[0]
    assert (as_is.key, as_is.cpu.threads_per_core) == ("as-is", 1)
    result = evaluate_plan(answer.plan, CATALOGUE)
    assert {each.code for each in result.configurations[0].reasons}.isdisjoint(
        {"largest_vm_memory", "largest_vm_vcpu", "whole_vm_fits_no_host"}
    )
    placed = next(each for each in answer.placements if each.configuration == "as-is")
    assert (placed.unplaced, placed.exceptions) == (0, [])


def test_hosts_without_hyper_threading_and_of_unknown_threads() -> None:
    assert of_sizes(("p1", "P", 36, 512), ("t1", "T", 24, 512)).hosts.threads == [36, 24]
    table = tab("vHost")
    without = [at for at, each in enumerate(table.header) if each != "HT Active"]
    rows: list[list[object]] = [[row[at] for at in without] for row in table.rows]
    assert of_tabs(tab("vInfo"), Tab("vHost", [table.header[at] for at in without], rows)).hosts.threads is None


def test_hosts_in_maintenance_can_be_left_out() -> None:
    table = tab("vHost")
    header = [*table.header, "in Maintenance Mode"]
    rows: list[list[object]] = [[*each, "True" if at == 0 else "False"] for at, each in enumerate(table.rows)]
    inventory = of_tabs(tab("vInfo"), Tab("vHost", header, rows))

    def hosts(*, left_out: bool) -> int | None:
        choices = EstateChoices(scope=EstateScope(leave_out_hosts_away=left_out))
        plan = estate_answer(inventory, choices, CATALOGUE, placed=False).plan
        assert plan is not None
        return plan.configurations[0].hosts

    assert (hosts(left_out=False), hosts(left_out=True)) == (len(rows), len(rows) - 1)


def based(inventory: Inventory, **choices: Any) -> EstateAnswer:
    return estate_answer(inventory, EstateChoices(**choices), CATALOGUE, with_plan=False)


def test_three_bases_of_storage_and_what_is_above_the_disks() -> None:
    inventory = read(
        "Name,vCPU,RAM GB,Disk GB,Used space GB",
        "a,4,16,100,60",
        "b,4,16,100,150",
    )
    columns = inventory.vms.model_copy(update={"guest_used_gb": [40.0, None]})
    inventory = inventory.model_copy(update={"vms": columns})
    usual = based(inventory)
    assert [(each.base, each.gb, each.vms_unknown) for each in usual.data] == [
        ("provisioned", 200, 0),
        ("in_use", 160, 0),
        ("guest", 40, 1),
    ]
    assert (usual.counted.disk_gb, usual.counted.used_gb) == (200, 160)
    assert based(inventory, storage_base="provisioned").counted.used_gb == 200
    guest = based(inventory, storage_base="guest")
    # What the guest of b does not say is what it uses.
    assert guest.counted.used_gb == 140
    said = next(each.message for each in guest.findings if each.code == "storage_base")
    assert said == (
        "What is in guest file systems counts as data, as chosen: 0.14 TB; of 1 VM it is not known, and what they use "
        "counts."
    )
    above = based(inventory, count_above_disks=True)
    assert (above.counted.disk_gb, above.counted.used_gb) == (250, 210)
    assert "above_disks_counted" in {each.code for each in above.findings}
    assert "used_above_disks" in {each.code for each in usual.findings}
    assert "used_above_disks" not in {each.code for each in above.findings}
    group = guest.groups[0].group
    assert group.count * (group.disk_gb or 0) * (group.disk_used_share or 0) == pytest.approx(140)


def test_words_of_power_hold_where_clusters_are_merged() -> None:
    lines = [f"vm{at},4,16,{'A' if at % 2 else 'B'},alive" for at in range(6)]
    inventory = read("Name,vCPU,RAM GB,Cluster,Power State", *lines)
    choices = EstateChoices(scope=EstateScope(powers={"alive": Power.ON}))
    assert estate_portfolio(inventory, choices, CATALOGUE).separate


# ------------------------------------------------------------------------------------------- tabs that count the same


def changed(name: str, header: str, values: dict[int, object]) -> Tab:
    """A tab with other values in some of its rows."""
    found = tab(name)
    at = found.header.index(header)
    rows = [[values.get(row, cell) if at == place else cell for place, cell in enumerate(each)]
            for row, each in enumerate(found.rows)]  # fmt: skip
    return Tab(name, found.header, rows)


def test_hosts_and_vms_are_held_against_each_other_by_cluster() -> None:
    info, hosts = tab("vInfo"), tab("vHost")
    running = sum(row[1] == "poweredOn" and not row[2] for row in info.rows)
    inventory = of_tabs(info, changed("vHost", "# VMs", {0: 40}))
    said = next(each for each in inventory.findings if each.code == "vms_and_hosts_differ")
    cluster = hosts.rows[0][2]
    assert f"{cluster} " in said.message
    assert "(running VMs)" in said.message
    assert running
    assert "vms_and_hosts_differ" not in codes(of_tabs(info, hosts))


def test_memory_that_two_tabs_give_differently_is_said_with_both_figures() -> None:
    memory = changed("vMemory", "Size MiB", {0: 1_048_576})
    inventory = of_tabs(tab("vInfo"), memory)
    said = next(each for each in inventory.findings if each.code == "memory_differs")
    assert "1,024" in said.message
    assert (said.count, inventory.vms.memory_gib and inventory.vms.memory_gib[0]) == (1, 1024)
    assert "memory_differs" not in codes(of_tabs(tab("vInfo"), tab("vMemory")))


def test_vcpu_that_two_tabs_give_differently_is_said_with_both_figures() -> None:
    inventory = of_tabs(tab("vInfo"), changed("vCPU", "CPUs", {0: 96, 2: 64}))
    said = next(each for each in inventory.findings if each.code == "vcpu_differs")
    mine = inventory.vms.vcpu or []
    assert f"vCPU, {(mine[0] or 0) + (mine[2] or 0):g} and 160: that of vInfo counts" in said.message
    assert said.count == 2
    assert mine == of_tabs(tab("vInfo")).vms.vcpu
    assert "vcpu_differs" not in codes(of_tabs(tab("vInfo"), tab("vCPU")))


@pytest.mark.parametrize("name", ["vDisk", "vMemory", "vPartition", "vCPU"])
def test_a_tab_of_which_no_row_is_of_a_vm_is_a_warning(name: str) -> None:
    other = tab(name)
    strange = Tab(name, other.header, [["renamed", *row[1:]] for row in other.rows])
    for header in ("VM ID", "VM UUID"):
        at = strange.header.index(header)
        strange.rows = [[*row[:at], "", *row[at + 1 :]] for row in strange.rows]
    inventory = of_tabs(tab("vInfo"), strange)
    said = next(each for each in inventory.findings if each.code == "cannot_be_joined")
    assert (said.kind, said.count) == ("warning", len(other.rows))
    assert f"{name} is not used ({len(other.rows)} rows)" in said.message
    assert "no_such_vm" not in codes(inventory)
    # Where only some rows are lost, the others count.
    some = Tab(name, other.header, [*other.rows, strange.rows[0]])
    partly = of_tabs(tab("vInfo"), some)
    assert "cannot_be_joined" not in codes(partly)
    assert next(each for each in partly.findings if each.code == "no_such_vm").count == 1


def test_hypervisors_without_support_and_vms_that_cannot_be_reached_are_told() -> None:
    hosts = changed("vHost", "ESX Version", {0: "VMware ESXi 6.7.0 build-20497097"})
    inventory = of_tabs(changed("vInfo", "Connection state", {0: "orphaned", 1: "inaccessible"}), hosts)
    found = {each.code: each for each in answered(inventory).findings}
    assert "1 host on VMware ESXi 6.7 (2022-10-15)" in found["hypervisor_ended"].message
    assert found["vms_unreachable"].count == 2
    assert {"hypervisor_ended", "vms_unreachable"}.isdisjoint(
        {each.code for each in answered(of_tabs(tab("vInfo"), tab("vHost"))).findings}
    )
