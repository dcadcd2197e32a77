"""The short answer: the part of a result that a script needs, a hundredth of its size."""

from __future__ import annotations

from collections.abc import Sequence

from hostwise.decision.decision import Decided
from hostwise.decision.summary_document import ConfigurationSummary, Summary

SUMMARY_FIELDS = ("hosts", "cluster_tco", "wear_out_probability")
"""The default quantities of a short answer."""


def summarise(result: Decided, quantities: Sequence[str] = SUMMARY_FIELDS) -> Summary:
    """The short form of a result, with these of its quantities."""
    return Summary(
        plan_name=result.plan_name,
        plan_hash=result.plan_hash,
        engine_version=result.engine_version,
        catalogue_version=result.catalogue_version,
        currency=result.currency,
        reference=result.reference,
        sentence=result.sentence,
        configurations=[
            ConfigurationSummary(
                key=each.key,
                name=each.name,
                feasible=each.feasible,
                quantities={name: each.quantities[name] for name in quantities},
            )
            for each in result.configurations
        ],
    )
