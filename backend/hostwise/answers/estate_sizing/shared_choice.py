"""Disks that several VMs list, counted as somebody chose: once, or for every VM."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hostwise.answers.estate_sizing.columns import Floats, Vms
from hostwise.answers.estate_sizing.estate_sizing_messages import message, read, some
from hostwise.plan.estate import EstateFinding, Inventory, SharedDisks

_NAMED = 5


def with_shared(inventory: Inventory, chosen: SharedDisks) -> Inventory:
    """The inventory with shared disks as chosen, and a finding about it.

    What is in use of a VM's disks is the same share of them as before.
    """
    vms = Vms(inventory.vms)
    shared, alike = (np.nan_to_num(vms.number(each)) for each in ("shared_gb", "alike_gb"))
    change = {SharedDisks.AS_FOUND: 0 * shared, SharedDisks.ONCE: -alike, SharedDisks.EACH: shared}[chosen]
    if not change.any():
        return inventory
    whole, provisioned, used = (vms.number(each) for each in ("disk_gb", "provisioned_gb", "used_gb"))
    disk = np.maximum(whole + change, 0)
    # What is in use of disks that were not counted is not known.
    share = np.divide(disk, whole, out=np.where(disk > 0, np.nan, 1.0), where=whole > 0)
    columns = {
        "disk_gb": disk,
        "provisioned_gb": np.maximum(provisioned + change, 0),
        "used_gb": used * share,
    }
    count = message(
        "estate_shared.once" if chosen is SharedDisks.ONCE else "estate_shared.each",
        all=float(np.nansum(disk)) / 1000,
        difference=abs(float(change.sum())) / 1000,
    )
    names = [inventory.vms.name[at] for at in np.flatnonzero(change)]
    finding = EstateFinding(
        code="shared_chosen",
        kind="note",
        message=read(count, message("estate_shared.vms", names=some(names, _NAMED))),
        count=len(names),
    )
    known = {name: _column(each) for name, each in columns.items() if getattr(inventory.vms, name) is not None}
    return inventory.model_copy(
        update={"vms": inventory.vms.model_copy(update=known), "findings": [*inventory.findings, finding]}
    )


_OVERRULED = {SharedDisks.ONCE: {"disks_alike"}, SharedDisks.EACH: {"disks_alike", "disks_shared"}}


def not_overruled(
    found: Sequence[EstateFinding], then: Sequence[EstateFinding], chosen: SharedDisks
) -> list[EstateFinding]:
    """Findings of the reading that hold with shared disks as chosen: the others say how they counted before.

    Formats that know for certain which disks are shared say so in a note: their disks count once whatever is chosen.

    Args:
        found: findings of the reading.
        then: findings with the choice.
        chosen: the choice.
    """
    if not any(each.code == "shared_chosen" for each in then):
        return list(found)
    codes = _OVERRULED.get(chosen, set())
    return [each for each in found if each.kind != "warning" or each.code not in codes]


def _column(values: Floats) -> list[float | None]:
    return [None if np.isnan(each) else float(each) for each in values]
