"""Lists of OpenStack, Xen and Nutanix Prism of an estate, as their tools write them."""

import json
from collections.abc import Mapping, Sequence

from tests.estates.estate import Estate, Vm
from tests.estates.rvtools import Tab, comma_separated, zipped

MIB, GIB = 1024**2, 1024**3

NOVA_STATES = {"poweredOn": (1, "ACTIVE"), "poweredOff": (4, "SHUTOFF"), "suspended": (7, "SUSPENDED")}
XEN_STATES = {"poweredOn": "running", "poweredOff": "halted", "suspended": "suspended"}
PRISM_STATES = {"poweredOn": "ON", "poweredOff": "OFF", "suspended": "SUSPENDED"}

Record = dict[str, object]


def flavour_of(vm: Vm) -> str:
    """The name of a VM's flavour."""
    return f"m1.{vm.vcpu}x{vm.memory_mib}"


def openstack_servers(estate: Estate, *, numbers: bool = True, image: str = "N/A (booted from volume)") -> list[Record]:
    """`openstack server list --long`; newer clients have numbers for power states, older ones words."""
    words = {1: "Running", 4: "Shutdown", 7: "Suspended"}
    return [
        {
            "ID": vm.uuid,
            "Name": vm.name,
            "Status": NOVA_STATES[vm.power][1],
            "Task State": None,
            "Power State": NOVA_STATES[vm.power][0] if numbers else words[NOVA_STATES[vm.power][0]],
            "Networks": {"private": ["192.0.2.10"]},
            "Image Name": image,
            "Image ID": "",
            "Flavor Name": flavour_of(vm),
            "Availability Zone": vm.cluster,
            "Host": vm.host.partition(".")[0],
            "Properties": {},
        }
        for vm in estate.vms
    ]


def openstack_flavours(estate: Estate, disk_gib: int = 0) -> list[Record]:
    """`openstack flavor list --long`, whose RAM is in MiB."""
    by_name = {flavour_of(vm): vm for vm in estate.vms}
    return [
        {
            "ID": f"{at:032x}",
            "Name": name,
            "RAM": vm.memory_mib,
            "Disk": disk_gib,
            "Ephemeral": 0,
            "VCPUs": vm.vcpu,
            "Is Public": True,
            "Swap": "",
            "RXTX Factor": 1.0,
            "Properties": {"hw:cpu_policy": "shared"},
        }
        for at, (name, vm) in enumerate(by_name.items())
    ]


def openstack_volumes(estate: Estate) -> list[Record]:
    """`openstack volume list --long`, whose sizes are in GiB."""
    return [
        {
            "ID": f"{1 + at:08d}-{disk:04d}-4000-8000-000000000000",
            "Name": "",
            "Status": "in-use",
            "Size": size // 1024,
            "Type": "ceph",
            "Bootable": "true",
            "Attached to": [{"server_id": vm.uuid, "device": f"/dev/vd{chr(97 + disk)}"}],
        }
        for at, vm in enumerate(estate.vms)
        for disk, size in enumerate(vm.disks_mib)
    ]


def openstack_hypervisors(estate: Estate) -> list[Record]:
    """`openstack hypervisor list --long`, which counts threads."""
    return [
        {
            "ID": at,
            "Hypervisor Hostname": host.name,
            "Hypervisor Type": "QEMU",
            "Host IP": "192.0.2.1",
            "State": "up",
            "vCPUs Used": 20,
            "vCPUs": 2 * host.cores,
            "Memory MB Used": host.memory_mib // 2,
            "Memory MB": host.memory_mib,
        }
        for at, host in enumerate(estate.hosts)
    ]


def as_json(records: Sequence[Mapping[str, object]]) -> bytes:
    """A list as `-f json` writes it."""
    return json.dumps(records, indent=2).encode()


