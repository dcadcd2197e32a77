"""Names replaced by pseudonyms that stay the same as long as the names behind them are kept."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from hostwise.plan.estate import (
    DriveColumns,
    EstateFinding,
    HostColumns,
    Inventory,
    TabReport,
    VmColumns,
    is_tab_of_csv,
    place_of,
)

_OF_PLACES = ("vcenter", "datacenter", "cluster", "host", "folder")


class Names(BaseModel):
    """The names by pseudonym."""

    format: Literal["hostwise-names"] = "hostwise-names"
    pseudonyms: dict[str, dict[str, str]] = Field(
        default_factory=dict, description="Pseudonyms by kind and name; those of VMs by id."
    )
    vm_names: dict[str, str] = Field(default_factory=dict, description="Names of the VMs by pseudonym.")


class Pseudonyms:
    """Pseudonyms by kind and name. VMs are identified by their ids, since names repeat."""

    def __init__(self, names: Names | None = None) -> None:
        """Continue with those that were given before."""
        self.names = Names() if names is None else names
        self.changed = False

    def of(self, kind: str, name: str) -> str:
        """The pseudonym of a name, such as `host-0003`; an empty name stays empty."""
        if not name:
            return ""
        known = self.names.pseudonyms.setdefault(kind, {})
        if name not in known:
            known[name] = f"{kind}-{len(known) + 1:04d}"
            self.changed = True
        return known[name]

    def of_vm(self, id_: str, name: str) -> str:
        """The pseudonym of a VM."""
        pseudonym = self.of("vm", id_)
        if self.names.vm_names.get(pseudonym) != name:
            self.names.vm_names[pseudonym] = name
            self.changed = True
        return pseudonym

    def anonymised(self, inventory: Inventory) -> Inventory:
        """The inventory without names of its owner: of VMs, hosts, places, datastores, attributes and their values.

        Guest systems, models and versions stay. Findings quote the source, so only their kind and rows stay.
        """
        vms, hosts = inventory.vms, inventory.hosts
        names = [self.of_vm(id_, name) for id_, name in zip(vms.id, vms.name, strict=True)]
        own: dict[str, Any] = {
            "name": names,
            "id": names,
            "uuids": None,
            "attributes": {
                self.of("attribute", name): [self.of("value", each) for each in values]
                for name, values in vms.attributes.items()
            },
        }
        places = {place_of(each.file, each.tab): self._tab(each) for each in inventory.tabs}
        return inventory.model_copy(
            update={
                "vms": vms.model_copy(update=own | self._places(vms)),
                "hosts": hosts.model_copy(update={"name": self._all("host", hosts.name)} | self._places(hosts)),
                "datastores": inventory.datastores.model_copy(
                    update={"name": self._all("datastore", inventory.datastores.name), "url": None}
                ),
                "drives": None if inventory.drives is None else self._drives(inventory.drives),
                "sources": [each.model_copy(update={"file": self._file(each.file)}) for each in inventory.sources],
                "tabs": [self._tab(each) for each in inventory.tabs],
                "findings": [self._finding(each, places.get(each.place)) for each in inventory.findings],
            }
        )

    def _drives(self, drives: DriveColumns) -> DriveColumns:
        """Drives without names of files and hosts, and without serial numbers; their models stay."""
        own = {"name": self._all("drive", drives.name)} | self._places(drives)
        return drives.model_copy(
            update=own | ({} if drives.serial is None else {"serial": self._all("serial", drives.serial)})
        )

    def _finding(self, finding: EstateFinding, tab: TabReport | None) -> EstateFinding:
        place = place_of(tab.file, tab.tab) if tab is not None else self._file(finding.place)
        return EstateFinding(
            code=finding.code,
            kind=finding.kind,
            message=f"{finding.code.replace('_', ' ').capitalize()}.",
            place=place,
            rows=finding.rows,
            vms=self._all("vm", finding.vms),
            count=finding.count,
        )

    def _tab(self, tab: TabReport) -> TabReport:
        file = self._file(tab.file)
        name = file if is_tab_of_csv(tab.file, tab.tab) else self.of("tab", tab.tab)
        return tab.model_copy(update={"file": file, "tab": name})

    def _file(self, name: str) -> str:
        """The pseudonym of a file, or of the vCenter that was read instead of one."""
        return self.of("vcenter" if name in self.names.pseudonyms.get("vcenter", {}) else "file", name)

    def _places(self, columns: VmColumns | HostColumns | DriveColumns) -> dict[str, list[str]]:
        there = {field: getattr(columns, field, None) for field in _OF_PLACES}
        return {field: self._all(field, column) for field, column in there.items() if column is not None}

    def _all(self, kind: str, names: list[str]) -> list[str]:
        return [self.of(kind, each) for each in names]
