"""How VMs run on the existing hosts today, whatever a plan would keep free."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from hostwise.answers.estate_sizing.as_is import AsIs
from hostwise.answers.estate_sizing.columns import Vms, total
from hostwise.answers.estate_sizing.estate_sizing_messages import message, read, words
from hostwise.answers.estate_sizing.host_models import figure
from hostwise.answers.estate_sizing.scoping import Scoped
from hostwise.answers.running.run import Run
from hostwise.engine.constants import MIB_PER_GIB
from hostwise.plan.document import Remark, RemarkStatus
from hostwise.plan.estate import EstateFinding, Inventory

_FIELD = "/memory/running_vm_gib"


def with_largest_running(existing: AsIs, run: Run, inventory: Inventory, counted: Scoped) -> AsIs:
    """The existing hosts, on which the largest VM of today has room even if the plan would keep more of a host free.

    Args:
        existing: the hosts as a configuration.
        run: a run of it.
        inventory: the estate.
        counted: which VMs are counted.
    """
    configuration, value = existing.configuration, run.evaluation.value
    room, overhead = value("largest_host_room_gib", 0), value("largest_overhead_mib", 0) / MIB_PER_GIB
    vms = Vms(inventory.vms)
    above = [
        (gib, at, host)
        for at, host, gib in _where_it_runs(vms, inventory, counted)
        if gib + overhead > room and gib <= (figure(inventory.hosts, "memory_gib", host) or 0)
    ]
    if configuration is None or not above:
        return existing
    gib, at, host = max(above)
    names, hosts = inventory.vms.name, inventory.hosts
    has = figure(hosts, "memory_gib", host) or 0
    runs = (
        message(
            "estate_above_reserve.several",
            vm=names[at],
            more=len(above) - 1,
            memory=gib,
            overhead=overhead,
            host=hosts.name[host],
            has=has,
        )
        if len(above) > 1
        else message(
            "estate_above_reserve.one", vm=names[at], memory=gib, overhead=overhead, host=hosts.name[host], has=has
        )
    )
    finding = EstateFinding(
        code="vm_above_reserve",
        kind="warning",
        message=read(runs, message("estate_above_reserve.room", room=room), message("estate_above_reserve.then")),
        vms=[inventory.vms.id[at] for _, at, _ in above],
        count=len(above),
    )
    memory = configuration.memory.model_copy(update={"running_vm_gib": gib})
    where = words("estate_as_is_origin.vm_on_host", vm=names[at], host=hosts.name[host])
    told = Remark(status=RemarkStatus.IMPORTED, source=where)
    return replace(
        existing,
        configuration=configuration.model_copy(update={"memory": memory}),
        remarks={**existing.remarks, _FIELD: told},
        findings=[*existing.findings, finding],
    )


def _where_it_runs(vms: Vms, inventory: Inventory, counted: Scoped) -> Iterator[tuple[int, int, float]]:
    """Each running VM that is counted, the host that it runs on, and its memory, GiB."""
    place_of = {name: at for at, name in enumerate(inventory.hosts.name)}
    memory, hosts = vms.number("memory_gib"), vms.text("host")
    for at in counted.whole[vms.running[counted.whole] & ~np.isnan(memory[counted.whole])]:
        host = place_of.get(str(hosts[at]))
        if host is not None:
            yield int(at), host, float(memory[at])


def by_cluster(inventory: Inventory, counted: Scoped, most: int = 3) -> list[str]:
    """The vCPU for each core in the clusters with most vCPU today: "6.3 in MAIN (1,008 on 160)"."""
    vms, hosts = Vms(inventory.vms), inventory.hosts
    running = counted.whole[vms.running[counted.whole]]
    cores: dict[str, float] = {}
    for at, name in enumerate(hosts.cluster or []):
        cores[name] = cores.get(name, 0) + (figure(hosts, "cores", at) or 0)
    vcpu = {
        name: total(vms.number("vcpu")[running[vms.text("cluster")[running] == name]]) or 0
        for name, each in cores.items()
        if name and each
    }
    largest = sorted((name for name, each in vcpu.items() if each), key=lambda name: -vcpu[name])[:most]
    return [
        words("estate_cluster_ratio", ratio=vcpu[name] / cores[name], cluster=name, vcpu=vcpu[name], cores=cores[name])
        for name in largest
    ]
