"""Lists of KubeVirt, libvirt, Proxmox, Ceph, Prism and the templates of clouds, as their tools write them."""

import json
from collections.abc import Sequence

import yaml

from tests.estates.estate import Estate, Vm
from tests.estates.lists import prism_v2
from tests.estates.rvtools import Tab, comma_separated, zipped

MIB, GIB = 1024**2, 1024**3

Object = dict[str, object]

KUBEVIRT_STATES = {"poweredOn": "Running", "poweredOff": "Stopped", "suspended": "Paused"}
VIRSH_STATES = {"poweredOn": ("running", 1), "poweredOff": ("shut off", 5), "suspended": ("paused", 3)}


def _namespace(vm: Vm) -> str:
    return vm.folder.rpartition("/")[2]


def _topology(vm: Vm, at: int) -> Object:
    """Cores, sockets and threads of a VM in the ways in which people declare them; what is one may be left out."""
    if vm.vcpu % 2 or at % 3 == 0:
        return {"cores": vm.vcpu}
    if vm.vcpu % 4 == 0 and at % 3 == 1:
        return {"cores": vm.vcpu // 4, "sockets": 2, "threads": 2}
    return {"sockets": 2, "cores": vm.vcpu // 2, "threads": 1}


def kubevirt_machines(estate: Estate, types: bool = True) -> list[Object]:
    """Virtual machines: with their sizes, by what they request, or by an instance type."""
    found: list[Object] = []
    for at, vm in enumerate(estate.vms):
        domain: Object = {"devices": {"disks": [{"name": "cd", "cdrom": {}}, {"name": "d0", "disk": {}}]}}
        spec: Object = {"runStrategy": "Always" if vm.running else "Halted"}
        if types and at % 5 == 0:
            spec["instancetype"] = {"kind": "VirtualMachineClusterInstancetype", "name": f"t{vm.vcpu}.{vm.memory_mib}"}
        elif at % 5 == 1:
            domain["cpu"] = _topology(vm, at)
            domain["resources"] = {"requests": {"memory": f"{vm.memory_mib}Mi", "cpu": "100m"}}
        else:
            domain["cpu"] = _topology(vm, at)
            domain["memory"] = {"guest": f"{vm.memory_mib // 1024}Gi"}
            domain["resources"] = {"requests": {"memory": "64Mi"}}
        volumes: list[Object] = [
            {"name": "cd", "persistentVolumeClaim": {"claimName": "sensitivities"}},
            {"name": "init", "cloudInitNoCloud": {"userData": "#cloud-config"}},
        ]
        volumes += [
            {"name": f"d{disk}", **({"dataVolume": {"name": name}} if disk == 0 else _claim(name))}
            for disk, name in enumerate(_disk_names(vm))
        ]
        spec["dataVolumeTemplates"] = [
            {
                "metadata": {"name": f"{vm.name}-0"},
                "spec": {"storage": {"resources": {"requests": {"storage": f"{vm.disks_mib[0] * MIB}"}}}},
            }
        ]
        spec["template"] = {
            "metadata": {"annotations": {"vm.kubevirt.io/os": vm.os}},
            "spec": {"domain": domain, "volumes": volumes},
        }
        found.append(
            {
                "apiVersion": "kubevirt.io/v1",
                "kind": "VirtualMachine",
                "metadata": {"name": vm.name, "namespace": _namespace(vm), "uid": vm.uuid},
                "spec": spec,
                "status": {"printableStatus": KUBEVIRT_STATES[vm.power], "created": vm.running},
            }
        )
    return found


def _claim(name: str) -> Object:
    return {"persistentVolumeClaim": {"claimName": name}}


def _disk_names(vm: Vm) -> list[str]:
    return [f"{vm.name}-{disk}" for disk in range(len(vm.disks_mib))]


def kubevirt_instances(estate: Estate) -> list[Object]:
    """The instances that run, with the node of each."""
    return [
        {
            "apiVersion": "kubevirt.io/v1",
            "kind": "VirtualMachineInstance",
            "metadata": {"name": vm.name, "namespace": _namespace(vm), "uid": f"i-{vm.uuid}"},
            "spec": {"domain": {"cpu": {"cores": 1, "sockets": vm.vcpu}, "memory": {"guest": f"{vm.memory_mib}Mi"}}},
            "status": {
                "nodeName": vm.host,
                "phase": "Running",
                "currentCPUTopology": {"cores": 1, "sockets": vm.vcpu, "threads": 1},
                "memory": {"guestCurrent": f"{vm.memory_mib}Mi"},
                "conditions": [{"type": "Paused", "status": str(vm.power == "suspended")}],
            },
        }
        for vm in estate.vms
        if vm.power != "poweredOff"
    ]


def kubevirt_types(estate: Estate) -> list[Object]:
    """The instance types of the cluster."""
    sizes = sorted({(vm.vcpu, vm.memory_mib) for vm in estate.vms})
    return [
        {
            "apiVersion": "instancetype.kubevirt.io/v1beta1",
            "kind": "VirtualMachineClusterInstancetype",
            "metadata": {"name": f"t{vcpu}.{mib}"},
            "spec": {"cpu": {"guest": vcpu}, "memory": {"guest": f"{mib}Mi"}},
        }
        for vcpu, mib in sizes
    ]


def kubevirt_claims(estate: Estate) -> list[Object]:
    """The claims of all disks: what was asked for, and what is there."""
    return [
        {
            "apiVersion": "v1",
            "kind": "PersistentVolumeClaim",
            "metadata": {"name": name, "namespace": _namespace(vm)},
            "spec": {"resources": {"requests": {"storage": f"{mib // 2048}Gi"}}},
            "status": {"phase": "Bound", "capacity": {"storage": f"{mib // 1024}Gi"}},
        }
        for vm in estate.vms
        for name, mib in zip(_disk_names(vm), vm.disks_mib, strict=True)
    ]


def kubevirt_nodes(estate: Estate) -> list[Object]:
    """The nodes, one of the control plane among them."""
    control = {"name": "control-1", "labels": {"kubevirt.io/schedulable": "false"}}
    workers: list[Object] = [
        {
            "apiVersion": "v1",
            "kind": "Node",
            "metadata": {"name": host.name, "labels": {"kubevirt.io/schedulable": "true"}},
            "status": {
                "capacity": {"cpu": str(2 * host.cores), "memory": f"{host.memory_mib * 1024}Ki"},
                "conditions": [{"type": "MemoryPressure", "status": "False"}, {"type": "Ready", "status": "True"}],
                "nodeInfo": {"kubeletVersion": "v1.30.4"},
            },
        }
        for host in estate.hosts
    ]
    return [{**workers[0], "metadata": control}, *workers]


def kubernetes_list(*parts: Sequence[Object]) -> Object:
    """What `kubectl get a,b,c -A` writes."""
    items = [each for part in parts for each in part]
    return {"apiVersion": "v1", "items": items, "kind": "List", "metadata": {"resourceVersion": ""}}


def kubevirt_json(estate: Estate) -> bytes:
    """All objects in one list."""
    parts = (kubevirt_machines, kubevirt_instances, kubevirt_types, kubevirt_claims, kubevirt_nodes)
    return json.dumps(kubernetes_list(*(part(estate) for part in parts)), indent=4).encode()


def kubevirt_yaml(estate: Estate) -> bytes:
    """The same as YAML."""
    return yaml.safe_dump(json.loads(kubevirt_json(estate))).encode()


def kubevirt_zip(estate: Estate) -> bytes:
    """A file for each kind: the items of a list of one kind do not repeat it."""
    machines = [{key: each[key] for key in ("metadata", "spec", "status")} for each in kubevirt_machines(estate)]
    listed = {"apiVersion": "kubevirt.io/v1", "kind": "VirtualMachineList", "items": machines}
    return zipped(
        {
            "vm.json": json.dumps(listed).encode(),
            "vmi.json": json.dumps(kubernetes_list(kubevirt_instances(estate))).encode(),
            "types.yaml": yaml.safe_dump_all(kubevirt_types(estate)).encode(),
            "pvc.json": json.dumps(kubernetes_list(kubevirt_claims(estate))).encode(),
        }
    )


def domain_xml(vm: Vm, at: int = 1) -> str:
    """`virsh dumpxml`: a domain that runs or is paused has an id; sizes are in KiB, or in what somebody wrote."""
    own_id = "" if vm.power == "poweredOff" else f" id='{at}'"
    unit, size = (("KiB", vm.memory_mib * 1024), ("GiB", vm.memory_mib // 1024), ("MiB", vm.memory_mib))[at % 3]
    disks = "".join(
        f"<disk type='file' device='disk'><source file='/v/{vm.name}-{disk}.qcow2'/>"
        f"<target dev='vd{chr(97 + disk)}'/></disk>"
        for disk in range(len(vm.disks_mib))
    )
    return (
        f"<domain type='kvm'{own_id}>\n  <name>{vm.name}</name>\n  <uuid>{vm.uuid}</uuid>\n"
        f"  <memory unit='{unit}'>{size}</memory>\n  <currentMemory unit='KiB'>{vm.memory_mib * 512}</currentMemory>\n"
        f"  <vcpu placement='static' current='{vm.vcpu}'>{2 * vm.vcpu}</vcpu>\n  <devices>{disks}\n"
        "    <disk type='file' device='cdrom'><target dev='sda'/></disk>\n  </devices>\n</domain>\n"
    )


def virsh_dumpxml(estate: Estate) -> bytes:
    """The domains one after the other, as a loop writes them."""
    return "\n".join(f"<?xml version='1.0'?>\n{domain_xml(vm, at)}" for at, vm in enumerate(estate.vms, 1)).encode()


def virsh_dominfo(estate: Estate) -> bytes:
    """The blocks of a loop over `virsh dominfo`."""
    return "".join(
        f"Id:             {'-' if vm.power == 'poweredOff' else at}\nName:           {vm.name}\n"
        f"UUID:           {vm.uuid}\n"
        f"OS Type:        hvm\nState:          {VIRSH_STATES[vm.power][0]}\nCPU(s):         {vm.vcpu}\n"
        f"Max memory:     {vm.memory_mib * 1024} KiB\nUsed memory:    {vm.memory_mib * 512} KiB\n"
        "Persistent:     yes\nAutostart:      disable\nManaged save:   no\nSecurity model: none\nSecurity DOI:   0\n\n"
        for at, vm in enumerate(estate.vms, 1)
    ).encode()


def virsh_list(estate: Estate) -> bytes:
    """`virsh list --all`."""
    wide = max(len(vm.name) for vm in estate.vms)
    rows = [
        f" {'-' if vm.power == 'poweredOff' else at:<4} {vm.name:<{wide}}   {VIRSH_STATES[vm.power][0]}"
        for at, vm in enumerate(estate.vms, 1)
    ]
    return "\n".join([f" Id   {'Name':<{wide}}   State", "-" * (wide + 20), *rows, "", ""]).encode()


def virsh_domstats(estate: Estate) -> bytes:
    """`virsh domstats`: a drive without a medium has no capacity."""
    blocks = []
    for vm in estate.vms:
        lines = [f"Domain: '{vm.name}'", f"  state.state={VIRSH_STATES[vm.power][1]}", "  state.reason=1"]
        lines += [f"  balloon.current={vm.memory_mib * 512}", f"  balloon.maximum={vm.memory_mib * 1024}"]
        lines += [f"  vcpu.current={vm.vcpu}", f"  vcpu.maximum={2 * vm.vcpu}", "  vcpu.0.state=1"]
        lines += ["  net.count=1", "  net.0.rx.bytes=90554", f"  block.count={len(vm.disks_mib) + 1}"]
        for disk, size in enumerate(vm.disks_mib):
            lines += [f"  block.{disk}.name=vd{chr(97 + disk)}", f"  block.{disk}.rd.reqs=3028"]
            lines += [f"  block.{disk}.allocation={size * MIB // 2}", f"  block.{disk}.capacity={size * MIB}"]
        lines += [f"  block.{len(vm.disks_mib)}.name=sda", f"  block.{len(vm.disks_mib)}.rd.reqs=0"]
        blocks.append("\n".join(lines))
    return ("\n\n".join(blocks) + "\n\n").encode()


def libvirt_zip(estate: Estate) -> bytes:
    """Definitions in a file for each domain, with the states and the counters."""
    files = {f"{vm.name}.xml": domain_xml(vm, at).encode() for at, vm in enumerate(estate.vms, 1)}
    return zipped(files | {"list.txt": virsh_list(estate), "domstats.txt": virsh_domstats(estate)})


def qm_list(estate: Estate) -> bytes:
    """`qm list`: MB and GB are binary, and there is no vCPU."""
    rows = [
        f"{100 + at:>10} {vm.name:<20} {'running' if vm.running else 'stopped':<10} {vm.memory_mib:<10} "
        f"{vm.disks_mib[0] / 1024:>12.2f} {1000 + at if vm.running else 0:<10}"
        for at, vm in enumerate(estate.vms)
    ]
    head = f"{'VMID':>10} {'NAME':<20} {'STATUS':<10} {'MEM(MB)':<10} {'BOOTDISK(GB)':<12} {'PID':<10}"
    return ("\n".join([head, *rows]) + "\n").encode()


def pve_nodes(estate: Estate) -> bytes:
    """`pvesh get /nodes --output-format json`; one node is off, and says no sizes."""
    nodes: list[Object] = [
        {"id": f"node/{host.name.partition('.')[0]}", "node": host.name.partition(".")[0], "type": "node", "level": ""}
        | {"status": "online", "maxcpu": 2 * host.cores, "cpu": 0.3, "uptime": 86_400}
        | {"maxmem": host.memory_mib * MIB, "mem": host.memory_mib * MIB // 2, "ssl_fingerprint": "AA:BB"}
        for host in estate.hosts
    ]
    return json.dumps([*nodes, {"id": "node/old", "node": "old", "type": "node", "status": "offline"}]).encode()


def pve_storage(estate: Estate) -> bytes:
    """`pvesh get /nodes/NODE/storage --output-format json`."""
    return json.dumps(
        [
            {"storage": each.name, "type": "nfs", "content": "images", "shared": 1, "active": 1, "enabled": 1}
            | {"total": each.capacity_mib * MIB, "used": each.used_mib * MIB, "used_fraction": 0.5}
            for each in estate.datastores
        ]
    ).encode()


def aws_csv(estate: Estate) -> bytes:
    """The import template of AWS Migration Hub: sockets, cores and logical cores apart, and no disks."""
    header = ["ExternalId", "SMBiosId", "IPAddress", "MACAddress", "HostName", "VMware.MoRefId", "VMware.VCenterId"]
    header += ["CPU.NumberOfProcessors", "CPU.NumberOfCores", "CPU.NumberOfLogicalCores", "OS.Name", "OS.Version"]
    header += ["VMware.VMName", "RAM.TotalSizeInMB", "RAM.UsedSizeInMB.Avg", "RAM.UsedSizeInMB.Max"]
    header += ["CPU.UsagePct.Avg", "CPU.UsagePct.Max", "DiskReadsPerSecondInKB.Avg", "DiskWritesPerSecondInKB.Avg"]
    header += [f"Disk{kind}OpsPerSecond.{each}" for each in ("Avg", "Max") for kind in ("Reads", "Writes")]
    header += ["Applications", "ApplicationWave", "Tags", "ServerId"]
    tab = Tab("import", header)
    for vm in estate.vms:
        writes = vm.iops - vm.reads
        use = [vm.reads, writes, 3 * vm.reads, 3 * writes] if vm.running else [None] * 4
        tab.rows.append(
            [f"e-{vm.moid}", vm.uuid, "192.0.2.1", "", f"{vm.name}.lab.example", vm.moid, estate.vcenter]
            + [1, max(vm.vcpu // 2, 1), vm.vcpu, vm.os, "", vm.name, vm.memory_mib]
            + ([vm.active_mib, 2 * vm.active_mib, 12.5, 80] if vm.running else [None] * 4)
            + ([100, 200] if vm.running else [None] * 2)
            + [*use, vm.owner, "1", f"owner:{vm.owner}", ""]
        )
    return comma_separated(tab)


def google_files(estate: Estate) -> dict[str, bytes]:
    """The templates of Google Migration Center; each machine has two samples."""
    optional = "(optional)"
    vms = Tab("vmInfo", ["MachineId", "MachineName", f"PrimaryIPAddress{optional}", "TotalDiskAllocatedGiB"])
    vms.header += ["TotalDiskUsedGiB", f"MachineTypeLabel{optional}", "AllocatedProcessorCoreCount", "MemoryGiB"]
    vms.header += [
        f"HostingLocation{optional}",
        f"OsType{optional}",
        "OsName",
        f"MachineStatus{optional}",
        "IsPhysical",
    ]
    disks = Tab("diskInfo", ["MachineId", "DiskLabel", "SizeInGib", "UsedInGib", "StorageTypeLabel"])
    use = Tab("perfInfo", ["MachineId", "TimeStamp", "CpuUtilizationPercentage", "AvailableMemoryBytes"])
    use.header += ["DiskReadOperationsPerSec", "DiskWriteOperationsPerSec", "NetworkBytesPerSecSent"]
    words = {"poweredOn": "Running", "poweredOff": "Stopped", "suspended": "Suspended"}
    for vm in estate.vms:
        vms.rows.append(
            [
                *[vm.moid, vm.name, "192.0.2.1", vm.disk_mib / 1024, vm.in_use_mib / 1024, "", vm.vcpu],
                *[vm.memory_mib / 1024, vm.datacenter, "", vm.os, words[vm.power], "FALSE"],
            ]
        )
        disks.rows += [[vm.moid, f"disk{at}", size / 1024, size / 2048, "SSD"] for at, size in enumerate(vm.disks_mib)]
        if vm.running:
            free = (vm.memory_mib - vm.active_mib) * MIB
            for minute, share in ((0, 0.5), (5, 1.5)):
                sample = [vm.reads * share, (vm.iops - vm.reads) * share, 1]
                use.rows.append([vm.moid, f"2026-05-01 10:0{minute}:00", 12, free, *sample])
    return {f"{each.name}.csv": comma_separated(each) for each in (vms, disks, use)}


def ceph_df(*, stored: int = 8_900 * 10**9, total: int = 46_000 * 10**9) -> Object:
    """`ceph df -f json` of pools with three copies."""
    pools = [
        {"name": name, "id": at, "stats": {"stored": part, "bytes_used": 3 * part, "kb_used": 3 * part // 1024}}
        | {"max_avail": 5_200 * 10**9}
        for at, (name, part) in enumerate({"vm": stored - 10**12, "backup": 10**12}.items(), 1)
    ]
    stats = {"total_bytes": total, "total_avail_bytes": total - 3 * stored, "total_used_raw_bytes": 3 * stored}
    return {"stats": stats | {"num_osds": 12}, "stats_by_class": {}, "pools": pools}


def ceph_osd_df(*, osds: int = 12, kib: int = 3_750_000_000, tree: bool = False) -> Object:
    """`ceph osd df -f json`: the first OSD is nearly full, the last is down and says nothing."""
    nodes: list[Object] = [
        {"id": at, "name": f"osd.{at}", "type": "osd", "crush_weight": 3.49, "reweight": 1.0, "status": "up"}
        | {"kb": kib, "kb_used": kib // 2, "kb_avail": kib // 2, "utilization": 90.0 if at == 0 else 50.0}
        for at in range(osds)
    ]
    nodes[-1] |= {"kb": 0, "kb_used": 0, "kb_avail": 0, "utilization": 0.0, "status": "down"}
    if tree:
        whole = {"id": -1, "name": "default", "type": "root", "crush_weight": 41.9, "kb": osds * kib, "kb_used": osds}
        nodes.insert(0, whole | {"utilization": 99.0})
    return {"nodes": nodes, "stray": [], "summary": {"total_kb": (osds - 1) * kib, "average_utilization": 55.0}}


def prism_containers(estate: Estate, version: int = 2) -> bytes:
    """Storage containers of Prism, whose figures of use are texts; the fourth interface has none beside them."""
    if version == 4:
        data = [
            {"containerExtId": f"c{at}", "name": each.name, "replicationFactor": 2, "clusterExtId": "k"}
            | {"maxCapacityBytes": each.capacity_mib * MIB}
            for at, each in enumerate(estate.datastores)
        ]
        return json.dumps({"data": data, "metadata": {}}).encode()
    entities = [
        {"storage_container_uuid": f"c{at}", "name": each.name, "replication_factor": 2, "max_capacity": 9 * 10**15}
        | {
            "usage_stats": {
                "storage.user_capacity_bytes": str(each.capacity_mib * MIB),
                "storage.user_free_bytes": str((each.capacity_mib - each.used_mib) * MIB),
                "storage.capacity_bytes": str(2 * each.capacity_mib * MIB),
            }
        }
        for at, each in enumerate(estate.datastores)
    ]
    return json.dumps({"metadata": {"count": len(entities)}, "entities": entities}).encode()


def prism_hosts(estate: Estate) -> bytes:
    """`GET /hosts` of Prism Element."""
    entities = [
        {"uuid": host.name, "name": f"ahv-{at}", "num_cpu_cores": host.cores, "num_cpu_sockets": host.sockets}
        | {"num_cpu_threads": 2 * host.cores, "cpu_frequency_in_hz": host.mhz * 10**6, "cpu_model": "Processor 1"}
        | {"memory_capacity_in_bytes": host.memory_mib * MIB, "num_vms": 10}
        for at, host in enumerate(estate.hosts)
    ]
    return json.dumps({"metadata": {}, "entities": entities}).encode()


def prism_zip(estate: Estate, version: int = 2) -> bytes:
    """The VMs of a cluster with its hosts and storage containers."""
    return zipped(
        {
            "a_containers.json": prism_containers(estate, version),
            "b_hosts.json": prism_hosts(estate),
            "c_vms.json": prism_v2(estate),
        }
    )


def all_platforms(estate: Estate) -> dict[str, tuple[str, bytes]]:
    """One file of each kind, by what it is, with the key of its format; `nodisk` have no sizes of disks."""
    return {
        "kubevirt.json": ("kubevirt", kubevirt_json(estate)),
        "kubevirt.yaml": ("kubevirt", kubevirt_yaml(estate)),
        "kubevirt.zip": ("kubevirt", kubevirt_zip(estate)),
        "libvirt.zip": ("libvirt", libvirt_zip(estate)),
        "libvirt_stats.txt": ("libvirt", virsh_domstats(estate)),
        "nodisk_libvirt.xml": ("libvirt", virsh_dumpxml(estate)),
        "nodisk_libvirt.txt": ("libvirt", virsh_list(estate) + b"\n" + virsh_dominfo(estate)),
        "nodisk_aws.csv": ("aws_migration", aws_csv(estate)),
        "google.zip": ("google_migration", zipped(google_files(estate))),
        "google_vms.csv": ("google_migration", google_files(estate)["vmInfo.csv"]),
    }
