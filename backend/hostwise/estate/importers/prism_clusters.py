"""What clusters of Nutanix Prism have beside their VMs: storage containers and hosts, as its interfaces answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from hostwise.estate.importers.building import datastore_columns, host_columns, without
from hostwise.plan.estate import DatastoreColumns, HostColumns
from hostwise.tables.table import Floats, Table
from hostwise.tables.units import GB_PER_BYTE, GIB_PER_BYTE

CONTAINER, HOST = "storage container", "prism host"
"""Headers of the names, by which the tables are known again."""

_USE = ("usage_stats", "usageStats", "stats")


def records_of(pages: Sequence[Any]) -> list[dict[str, Any]] | None:
    """The storage containers, or the hosts, of an answer as rows; None where it has neither."""
    found = [row for page in pages for each in _entities(page) if (row := _row(each)) is not None]
    return found or None


def _entities(page: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(page, Mapping):
        listed = page.get("entities", page.get("data"))
        yield from (each for each in (listed if isinstance(listed, list) else [page]) if isinstance(each, Mapping))


def _row(entity: Mapping[str, Any]) -> dict[str, Any] | None:
    status = entity.get("status")
    # The third interface has the same facts one level deeper.
    inner = status.get("resources") if isinstance(status, Mapping) else None
    flat = (
        {**inner, "name": status.get("name")} if isinstance(inner, Mapping) and isinstance(status, Mapping) else entity
    )
    metadata = entity.get("metadata")
    uuid = metadata.get("uuid") if isinstance(metadata, Mapping) else None
    row = _container(flat) or _host(flat, uuid)
    return None if row is None else {key: "" if value is None else value for key, value in row.items()}


def _container(each: Mapping[str, Any]) -> dict[str, Any] | None:
    known = {"storage_container_uuid", "containerExtId", "replicationFactor", "replication_factor", "containerUuid"}
    sizes = {"max_capacity", "maxCapacity", "maxCapacityBytes", "max_capacity_bytes"}
    if not known & each.keys() or not (sizes & each.keys() or any(part in each for part in _USE[:2])):
        return None
    use: Mapping[str, Any] = next((each[part] for part in _USE if isinstance(each.get(part), Mapping)), {})
    most = next((each[key] for key in sorted(sizes) if each.get(key) is not None), None)
    capacity, free = _bytes(use.get("storage.user_capacity_bytes")), _bytes(use.get("storage.user_free_bytes"))
    used = _bytes(use.get("storage.user_usage_bytes"))
    if used is None and capacity is not None and free is not None:
        used = capacity - free
    return {
        "Storage container": each.get("name"),
        "Capacity (bytes)": capacity if capacity is not None else _bytes(most),
        "Used (bytes)": used,
        "Replication factor": each.get("replication_factor", each.get("replicationFactor")),
        "Logical": "yes" if capacity is not None else "",
    }


def _host(each: Mapping[str, Any], uuid: Any) -> dict[str, Any] | None:
    name = each.get("name") or each.get("hostName")
    cores = each.get("num_cpu_cores", each.get("numCpuCores", each.get("numberOfCpuCores")))
    if name is None or cores is None:
        return None
    mib = each.get("memory_capacity_mib")
    memory = each.get("memory_capacity_in_bytes", each.get("memoryCapacityInBytes", each.get("memorySizeBytes")))
    hertz = each.get("cpu_frequency_in_hz", each.get("cpuFrequencyInHz", each.get("cpuFrequencyHz")))
    cluster = each.get("cluster")
    return {
        "Prism host": name,
        "Host UUID": uuid or each.get("uuid") or each.get("extId"),
        "Cores": cores,
        "Sockets": each.get("num_cpu_sockets", each.get("numCpuSockets", each.get("numberOfCpuSockets"))),
        "Threads": each.get("num_cpu_threads", each.get("numCpuThreads", each.get("numberOfCpuThreads"))),
        "Clock (Hz)": hertz,
        "Memory (bytes)": memory if memory is not None else mib * 2**20 if isinstance(mib, (int, float)) else None,
        "CPU model": each.get("cpu_model", each.get("cpuModel")),
        "Cluster": cluster.get("name") if isinstance(cluster, Mapping) else None,
    }


def _bytes(value: Any) -> float | None:
    """Bytes as a number or as text; below 0 means that they are not known, and so does nothing."""
    try:
        found = float(value)
    except (TypeError, ValueError):
        return None
    return found if found >= 0 else None


def _told(values: Floats | None) -> Floats | None:
    return None if values is None else np.where(values > 0, values, np.nan)


def containers_of(table: Table) -> DatastoreColumns:
    """Storage containers as datastores. Those of a cluster share one pool, so that their capacities do not add up."""
    names = _named(table, "storage container")
    capacity = _told(table.numbers("capacity (bytes)", factor=GB_PER_BYTE))
    used = table.numbers("used (bytes)", factor=GB_PER_BYTE)
    if len(names) > 1:
        table.note(
            "storage_shared",
            "note",
            "Storage containers of a cluster share its free space: their capacities are not to be added up.",
            count=len(names),
        )
    if any(each != "yes" for each in table.texts("logical") or []):
        message = "Containers without figures of use have the capacity that they may reach, where one is set."
        table.note("use_unclear", "missing", message)
    gone = table.rejected
    columns: dict[str, Any] = {"kind": ["nutanix"] * len(names), "capacity_gb": capacity, "used_gb": used}
    return datastore_columns(without(names, gone), **{key: without(each, gone) for key, each in columns.items()})


def hosts_of(table: Table) -> HostColumns:
    """The hosts of clusters."""
    names = _named(table, "prism host")
    gone = table.rejected
    columns: dict[str, Any] = {
        "cores": _told(table.numbers("cores")),
        "sockets": _told(table.numbers("sockets")),
        "threads": _told(table.numbers("threads")),
        "ghz": _told(table.numbers("clock (hz)", factor=1e-9)),
        "memory_gib": _told(table.numbers("memory (bytes)", factor=GIB_PER_BYTE)),
        "cpu_model": table.texts("cpu model"),
        "cluster": table.texts("cluster"),
    }
    return host_columns(without(names, gone), **{key: without(each, gone) for key, each in columns.items()})


def _named(table: Table, header: str) -> list[str]:
    names = table.texts(header) or []
    table.reject("no_name", "Rows without a name are left out.", [at for at, each in enumerate(names) if not each])
    return names