def as_csv(records: Sequence[Mapping[str, object]], separator: str = ",") -> bytes:
    """A list as `-f csv` writes it: what is no text stands as Python writes it."""
    header = list(records[0])
    rows = [[str(each) if isinstance(each, (dict, list)) else each for each in record.values()] for record in records]
    return comma_separated(Tab("list", header, rows), separator)


def openstack_zip(estate: Estate) -> bytes:
    """All lists together."""
    return zipped(
        {
            "servers.json": as_json(openstack_servers(estate)),
            "flavors.json": as_json(openstack_flavours(estate)),
            "volumes.json": as_json(openstack_volumes(estate)),
            "hypervisors.json": as_json(openstack_hypervisors(estate)),
        }
    )


def openstack_csv_zip(estate: Estate) -> bytes:
    """The same as CSV of an older client."""
    return zipped(
        {
            "a/servers.csv": as_csv(openstack_servers(estate, numbers=False)),
            "a/flavors.csv": as_csv(openstack_flavours(estate)),
            "a/volumes.csv": as_csv(openstack_volumes(estate)),
        }
    )


def nova_json(estate: Estate) -> bytes:
    """What `/servers/detail` answers since it has the flavours within the servers."""
    servers = [
        {
            "id": vm.uuid,
            "name": vm.name,
            "status": NOVA_STATES[vm.power][1],
            "OS-EXT-STS:power_state": NOVA_STATES[vm.power][0],
            "OS-EXT-SRV-ATTR:host": vm.host,
            "OS-EXT-AZ:availability_zone": vm.cluster,
            "tenant_id": "p1",
            "image": {"id": "i1"},
            "flavor": {"original_name": flavour_of(vm), "vcpus": vm.vcpu, "ram": vm.memory_mib, "ephemeral": 0}
            | {"disk": vm.disk_mib // 1024, "swap": 0, "extra_specs": {}},
        }
        for vm in estate.vms
    ]
    return json.dumps({"servers": servers}).encode()


def _host_id(estate: Estate, name: str) -> str:
    at = next(at for at, each in enumerate(estate.hosts) if each.name == name)
    return f"aaaa0000-0000-4000-8000-{at:012d}"


def xe_vms(estate: Estate) -> list[dict[str, str]]:
    """`xe vm-list params=all`, the control domains of the hosts among them."""
    found = [
        {
            "uuid": vm.uuid,
            "name-label": vm.name,
            "name-description": vm.owner,
            "is-a-template": str(vm.template).lower(),
            "is-default-template": "false",
            "is-a-snapshot": "false",
            "is-control-domain": "false",
            "power-state": XEN_STATES[vm.power],
            "memory-actual": str(vm.consumed_mib * MIB),
            "memory-static-max": str(2 * vm.memory_mib * MIB),
            "memory-dynamic-max": str(vm.memory_mib * MIB),
            "VCPUs-max": str(vm.vcpu),
            "VCPUs-at-startup": str(vm.vcpu),
            "resident-on": _host_id(estate, vm.host) if vm.running else "<not in database>",
            "os-version": f"name: {vm.os}; uname: 5.15; distro: x" if vm.running else "<not in database>",
        }
        for vm in estate.vms
    ]
    domains = [
        dict.fromkeys(found[0], "")
        | {"uuid": f"d0{at:06d}", "name-label": f"Control domain on host: {host.name}", "power-state": "running"}
        | {"VCPUs-max": "16", "memory-dynamic-max": str(8 * GIB), "is-control-domain": "true"}
        for at, host in enumerate(estate.hosts)
    ]
    return [*domains, *found]


def xe_disks(estate: Estate) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    """`xe vbd-list` and `xe vdi-list`: each VM also has an empty drive for CDs."""
    devices, disks = [], []
    for vm in estate.vms:
        devices.append({"uuid": f"{vm.moid}-cd", "vm-uuid": vm.uuid, "type": "CD", "vdi-uuid": "<not in database>"})
        for at, size in enumerate(vm.disks_mib):
            key = f"{vm.moid}-{at}"
            devices.append({"uuid": f"vbd-{key}", "vm-uuid": vm.uuid, "type": "Disk", "vdi-uuid": key})
            disks.append({"uuid": key, "name-label": key, "virtual-size": str(size * MIB)})
            disks[-1]["physical-utilisation"] = str(size * MIB // 2)
    return devices, disks


def xe_hosts(estate: Estate) -> list[dict[str, str]]:
    """`xe host-list params=all`, which counts threads."""
    return [
        {
            "uuid": _host_id(estate, host.name),
            "name-label": host.name.partition(".")[0],
            "hostname": host.name,
            "memory-total": str(host.memory_mib * MIB),
            "cpu_info": f"cpu_count: {2 * host.cores}; socket_count: {host.sockets}; vendor: GenuineIntel; "
            f"speed: {host.mhz}.000; modelname: Intel(R) Xeon(R) Gold 6230 CPU @ 2.10GHz; family: 6",
        }
        for host in estate.hosts
    ]


def as_xe(records: Sequence[Mapping[str, str]]) -> bytes:
    """A list as `xe` writes it: aligned, and with blank lines between."""
    marks = {"uuid": "( RO)", "os-version": "(MRO)", "other-config": "(MRW)"}
    blocks = []
    for record in records:
        lines = []
        for at, (key, value) in enumerate(record.items()):
            name = f"{key} {marks.get(key, '( RW)')}"
            lines.append(f"{name}{'' if at else '    '}: {value}" if at == 0 else f"{name:>30}: {value}")
        blocks.append("\n".join(lines))
    return ("\n\n\n".join(blocks) + "\n\n").encode()


def xe_zip(estate: Estate) -> bytes:
    """All lists together."""
    devices, disks = xe_disks(estate)
    return zipped(
        {
            "vms.txt": as_xe(xe_vms(estate)),
            "vbds.txt": as_xe(devices),
            "vdis.txt": as_xe(disks),
            "hosts.txt": as_xe(xe_hosts(estate)),
        }
    )


def xen_records(estate: Estate) -> bytes:
    """`VM.get_all_records` of the interface: records by reference, with other marks in their names."""
    return json.dumps(
        {
            f"OpaqueRef:{each['uuid']}": {key.replace("-", "_"): value for key, value in each.items()}
            for each in xe_vms(estate)
        }
    ).encode()


def xen_orchestra(estate: Estate) -> bytes:
    """VMs as Xen Orchestra lists them."""
    kinds = {True: "VM-template", False: "VM"}
    objects: list[Record] = [
        {
            "type": kinds[vm.template],
            "uuid": vm.uuid,
            "name_label": vm.name,
            "power_state": XEN_STATES[vm.power].capitalize(),
            "CPUs": {"max": vm.vcpu, "number": vm.vcpu},
            "memory": {"dynamic": [GIB, vm.memory_mib * MIB], "size": vm.memory_mib * MIB},
            "$container": "pool",
            "tags": ["a", "b"],
        }
        for vm in estate.vms
    ]
    return as_json(objects)


def prism_csv(estate: Estate, separator: str = ",") -> bytes:
    """The table of VMs of Prism Element: units in cells, what is used and the whole in one."""
    tab = Tab("vms", ["VM Name", "Host", "IP Addresses", "Cores", "Memory Capacity", "Storage", "CPU Usage"])
    tab.header += ["Controller Read IOPS", "Power State"]
    tab.rows = [
        [
            vm.name,
            vm.host,
            "192.0.2.1, 192.0.2.2",
            vm.vcpu,
            f"{vm.memory_mib / 1024:g} GiB",
            f"{vm.in_use_mib / 1024:.3f} GiB / {vm.disk_mib / 1024:g} GiB",
            "12.5%",
            "-",
            PRISM_STATES[vm.power],
        ]
        for vm in estate.vms
    ]
    return comma_separated(tab, separator)


def prism_v3(estate: Estate) -> bytes:
    """`POST /vms/list` of Prism Central; drives of CDs are in the list of disks."""
    drive = {"device_properties": {"device_type": "CDROM"}, "disk_size_bytes": 5 * GIB}
    entities = [
        {
            "status": {
                "name": vm.name,
                "cluster_reference": {"kind": "cluster", "uuid": "c1", "name": vm.cluster},
                "resources": {
                    "num_threads_per_core": 1,
                    "num_vcpus_per_socket": 1,
                    "num_sockets": vm.vcpu,
                    "memory_size_mib": vm.memory_mib,
                    "power_state": PRISM_STATES[vm.power],
                    "host_reference": {"name": vm.host, "uuid": "h1"},
                    "disk_list": [
                        drive,
                        *(
                            {"device_properties": {"device_type": "DISK"}, "disk_size_bytes": s * MIB}
                            for s in vm.disks_mib
                        ),
                    ],
                },
            },
            "spec": {"name": vm.name, "resources": {"memory_size_mib": vm.memory_mib}},
            "metadata": {"kind": "vm", "uuid": vm.uuid},
        }
        for vm in estate.vms
    ]
    return json.dumps(
        {"api_version": "3.1", "metadata": {"total_matches": len(entities)}, "entities": entities}
    ).encode()


def prism_v2(estate: Estate) -> bytes:
    """`GET /vms` of Prism Element: vCPUs are sockets."""
    entities = [
        {
            "name": vm.name,
            "uuid": vm.uuid,
            "num_vcpus": vm.vcpu,
            "num_cores_per_vcpu": 1,
            "memory_mb": vm.memory_mib,
            "power_state": PRISM_STATES[vm.power].lower(),
            "host_uuid": vm.host,
            "vm_disk_info": [{"is_cdrom": True}, *({"is_cdrom": False, "size": s * MIB} for s in vm.disks_mib)],
        }
        for vm in estate.vms
    ]
    return json.dumps({"metadata": {}, "entities": entities}).encode()


def prism_v4(estate: Estate) -> bytes:
    """`GET /api/vmm/v4.0/ahv/config/vms` of Prism Central."""
    data = [
        {
            "extId": vm.uuid,
            "name": vm.name,
            "numSockets": 1,
            "numCoresPerSocket": vm.vcpu,
            "numThreadsPerCore": 1,
            "memorySizeBytes": vm.memory_mib * MIB,
            "powerState": PRISM_STATES[vm.power],
            "host": {"extId": vm.host},
            "cluster": {"extId": vm.cluster},
            "disks": [{"backingInfo": {"diskSizeBytes": size * MIB}} for size in vm.disks_mib],
            "cdRoms": [{"backingInfo": {"diskSizeBytes": GIB}}],
        }
        for vm in estate.vms
    ]
    return json.dumps({"data": data, "metadata": {"totalAvailableResults": len(data)}}).encode()


def all_lists(estate: Estate) -> dict[str, tuple[str, bytes]]:
    """One file of each kind, by what it is, with the key of its format."""
    return {
        "openstack.zip": ("openstack", openstack_zip(estate)),
        "openstack_csv.zip": ("openstack", openstack_csv_zip(estate)),
        "openstack_nova.json": ("openstack", nova_json(estate)),
        "xenserver.zip": ("xenserver", xe_zip(estate)),
        "xenserver_nodisk.txt": ("xenserver", as_xe(xe_vms(estate))),
        "xenserver_nodisk.csv": ("xenserver", as_csv(xe_vms(estate))),
        "xenserver_nodisk_records.json": ("xenserver", xen_records(estate)),
        "xenserver_nodisk_orchestra.json": ("xenserver", xen_orchestra(estate)),
        "prism.csv": ("prism", prism_csv(estate)),
        "prism_semicolons.csv": ("prism", prism_csv(estate, ";")),
        "prism_v2.json": ("prism", prism_v2(estate)),
        "prism_v3.json": ("prism", prism_v3(estate)),
        "prism_v4.json": ("prism", prism_v4(estate)),
    }
