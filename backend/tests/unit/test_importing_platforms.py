"""KubeVirt, libvirt, Proxmox, Ceph, Prism and the templates of clouds: exact, in parts, and with what is missing."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from hostwise.estate.estate_answer import read_inventories
from hostwise.estate.importers.reading import read_inventory
from hostwise.plan.estate import Inventory, Power, VmTrait
from hostwise.tables.problems import UnreadableFile
from hostwise.tables.units import GB_PER_MIB
from tests.estates import platforms
from tests.estates.estate import Estate, drawn
from tests.estates.lists import prism_v2, prism_v3
from tests.estates.others import proxmox_json
from tests.estates.rvtools import zipped

ESTATE = drawn(60, seed=5)
POWERS = {"poweredOn": Power.ON, "poweredOff": Power.OFF, "suspended": Power.SUSPENDED}
GIB = 1024**3


def codes(inventory: Inventory) -> list[str]:
    return [each.code for each in inventory.findings]


def said(inventory: Inventory, code: str) -> str:
    return next(each.message for each in inventory.findings if each.code == code)


def adds_up(inventory: Inventory) -> bool:
    return bool(inventory.tabs) and all(
        each.rows_accepted >= 0 and each.rows_accepted + each.rows_repaired + each.rows_rejected == each.rows_read
        for each in inventory.tabs
    )


def total(column: list[float | None] | None) -> float:
    """The sum of what is told."""
    return sum(each or 0 for each in column or [])


def as_bytes(document: object) -> bytes:
    return json.dumps(document).encode()


def files_of(estate: Estate) -> dict[str, tuple[str, bytes]]:
    return platforms.all_platforms(estate) | {"prism.zip": ("prism", platforms.prism_zip(estate))}


def check_sums(estate: Estate) -> None:
    """Read all files of an estate, and compare their sums with its own."""
    for name, (key, data) in files_of(estate).items():
        inventory = read_inventory(data, name)
        assert adds_up(inventory)
        assert [each.kind for each in inventory.sources] == [key]
        assert total(inventory.vms.vcpu) == sum(each.vcpu for each in estate.vms)
        assert total(inventory.vms.memory_gib) == sum(each.memory_mib for each in estate.vms) / 1024
        whole = sum(each.disk_mib for each in estate.vms) * GB_PER_MIB
        disks = inventory.vms.disk_gb
        assert disks is None if "nodisk" in name else total(disks) == pytest.approx(whole)


@pytest.mark.parametrize("seed", range(4))
def test_sums_are_those_of_the_estate(seed: int) -> None:
    check_sums(drawn(12 + seed, seed=100 + seed, off_share=0.2, suspended_share=0.2))


@pytest.mark.deep
def test_sums_of_many_estates() -> None:
    for seed in range(200):
        check_sums(drawn(5 + seed % 40, seed=1_000 + seed, off_share=0.2, suspended_share=0.2))


@pytest.mark.parametrize(
    "name", ["kubevirt.json", "kubevirt.zip", "libvirt.zip", "libvirt_stats.txt", "nodisk_libvirt.txt", "google.zip"]
)
def test_states_are_those_of_the_source(name: str) -> None:
    inventory = read_inventory(platforms.all_platforms(ESTATE)[name][1], name)
    assert inventory.vms.power == [POWERS[each.power] for each in ESTATE.vms]


class TestKubevirt:
    inventory = read_inventory(platforms.kubevirt_json(ESTATE), "vm.json")

    def test_instances_say_the_node_and_namespaces_are_folders(self) -> None:
        hosts = [each.host if each.power != "poweredOff" else "" for each in ESTATE.vms]
        assert self.inventory.vms.host == hosts
        assert self.inventory.vms.folder == [each.folder.rpartition("/")[2] for each in ESTATE.vms]
        assert self.inventory.vms.os is not None

    def test_nodes_count_threads_and_those_without_vms_are_left_out(self) -> None:
        assert self.inventory.hosts.name == [each.name for each in ESTATE.hosts]
        assert self.inventory.hosts.threads == [2 * each.cores for each in ESTATE.hosts]
        assert self.inventory.hosts.memory_gib == [each.memory_mib / 1024 for each in ESTATE.hosts]
        assert "other_resources" in codes(self.inventory)

    def test_what_is_declared_is_enough_where_nothing_else_is_listed(self) -> None:
        machines = platforms.kubernetes_list(platforms.kubevirt_machines(ESTATE, types=False))
        inventory = read_inventory(as_bytes(machines), "vm.json")
        declared = [at for at in range(len(ESTATE.vms)) if at % 5]
        assert [(inventory.vms.vcpu or [])[at] for at in declared] == [ESTATE.vms[at].vcpu for at in declared]
        assert [(inventory.vms.memory_gib or [])[at] for at in declared] == [
            ESTATE.vms[at].memory_mib / 1024 for at in declared
        ]

    def test_a_type_that_is_not_listed_leaves_a_vm_of_unknown_size(self) -> None:
        machines = platforms.kubernetes_list(platforms.kubevirt_machines(ESTATE))
        inventory = read_inventory(as_bytes(machines), "vm.json")
        assert (inventory.vms.vcpu or [])[0] is None
        assert (inventory.vms.memory_gib or [])[0] is None
        assert "12 VMs with an instance type" in said(inventory, "sizes_elsewhere")
        assert "virtualmachineclusterinstancetypes" in said(inventory, "sizes_elsewhere")
        assert len(inventory.vms) == len(ESTATE.vms)

    def test_a_claim_of_unknown_size_leaves_disks_unknown_and_not_smaller(self) -> None:
        machines = platforms.kubernetes_list(platforms.kubevirt_machines(ESTATE))
        inventory = read_inventory(as_bytes(machines), "vm.json")
        one = [len(each.disks_mib) == 1 for each in ESTATE.vms]
        assert [each is not None for each in inventory.vms.disk_gb or []] == one
        assert "kubectl get pvc" in said(inventory, "volumes_not_listed")

    def test_files_of_one_cluster_are_read_together_in_any_order(self) -> None:
        parts = [
            (as_bytes(platforms.kubernetes_list(part(ESTATE))), name)
            for part, name in (
                (platforms.kubevirt_claims, "pvc.json"),
                (platforms.kubevirt_instances, "vmi.json"),
                (platforms.kubevirt_types, "types.json"),
                (platforms.kubevirt_machines, "vm.json"),
                (platforms.kubevirt_nodes, "nodes.json"),
            )
        ]
        for files in (parts, parts[::-1]):
            assert read_inventories(files).vms == self.inventory.vms

    def test_volumes_and_nodes_alone_are_no_estate(self) -> None:
        data = as_bytes(platforms.kubernetes_list(platforms.kubevirt_nodes(ESTATE)))
        with pytest.raises(UnreadableFile, match="kubectl get vm,vmi") as refused:
            read_inventory(data, "nodes.json")
        assert refused.value.code == "no_vms"

    @pytest.mark.parametrize(
        ("spec", "vcpu", "gib"),
        [
            ({"domain": {"cpu": {"cores": 2, "sockets": 3, "threads": 2}, "memory": {"guest": "4G"}}}, 12, 4e9 / GIB),
            ({"domain": {"cpu": {"sockets": 3}, "memory": {"guest": "2048Mi"}}}, 3, 2),
            ({"domain": {"resources": {"requests": {"cpu": "1500m", "memory": "1073741824"}}}}, 2, 1),
            ({"domain": {"resources": {"limits": {"cpu": 4, "memory": "1.5Gi"}}}}, 4, 1.5),
            ({"domain": {"memory": {"guest": "8Gi"}}}, 1, 8),
            ({"domain": {"cpu": {"cores": 0}, "memory": {"guest": "8 GB"}}}, 1, None),
            ({"domain": {"cpu": {"cores": None}, "memory": None}}, 1, None),
        ],
    )
    def test_sizes_in_all_units(self, spec: object, vcpu: float, gib: float | None) -> None:
        machine = {
            "apiVersion": "kubevirt.io/v1",
            "kind": "VirtualMachine",
            "metadata": {"name": "a", "namespace": "n"},
            "spec": {"running": True, "template": {"spec": spec}},
        }
        inventory = read_inventory(as_bytes(machine), "vm.json")
        assert inventory.vms.vcpu == [vcpu]
        assert inventory.vms.memory_gib == (None if gib is None else [gib])
        assert inventory.vms.power == [Power.ON]
        assert inventory.vms.disk_gb is None

    def test_a_shared_claim_counts_once_and_a_repeated_machine_is_left_out(self) -> None:
        machines = platforms.kubevirt_machines(ESTATE)
        first: Any = machines[1]
        other = json.loads(json.dumps(first))
        other["metadata"] |= {"name": "other", "uid": "o"}
        listed = platforms.kubernetes_list(machines, [first, other], platforms.kubevirt_claims(ESTATE))
        inventory = read_inventory(as_bytes(listed), "vm.json")
        whole = sum(each.disk_mib for each in ESTATE.vms) * GB_PER_MIB
        assert total(inventory.vms.disk_gb) == pytest.approx(whole)
        assert {"disks_shared", "vm_twice"} <= set(codes(inventory))
        assert adds_up(inventory)

    def test_yaml_that_refers_to_itself_is_refused(self) -> None:
        text = b"apiVersion: v1\nkind: List\nitems: &a\n- b\nmore: *a\n"
        with pytest.raises(UnreadableFile, match="refers to parts of itself") as refused:
            read_inventory(text, "vm.yaml")
        assert refused.value.code == "no_yaml"


class TestLibvirt:
    def test_disks_and_states_are_in_further_files(self) -> None:
        files = [
            (platforms.virsh_list(ESTATE), "list.txt"),
            (platforms.virsh_domstats(ESTATE), "stats.txt"),
            (platforms.virsh_dumpxml(ESTATE), "all.xml"),
        ]
        inventory = read_inventories(files)
        assert inventory.vms.name == [each.name for each in ESTATE.vms]
        assert inventory.vms.id == [each.uuid for each in ESTATE.vms]
        assert inventory.vms.power == [POWERS[each.power] for each in ESTATE.vms]
        assert inventory.vms.disk_gb == pytest.approx([each.disk_mib * GB_PER_MIB for each in ESTATE.vms])
        assert [each.rows_read for each in inventory.tabs] == [60, 60, 60]

    def test_without_counters_it_says_where_disks_are(self) -> None:
        inventory = read_inventory(platforms.virsh_dumpxml(ESTATE), "all.xml")
        assert "virsh domstats" in said(inventory, "no_disks")
        assert codes(inventory).count("no_disks") == 1
        assert inventory.vms.disks == [len(each.disks_mib) for each in ESTATE.vms]

    def test_stored_definitions_say_no_state(self) -> None:
        text = platforms.virsh_dumpxml(ESTATE).decode()
        stored = "\n".join(line.partition(" id=")[0] + ">" if " id=" in line else line for line in text.splitlines())
        inventory = read_inventory(stored.encode(), "all.xml")
        assert set(inventory.vms.power) == {Power.UNKNOWN}
        assert "no_power_state" in codes(inventory)

    def test_a_list_alone_asks_for_sizes(self) -> None:
        with pytest.raises(UnreadableFile, match="virsh dumpxml") as refused:
            read_inventory(platforms.virsh_list(ESTATE), "list.txt")
        assert refused.value.code == "no_vms"

    def test_a_vm_that_only_the_list_has_is_named(self) -> None:
        few = Estate(ESTATE.vcenter, ESTATE.vms[1:], ESTATE.hosts, [])
        inventory = read_inventories([(platforms.virsh_list(ESTATE), "l.txt"), (platforms.virsh_dominfo(few), "i.txt")])
        assert ESTATE.vms[0].name in said(inventory, "row_without_size")
        assert adds_up(inventory)

    @pytest.mark.parametrize(
        "text", [b'<!DOCTYPE d [<!ENTITY a "b">]>\n<domain><name>&a;</name></domain>', b"<domain>"]
    )
    def test_entities_and_cut_files_are_refused(self, text: bytes) -> None:
        with pytest.raises(UnreadableFile) as refused:
            read_inventory(text, "d.xml")
        assert refused.value.code == "no_xml"

    def test_other_xml_is_of_an_unknown_kind(self) -> None:
        with pytest.raises(UnreadableFile, match="XML of an unknown kind"):
            read_inventory(b"<?xml version='1.0'?><pool/>", "p.xml")

    def test_devices_and_units(self) -> None:
        text = (
            "<domain id='1'><name>a</name><uuid>u</uuid><memory unit='GB'>4</memory><vcpu>2</vcpu><devices>"
            "<hostdev mode='subsystem' type='pci'/><disk device='disk'><shareable/></disk><disk device='floppy'/>"
            "</devices></domain><domain><name>b</name><uuid>v</uuid><memory unit='cups'>4</memory></domain>"
        )
        inventory = read_inventory(text.encode(), "d.xml")
        assert inventory.vms.name == ["a"]
        assert inventory.vms.memory_gib == pytest.approx([4e9 / GIB])
        assert inventory.vms.disks == [1]
        assert inventory.vms.traits == {VmTrait.PASSTHROUGH: [True], VmTrait.SHARED_DISK: [True]}
        assert {"not_a_number", "row_without_size"} <= set(codes(inventory))
        assert adds_up(inventory)


class TestProxmox:
    def test_qm_list_has_no_vcpu_and_says_where_it_is(self) -> None:
        inventory = read_inventory(platforms.qm_list(ESTATE), "qm.txt")
        assert [each.kind for each in inventory.sources] == ["proxmox"]
        assert inventory.vms.vcpu is None
        assert inventory.vms.memory_gib == [each.memory_mib / 1024 for each in ESTATE.vms]
        assert inventory.vms.disk_gb == pytest.approx([each.disks_mib[0] * GB_PER_MIB for each in ESTATE.vms])
        assert inventory.vms.power == [Power.ON if each.running else Power.OFF for each in ESTATE.vms]
        assert "/cluster/resources" in said(inventory, "sizes_elsewhere")

    def test_a_line_that_is_no_row_is_said(self) -> None:
        inventory = read_inventory(platforms.qm_list(ESTATE) + b"unable to read\n", "qm.txt")
        assert len(inventory.vms) == len(ESTATE.vms)
        assert "unable to read" in said(inventory, "row_without_size")

    def test_nodes_and_storages_of_other_files_belong_to_the_vms(self) -> None:
        resources = [each for each in json.loads(proxmox_json(ESTATE, bare=True)) if each["type"] in ("qemu", "lxc")]
        files = [
            (platforms.pve_nodes(ESTATE), "nodes.json"),
            (as_bytes(resources), "resources.json"),
            (platforms.pve_storage(ESTATE), "storage.json"),
        ]
        inventory = read_inventories(files)
        assert len(inventory.vms) == len(ESTATE.vms)
        assert inventory.hosts.name == [*(each.name.partition(".")[0] for each in ESTATE.hosts), "old"]
        assert inventory.hosts.threads == [*(2 * each.cores for each in ESTATE.hosts), None]
        assert inventory.hosts.away == [*(False for _ in ESTATE.hosts), True]
        assert inventory.datastores.name == [each.name for each in ESTATE.datastores]
        expected = [each.used_mib * GB_PER_MIB for each in ESTATE.datastores]
        assert inventory.datastores.used_gb == pytest.approx(expected)
        assert adds_up(inventory)

    def test_nodes_that_two_lists_have_count_once(self) -> None:
        files = [(platforms.pve_nodes(ESTATE), "nodes.json"), (proxmox_json(ESTATE), "resources.json")]
        inventory = read_inventories(files)
        assert len(inventory.hosts) == len(ESTATE.hosts) + 1
        assert "host_twice" in codes(inventory)

    def test_zero_and_null_are_missing(self) -> None:
        sizes: list[dict[str, object]] = [
            {"maxcpu": 0, "maxmem": 2**32},
            {"maxcpu": None, "maxmem": 2**32},
            {"maxcpu": 2, "maxmem": 0},
            {},
        ]
        vms = [
            {"type": "qemu", "vmid": at, "name": f"v{at}", "node": "n", "status": "running"} | each
            for at, each in enumerate(sizes)
        ]
        inventory = read_inventory(as_bytes(vms), "r.json")
        assert inventory.vms.vcpu == [None, None, 2]
        assert inventory.vms.memory_gib == [4, 4, None]
        assert "v3" in said(inventory, "row_without_size")
        assert adds_up(inventory)

    def test_nodes_alone_ask_for_the_vms(self) -> None:
        with pytest.raises(UnreadableFile, match="/cluster/resources"):
            read_inventory(platforms.pve_nodes(ESTATE), "nodes.json")


class TestCeph:
    vms = proxmox_json(ESTATE)

    def test_alone_it_asks_for_the_vms(self) -> None:
        for document in (platforms.ceph_df(), platforms.ceph_osd_df(), [platforms.ceph_df(), platforms.ceph_osd_df()]):
            with pytest.raises(UnreadableFile, match="is the fill of a Ceph cluster") as refused:
                read_inventory(as_bytes(document), "df.json")
            assert refused.value.code == "no_vms"

    def test_beside_vms_it_is_a_datastore_whose_raw_figures_hold_copies(self) -> None:
        inventory = read_inventories([(as_bytes(platforms.ceph_df()), "df.json"), (self.vms, "r.json")])
        at = inventory.datastores.name.index("Ceph cluster")
        assert (inventory.datastores.capacity_gb or [])[at] == pytest.approx(46_000)
        assert (inventory.datastores.used_gb or [])[at] == pytest.approx(26_700)
        assert "26.7 TB of 46 TB raw are used, for 8.9 TB that the pools store" in said(inventory, "raw_with_copies")
        assert inventory.sources[0].kind == "proxmox"
        assert adds_up(inventory)

    @pytest.mark.parametrize("tree", [False, True])
    def test_osds_say_how_full_they_are(self, tree: bool) -> None:
        osds = as_bytes(platforms.ceph_osd_df(tree=tree))
        inventory = read_inventories([(osds, "osd.json"), (self.vms, "r.json")])
        at = inventory.datastores.name.index("Ceph cluster")
        raw = 11 * 3_750_000_000 * 1024 / 1e9
        assert (inventory.datastores.capacity_gb or [])[at] == pytest.approx(raw)
        assert (inventory.datastores.used_gb or [])[at] == pytest.approx(raw / 2)
        assert "The fullest of 11 OSDs is at 90" in said(inventory, "osds_filled")
        assert "osd_without_size" in codes(inventory)

    @pytest.mark.parametrize("together", [True, False])
    def test_both_are_one_cluster(self, together: bool) -> None:
        df, osds = platforms.ceph_df(), platforms.ceph_osd_df()
        files = (
            [(as_bytes(df) + as_bytes(osds), "all.json")] if together else [(as_bytes(osds), "o"), (as_bytes(df), "d")]
        )
        inventory = read_inventories([*files, (self.vms, "r.json")])
        assert inventory.datastores.name.count("Ceph cluster") == 1


class TestPrism:
    def test_containers_and_hosts_are_those_of_the_vms(self) -> None:
        inventory = read_inventory(platforms.prism_zip(ESTATE), "p.zip")
        assert inventory.datastores.name == [each.name for each in ESTATE.datastores]
        assert inventory.datastores.capacity_gb == pytest.approx(
            [x.capacity_mib * GB_PER_MIB for x in ESTATE.datastores]
        )
        assert inventory.datastores.used_gb == pytest.approx([x.used_mib * GB_PER_MIB for x in ESTATE.datastores])
        assert inventory.hosts.cores == [each.cores for each in ESTATE.hosts]
        assert set(inventory.vms.host or []) <= set(inventory.hosts.name)
        assert "storage_shared" in codes(inventory)

    def test_without_figures_of_use_nothing_is_used_by_guess(self) -> None:
        inventory = read_inventory(platforms.prism_zip(ESTATE, 4), "p.zip")
        assert inventory.datastores.used_gb is None
        assert "use_unclear" in codes(inventory)

    @pytest.mark.parametrize("vms", [prism_v2, prism_v3])
    def test_as_several_files(self, vms: Callable[[Estate], bytes]) -> None:
        files = [(platforms.prism_containers(ESTATE), "c.json"), (vms(ESTATE), "v.json")]
        inventory = read_inventories(files)
        assert len(inventory.vms) == len(ESTATE.vms)
        assert len(inventory.datastores) == len(ESTATE.datastores)

    def test_alone_they_ask_for_the_vms(self) -> None:
        with pytest.raises(UnreadableFile, match="add the list of the VMs"):
            read_inventory(platforms.prism_containers(ESTATE), "c.json")


class TestClouds:
    def test_aws_reads_use_and_logical_cores(self) -> None:
        inventory = read_inventory(platforms.aws_csv(ESTATE), "aws.csv")
        vms = inventory.vms
        assert vms.iops_average == [each.iops if each.running else None for each in ESTATE.vms]
        assert vms.iops_peak == [3 * each.iops if each.running else None for each in ESTATE.vms]
        assert vms.memory_active_gib == [each.active_mib / 1024 if each.running else None for each in ESTATE.vms]
        assert {"no_disks", "no_clock", "no_power_state"} <= set(codes(inventory))

    def test_aws_without_logical_cores_takes_cores(self) -> None:
        text = "HostName,CPU.NumberOfProcessors,CPU.NumberOfCores,CPU.NumberOfLogicalCores,RAM.TotalSizeInMB\n"
        text += "a,2,8,,4096\nb,2,,0,0\nc,,,,\n"
        inventory = read_inventory(text.encode(), "aws.csv")
        assert inventory.vms.vcpu == [8, 2]
        assert inventory.vms.memory_gib == [4, None]
        assert adds_up(inventory)

    def test_google_has_means_and_peaks_of_samples(self) -> None:
        inventory = read_inventory(zipped(platforms.google_files(ESTATE)), "g.zip")
        vms = inventory.vms
        assert vms.iops_average == pytest.approx([each.iops if each.running else None for each in ESTATE.vms])
        assert vms.iops_peak == pytest.approx([1.5 * each.iops if each.running else None for each in ESTATE.vms])
        assert vms.disks == [len(each.disks_mib) for each in ESTATE.vms]
        assert vms.memory_active_gib == pytest.approx(
            [each.active_mib / 1024 if each.running else None for each in ESTATE.vms]
        )

    def test_google_in_several_files_and_rows_of_unknown_machines(self) -> None:
        files = platforms.google_files(ESTATE)
        files["diskInfo.csv"] += b"gone,disk0,100,50,SSD\n"
        inventory = read_inventories([(data, name) for name, data in reversed(files.items())])
        assert inventory.vms.disk_gb == pytest.approx([each.disk_mib * GB_PER_MIB for each in ESTATE.vms])
        assert "no_such_vm" in codes(inventory)
        assert adds_up(inventory)

    def test_google_disks_of_which_none_is_of_a_machine(self) -> None:
        files = platforms.google_files(ESTATE)
        files["diskInfo.csv"] = files["diskInfo.csv"].splitlines()[0] + b"\ngone,disk0,100,50,SSD\n"
        inventory = read_inventories([(data, name) for name, data in files.items()])
        said = next(each for each in inventory.findings if each.code == "cannot_be_joined")
        assert (said.kind, said.count) == ("warning", 1)
        assert "(1 row): none of its VMs is in vmInfo" in said.message
        assert adds_up(inventory)

    @pytest.mark.parametrize("part", ["diskInfo.csv", "perfInfo.csv"])
    def test_google_parts_alone_ask_for_the_machines(self, part: str) -> None:
        with pytest.raises(UnreadableFile, match=r"vmInfo\.csv"):
            read_inventory(platforms.google_files(ESTATE)[part], part)


@pytest.mark.parametrize(
    ("document", "looks"),
    [
        ({"health": {}, "fsid": "x"}, "an object with the keys 'health', 'fsid'"),
        ({}, "an empty object"),
        ([], "an empty list"),
        ([1, 2, 3], "a list of 3 values"),
        ([{"a": 1}, 2], "a list of 2 values"),
    ],
)
def test_unknown_json_says_what_it_looks_like(document: object, looks: str) -> None:
    with pytest.raises(UnreadableFile, match=f"JSON of an unknown kind: {looks}") as refused:
        read_inventory(as_bytes(document), "x.json")
    assert refused.value.code == "unknown_format"


ODD: tuple[Any, ...] = (None, 0, -1, "", [], {}, "x", 1e30, True, "4Gi", "-1", [None], {"a": 1})
DOCUMENTS = {
    "kubevirt": platforms.kubevirt_json(drawn(6, seed=3)),
    "ceph": as_bytes(platforms.ceph_df()),
    "osds": as_bytes(platforms.ceph_osd_df(tree=True)),
    "resources": proxmox_json(drawn(6, seed=3)),
    "nodes": platforms.pve_nodes(drawn(6, seed=3)),
    "containers": platforms.prism_containers(drawn(6, seed=3)),
    "hosts": platforms.prism_hosts(drawn(6, seed=3)),
}


def changed(document: Any, draw: Random) -> Any:
    """A copy of a document in which about one value of twenty is another, or missing."""
    if draw.random() < 0.05:
        return draw.choice(ODD)
    if isinstance(document, dict):
        return {key: changed(each, draw) for key, each in document.items() if draw.random() > 0.02}
    return [changed(each, draw) for each in document] if isinstance(document, list) else document


@pytest.mark.parametrize("name", DOCUMENTS)
def test_any_value_may_be_anything(name: str) -> None:
    draw = Random(name)
    for _ in range(40):
        document = changed(json.loads(DOCUMENTS[name]), draw)
        try:
            inventory = read_inventories([(as_bytes(document), "a.json"), (prism_v2(ESTATE), "v.json")])
        except UnreadableFile:
            continue
        assert adds_up(inventory)
        assert Inventory.model_validate_json(inventory.model_dump_json()) is not None


def rows(header: str, *lines: str) -> bytes:
    return "\n".join([header, *lines, ""]).encode()


ZABBIX = "Name,VMware: Number of virtual CPUs,VMware: Memory size (GB),VMware: Committed storage space (GB),{},{}"


class TestTablesOfMonitoring:
    @pytest.mark.parametrize(
        ("header", "reads", "writes"),
        [
            ("VM Name,vCPU,Memory (GB),Used Space (GB),{},{}", "Avg. Read IOPS", "Avg. Write IOPS"),
            (ZABBIX, "Average number of read requests per second", "Average number of write requests per second"),
            ("VM,vCPUs,RAM GB,Used GB,{},{}", "Reads/s", "Writes/s"),
            ("VM,vCPUs,RAM GB,In use GB,{},{}", "Disk Read I/O per second", "Disk Write I/O per second"),
        ],
    )
    def test_reads_and_writes_add_up(self, header: str, reads: str, writes: str) -> None:
        data = rows(header.format(reads, writes), "a,2,4,50,30,10", "b,4,8,60,0,0", "c,4,8,,,5")
        inventory = read_inventory(data, "t.csv")
        assert inventory.vms.vcpu == [2, 4, 4]
        assert inventory.vms.used_gb == [50, 60, None]
        assert inventory.vms.iops_average == [40, 0, None]
        assert inventory.vms.read_share == [0.75, None, None]
        assert "columns_not_read" not in codes(inventory)

    def test_peaks_apart_are_an_upper_bound(self) -> None:
        header = "VM,vCPU,RAM GB,Avg Read IOPS,Avg Write IOPS,Max Read IOPS,Max Write IOPS"
        inventory = read_inventory(rows(header, "a,2,4,30,10,300,200"), "t.csv")
        assert (inventory.vms.iops_average, inventory.vms.iops_peak) == ([40], [500])
        assert "need not coincide" in said(inventory, "peaks_are_maxima")

    def test_columns_that_are_not_read_are_named(self) -> None:
        header = "VM,vCPU,RAM GB,Read Latency (ms),Read Rate (MB/s),Owner,Read IOPS"
        inventory = read_inventory(rows(header, "a,2,4,5 ms,3,x,7", "b,2,4,6 ms,3,y,7"), "t.csv")
        message = said(inventory, "columns_not_read")
        assert message.startswith("3 columns not read: 'Read Latency (ms)', 'Read Rate (MB/s)', 'Read IOPS'.")
        assert "'Owner'" in message
        assert inventory.vms.iops_average is None
        assert inventory.vms.attributes == {"Owner": ["x", "y"]}

    def test_a_clock_in_mhz_comes_before_one_in_percent(self) -> None:
        header = "VM,vCPU,RAM GB,Avg CPU Usage (%),Avg CPU Usage (MHz),Max CPU Usage (MHz)"
        inventory = read_inventory(rows(header, "a,2,4,5,500,900"), "t.csv")
        assert (inventory.vms.cpu_ghz, inventory.vms.cpu_peak_ghz) == ([0.5], [0.9])

    def test_named_columns_may_be_parts(self) -> None:
        mapping = {"name": "N", "memory_gib": "M (GB)", "iops_read": "R", "iops_write": "W"}
        inventory = read_inventory(rows("N,M (GB),R,W", "a,4,30,10"), "t.csv", mapping)
        assert inventory.vms.iops_average == [40]
