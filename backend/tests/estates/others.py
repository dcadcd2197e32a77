"""Exports of other products from an estate."""

import json
from collections.abc import Sequence

from tests.estates.estate import Estate, Vm
from tests.estates.rvtools import Row, Tab, comma_separated, written

MIB = 1024**2


def live_optics_tabs(estate: Estate, unit: str = "MiB") -> list[Tab]:
    """The sheets of Live Optics' collector for VMware; older versions write MB, GB and KB for the same units."""
    kib = unit.replace("M", "K")
    gib = unit.replace("M", "G")
    vms = Tab(
        "VMs",
        [
            "MOB ID",
            "VM Name",
            "Power State",
            "VM OS",
            "Disks",
            "Virtual CPU",
            f"Provisioned Memory ({unit})",
            f"Used Memory (active) ({unit})",
            f"Consumed Memory ({unit})",
            f"Virtual Disk Size ({unit})",
            f"Virtual Disk Used ({unit})",
            "Template",
            "Datacenter",
            "Cluster",
            "UUID",
            "InstanceUUID",
            "Host",
            "Date Provisioned",
            " Owner",
        ],
    )
    performance = Tab(
        "VM Performance",
        [
            "VM Name",
            "MOB ID",
            "Host",
            "Datacenter",
            "Cluster",
            "Peak vCPU %",
            "Peak vCPU (GHz)",
            "Average vCPU %",
            "Average vCPU (GHz)",
            f"Peak Memory ({unit})",
            f"Avg Memory ({unit})",
            "Peak IOPS",
            "Average IOPS",
            "Avg Read/Write Ratio",
            "Average KB/sec",
            "Avg Read IOPS",
            "Avg Write IOPS",
        ],
    )
    partitions = Tab(
        "VM Disks", ["VM Name", "MOB ID", "Host", "Disk", f"Capacity ({unit})", f"Used ({unit})", f"Free ({unit})"]
    )
    for vm in estate.vms:
        vms.rows.append(
            [
                vm.moid,
                vm.name,
                vm.power,
                vm.os,
                len(vm.disks_mib),
                vm.vcpu,
                vm.memory_mib,
                vm.active_mib,
                vm.consumed_mib,
                vm.disk_mib,
                vm.in_use_mib,
                str(vm.template).upper(),
                vm.datacenter,
                vm.cluster,
                vm.uuid,
                vm.uuid,
                vm.host,
                "2024/03/05 10:11",
                vm.owner,
            ]
        )
        ratio = f"{round(100 * vm.reads / vm.iops)}% / {100 - round(100 * vm.reads / vm.iops)}%" if vm.iops else ""
        ghz = vm.cpu_mhz / 1000
        performance.rows.append(
            [
                vm.name,
                vm.moid,
                vm.host,
                vm.datacenter,
                vm.cluster,
                50,
                2 * ghz,
                25,
                ghz,
                2 * vm.active_mib,
                vm.active_mib,
                3 * vm.iops,
                vm.iops,
                ratio or "0% / 100%",
                8 * vm.iops,
                vm.reads,
                vm.iops - vm.reads,
            ]
        )
        partitions.rows += [
            [vm.name, vm.moid, vm.host, f"{chr(67 + at)}:\\", size, used, size - used]
            for at, (size, used) in enumerate(vm.partitions_mib if vm.running else [])
        ]
    hosts = Tab(
        "ESX Hosts",
        [
            "Host Name",
            "Datacenter",
            "Cluster",
            "CPU Sockets",
            "CPU Cores",
            "CPU Threads",
            "CPU Clock Speed (GHz)",
            "Net Clock Speed (GHz)",
            f"Memory ({kib})",
            "Model",
        ],
        [
            [
                each.name,
                each.datacenter,
                each.cluster,
                each.sockets,
                each.cores,
                2 * each.cores,
                each.mhz / 1000,
                each.cores * each.mhz / 1000,
                each.memory_mib * 1024,
                "Server 1",
            ]
            for each in estate.hosts
        ],
    )
    host_performance = Tab(
        "ESX Performance",
        ["Host", "Average CPU %", "Average Memory %", "Peak IOPS", "Average IOPS"],
        [[each.name, each.cpu_percent, each.memory_percent, 900, 300] for each in estate.hosts],
    )
    devices = Tab(
        "Host Devices",
        ["Server Name", "Device Name", "Device Type", f"Capacity ({gib})", f"Used Capacity ({gib})"],
        [
            [host.name, each.name, "Cluster", each.capacity_mib / 1024, each.used_mib / 1024]
            for each in estate.datastores
            for host in estate.hosts[:3]
        ],
    )
    details = Tab(
        "Details",
        ["Live Optics"],
        [
            ["Project ID", "1234567"],
            ["Date", "2025-04-03"],
            ["Owner", "Pat Example"],
            ["Collector Build Version", "25.1"],
        ],
    )
    return [details, hosts, host_performance, devices, vms, performance, partitions]


