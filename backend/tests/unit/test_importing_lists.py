"""Lists of OpenStack, Xen and Nutanix Prism: exact, and what they do not say is asked or told."""

import csv
import io
import json

import pytest

from hostwise.catalogue.loader import load_catalogue
from hostwise.estate.estate_answer import estate_answer, read_inventories
from hostwise.estate.importers.estate_files import open_estate
from hostwise.estate.importers.formats import importers
from hostwise.estate.importers.reading import read_inventory
from hostwise.plan.estate import EstateChoices, Inventory, Power
from hostwise.tables.problems import UnknownColumns, UnreadableFile
from tests.estates.estate import drawn
from tests.estates.lists import (
    all_lists,
    as_csv,
    as_json,
    as_xe,
    openstack_flavours,
    openstack_hypervisors,
    openstack_servers,
    openstack_volumes,
    prism_csv,
    prism_v3,
    xe_disks,
    xe_vms,
)
from tests.estates.rvtools import zipped

ESTATE = drawn(60, seed=5)
FILES = all_lists(ESTATE)
GIB = 1024**3
POWERS = {"poweredOn": Power.ON, "poweredOff": Power.OFF, "suspended": Power.SUSPENDED}


def codes(inventory: Inventory) -> list[str]:
    return [each.code for each in inventory.findings]


def said(inventory: Inventory, code: str) -> str:
    return next(each.message for each in inventory.findings if each.code == code)


@pytest.mark.parametrize("name", FILES)
def test_a_list_is_recognised_as_its_own_and_its_sums_are_exact(name: str) -> None:
    key, data = FILES[name]
    inventory = read_inventory(data, name)
    assert [each.kind for each in inventory.sources] == [key]
    vms = inventory.vms
    assert vms.name == [each.name for each in ESTATE.vms]
    assert vms.vcpu == [each.vcpu for each in ESTATE.vms]
    assert vms.memory_gib == [each.memory_mib / 1024 for each in ESTATE.vms]
    assert vms.power == [POWERS[each.power] for each in ESTATE.vms]
    assert len(set(vms.id)) == len(ESTATE.vms)
    if "nodisk" not in name:
        assert vms.disk_gb == pytest.approx([each.disk_mib * 1024**2 / 1e9 for each in ESTATE.vms])
    assert all(
        each.rows_accepted + each.rows_repaired + each.rows_rejected == each.rows_read for each in inventory.tabs
    )
    again = read_inventory(inventory.model_dump_json().encode(), "inventory.json")
    assert again.model_dump() == inventory.model_dump()


@pytest.mark.parametrize("name", FILES)
def test_no_other_format_takes_it(name: str) -> None:
    tables = open_estate(FILES[name][1], name).tables
    taking = [
        key for key, each in importers().by_key.items() if each.reads == "tables" and tables and each.recognise(tables)
    ]
    assert taking in ([], [FILES[name][0]])


