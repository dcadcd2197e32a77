"""What an export with the tabs of RVTools says of itself: who wrote it, which version, and when."""

from __future__ import annotations

import re
from collections.abc import Mapping

from hostwise.plan.estate import Source
from hostwise.tables.table import Table

_DATE = re.compile(r"(?<!\d)(20\d\d)[-_.]?(0[1-9]|1[0-2])(?:[-_.]?([0-2]\d|3[01]))?(?!\d)")
_DAY_FIRST = re.compile(r"(?<!\d)(0?[1-9]|[12]\d|3[01])\.(0?[1-9]|1[0-2])\.(20\d\d)(?!\d)")
"""A date in the name of a folder or file."""


def source_of(source: Source, tabs: Mapping[str, Table]) -> Source:
    """The source with the version and date of an export; one of Hyper-V may have tabs of the same names.

    The version of such an export is that of a script. Storage in use holds no swap files, as that of VMware does.
    """
    dated = source.model_copy(update={"taken_at": taken_at(tabs)})
    if _is_of_hyperv(tabs):
        return dated.model_copy(update={"kind": _HYPERV, "label": "Hyper-V, in tabs like those of RVTools"})
    return dated.model_copy(update={"version": _version(tabs["vInfo"], tabs)})


def _version(info: Table, tabs: Mapping[str, Table]) -> str | None:
    meta = tabs.get("vMetaData")
    told = meta.texts("rvtools version", "rvtools major version") if meta is not None else None
    if told and told[0]:
        return told[0]
    return "4" if info.has("provisioned mib") else "3" if info.has("provisioned mb") else None


_HYPERV = "hyperv"
_SAYS_HYPERV = re.compile(r"hyper-?v|scvmm", re.IGNORECASE)
_OF_HYPERV = re.compile(r".*\.(?:a?vhdx?|vhds)", re.IGNORECASE)


def _is_of_hyperv(tabs: Mapping[str, Table]) -> bool:
    """Whether an export of Hyper-V has the tabs of RVTools: its writer says so, or most disks are files of it."""
    if (meta := tabs.get("vMetaData")) is not None:
        said = [meta.texts(key) or [] for key in ("rvtools major version", "rvtools version")]
        if any(_SAYS_HYPERV.search(each) for column in said for each in column):
            return True
    if (disks := tabs.get("vDisk")) is None:
        return False
    files = [each for key in ("path", "disk path") for each in disks.texts(key) or []]
    return sum(_OF_HYPERV.fullmatch(each) is not None for each in files) * 2 > len(disks) > 0


def taken_at(tabs: Mapping[str, Table]) -> str | None:
    """When an export was taken, by its own word or the name of its file or folder."""
    meta = tabs.get("vMetaData")
    told = meta.texts("xlsx creation datetime") if meta is not None else None
    if told and told[0]:
        return told[0]
    # Exports of several dates are kept in folders of them, or have them in their names.
    file = tabs["vInfo"].file
    if found := _DATE.search(file):
        return "-".join(each for each in found.groups() if each)
    if found := _DAY_FIRST.search(file):
        day, month, year = found.groups()
        return f"{year}-{month:0>2}-{day:0>2}"
    return None