def nutanix_tabs(estate: Estate) -> list[Tab]:
    """The sheets of Nutanix Collector, whose vInfo has `VM Name`."""
    names: list[Row] = [[vm.name, vm.host] for vm in estate.vms]
    shares = ["Average %", "Peak %", "Median %", "95th Percentile % (recommended)"]
    of_use: list[Row] = [[20, 80, 18, 60] if vm.running else [None, None, None, None] for vm in estate.vms]
    return [
        Tab("Metadata", ["Collector Version", "6.1.0"], [["Collection Date", "2025-04-03"]]),
        Tab(
            "vInfo",
            ["VM Name", "Host Name", "MOID", "UUID", "Guest OS", "Cluster Name", "95th Percentile IOPS"],
            [
                [*name, vm.moid, vm.uuid, vm.os, vm.cluster, vm.iops or None]
                for name, vm in zip(names, estate.vms, strict=True)
            ],
        ),
        Tab(
            "vCPU",
            ["VM Name", "Host Name", "vCPUs", *shares, "CPU Readiness 95th Percentile %"],
            [
                [*name, vm.vcpu, *use, 1.5 if vm.running else None]
                for name, use, vm in zip(names, of_use, estate.vms, strict=True)
            ],
        ),
        Tab(
            "vMemory",
            ["VM Name", "Host Name", "Size (MiB)", *shares],
            [[*name, vm.memory_mib, *use] for name, use, vm in zip(names, of_use, estate.vms, strict=True)],
        ),
        Tab(
            "vmList",
            [
                "VM Name",
                "Power State",
                "vCPUs",
                "Memory (MiB)",
                "Capacity (MiB)",
                "Consumed (MiB)",
                "Datastore",
                "Host",
                "Template",
                "Sizing Enabled",
                "Volume Group Consumed (MiB)",
            ],
            [
                [
                    vm.name,
                    vm.power,
                    vm.vcpu,
                    vm.memory_mib,
                    vm.disk_mib,
                    vm.in_use_mib,
                    "ds-01",
                    vm.host,
                    str(vm.template),
                    "True",
                    0,
                ]
                for vm in estate.vms
            ],
        ),
        Tab(
            "vHosts",
            ["Host Name", "CPU Cores", "CPU Speed", "Memory Size (GiB)", "CPU Usage", "Memory Usage"],
            [[each.name, each.cores, each.mhz, each.memory_mib / 1024, 30, 60] for each in estate.hosts],
        ),
    ]


def azure_csv(estate: Estate, *, in_gb: bool = True, marked: bool = True) -> bytes:
    """Servers for Azure Migrate: with disks in GB, or storage in MB; `marked` sets `*` before mandatory columns."""
    star = "*" if marked else ""
    header = [f"{star}Server name", "IP addresses", f"{star}Cores", f"{star}Memory (In MB)", f"{star}OS name"]
    header += ["Server type", "CPU utilization percentage", "Memory utilization percentage"]
    if not in_gb:
        header += ["Storage in use (In MB)", f"{star}Storage allocated (In MB)"]
    else:
        header += ["Number of disks", "Storage in use (In GB)"]
        for at in range(1, 7):
            header += [f"Disk {at} size (In GB)", f"Disk {at} read ops (operations per second)"]
            header += [f"Disk {at} write ops (operations per second)"]
    tab = Tab("servers", header)
    for vm in estate.vms:
        row: Row = [vm.name, f"192.0.2.1;{vm.moid}", vm.vcpu, vm.memory_mib, vm.os, "Virtual", 12, 25]
        if not in_gb:
            row += [vm.in_use_mib, vm.disk_mib]
        else:
            row += [len(vm.disks_mib), vm.in_use_mib / 1024]
            for at in range(6):
                size = vm.disks_mib[at] / 1024 if at < len(vm.disks_mib) else None
                row += [size, *([vm.reads, vm.iops - vm.reads] if at == 0 and vm.iops else [None, None])]
        tab.rows.append(row)
    return comma_separated(tab)


