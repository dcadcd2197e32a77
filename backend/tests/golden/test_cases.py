"""The modern cases, sized by hand: hosts for each limit from plain arithmetic, and which limit binds."""

from math import ceil, floor

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan, sample_summaries
from hostwise.plan.answers.result import ConfigurationResult
from hostwise.plan.new_plan import new_plan

SIZED = ("leaving-vmware", "vdi-2026", "edge-three-nodes", "edge-platforms", "databases-2026", "memory-tiering-2026")


def evaluated(key: str) -> dict[str, ConfigurationResult]:
    return {each.key: each for each in evaluate_plan(sample_plan(key), load_catalogue()).configurations}


def by_hand(found: ConfigurationResult, hosts: dict[str, int], binding: set[str]) -> None:
    """The limits worked out by hand are the engine's, and so are the hosts and what binds."""
    limits = {each.key: each.hosts.value for each in found.constraints}
    assert {key: limits[key] for key in hosts} == hosts
    assert found.hosts.value == max(hosts.values())
    assert {each.key for each in found.constraints if each.binding} == binding


def grown(count: float, rate: float) -> float:
    """VMs whose data, I/O and cycles are there after five years."""
    return count * (1 + rate) ** 5


def whole_vms(*of_groups: tuple[float, float]) -> tuple[float, ...]:
    """VMs of the groups after five years: their growth together rounded down, and spread by largest remainder."""
    more = [grown(count, rate) - count for count, rate in of_groups]
    left = floor(sum(more)) - sum(floor(each) for each in more)
    largest = sorted(range(len(more)), key=lambda place: floor(more[place]) - more[place])[:left]
    return tuple(
        count + floor(each) + (place in largest)
        for place, ((count, _), each) in enumerate(zip(of_groups, more, strict=True))
    )


def overhead_gib(gib: float, vcpu: float) -> float:
    """ESXi's overhead of a VM: the straight line through the vendor's table."""
    return (14.19 + 0.00743 * gib * 1024 + 4.03 * vcpu) / 1024


def esa_memory_gib(gib: float, dram_gib: float | None = None) -> float:
    """2 % of a host's memory for the hypervisor and 5 % of its DRAM, at most 64 GiB, for single-tier storage."""
    return gib * (1 - 0.02) - min(0.05 * (dram_gib or gib), 64)


def esa_hosts(data_tb: float, raw_tb: float) -> int:
    """Hosts for data on adaptive RAID-5: 4+1 from 6 hosts and a spare, else 2+1.

    A tenth of a host's drives is for metadata, another for operations, and a host's drives are kept for a rebuild.
    """
    stored = data_tb * 1.131
    narrow, wide = (ceil((stored * factor + raw_tb) / (raw_tb * 0.8)) for factor in (1.5, 1.25))
    return min(narrow, max(wide, 7))


def test_every_case_is_feasible_priced_and_without_gaps() -> None:
    for key in (each.key for each in sample_summaries() if each.kind == "case"):
        result = evaluate_plan(sample_plan(key), load_catalogue())
        assert result.missing == [], key
        for each in result.configurations:
            assert each.feasible, (key, each.key)
            assert each.quantities["cluster_tco"].value, (key, each.key)


@pytest.mark.parametrize("key", SIZED)
def test_every_price_of_a_case_says_where_it_is_from(key: str) -> None:
    """A price is the catalogue's, or the plan says that it is illustrative or assumed, why, and when."""
    plan = sample_plan(key)
    for each in evaluate_plan(plan, load_catalogue()).prices.used:
        remark = plan.remarks.get(each.pointer or "")
        if remark is None:
            assert each.source, each
        elif remark.status in ("illustrative", "assumed"):
            assert remark.note, each
            assert (remark.date or "").startswith("2026"), each