class TestOpenstack:
    servers = as_json(openstack_servers(ESTATE))
    flavours = as_json(openstack_flavours(ESTATE))

    def test_hosts_are_those_of_the_hypervisors_and_count_threads(self) -> None:
        inventory = read_inventory(FILES["openstack.zip"][1], "o.zip")
        assert inventory.hosts.threads == [2 * each.cores for each in ESTATE.hosts]
        assert inventory.hosts.cores is None
        assert set(inventory.vms.host or []) <= set(inventory.hosts.name)
        assert "no_cores" in codes(inventory)

    @pytest.mark.parametrize(
        "write", [as_json, as_csv, lambda records: as_csv(records, ";"), lambda x: b"\xef\xbb\xbf" + as_csv(x)]
    )
    def test_servers_without_flavours_ask_for_them(self, write: object) -> None:
        data = write(openstack_servers(ESTATE))  # type: ignore[operator]
        with pytest.raises(UnreadableFile, match="openstack flavor list") as refused:
            read_inventory(data, "servers")
        assert refused.value.code == "no_flavours"

    @pytest.mark.parametrize("part", [openstack_flavours, openstack_volumes, openstack_hypervisors])
    def test_what_completes_servers_is_no_estate(self, part: object) -> None:
        with pytest.raises(UnreadableFile, match="openstack server list"):
            read_inventory(as_json(part(ESTATE)), "part.json")  # type: ignore[operator]

    def test_several_files_are_read_together_in_any_order(self) -> None:
        files = [(self.flavours, "flavors.json"), (self.servers, "servers.json")]
        found = [read_inventories(each) for each in (files, files[::-1])]
        assert found[0].vms == found[1].vms
        assert found[0].vms.vcpu == [each.vcpu for each in ESTATE.vms]
        assert {each.file for each in found[0].tabs} == {"flavors.json", "servers.json"}

    def test_disks_of_volumes_are_missing_until_they_are_listed(self) -> None:
        inventory = read_inventories([(self.servers, "s.json"), (self.flavours, "f.json")])
        assert inventory.vms.disk_gb is None
        assert "openstack volume list" in said(inventory, "disks_missing")
        assert "60 servers" in said(inventory, "disks_missing")

    def test_a_flavour_that_is_gone_leaves_a_vm_of_unknown_size(self) -> None:
        servers = openstack_servers(ESTATE)
        servers[0]["Flavor Name"] = "deleted.flavour"
        inventory = read_inventories([(as_json(servers), "s.json"), (self.flavours, "f.json")])
        assert (inventory.vms.vcpu or [])[0] is None
        assert "The flavours of 1 server are" in said(inventory, "flavours_unknown")
        assert "deleted.flavour" in said(inventory, "flavours_unknown")

    def test_the_status_says_what_the_power_state_does_not(self) -> None:
        servers = openstack_servers(ESTATE)
        for at, (state, status) in enumerate(
            [(0, "BUILD"), (0, "ERROR"), (4, "SHELVED_OFFLOADED"), (None, "VERIFY_RESIZE")]
        ):
            servers[at] |= {"Power State": state, "Status": status}
        servers[4]["Status"] = "SOFT_DELETED"
        inventory = read_inventories([(as_json(servers), "s.json"), (self.flavours, "f.json")])
        assert inventory.vms.power[:4] == [Power.ON, Power.UNKNOWN, Power.OFF, Power.ON]
        assert "'ERROR' 1" in said(inventory, "power_not_known")
        assert len(inventory.vms) == len(ESTATE.vms) - 1
        assert "power_read_as" not in codes(inventory)

    def test_a_flavour_has_its_own_disk_and_its_own_id(self) -> None:
        servers = openstack_servers(ESTATE, image="ubuntu-24.04")
        flavours = openstack_flavours(ESTATE, disk_gib=40)
        by_name = {each["Name"]: each["ID"] for each in flavours}
        for each in servers:
            each |= {"Flavor ID": by_name[each.pop("Flavor Name")]}
        inventory = read_inventories([(as_json(servers), "s.json"), (as_json(flavours), "f.json")])
        assert set(inventory.vms.disk_gb or []) == {40 * GIB / 1e9}

    def test_a_shared_volume_counts_once_and_a_free_one_is_told(self) -> None:
        volumes = openstack_volumes(ESTATE)
        volumes[0]["Attached to"] = [{"server_id": each.uuid} for each in ESTATE.vms[:2]]
        volumes.append(volumes[1] | {"ID": "free", "Attached to": [], "Size": 500})
        inventory = read_inventories(
            [(self.servers, "s.json"), (self.flavours, "f.json"), (as_json(volumes), "v.json")]
        )
        whole = sum(each.disk_mib for each in ESTATE.vms) * 1024**2 / 1e9
        assert sum(each or 0 for each in inventory.vms.disk_gb or []) == pytest.approx(whole)
        assert "0.537 TB" in said(inventory, "no_such_vm")
        assert "disks_shared" in codes(inventory)

    def test_projects_may_have_a_list_each(self) -> None:
        servers = openstack_servers(ESTATE)
        data = zipped({"a.json": as_json(servers[:30]), "b.json": as_json(servers[30:]), "f.json": self.flavours})
        inventory = read_inventory(data, "all.zip")
        assert inventory.vms.vcpu == [each.vcpu for each in ESTATE.vms]
        assert {each.file: each.rows_read for each in inventory.tabs}["b.json"] == 30

    def test_a_plan_follows(self) -> None:
        answer = estate_answer(read_inventory(FILES["openstack.zip"][1], "o.zip"), EstateChoices(), load_catalogue())
        assert answer.plan is not None


class TestXen:
    def test_control_domains_are_left_out_and_told(self) -> None:
        inventory = read_inventory(FILES["xenserver.zip"][1], "x.zip")
        assert "control_domain" in codes(inventory)
        assert inventory.hosts.threads == [2 * each.cores for each in ESTATE.hosts]
        assert inventory.hosts.ghz == [each.mhz / 1000 for each in ESTATE.hosts]
        running = [at for at, each in enumerate(ESTATE.vms) if each.running]
        assert [(inventory.vms.host or [])[at] for at in running] == [ESTATE.vms[at].host for at in running]
        assert [(inventory.vms.os or [])[at] for at in running] == [ESTATE.vms[at].os for at in running]
        assert inventory.vms.template == [each.template for each in ESTATE.vms]

    def test_names_alone_are_no_estate(self) -> None:
        short = [{key: each[key] for key in ("uuid", "name-label", "power-state")} for each in xe_vms(ESTATE)]
        with pytest.raises(UnreadableFile, match="params=all"):
            read_inventory(as_xe(short), "vms.txt")

    def test_disks_alone_ask_for_the_vms(self) -> None:
        with pytest.raises(UnreadableFile, match="xe vm-list"):
            read_inventory(as_xe(xe_disks(ESTATE)[1]), "vdis.txt")

    def test_without_disks_it_says_which_lists_have_them(self) -> None:
        assert "xe vdi-list" in said(read_inventory(FILES["xenserver_nodisk.txt"][1], "x.txt"), "no_disks")

    def test_a_description_of_several_lines_is_one_value(self) -> None:
        vms = xe_vms(ESTATE)
        vms[-1]["name-description"] = "first line\n\nmemory: much\nlast"
        inventory = read_inventory(as_xe(vms), "x.txt")
        assert inventory.vms.memory_gib == [each.memory_mib / 1024 for each in ESTATE.vms]

    def test_files_in_utf_16_and_with_line_ends_of_windows_are_read(self) -> None:
        text = as_xe(xe_vms(ESTATE)).decode().replace("\n", "\r\n")
        assert len(read_inventory(text.encode("utf-16"), "x.txt").vms) == len(ESTATE.vms)

    def test_a_disk_of_two_vms_counts_once(self) -> None:
        devices, disks = xe_disks(ESTATE)
        devices.append({"uuid": "again", "vm-uuid": ESTATE.vms[1].uuid, "type": "Disk", "vdi-uuid": disks[0]["uuid"]})
        data = zipped({"a.txt": as_xe(xe_vms(ESTATE)), "b.txt": as_xe(devices), "c.txt": as_xe(disks)})
        inventory = read_inventory(data, "x.zip")
        whole = sum(each.disk_mib for each in ESTATE.vms) * 1024**2 / 1e9
        assert sum(each or 0 for each in inventory.vms.disk_gb or []) == pytest.approx(whole)
        assert "disks_shared" in codes(inventory)


