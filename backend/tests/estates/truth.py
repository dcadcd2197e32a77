"""A random estate with everything that makes real files hard to read, and its true totals.

Nothing here knows how a file is read. What each tool makes of the estate is said by its writer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal

Power = Literal["on", "off", "suspended"]
Kind = Literal["usual", "shell", "inaccessible", "vcls"]

GIB = 1024
"""MiB in a GiB."""

GB_PER_MIB = 1024**2 / 1e9

SIZES = ((1, 1), (1, 2), (2, 4), (2, 8), (4, 8), (4, 16), (8, 32), (8, 64), (16, 128), (24, 384))
_ODD_MEMORY_MIB = (512, 1280, 3000, 4076, 6144, 20_000)
_SYSTEMS = (
    "Microsoft Windows Server 2019 (64-bit)",
    "Microsoft Windows Server 2022 (64-bit)",
    "Red Hat Enterprise Linux 8 (64-bit)",
    "Ubuntu Linux (64-bit)",
    "SUSE Linux Enterprise 15 (64-bit)",
)
_ROLES = ("web", "app", "sql", "file", "erp", "crm", "build", "doc", "shop", "hr")


@dataclass(frozen=True)
class Datastore:
    """Where files of VMs are; on vSAN the tools of VMware count `copies` of each."""

    name: str
    kind: Literal["VMFS", "NFS", "vsan"]
    capacity_mib: int
    copies: float = 1.0


@dataclass(frozen=True)
class Host:
    """One host."""

    name: str
    cluster: str
    sockets: int
    cores: int
    mhz: int
    memory_mib: int


@dataclass(frozen=True)
class Disk:
    """A virtual disk. Several VMs may have the same one: then it has the same `file` or `lun`, and is stored once."""

    file: str
    mib: int
    used_mib: int
    thin: bool
    sharing: Literal["", "rdm", "multi_writer"] = ""
    lun: str = ""

    @property
    def committed_mib(self) -> int:
        """What is stored of it: a thick disk is stored whole."""
        return self.used_mib if self.thin else self.mib


@dataclass(frozen=True)
class FileSystem:
    """A file system of a guest. It may be mounted in several places, and lie on no disk of its VM."""

    mounts: tuple[str, ...]
    disk: int | None
    mib: int
    used_mib: int


@dataclass
class Vm:
    """One VM. `snapshots_mib` is a chain: what each snapshot added since the one before it, the oldest first."""

    name: str
    moid: str
    uuid: str
    power: Power
    template: bool
    kind: Kind
    os: str
    host: Host
    folder: str
    store: Datastore
    vcpu: int
    memory_mib: int
    reserved_mib: int = 0
    disks: list[Disk] = field(default_factory=list)
    snapshots_mib: list[int] = field(default_factory=list)
    file_systems: list[FileSystem] = field(default_factory=list)
    active_mib: int = 0
    consumed_mib: int = 0
    mhz: int = 0

    @property
    def cluster(self) -> str:
        """Its cluster."""
        return self.host.cluster

    @property
    def running(self) -> bool:
        """Whether it asks for CPU and memory."""
        return self.power == "on" and not self.template

    @property
    def disk_mib(self) -> int:
        """Capacity of its disks, shared ones as well."""
        return sum(each.mib for each in self.disks)

    @property
    def stored_mib(self) -> int:
        """What is stored of its disks and snapshots, without copies."""
        return sum(each.committed_mib for each in self.disks) + sum(self.snapshots_mib)

    @property
    def swap_mib(self) -> int:
        """Size of its swap file while it runs."""
        return self.memory_mib - self.reserved_mib

    @property
    def guest_used_mib(self) -> int:
        """What its file systems hold that are on its disks, each once."""
        return sum(each.used_mib for each in self.file_systems if each.disk is not None)

    @property
    def is_sized(self) -> bool:
        """Whether it asks for anything: a shell does not, and the platform's own VMs belong to the platform."""
        return self.kind == "usual"


