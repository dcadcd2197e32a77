"""Names replaced by pseudonyms that stay the same from run to run; who is who is written to a file of the user's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hostwise.collectors.problems import CannotCollect, WrongInput
from hostwise.collectors.writing import write_whole
from hostwise.plan.estate import DatastoreColumns, HostColumns, Inventory, VmColumns

_OF_PLACES = ("vcenter", "datacenter", "cluster", "host", "folder")


class Pseudonyms:
    """Pseudonyms by kind and name. VMs are told by their ids, since names repeat."""

    def __init__(self, path: Path) -> None:
        """Go on with those of a file, if it exists; raises `WrongInput` if it is something else."""
        self._path = path
        self._of: dict[str, dict[str, str]] = {}
        self._vm_names: dict[str, str] = {}
        self._changed = False
        if path.exists():
            try:
                kept = json.loads(path.read_bytes())
                self._of, self._vm_names = kept["pseudonyms"], kept["vm_names"]
            except (OSError, ValueError, KeyError, TypeError) as error:
                raise WrongInput(f"{path} is no file of pseudonyms. Choose another -o, or move it away.") from error

    def of(self, kind: str, name: str) -> str:
        """The pseudonym of a name, such as `host-0003`; nothing stays nothing."""
        if not name:
            return ""
        known = self._of.setdefault(kind, {})
        if name not in known:
            known[name] = f"{kind}-{len(known) + 1:04d}"
            self._changed = True
        return known[name]

    def of_vm(self, id_: str, name: str) -> str:
        """The pseudonym of a VM."""
        pseudonym = self.of("vm", id_)
        if self._vm_names.get(pseudonym) != name:
            self._vm_names[pseudonym] = name
            self._changed = True
        return pseudonym

    def kept_of_vm(self, id_: str, name: str) -> str:
        """The pseudonym of a VM, written down before it is used: one that is not could be given again."""
        pseudonym = self.of_vm(id_, name)
        self.keep()
        return pseudonym

    def keep(self) -> None:
        """Write who is who, if anything is new."""
        if not self._changed:
            return
        document = {"format": "hostwise-names", "pseudonyms": self._of, "vm_names": self._vm_names}
        try:
            write_whole(self._path, json.dumps(document, indent=1, ensure_ascii=False).encode())
        except OSError as error:
            raise CannotCollect(f"Cannot write {self._path}: {error.strerror}.") from error
        self._changed = False

    def anonymised(self, inventory: Inventory) -> Inventory:
        """The inventory without names of its owner: of VMs, hosts, places, datastores, attributes and their values.

        Guest systems, models and versions stay.
        """
        vms, hosts = inventory.vms, inventory.hosts
        names = [self.of_vm(id_, name) for id_, name in zip(vms.id, vms.name, strict=True)]
        own: dict[str, Any] = {
            "name": names,
            "id": names,
            "attributes": {
                self.of("attribute", name): [self.of("value", each) for each in values]
                for name, values in vms.attributes.items()
            },
        }
        return inventory.model_copy(
            update={
                "sources": [
                    each.model_copy(update={"file": self.of("vcenter", each.file)}) for each in inventory.sources
                ],
                "vms": vms.model_copy(update=own | self._places(vms)),
                "hosts": hosts.model_copy(update={"name": self._all("host", hosts.name)} | self._places(hosts)),
                "datastores": inventory.datastores.model_copy(
                    update={"name": self._all("datastore", inventory.datastores.name)}
                ),
                "tabs": [each.model_copy(update={"file": self.of("vcenter", each.file)}) for each in inventory.tabs],
            }
        )

    def _places(self, columns: VmColumns | HostColumns | DatastoreColumns) -> dict[str, list[str]]:
        there = {field: getattr(columns, field, None) for field in _OF_PLACES}
        return {field: self._all(field, column) for field, column in there.items() if column is not None}

    def _all(self, kind: str, names: list[str]) -> list[str]:
        return [self.of(kind, each) for each in names]