def test_leaving_vmware() -> None:
    """Three hypervisors on the same hosts: memory binds at 8 for all, and the licence makes the difference."""
    apps, dbs, infra = grown(200, 0.05), grown(20, 0.05), 40
    ghz = apps * 1.4 + dbs * 6 + infra * 0.5
    apps, dbs = whole_vms((200, 0.05), (20, 0.05))
    cores = (apps * 4 + dbs * 8 + infra * 2) / 4
    gib = apps * 16 + dbs * 64 + infra * 8
    esxi = apps * overhead_gib(16, 4) + dbs * overhead_gib(64, 8) + infra * overhead_gib(8, 2)
    sizes = ((apps, 16, 4), (dbs, 64, 8), (infra, 8, 2))
    hyper_v = sum(vms * (24 + 8 * memory) for vms, memory, _ in sizes) / 1024
    qemu = sum(vms * (70 + 2 * memory + 8 * vcpu) for vms, memory, vcpu in sizes) / 1024
    found = evaluated("leaving-vmware")
    # The resource bridge of Azure Local has 4 vCPU, one core at the ratio of the policy, and 8 GiB.
    for key, overhead, usable, left, bridge in (
        ("vcf", esxi, 1024 * (1 - 0.02), 64, 0),
        ("azure-local", hyper_v, 1024 * (1 - 0.08), 64 * (1 - 0.1), 1),
        ("proxmox", qemu, 1024 * (1 - 64 / 4096) - 4, 64, 0),
    ):
        hosts = {
            "cpu_ratio": ceil((cores + bridge) / left) + 1,
            "cpu_ghz": ceil(ghz * (1 + bridge / cores) / (left * 3.55 * 0.75)) + 1,
            "memory": ceil((gib + 8 * bridge + overhead) / usable) + 1,
        }
        assert hosts == {"cpu_ratio": 7, "cpu_ghz": 5, "memory": 8}
        by_hand(found[key], hosts, {"memory"})
    licences = {
        key: next(part.amount.value for part in each.cost_parts if part.key == "licences")
        for key, each in found.items()
    }
    assert licences == {
        "vcf": pytest.approx(8 * 64 * 350 * 5),
        "azure-local": pytest.approx(8 * 64 * 10 * 12 * 5),
        "proxmox": pytest.approx(8 * 2 * 1100 * 1.15 * 5),
    }


def test_virtual_desktops() -> None:
    """12 hosts for the cores with 64 of them; with 96 slower ones cycles and memory bind at 10."""
    office, design = grown(900, 0.03), grown(100, 0.03)
    ghz = office * 1.1 + design * 2.4
    data = office * 0.06 * 0.6 * 1.03**5 + design * 0.12 * 0.6 * 1.05**5
    office, design = whole_vms((900, 0.03), (100, 0.03))
    cores = (office + design) * 4 / 8
    gib = office * (10 + overhead_gib(10, 4)) + design * (16 + overhead_gib(16, 4))
    found = evaluated("vdi-2026")
    for key, of_host, base, expected, binding in (
        ("two-sockets", 64, 3.55, (12, 11, 10, 9), {"cpu_ratio"}),
        ("one-socket", 64, 3.2, (12, 12, 10, 9), {"cpu_ratio", "cpu_ghz"}),
        ("many-cores", 96, 2.6, (8, 10, 10, 9), {"cpu_ghz", "memory"}),
    ):
        hosts = {
            "cpu_ratio": ceil(cores / (of_host * 0.9)) + 1,
            "cpu_ghz": ceil(ghz / (of_host * 0.9 * base * 0.75)) + 1,
            "memory": ceil(gib / esa_memory_gib(1536)) + 1,
            "capacity": esa_hosts(data, 4 * 3.2),
        }
        assert tuple(hosts.values()) == expected
        by_hand(found[key], hosts, binding)