@dataclass(frozen=True)
class Truth:
    """An estate."""

    seed: int
    vcenter: str
    hosts: list[Host]
    datastores: list[Datastore]
    vms: list[Vm]

    @property
    def running(self) -> list[Vm]:
        """VMs that run."""
        return [each for each in self.vms if each.running]

    def disks(self, vms: Iterable[Vm] | None = None) -> dict[str, Disk]:
        """All disks, each once."""
        return {each.lun or each.file: each for vm in (self.vms if vms is None else vms) for each in vm.disks}

    @property
    def disk_mib(self) -> int:
        """Capacity of all disks, each once."""
        return sum(each.mib for each in self.disks().values())

    @property
    def again_mib(self) -> int:
        """Capacity that is listed a second time, since several VMs have the disk."""
        return sum(each.disk_mib for each in self.vms) - self.disk_mib

    def without(self, *, sharing: bool = False, snapshots: bool = False, reserved: bool = False) -> Truth:
        """The same without what some file cannot have."""
        vms = [
            replace(
                vm,
                disks=[each for each in vm.disks if not (sharing and each.sharing)],
                snapshots_mib=[] if snapshots else vm.snapshots_mib,
                reserved_mib=0 if reserved else vm.reserved_mib,
            )
            for vm in self.vms
        ]
        return replace(self, vms=vms)


def truth(seed: int, *, least: int = 15, most: int = 50, vsan: bool = True) -> Truth:
    """The estate of a seed.

    Args:
        seed: of the draw.
        least: least number of VMs.
        most: most of them.
        vsan: whether some of it may be on vSAN.
    """
    random = Random(seed)
    hosts = list(_hosts(random))
    stores = {cluster: _datastore(random, cluster, vsan) for cluster in dict.fromkeys(each.cluster for each in hosts)}
    vms = [_vm(random, at, random.choice(hosts), stores) for at in range(random.randint(least, most))]
    for at in random.sample(range(len(vms)), k=min(len(vms), random.randint(0, 4))):
        vms[at] = _odd(random, vms[at])
    _repeat_names(random, vms)
    _share(random, vms)
    return Truth(seed, "vc01.lab.example", hosts, list(stores.values()), vms)


def _hosts(random: Random) -> Iterator[Host]:
    number = 0
    for at in range(random.randint(1, 3)):
        sockets, each = random.choice((1, 2)), random.choice((8, 16, 24, 32))
        mhz, memory = random.choice((2095, 2394, 2600, 2993)), random.choice((131_037, 523_991, 786_335, 1_048_223))
        for _ in range(random.randint(2, 4)):
            number += 1
            yield Host(f"esx{number:02d}.lab.example", f"CL-{chr(65 + at)}", sockets, sockets * each, mhz, memory)


def _datastore(random: Random, cluster: str, vsan: bool) -> Datastore:
    kind = random.choice(("VMFS", "VMFS", "NFS", "vsan") if vsan else ("VMFS", "VMFS", "NFS"))
    if kind == "vsan":
        return Datastore(f"vsanDatastore-{cluster}", "vsan", 200 * GIB * GIB, random.choice((1.33, 2.0)))
    return Datastore(
        f"{'san' if kind == 'VMFS' else 'nas'}-{cluster}", "VMFS" if kind == "VMFS" else "NFS", 64 * GIB * GIB
    )


