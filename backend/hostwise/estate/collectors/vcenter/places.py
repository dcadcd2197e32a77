"""Where things are in the inventory of a vCenter: folder, datacenter and cluster, from child to parent."""

from __future__ import annotations

from typing import Any, NamedTuple
from urllib.parse import unquote

from pyVmomi import vim

from hostwise.estate.collectors.vcenter.session import VCenter


class _Place(NamedTuple):
    kind: type
    name: str
    parent: str | None


class Places:
    """Folders, datacenters and clusters by their ids."""

    def __init__(self, vcenter: VCenter) -> None:
        """Read them."""
        self._places: dict[str, _Place] = {}
        for kind in (vim.Folder, vim.Datacenter, vim.ComputeResource, vim.VirtualApp):
            for found in vcenter.objects(kind, ["name", "parent"]):
                parent = found.values.get("parent")
                self._places[found.key] = _Place(
                    type(found.reference), plain_name(found.values.get("name")), key_of(parent)
                )

    def cluster(self, key: str | None) -> str:
        """Name of the cluster; empty for a host outside of clusters."""
        place = self._places.get(key or "")
        return place.name if place is not None and issubclass(place.kind, vim.ClusterComputeResource) else ""

    def datacenter(self, key: str | None) -> str:
        """Name of the datacenter that something is in; empty if that is not visible."""
        return next((place.name for place in self._above(key) if issubclass(place.kind, vim.Datacenter)), "")

    def folder(self, key: str | None) -> str:
        """Path of a folder of VMs below its datacenter, such as `prod/web`."""
        names = []
        for place in self._above(key):
            if issubclass(place.kind, vim.Datacenter):
                break
            names.append(place.name)
        # The last one is the hidden folder that every datacenter has.
        return "/".join(reversed(names[:-1]))

    def _above(self, key: str | None) -> list[_Place]:
        found: list[_Place] = []
        while key is not None and (place := self._places.get(key)) is not None and len(found) < len(self._places):
            found.append(place)
            key = place.parent
        return found


def key_of(reference: Any) -> str | None:
    """The id of an object, None without one."""
    return None if reference is None else str(reference._moId)


def plain_name(name: str | None) -> str:
    """A name without the escapes that a vCenter writes for `/`, backslash and percent."""
    return unquote(name or "").strip()
