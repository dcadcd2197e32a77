"""Which storage of VMs is data that new hosts must hold: all that is provisioned, in use, or in files of guests."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hostwise.answers.estate_sizing.columns import Floats, Places, Vms, first_known, total
from hostwise.answers.estate_sizing.estate_document import EstateData
from hostwise.answers.estate_sizing.scoping import Scoped
from hostwise.number_format.writing import counted as number_of
from hostwise.number_format.writing import short
from hostwise.plan.estate import EstateChoices, EstateFinding, StorageBase

BASE_WORDS = {
    StorageBase.PROVISIONED: "provisioned",
    StorageBase.IN_USE: "in use",
    StorageBase.GUEST: "in guest file systems",
}


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
        message = f"{short(more / 1000)} TB above the disks, of snapshots and swap files, count as disks and as data."
        findings.append(
            EstateFinding(
                code="above_disks_counted", kind="note", message=message, count=int((above[places] > 0).sum())
            )
        )
    return BasedOn(vms.with_storage(disk, chosen), data, findings)


def _data(vms: Vms, disk: Floats, base: StorageBase) -> Floats:
    """The data of each VM by one base, NaN where its source does not say."""
    if base is StorageBase.PROVISIONED:
        return disk
    given = vms.number("guest_used_gb") if base is StorageBase.GUEST else vms.number("used_gb")
    return np.where(np.isnan(given), np.nan, np.fmin(given, disk))


def _chosen(places: Places, chosen: Floats, otherwise: Floats, choices: EstateChoices) -> EstateFinding:
    unknown = int(np.isnan(chosen[places]).sum())
    words = BASE_WORDS[choices.storage_base]
    message = f"What is {words} counts as data, as chosen: {short((total(otherwise[places]) or 0) / 1000)} TB"
    if unknown:
        message += f"; of {number_of(unknown, 'VMs')} it is not known, and what they use counts"
    return EstateFinding(code="storage_base", kind="note", message=f"{message}.", count=len(places))