def hyperv_csv(estate: Estate, kind: str = "disks") -> bytes:
    """A report of a script: `disks` has a row for each disk, `vms` one for each VM, `bytes` what Get-VM says."""
    if kind == "vms":
        tab = Tab("hv", ["VMName", "VM_vCPU", "VM_RAM", "VM_Size", "VM_Prov"])
        tab.rows = [
            [vm.name, vm.vcpu, vm.memory_mib / 1024, vm.in_use_mib / 1024, vm.disk_mib / 1024] for vm in estate.vms
        ]
        return comma_separated(tab)
    states = {"poweredOn": "Running", "poweredOff": "Off", "suspended": "Saved"}
    if kind == "bytes":
        tab = Tab("hv", ["Name", "State", "ProcessorCount", "MemoryStartup", "MemoryAssigned", "Size", "FileSize"])
        tab.rows = [
            [
                vm.name,
                states[vm.power],
                vm.vcpu,
                vm.memory_mib * MIB,
                vm.consumed_mib * MIB,
                size * MIB,
                size * MIB // 2,
            ]
            for vm in estate.vms
            for size in vm.disks_mib
        ]
        return comma_separated(tab)
    tab = Tab(
        "hv",
        [
            "VM Name",
            "VM State",
            "vCPU",
            "vMem (GB)",
            "Host Name",
            "Path",
            "Size On Physical Disk (GB)",
            "Max Disk Size (GB)",
        ],
    )
    tab.rows = [
        [
            vm.name,
            states[vm.power],
            vm.vcpu,
            vm.memory_mib / 1024,
            vm.host,
            f"C:\\v1\\{vm.name}-{at}.vhdx",
            size / 2048,
            size / 1024,
        ]
        for vm in estate.vms
        for at, size in enumerate(vm.disks_mib)
    ]
    return comma_separated(tab)


def proxmox_json(estate: Estate, *, bare: bool = False) -> bytes:
    """The resources of a cluster, under `data` as the API has them, or bare as pvesh has."""
    nodes = [each.name.partition(".")[0] for each in estate.hosts]
    resources: list[dict[str, object]] = [
        {"id": f"node/{node}", "type": "node", "node": node, "status": "online", "maxcpu": 2 * each.cores, "cpu": 0.3}
        | {"maxmem": each.memory_mib * MIB, "mem": each.memory_mib * MIB // 2}
        for node, each in zip(nodes, estate.hosts, strict=True)
    ]
    resources += [
        {"id": f"qemu/{100 + at}", "vmid": 100 + at, "type": "qemu" if at % 5 else "lxc", "name": vm.name}
        | {"node": vm.host.partition(".")[0], "status": "running" if vm.running else "stopped"}
        | {"template": int(vm.template), "maxcpu": vm.vcpu, "cpu": 0.1, "maxmem": vm.memory_mib * MIB}
        | {"mem": vm.consumed_mib * MIB, "maxdisk": vm.disks_mib[0] * MIB, "disk": 0, "diskread": 1, "diskwrite": 1}
        for at, vm in enumerate(estate.vms)
    ]
    resources += [
        {"id": f"storage/{node}/{each.name}", "type": "storage", "storage": each.name, "node": node, "shared": 1}
        | {"plugintype": "nfs", "maxdisk": each.capacity_mib * MIB, "disk": each.used_mib * MIB}
        for each in estate.datastores
        for node in nodes[:2]
    ]
    resources.append({"id": "sdn/x", "type": "sdn", "node": nodes[0]})
    return json.dumps(resources if bare else {"data": resources}).encode()


def generic_tab(
    estate: Estate,
    headers: Sequence[str] = ("Server", "vCPUs", "RAM (GB)", "Disk (GB)", "Environment"),
    memory_mib: float = 1024,
) -> Tab:
    """A list that somebody keeps by hand, whose memory is in units of so many MiB."""

    def row(vm: Vm) -> Row:
        return [vm.name, vm.vcpu, vm.memory_mib / memory_mib, vm.disk_mib // 1024, vm.owner]

    return Tab("Servers", list(headers), [row(vm) for vm in estate.vms])


def all_formats(estate: Estate) -> dict[str, tuple[str, bytes]]:
    """One file of each format that is read, by what it is, with the key of its format."""
    live, nutanix = live_optics_tabs(estate), nutanix_tabs(estate)
    listed = next(each for each in nutanix if each.name == "vmList")
    return {
        "live_optics.xlsx": ("live_optics", written(live)),
        "live_optics_vms.csv": ("live_optics", comma_separated(next(each for each in live if each.name == "VMs"))),
        "nutanix.xlsx": ("nutanix", written(nutanix)),
        "nutanix_vmlist.csv": ("nutanix", comma_separated(listed)),
        "azure_gb.csv": ("azure_migrate", azure_csv(estate)),
        "azure_mb.csv": ("azure_migrate", azure_csv(estate, in_gb=False)),
        "azure_unmarked.csv": ("azure_migrate", azure_csv(estate, marked=False)),
        "hyperv_disks.csv": ("hyperv", hyperv_csv(estate)),
        "hyperv_vms.csv": ("hyperv", hyperv_csv(estate, "vms")),
        "hyperv_bytes.csv": ("hyperv", hyperv_csv(estate, "bytes")),
        "proxmox.json": ("proxmox", proxmox_json(estate)),
        "proxmox_bare.json": ("proxmox", proxmox_json(estate, bare=True)),
        "generic.csv": ("generic", comma_separated(generic_tab(estate))),
        "generic.xlsx": ("generic", written([generic_tab(estate)])),
    }
