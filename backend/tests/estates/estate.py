"""An estate that does not exist, drawn by a seed: what the files of the tests are written from, and held against."""

from dataclasses import dataclass, field

import numpy as np

GIB = 1024
"""MiB in a GiB."""

_SIZES = ((1, 2), (2, 4), (2, 8), (4, 8), (4, 16), (8, 32), (8, 64), (16, 128), (32, 512))
_SIZE_SHARES = (0.08, 0.22, 0.2, 0.18, 0.14, 0.1, 0.05, 0.025, 0.005)
_SYSTEMS = (
    ("Microsoft Windows Server 2019 (64-bit)", 0.3, "win"),
    ("Microsoft Windows Server 2022 (64-bit)", 0.22, "win"),
    ("Red Hat Enterprise Linux 8 (64-bit)", 0.2, "rhel"),
    ("Ubuntu Linux (64-bit)", 0.18, "ubu"),
    ("SUSE Linux Enterprise 15 (64-bit)", 0.06, "sles"),
    ("Other 5.x or later Linux (64-bit)", 0.04, "app"),
)
_ROLES = ("web", "app", "sql", "file", "dc", "mail", "test", "build", "mon", "vdi")


@dataclass
class Vm:
    """One VM in the units in which RVTools writes: MiB and MHz."""

    name: str
    moid: str
    uuid: str
    power: str
    template: bool
    os: str
    datacenter: str
    cluster: str
    host: str
    folder: str
    owner: str
    vcpu: int
    memory_mib: int
    disks_mib: list[int]
    partitions_mib: list[tuple[int, int]]
    in_use_mib: int
    active_mib: int
    consumed_mib: int
    cpu_mhz: int
    snapshots_mib: list[int] = field(default_factory=list)
    iops: int = 0
    reads: int = 0

    @property
    def disk_mib(self) -> int:
        """Capacity of its disks."""
        return sum(self.disks_mib)

    @property
    def provisioned_mib(self) -> int:
        """Disks, snapshots and, while it runs, the swap file."""
        return self.disk_mib + sum(self.snapshots_mib) + (self.memory_mib if self.running else 0)

    @property
    def running(self) -> bool:
        """Whether it is powered on."""
        return self.power == "poweredOn"


@dataclass
class Host:
    """One host."""

    name: str
    datacenter: str
    cluster: str
    sockets: int = 2
    cores: int = 32
    mhz: int = 2400
    memory_mib: int = 768 * GIB - 97
    cpu_percent: int = 30
    memory_percent: int = 60


@dataclass
class Datastore:
    """One datastore."""

    name: str
    kind: str
    capacity_mib: int
    used_mib: int


@dataclass
class Estate:
    """VMs, hosts and datastores of one vCenter."""

    vcenter: str
    vms: list[Vm]
    hosts: list[Host]
    datastores: list[Datastore]

    @property
    def running(self) -> list[Vm]:
        """VMs that are powered on."""
        return [each for each in self.vms if each.running]


def drawn(
    vms: int = 40,
    *,
    seed: int = 1,
    clusters: int = 3,
    vms_per_host: int = 25,
    vcenter: str = "vc01.lab.example",
    off_share: float = 0.08,
    suspended_share: float = 0.01,
    template_share: float = 0.02,
    prefix: str = "",
) -> Estate:
    """An estate of so many VMs with a usual mixture of sizes, systems and states; the same for the same seed.

    Args:
        vms: number of VMs, templates among them.
        seed: of the draw.
        clusters: number of clusters, each at least with two hosts.
        vms_per_host: how many VMs share a host, about.
        vcenter: name of the vCenter.
        off_share: share of VMs that are powered off.
        suspended_share: share of VMs that are suspended.
        template_share: share of templates.
        prefix: of all names of VMs.
    """
    rng = np.random.default_rng(seed)
    per_cluster = max(2, -(-vms // (vms_per_host * clusters)))
    hosts = [
        Host(
            f"esx{1 + at:04d}.lab.example", f"DC-{1 + at // per_cluster % 2}", f"CL-{chr(65 + at // per_cluster % 26)}"
        )
        for at in range(per_cluster * clusters)
    ]
    size = rng.choice(len(_SIZES), vms, p=_SIZE_SHARES)
    system = rng.choice(len(_SYSTEMS), vms, p=[each[1] for each in _SYSTEMS])
    state = rng.random(vms)
    role, on_host = rng.integers(len(_ROLES), size=vms), rng.integers(len(hosts), size=vms)
    number_of_disks = rng.choice([1, 2, 3, 6], vms, p=[0.55, 0.3, 0.1, 0.05])
    disk_gib = rng.choice([40, 60, 100, 200, 500, 1000, 2000], (vms, 6), p=[0.25, 0.25, 0.25, 0.15, 0.06, 0.03, 0.01])
    used, active, consumed, busy, reads = (rng.random(vms) for _ in range(5))
    snapshots = rng.random(vms) < 0.05
    iops = rng.lognormal(3.5, 1.2, vms).astype(int)
    found: list[Vm] = []
    for at in range(vms):
        host = hosts[on_host[at]]
        vcpu, memory_gib = _SIZES[size[at]]
        template = bool(state[at] < template_share)
        off = state[at] < template_share + off_share
        suspended = not off and state[at] < template_share + off_share + suspended_share
        power = "poweredOff" if off else "suspended" if suspended else "poweredOn"
        running = power == "poweredOn"
        disks = [int(each) * GIB for each in disk_gib[at, : number_of_disks[at]]]
        in_use = int(sum(disks) * (0.15 + 0.7 * used[at]))
        memory = memory_gib * GIB
        found.append(
            Vm(
                name=f"{prefix}{_SYSTEMS[system[at]][2]}-{_ROLES[role[at]]}-{1 + at:05d}",
                moid=f"vm-{1000 + at}",
                uuid=f"4200{seed % 10000:04d}-0000-4000-8000-{1 + at:012d}",
                power=power,
                template=template,
                os=_SYSTEMS[system[at]][0],
                datacenter=host.datacenter,
                cluster=host.cluster,
                host=host.name,
                folder=f"/Production/{_ROLES[role[at]]}",
                owner=f"team-{role[at] % 4}",
                vcpu=vcpu,
                memory_mib=memory,
                disks_mib=disks,
                partitions_mib=[(each - 100, int((each - 100) * (0.1 + 0.8 * used[at]))) for each in disks],
                in_use_mib=in_use,
                active_mib=int(memory * (0.02 + 0.3 * active[at])) if running else 0,
                consumed_mib=int(memory * (0.4 + 0.6 * consumed[at])) if running else 0,
                cpu_mhz=int(vcpu * 2400 * (0.01 + 0.3 * busy[at])) if running else 0,
                snapshots_mib=[int(in_use * 0.1)] if snapshots[at] else [],
                iops=int(iops[at]) + 1 if running else 0,
                reads=int((int(iops[at]) + 1) * reads[at]) if running else 0,
            )
        )
    datastores = [
        Datastore(f"ds-{1 + at:02d}", "vsan" if at % 3 == 1 else "VMFS", 20 * GIB * GIB, 11 * GIB * GIB)
        for at in range(2 * clusters)
    ]
    return Estate(vcenter, found, hosts, datastores)
