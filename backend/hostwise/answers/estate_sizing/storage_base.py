"""Which storage of VMs is data that new hosts must hold: all that is provisioned, in use, or in files of guests."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hostwise.answers.estate_sizing.columns import Floats, Places, Vms, first_known, total
from hostwise.answers.estate_sizing.estate_document import EstateData
from hostwise.answers.estate_sizing.estate_sizing_messages import words
from hostwise.answers.estate_sizing.scoping import Scoped
from hostwise.plan.estate import EstateChoices, EstateFinding, StorageBase

BASE_WORDS = {
    StorageBase.PROVISIONED: words("estate_base.provisioned"),
    StorageBase.IN_USE: words("estate_base.in_use"),
    StorageBase.GUEST: words("estate_base.guest"),
}
"""Each base in words."""


@dataclass(frozen=True)
class BasedOn:
    """VMs with the storage that the chosen base counts.

    Attributes:
        vms: the VMs, whose use of storage is that of the base.
        data: the data that counts by each base.
        findings: what was chosen, and what it leaves out.
    """

    vms: Vms
    data: list[EstateData]
    findings: list[EstateFinding]


def based_on(vms: Vms, counted: Scoped, choices: EstateChoices) -> BasedOn:
    """The VMs with the storage of the base that is chosen, and the amounts of all bases beside it.

    Use above the disks is that of snapshots and swap files. It is left out, unless it is counted: then a VM's disks
    are as large as what it uses.

    Args:
        vms: the VMs as their source has them.
        counted: which of them are counted.
        choices: the base, and whether use above the disks counts.
    """
    places = np.concatenate([counted.whole, counted.disk_only])
    disk, above = vms.disk_gb, np.fmax(vms.number("used_gb") - vms.disk_gb, 0)
    if choices.count_above_disks:
        disk = np.where(above > 0, disk + above, disk)
    by_base = {base: _data(vms, disk, base) for base in StorageBase}
    data = [
        EstateData(
            base=base, label=BASE_WORDS[base], gb=total(each[places]), vms_unknown=int(np.isnan(each[places]).sum())
        )
        for base, each in by_base.items()
    ]
    chosen = by_base[choices.storage_base]
    findings = []
    if choices.storage_base is not StorageBase.IN_USE:
        # What the base does not know counts as before: in use, else all of the disks.
        otherwise = first_known(chosen, by_base[StorageBase.IN_USE])
        findings.append(_chosen(places, chosen, otherwise, choices))
        chosen = otherwise
    if choices.count_above_disks and (more := total(above[places])):
        told, number = words("estate_above_disks", amount=more / 1000), int((above[places] > 0).sum())
        findings.append(EstateFinding(code="above_disks_counted", kind="note", message=told, count=number))
    return BasedOn(vms.with_storage(disk, chosen), data, findings)


def _data(vms: Vms, disk: Floats, base: StorageBase) -> Floats:
    """The data of each VM by one base, NaN where its source does not say."""
    if base is StorageBase.PROVISIONED:
        return disk
    given = vms.number("guest_used_gb") if base is StorageBase.GUEST else vms.number("used_gb")
    return np.where(np.isnan(given), np.nan, np.fmin(given, disk))


def _chosen(places: Places, chosen: Floats, otherwise: Floats, choices: EstateChoices) -> EstateFinding:
    unknown = int(np.isnan(chosen[places]).sum())
    base, data = BASE_WORDS[choices.storage_base], (total(otherwise[places]) or 0) / 1000
    told = (
        words("estate_based.partly_known", base=base, data=data, vms=unknown)
        if unknown
        else words("estate_based.known", base=base, data=data)
    )
    return EstateFinding(code="storage_base", kind="note", message=told, count=len(places))