def _vm(random: Random, at: int, host: Host, stores: dict[str, Datastore]) -> Vm:
    vcpu, memory_gib = random.choice(SIZES)
    memory = random.choice(_ODD_MEMORY_MIB) if random.random() < 0.1 else memory_gib * GIB
    template = random.random() < 0.04
    power: Power = "off" if template else random.choices(("on", "off", "suspended"), (70, 28, 2))[0]
    os, role, store = random.choice(_SYSTEMS), random.choice(_ROLES), stores[host.cluster]
    name = f"{role}-{at:03d}" if random.random() < 0.9 else str(1000 + at)
    vm = Vm(
        name,
        f"vm-{1000 + at}",
        f"4200{at:04d}-0000-4000-8000-{random.randrange(10**12):012d}",
        power,
        template,
        "usual",
        os,
        host,
        f"/DC-1/{role}",
        store,
        vcpu,
        memory,
        reserved_mib=memory if random.random() < 0.05 else 0,
    )
    for disk in range(random.choices((1, 2, 3, 5), (55, 30, 10, 5))[0]):
        vm.disks.append(_disk(random, vm, disk))
    if random.random() < 0.12:
        stored = max(vm.stored_mib, 100)
        vm.snapshots_mib = [random.randint(1, stored // 5) for _ in range(random.randint(1, 4))]
    if vm.power == "on":
        vm.file_systems = list(_file_systems(random, vm)) if random.random() < 0.96 else []
        vm.active_mib = random.randint(1, memory // 8 + 1)
        vm.consumed_mib = int(memory * random.uniform(0.6, 1.01))
        vm.mhz = random.randint(5, vcpu * host.mhz // 3)
    return vm


def _disk(random: Random, vm: Vm, at: int) -> Disk:
    mib = random.choice((16, 40, 60, 100, 200, 500, 1500)) * GIB + (
        random.randint(1, 900) if random.random() < 0.1 else 0
    )
    thin = vm.store.kind != "VMFS" or random.random() < 0.5
    folder = vm.name if vm.store.kind != "vsan" else f"{random.randrange(16**8):08x}-{at}"
    file = f"[{vm.store.name}] {folder}-{vm.moid}/{vm.name}{f'_{at}' if at else ''}.vmdk"
    return Disk(file, mib, int(mib * random.uniform(0.05, 0.95)), thin)


def _file_systems(random: Random, vm: Vm) -> Iterator[FileSystem]:
    windows = "Windows" in vm.os
    for at, disk in enumerate(vm.disks):
        used = int(disk.used_mib * random.uniform(0.5, 0.98))
        if windows:
            yield FileSystem((f"{chr(67 + at)}:\\",), at, disk.mib - 100, used)
        elif at == 0:
            again = tuple(f"/var/lib/pods/{pod}/volumes" for pod in range(random.choice((0, 0, 0, 2))))
            yield FileSystem(("/", *again), at, disk.mib - 1200, used - used // 50)
            yield FileSystem(("/boot",), at, 974, min(used // 50, 900))
        else:
            yield FileSystem((f"/srv/{at}",), at, disk.mib - 60, used)
    if not windows and random.random() < 0.1:
        yield FileSystem(("/mnt/share",), None, 16 * GIB * GIB, random.randint(1, 9 * GIB * GIB))


def _odd(random: Random, vm: Vm) -> Vm:
    """The VM as a shell without disks, an inaccessible one, or one that the platform runs for itself."""
    kind: Kind = random.choice(("shell", "shell", "inaccessible", "vcls"))
    nothing = replace(
        vm, kind=kind, template=False, disks=[], snapshots_mib=[], file_systems=[], active_mib=0, consumed_mib=0, mhz=0
    )
    if kind == "vcls":
        name, system = f"vCLS-{random.randrange(16**8):08x}", "VMware Photon CRX (64-bit)"
        return replace(nothing, name=name, os=system, power="on", vcpu=1, memory_mib=160, reserved_mib=0)
    if kind == "inaccessible":
        return replace(nothing, power="off", vcpu=0, memory_mib=0, reserved_mib=0, os="")
    return replace(nothing, power="off", reserved_mib=0, os="Other (64-bit)")


def _repeat_names(random: Random, vms: list[Vm]) -> None:
    """Let two VMs of different hosts have one name."""
    usual = [each for each in vms if each.kind == "usual"]
    first = random.choice(usual)
    others = [each for each in usual if each.host != first.host]
    if others and random.random() < 0.5:
        random.choice(others).name = first.name


def _share(random: Random, vms: Sequence[Vm]) -> None:
    """Give some VMs of one cluster disks that are stored once."""
    for at in range(random.choice((0, 0, 1, 2, 3))):
        cluster = random.choice(vms).cluster
        able = [each for each in vms if each.cluster == cluster and each.kind == "usual" and not each.template]
        if len(able) < 3:
            continue
        owners = random.sample(able, k=random.choice((2, 2, 3)))
        # A quorum disk is small, and a data disk of a cluster of databases is not.
        mib = random.choice((1, 5, 200, 800)) * GIB
        used = int(mib * random.uniform(0.1, 0.9))
        file = f"[{owners[0].store.name}] {owners[0].name}-{owners[0].moid}/{owners[0].name}_shared{at}.vmdk"
        if owners[0].store.kind == "VMFS" and random.random() < 0.6:
            disk = Disk(file, mib, used, thin=False, sharing="rdm", lun=f"02000500006000a0980aa{at:03d}")
        else:
            disk = Disk(file, mib, used, thin=owners[0].store.kind != "VMFS", sharing="multi_writer")
        for each in owners:
            each.disks.append(disk)