class TestPrism:
    def test_what_is_used_stands_before_the_whole(self) -> None:
        inventory = read_inventory(FILES["prism.csv"][1], "p.csv")
        used = [each.in_use_mib * 1024**2 / 1e9 for each in ESTATE.vms]
        assert inventory.vms.used_gb == pytest.approx(used, rel=1e-3)
        assert "'CPU Usage', 'Controller Read IOPS'" in said(inventory, "columns_unused")

    def test_columns_in_another_order_and_empty_cells_are_read(self) -> None:
        rows = list(csv.reader(io.StringIO(prism_csv(ESTATE).decode())))
        turned = [each[::-1] for each in rows]
        turned[1][turned[0].index("Storage")] = ""
        out = io.StringIO()
        csv.writer(out).writerows(turned)
        inventory = read_inventory(b"\xef\xbb\xbf" + out.getvalue().encode(), "p.csv")
        assert inventory.vms.vcpu == [each.vcpu for each in ESTATE.vms]
        assert (inventory.vms.disk_gb or [])[0] is None

    @pytest.mark.parametrize(
        ("header", "row"),
        [
            ("VM Name,vCPU,Memory Capacity (GiB),Storage Usage (GiB),Host,Cluster,Power State", "a,4,16,10,h,c,On"),
            (
                "VM Name,Protection Domain,Host Placement,Power State,vCPUs,vRAM,Provisioned Space in GB",
                "a,,h,on,4,16,1",
            ),
            ("Name,Description,Power State,RAM,VCPUS,Cores", "a,,on,16384,2,2"),
        ],
    )
    def test_lists_of_scripts_are_read(self, header: str, row: str) -> None:
        inventory = read_inventory(f"{header}\n{row}\n".encode(), "p.csv")
        assert inventory.sources[0].kind == "prism"
        assert (inventory.vms.vcpu, inventory.vms.memory_gib) == ([4], [16])

    def test_pages_of_an_answer_are_read_together(self) -> None:
        whole = json.loads(prism_v3(ESTATE))
        pages = [{"entities": whole["entities"][:25]}, {"entities": whole["entities"][25:]}]
        for data in (json.dumps(pages).encode(), b"\n".join(json.dumps(each).encode() for each in pages)):
            assert len(read_inventory(data, "p.json").vms) == len(ESTATE.vms)

    def test_a_size_that_is_missing_is_not_zero(self) -> None:
        whole = json.loads(prism_v3(ESTATE))
        del whole["entities"][0]["status"]["resources"]["disk_list"]
        inventory = read_inventory(json.dumps(whole).encode(), "p.json")
        assert (inventory.vms.disk_gb or [])[0] is None


def test_any_list_of_objects_is_a_table() -> None:
    machines = [{"name": "a", "cpus": 2, "memory": {"size_gb": 8}}, {"name": "b", "cpus": 4, "memory": {"size_gb": 16}}]
    with pytest.raises(UnknownColumns) as asked:
        read_inventory(json.dumps(machines).encode(), "m.json")
    assert asked.value.headers == ["name", "cpus", "memory.size_gb"]
    mapping = {"name": "name", "vcpu": "cpus", "memory_gib": "memory.size_gb"}
    assert read_inventory(json.dumps(machines).encode(), "m.json", mapping).vms.memory_gib == [8, 16]


@pytest.mark.parametrize("data", [b"[1, 2]", b"[]", b'{"a": 1}', b'{"entities": []}', b'[{"a": 1}, 2]'])
def test_other_json_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableFile):
        read_inventory(data, "x.json")