def test_edge_site() -> None:
    """Two of three nodes carry everything, or one of two with twice the memory; all stay within the licence's TiB."""
    apps, dbs, infra = grown(26, 0.03), 2, 4
    ghz = apps * 1.5 + dbs * 7 + infra * 0.5
    data = apps * 0.12 * 0.6 * 1.06**5 + dbs * 0.5 * 0.7 * 1.1**5 + infra * 0.08 * 0.5 * 1.05**5
    (apps,) = whole_vms((26, 0.03))
    cores = (apps * 4 + dbs * 8 + infra * 2) / 4
    gib = apps * (12 + overhead_gib(12, 4)) + dbs * (48 + overhead_gib(48, 8)) + infra * (8 + overhead_gib(8, 2))
    found = evaluated("edge-three-nodes")
    # 30 % slack and a tenth for metadata; the mirror doubles, 2+1 adds a half.
    for key, factor, raw, binding in (
        ("three-mirrored", 2, 2 * 3.2, set()),
        ("three-striped", 1.5, 3 * 1.92, {"endurance"}),
    ):
        hosts = {
            "cpu_ratio": ceil(cores / (24 * 0.9)) + 1,
            "cpu_ghz": ceil(ghz / (24 * 0.9 * 3.2 * 0.75)) + 1,
            "memory": ceil(gib / esa_memory_gib(384)) + 1,
            "capacity": ceil(data * 1.131 * factor / (raw * 0.6)),
            "protection": 3,
        }
        assert set(hosts.values()) == {3}
        by_hand(found[key], hosts, {*hosts, *binding})
        assert 3 * raw * 1e12 / 2**40 <= 3 * 24 * 0.25
    assert found["two-large"].hosts.value == 2
    assert cores <= 48 * 0.9
    assert ghz <= 48 * 0.9 * 3.15 * 0.75
    assert gib <= esa_memory_gib(768)
    assert data * 1.131 <= 3 * 3.2 * 0.6
    assert 2 * 3 * 3.2e12 / 2**40 <= 2 * 48 * 0.25


def test_edge_site_on_three_platforms() -> None:
    """The drives of Ceph take two cores each: 30 applications and what runs beside them fill the cores of two hosts."""
    sizes = ((*whole_vms((26, 0.03)), 12, 4, 1.5), (2, 48, 8, 7), (4, 8, 2, 0.5))
    load = grown(26, 0.03)
    cores, gib = (
        sum(vms * each for vms, each in zip([size[0] for size in sizes], amounts, strict=True))
        for amounts in ((1, 2, 0.5), (12, 48, 8))
    )
    ghz = load * 1.5 + 2 * 7 + 4 * 0.5
    data = load * 0.12 * 0.6 * 1.06**5 + 2 * 0.5 * 0.7 * 1.1**5 + 4 * 0.08 * 0.5 * 1.05**5
    esxi = sum(vms * overhead_gib(memory, vcpu) for vms, memory, vcpu, _ in sizes)
    hyper_v = sum(vms * (24 + 8 * memory) for vms, memory, *_ in sizes) / 1024
    qemu = sum(vms * (70 + 2 * memory + 8 * vcpu) for vms, memory, vcpu, _ in sizes) / 1024
    # What is left of 24 cores and 384 GiB, what VMs take beside their own, the bridge of Azure Local, and the disks.
    ceph, pool = 3 * 3.2 * 0.98, 4 * 3.2 * 0.99
    found = evaluated("edge-platforms")
    for key, left, usable, overhead, bridge, capacity, least in (
        ("vsphere", 24 * 0.9, esa_memory_gib(384), esxi, 0, data * 1.131 * 2 / (2 * 3.2 * 0.6), 3),
        ("proxmox", 24 - 6, 384 * (1 - 1 / 64) - 4 - 4 - 3 * 4.8, qemu, 0, data * 3 / (0.85 * 0.95) / ceph + 1, 3),
        ("azure-local", 24 * 0.9, 384 - 32, hyper_v, 1, 2 * (data + 0.256) / 0.7 / pool, 2),
    ):
        hosts = {
            "cpu_ratio": ceil((cores + bridge) / left) + 1,
            "cpu_ghz": ceil(ghz * (1 + bridge / cores) / (left * 3.2 * 0.75)) + 1,
            "memory": ceil((gib + overhead + 8 * bridge) / usable) + 1,
            "capacity": ceil(capacity),
            "protection": least,
        }
        assert max(hosts.values()) == 3
        by_hand(found[key], hosts, {each for each, number in hosts.items() if number == 3})


