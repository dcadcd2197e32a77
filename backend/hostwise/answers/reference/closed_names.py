"""Closed lists of names: quantities, limits, findings, reasons. The description of the API has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

# The modules of findings declare the codes, so they have to be imported.
from hostwise.answers.estate_sizing import placement, portfolio
from hostwise.answers.findings import collected
from hostwise.answers.findings.declaring import codes
from hostwise.engine.model import MODEL

__all__ = ["closed_names", "collected", "placement", "portfolio"]


def closed_names() -> Mapping[str, Sequence[str]]:
    """The lists by the name of their type, each sorted."""
    return {
        "QuantityName": sorted([*MODEL.formulas, *MODEL.inputs]),
        "ConstraintKey": sorted(each.key for each in MODEL.purposes.constraints.values()),
        "FindingCode": list(codes("finding")),
        "ReasonCode": list(codes("reason")),
    }
