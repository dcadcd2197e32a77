"""Several exports together: what is of one estate counts once, what only looks so counts for each and is said."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from hostwise.estate.importers.reading import read_several
from hostwise.plan.estate import EstateFinding, Inventory
from hostwise.tables.units import GB_PER_MIB
from tests.estates.estate import Estate, Vm, drawn
from tests.estates.others import live_optics_tabs
from tests.estates.rvtools import Tab, comma_separated, tabs, workbook, written, zipped

ESTATE = drawn(40, seed=5)
WHOLE = {
    "vcpu": sum(each.vcpu for each in ESTATE.vms),
    "memory_gib": sum(each.memory_mib for each in ESTATE.vms) / 1024,
    "disk_gb": sum(each.disk_mib for each in ESTATE.vms) * GB_PER_MIB,
}

File = tuple[bytes, str]


def totals(inventory: Inventory) -> dict[str, float]:
    return {key: sum(each or 0 for each in getattr(inventory.vms, key) or []) for key in WHOLE}


def said(inventory: Inventory, code: str) -> EstateFinding | None:
    return next((each for each in inventory.findings if each.code == code), None)


def export(estate: Estate, name: str) -> File:
    return workbook(estate), f"{name}.xlsx"


def powercli(vms: Sequence[Vm], name: str = "powercli.csv", *, with_hosts: bool = True) -> File:
    """A list of `Get-VM`, which knows no UUIDs and no templates."""
    header = ["Name", "PowerState", "NumCpu", "MemoryGB", "ProvisionedSpaceGB", "UsedSpaceGB"]
    rows: list[list[object]] = [
        [
            each.name,
            "PoweredOn" if each.running else "PoweredOff",
            each.vcpu,
            each.memory_mib / 1024,
            each.provisioned_mib / 1024,
            each.in_use_mib / 1024,
            *([each.host] if with_hosts else []),
        ]
        for each in vms
        if not each.template
    ]
    return comma_separated(Tab("vms", [*header, *(["VMHost"] if with_hosts else [])], rows)), name


def elsewhere(estate: Estate, **changed: object) -> Estate:
    """The same names and sizes of VMs in another company: other ids, hosts and vCenter."""
    hosts = {each.name: each.name.replace(".lab.", ".other.") for each in estate.hosts}
    return replace(
        estate,
        vcenter="vc.other.example",
        hosts=[replace(each, name=hosts[each.name]) for each in estate.hosts],
        vms=[
            replace(each, uuid=f"9{each.uuid}", moid=f"{each.moid}9", host=hosts.get(each.host, each.host))
            for each in estate.vms
        ],
        **changed,  # type: ignore[arg-type]
    )


def counts_once(inventory: Inventory) -> None:
    assert totals(inventory) == pytest.approx(WHOLE)
    assert len(inventory.hosts) == len(ESTATE.hosts)
    assert len(set(inventory.vms.id)) == len(inventory.vms)
    assert said(inventory, "vms_alike") is None
    for tab in inventory.tabs:
        assert tab.rows_accepted + tab.rows_repaired + tab.rows_rejected == tab.rows_read


def counts_twice(inventory: Inventory, part: float = 1) -> None:
    assert totals(inventory) == pytest.approx({key: (1 + part) * each for key, each in WHOLE.items()})
    assert said(inventory, "vm_twice") is None
    assert len(set(inventory.vms.id)) == len(inventory.vms)


class TestOneEstate:
    """What is of one estate counts once."""

    def test_a_vcenter_by_its_address_and_by_its_name(self) -> None:
        found = read_several([export(ESTATE, "name"), export(replace(ESTATE, vcenter="192.0.2.5"), "address")])
        counts_once(found)
        finding = said(found, "vm_twice")
        assert finding is not None
        assert finding.count == len(ESTATE.vms)
        assert "their UUIDs" in finding.message
        gone = f"{len(ESTATE.vms)} VMs, {WHOLE['vcpu']:,.0f} vCPU, {WHOLE['memory_gib']:,.0f} GiB of memory"
        assert gone in finding.message.replace("\u202f", " ")

    @pytest.mark.parametrize("first", [True, False])
    def test_a_list_of_powercli_beside_rvtools(self, first: bool) -> None:
        files = [powercli(ESTATE.vms), export(ESTATE, "rvtools")]
        found = read_several(files if first else files[::-1])
        # The fuller counts: a list of PowerCLI has no sizes of disks.
        counts_once(found)
        finding = said(found, "vm_twice")
        assert finding is not None
        assert "names, hosts and sizes" in finding.message

    def test_a_few_vms_may_have_moved_or_grown(self) -> None:
        moved = [replace(each, vcpu=each.vcpu + 2) if at in (3, 17) else each for at, each in enumerate(ESTATE.vms)]
        counts_once(read_several([export(ESTATE, "rvtools"), powercli(moved)]))

    def test_what_one_lacks_is_filled_in_from_the_other(self) -> None:
        found = read_several([export(ESTATE, "rvtools"), (written(live_optics_tabs(ESTATE)), "lo.xlsx")])
        counts_once(found)
        alone = read_several([(written(live_optics_tabs(ESTATE)), "lo.xlsx")])
        iops = dict(zip(alone.vms.name, alone.vms.iops_average or [], strict=True))
        assert any(iops.values())
        assert dict(zip(found.vms.name, found.vms.iops_average or [], strict=True)) == iops
        assert found.vms.snapshot_gb is not None
        finding = said(found, "vm_twice")
        assert finding is not None
        assert "iops_average" in finding.message

    def test_part_of_an_estate_beside_all_of_it(self) -> None:
        some = replace(ESTATE, vcenter="192.0.2.5", vms=ESTATE.vms[:3])
        counts_once(read_several([export(ESTATE, "all"), export(some, "some")]))

    def test_three_exports(self) -> None:
        files = [export(replace(ESTATE, vcenter=each), each) for each in ("one", "two", "three")]
        found = read_several(files)
        counts_once(found)
        finding = said(found, "vm_twice")
        assert finding is not None
        assert finding.count == 2 * len(ESTATE.vms)

    def test_an_id_of_the_bios_is_enough(self) -> None:
        """A public clone of RVTools writes it into the column of the other."""
        sheets = tabs(replace(ESTATE, vcenter="192.0.2.5"))
        for tab in sheets:
            if tab.name == "vInfo":
                own, bios = tab.header.index("VM UUID"), tab.header.index("SMBIOS UUID")
                for row in tab.rows:
                    row[own], row[bios] = f"5{str(row[own])[1:]}", row[own]
        counts_once(read_several([export(ESTATE, "one"), (written(sheets), "two.xlsx")]))


class TestDatastores:
    """Datastores of one estate count once, those of two for each."""

    def test_of_one_estate(self) -> None:
        found = read_several([export(ESTATE, "name"), export(replace(ESTATE, vcenter="192.0.2.5"), "address")])
        assert len(found.datastores) == len(ESTATE.datastores)
        finding = said(found, "datastore_twice")
        assert finding is not None
        assert finding.count == len(ESTATE.datastores)
        assert "TB" in finding.message

    def test_of_one_vcenter(self) -> None:
        found = read_several([export(ESTATE, "one"), export(replace(ESTATE, vms=ESTATE.vms[:9]), "two")])
        assert len(found.datastores) == len(ESTATE.datastores)

    def test_one_of_another_capacity_is_another(self) -> None:
        larger = [replace(ESTATE.datastores[0], capacity_mib=2 * ESTATE.datastores[0].capacity_mib)]
        other = replace(ESTATE, vcenter="192.0.2.5", datastores=[*larger, *ESTATE.datastores[1:]])
        found = read_several([export(ESTATE, "one"), export(other, "two")])
        assert len(found.datastores) == len(ESTATE.datastores) + 1

    @pytest.mark.parametrize("url", ["URL", "Address"])
    def test_one_that_has_grown_is_known_by_where_it_is(self, url: str) -> None:
        files = []
        for at, vcenter in enumerate(("one", "two")):
            sheets = tabs(replace(ESTATE, vcenter=vcenter))
            stores = next(each for each in sheets if each.name == "vDatastore")
            stores.header.append(url)
            capacity = stores.header.index("Capacity MiB")
            for row in stores.rows:
                row.append(f"ds:///vmfs/volumes/{row[0]}/")
                row[capacity] = int(str(row[capacity])) + 1024 * at
            files.append((written(sheets), f"{vcenter}.xlsx"))
        assert len(read_several(files).datastores) == len(ESTATE.datastores)

    def test_of_two_estates(self) -> None:
        found = read_several([export(ESTATE, "one"), export(elsewhere(ESTATE), "two")])
        assert len(found.datastores) == 2 * len(ESTATE.datastores)
        assert said(found, "datastore_twice") is None


class TestTwoEstates:
    """What is not known to be of one estate counts for each, and what looks like it is said."""

    def test_the_same_names_with_other_ids_on_other_hosts(self) -> None:
        found = read_several([export(ESTATE, "one"), export(elsewhere(ESTATE), "two")])
        counts_twice(found)
        assert said(found, "vms_alike") is None
        assert len(found.hosts) == 2 * len(ESTATE.hosts)

    def test_the_same_names_with_other_ids_on_hosts_of_the_same_names(self) -> None:
        other = replace(elsewhere(ESTATE), hosts=ESTATE.hosts)
        other.vms = [replace(one, host=each.host) for one, each in zip(other.vms, ESTATE.vms, strict=True)]
        found = read_several([export(ESTATE, "one"), export(other, "two")])
        counts_twice(found)
        finding = said(found, "vms_alike")
        assert finding is not None
        assert finding.kind == "warning"
        assert finding.count == len(ESTATE.vms)
        assert "one.xlsx and two.xlsx" in finding.message
        assert f"{WHOLE['disk_gb'] / 1000:.3g} TB" in finding.message

    def test_a_list_without_hosts(self) -> None:
        vms = [each for each in ESTATE.vms if not each.template]
        found = read_several([export(ESTATE, "rvtools"), powercli(ESTATE.vms, with_hosts=False)])
        assert len(found.vms) == len(ESTATE.vms) + len(vms)
        finding = said(found, "vms_alike")
        assert finding is not None
        assert finding.count == len(vms)

    def test_a_few_vms_of_equal_name_and_size(self) -> None:
        few = [*ESTATE.vms[:2], replace(ESTATE.vms[2], name="new")]
        found = read_several([export(ESTATE, "rvtools"), powercli([replace(each, template=False) for each in few])])
        assert len(found.vms) == len(ESTATE.vms) + 3
        finding = said(found, "vms_alike")
        assert finding is not None
        assert finding.count == 2

    def test_copies_at_another_site_have_the_same_ids(self) -> None:
        """A replica that is registered elsewhere keeps its UUID: it is stored twice."""
        copies = [
            replace(each, uuid=one.uuid, power="poweredOff")
            for each, one in zip(elsewhere(ESTATE).vms, ESTATE.vms, strict=True)
        ]
        found = read_several([export(ESTATE, "one"), export(replace(elsewhere(ESTATE), vms=copies), "two")])
        assert len(found.vms) == 2 * len(ESTATE.vms)
        finding = said(found, "vms_alike")
        assert finding is not None
        assert finding.count == len(ESTATE.vms)

    def test_two_lists_of_names_only(self) -> None:
        one = b"VM,vCPU,Memory GB,Disk GB\ndc01,2,8,100\nweb,4,8,50\n"
        two = b"VM,vCPU,Memory GB,Disk GB\ndc01,4,16,200\napp,4,8,50\n"
        found = read_several([(one, "a.csv"), (two, "b.csv")])
        assert found.vms.name == ["dc01", "web", "dc01", "app"]
        assert found.vms.memory_gib == [8, 8, 16, 8]
        assert len(set(found.vms.id)) == 4
        assert said(found, "vms_alike") is None

    def test_one_list_of_names_twice(self) -> None:
        rows = "".join(f"vm{at},2,8,{100 + at}\n" for at in range(8))
        one = f"VM,vCPU,Memory GB,Disk GB\n{rows}".encode()
        found = read_several([(one, "a.csv"), (one, "b.csv")])
        assert len(found.vms) == 8

    def test_clones_that_share_an_id_of_the_bios_are_not_one(self) -> None:
        vms = [replace(each, uuid=ESTATE.vms[0].uuid) for each in ESTATE.vms]
        other = elsewhere(replace(ESTATE, vms=vms))
        other.vms = [
            replace(each, name=f"other-{each.name}", uuid=vms[0].uuid, vcpu=each.vcpu + 1) for each in other.vms
        ]
        found = read_several([export(replace(ESTATE, vms=vms), "one"), export(other, "two")])
        assert len(found.vms) == 2 * len(ESTATE.vms)
        assert said(found, "vms_alike") is None


def test_two_exports_in_one_zip_are_told_apart_by_their_files() -> None:
    other = replace(elsewhere(ESTATE), hosts=ESTATE.hosts)
    other.vms = [replace(one, host=each.host) for one, each in zip(other.vms, ESTATE.vms, strict=True)]
    found = read_several([(zipped({"a.xlsx": workbook(ESTATE), "b.xlsx": workbook(other)}), "both.zip")])
    finding = said(found, "vms_alike")
    assert finding is not None
    assert "a.xlsx and b.xlsx" in finding.message


def test_pseudonyms_leave_no_ids() -> None:
    from hostwise.plan.pseudonyms import Pseudonyms

    found = Pseudonyms().anonymised(read_several([export(ESTATE, "one")]))
    assert found.vms.uuids is None
    assert found.datastores.url is None