def test_databases() -> None:
    """8 hosts of fast cores against 6 of slower ones, with 512 cores to license against 768, or 684 of the VMs.

    The 57 VMs are whole: nine of them fill the 57.6 cores of a fast host, so that seven hosts run them, and a spare.
    """
    load, (vms,) = grown(50, 0.03), whole_vms((50, 0.03))
    cores, ghz = vms * 12 / 2, load * 16
    gib = vms * (160 + overhead_gib(160, 12))
    data = load * 1.2 * 0.7 * 1.1**5
    found = evaluated("databases-2026")
    tie = {"cpu_ghz", "memory", "capacity"}
    for key, of_host, base, drives, expected, binding in (
        ("fast", 64, 3.8, 4, (7, 7, 6, 7, 8), {"vm_placement"}),
        ("many", 128, 2.4, 6, (4, 6, 6, 6, 6), tie),
        ("many-by-vm", 128, 2.4, 6, (4, 6, 6, 6, 6), tie),
    ):
        hosts = {
            "cpu_ratio": ceil(cores / (of_host * 0.9)) + 1,
            "cpu_ghz": ceil(ghz / (of_host * 0.9 * base * 0.75)) + 1,
            "memory": ceil(gib / esa_memory_gib(2304)) + 1,
            "capacity": esa_hosts(data, drives * 6.4),
            "vm_placement": ceil(vms / min(of_host * 0.9 // 6, esa_memory_gib(2304) // (gib / vms))) + 1,
        }
        assert tuple(hosts.values()) == expected
        by_hand(found[key], hosts, binding)
    # By VM the licences grow with the VMs, in packs of two cores.
    for key, licensed in (("fast", 8 * 64), ("many", 6 * 128), ("many-by-vm", 2 * ceil(vms * 12 / 2))):
        assert found[key].quantities["database_licence_cost"].value == pytest.approx(licensed * 15123 / 2)


def test_memory_tiering() -> None:
    """Memory binds in all three: 10 hosts with 2 TiB, of DRAM or half on NVMe, and 18 with 1 TiB."""
    apps, caches = grown(200, 0.05), grown(60, 0.05)
    ghz = apps * 1.2 + caches * 3
    data = (apps * 0.12 + caches * 0.25) * 0.6 * 1.05**5
    apps, caches = whole_vms((200, 0.05), (60, 0.05))
    cores = (apps * 4 + caches * 8) / 4
    configured = apps * 32 + caches * 96
    gib = configured + (apps + caches) * 390 / 1024
    found = evaluated("memory-tiering-2026")
    # The tables of the tier take 2 % of the DRAM.
    for key, of_host, base, usable, drives, expected in (
        ("dram-2048", 64, 3.55, esa_memory_gib(2048), 3, (9, 5, 10, 6)),
        ("dram-1024", 32, 3.65, esa_memory_gib(1024), 2, (16, 8, 18, 7)),
        ("tiered", 64, 3.55, esa_memory_gib(2048, 1024) - 0.02 * 1024, 3, (9, 5, 10, 6)),
    ):
        hosts = {
            "cpu_ratio": ceil(cores / (of_host * 0.9)) + 1,
            "cpu_ghz": ceil(ghz / (of_host * 0.9 * base * 0.75)) + 1,
            "memory": ceil(gib / usable) + 1,
            "capacity": esa_hosts(data, drives * 6.4),
        }
        assert tuple(hosts.values()) == expected
        by_hand(found[key], hosts, {"memory"})
    # A fifth is active, and at most half of the DRAM that is left for VMs may be, beside the VMs' overhead.
    active = ceil((configured * 0.2 / 0.5 + gib - configured) / (esa_memory_gib(2048, 1024) - 0.02 * 1024 - 1024)) + 1
    limits = {each.key: each.hosts.value for each in found["tiered"].constraints}
    assert limits["active_memory"] == active == 8


def test_the_plan_to_start_from() -> None:
    result = evaluate_plan(new_plan(), load_catalogue())
    assert result.missing == []
    load, (vms,) = grown(340, 0.1), whole_vms((340, 0.1))
    for each, cores, gib, raw_tb in zip(
        result.configurations, (64, 64, 128), (1536, 1536, 3072), (4 * 7.68, 4 * 7.68, 8 * 7.68), strict=True
    ):
        # Four vCPU on a core; a tenth of the cores is for hypervisor and storage.
        of_cores = ceil(vms * 4 / 4 / (cores * 0.9)) + 1
        of_memory = ceil(vms * (24 + overhead_gib(24, 4)) / esa_memory_gib(gib)) + 1
        of_capacity = esa_hosts(load * 0.3 * 0.6, raw_tb)
        by_hand(each, {"cpu_ratio": of_cores, "memory": of_memory, "capacity": of_capacity}, {"cpu_ratio", "memory"})
        assert each.quantities["cluster_tco"].value
