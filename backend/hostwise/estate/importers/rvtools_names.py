"""The internal names of RVTools' columns, which database exports and older command-line exports have as headers."""

from __future__ import annotations

from hostwise.tables.table import Table

_OF_ALL = {
    "vmname": "vm",
    "powerstate": "powerstate",
    "template": "template",
    "srmplaceholder": "srm placeholder",
    "datacenter": "datacenter",
    "cluster": "cluster",
    "host": "host",
    "folder": "folder",
    "os": "os according to the configuration file",
    "ostools": "os according to the vmware tools",
    "uuid": "vm uuid",
    "vmid": "vm id",
    "visdkserver": "vi sdk server",
    "capacitymib": "capacity mib",
    "consumedmib": "consumed mib",
}

_OF_TAB = {
    "vinfo": {
        "cpus": "cpus",
        "memory": "memory",
        "provisioned": "provisioned mib",
        "inuse": "in use mib",
        "numvirtualdisks": "disks",
        "totaldiskcapacitymib": "total disk capacity mib",
    },
    "vhost": {
        "name": "host",
        "cpumodel": "cpu model",
        "cpumhz": "speed",
        "numcpu": "# cpu",
        "corespercpu": "cores per cpu",
        "numcpucores": "# cores",
        "overallcpuusage": "cpu usage %",
        "memorysize": "# memory",
        "overallmemoryusage": "memory usage %",
        "vms": "# vms",
        "vendor": "vendor",
        "model": "model",
    },
    "vmemory": {"sizemib": "size mib", "reservation": "reservation", "active": "active", "consumed": "consumed"},
    "vcpu": {"overall": "overall"},
    "vdatastore": {"name": "name", "capacity": "capacity mib", "type": "type", "inuse": "in use mib"},
    "vdisk": {},
    "vpartition": {},
    "vsnapshot": {},
}


def with_usual_names(table: Table) -> Table:
    """The table with columns of an internal name, such as `vInfoVMName`, also found by the usual one."""
    for header, at in list(table.index.items()):
        for tab, names in _OF_TAB.items():
            if header.startswith(tab):
                own = header.removeprefix(tab)
                if (usual := names.get(own) or _OF_ALL.get(own)) is not None:
                    table.index.setdefault(usual, at)
    return table
