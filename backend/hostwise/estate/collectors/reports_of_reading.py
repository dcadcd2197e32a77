"""Reports about what was read from a system where files have rows and a digest."""

from __future__ import annotations

import hashlib

from hostwise.plan.estate import DatastoreColumns, HostColumns, TabReport, VmColumns


def tab_of(place: str, name: str, rows: int, rejected: int = 0) -> TabReport:
    """What became of the objects of one kind."""
    return TabReport(
        file=place,
        tab=name,
        rows_read=rows,
        rows_accepted=rows - rejected,
        rows_repaired=0,
        rows_rejected=rejected,
    )


def digest(*parts: VmColumns | HostColumns | DatastoreColumns) -> str:
    """SHA-256 of what was read, since there is no file."""
    whole = hashlib.sha256()
    for each in parts:
        whole.update(each.model_dump_json().encode())
    return whole.hexdigest()
