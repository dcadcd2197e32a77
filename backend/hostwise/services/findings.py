"""Findings: what a reader should know about a result that was computed all the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hostwise.catalogue.loader import Catalogue
from hostwise.engine.model import MODEL
from hostwise.plan.document import Architecture
from hostwise.plan.result import Finding, InputStatus, Severity, State
from hostwise.services.comparison import show

if TYPE_CHECKING:
    from hostwise.services.evaluation import Run


def plan_findings(run: Run) -> list[Finding]:
    """Findings that concern all configurations."""
    found = []
    for index, group in enumerate(run.plan.workload.groups):
        if group.iops_average is None and group.iops_peak is not None:
            found.append(
                Finding(
                    code="average_iops_missing",
                    severity=Severity.WARNING,
                    message=f"Average IOPS of {group.name!r} is not given; the peak stands in, which overstates wear.",
                    quantity="endurance_iops",
                    pointer=f"/workload/groups/{index}/iops_average",
                )
            )
    for records in run.binding.inputs.values():
        for record in records:
            quantity = MODEL.inputs[record.quantity]
            if record.value is not None and not quantity.low <= record.value <= quantity.high:
                found.append(
                    Finding(
                        code="outside_validity",
                        severity=Severity.WARNING,
                        message=f"{quantity.label}: {show(record.value)} is outside "
                        f"{quantity.low:g} to {quantity.high:g}.",
                        configuration=record.configuration,
                        quantity=record.quantity,
                        pointer=record.pointer,
                    )
                )
    return found


def configuration_findings(run: Run, index: int, reasons: Sequence[str], catalogue: Catalogue) -> list[Finding]:
    """Findings about one configuration."""
    configuration = run.plan.configurations[index]
    key = configuration.key
    found = [
        Finding(code="infeasible", severity=Severity.ERROR, message=reason, configuration=key, quantity="hosts")
        for reason in reasons
    ]

    def add(code: str, message: str, quantity: str, pointer: str | None = None, info: bool = False) -> None:
        severity = Severity.INFO if info else Severity.WARNING
        found.append(
            Finding(
                code=code, severity=severity, message=message, configuration=key, quantity=quantity, pointer=pointer
            )
        )

    life, horizon = run.value("years_to_wear_out", index).value, run.plan.economics.horizon_years
    warranty = run.evaluation.value("warranty_years", index)
    if life is not None and life < horizon:
        before = "before its warranty and the horizon" if life < warranty else "before the horizon"
        add(
            "wears_out",
            f"{configuration.name}: the rated writes of a cache drive are used up after {show(life)} years, {before}.",
            "years_to_wear_out",
        )
        rank = run.value("endurance_class_rank", index).value
        if rank is not None and rank >= 3:
            add(
                "class_is_not_life",
                f"{configuration.name}: the endurance class meets the usual guideline for all-flash (C or better), "
                f"yet this load wears the drive out in {show(life)} years.",
                "endurance_class_rank",
                info=True,
            )
    at = f"/configurations/{index}"
    tier = "cache" if configuration.cache else "capacity"
    measured = run.binding.origins("measured_sustained_write_mib_s", key)[0]
    given = run.binding.origins("given_sustained_write_mb_s", key)[0]
    if run.value("sustained_write_mb_s", index).state is State.EVALUATED and given.value is None:
        if measured.value is None:
            add(
                "sustained_write_assumed",
                f"{configuration.name}: nobody measured the sustained writes of this drive; its datasheet rate is "
                "derated by an assumed factor.",
                "sustained_write_mb_s",
                f"{at}/{tier}/sustained_write_mb_s",
            )
        else:
            _mix_findings(run, configuration.name, add)
    if configuration.architecture is Architecture.ESA:
        add(
            "esa_write_amplification_assumed",
            f"{configuration.name}: the writes of single-tier storage to its drives are a model assumption "
            "(mirrored log, then the full stripe).",
            "write_amplification",
            f"{at}/protection",
        )
    drive_key = (configuration.cache or configuration.capacity).key
    for each in catalogue.findings:
        if each.table == "drives" and each.key == drive_key:
            add("catalogue_doubt", each.message, "tbw_tb", f"{at}/{tier}/key")
    assumed_prices = [
        record.label
        for name in (
            "chassis_price",
            "cpu_price",
            "given_memory_price_per_host",
            "cache_drive_price",
            "capacity_drive_price",
            "nic_price",
        )
        for record in run.binding.origins(name, key)
        if record.status is InputStatus.ILLUSTRATIVE
    ]
    if assumed_prices:
        add(
            "illustrative_prices",
            f"{configuration.name}: {len(assumed_prices)} prices are illustrative, not quoted: "
            f"{', '.join(assumed_prices)}.",
            "purchase_capex",
            f"{at}/host/chassis_price",
            info=True,
        )
    return found


def _mix_findings(run: Run, name: str, add: object) -> None:
    """The measured rate holds for 70 % reads of 32 KiB; say so where the workload differs."""
    different = [
        group.name
        for group in run.plan.workload.groups
        if (group.read_share is not None and abs(group.read_share - 0.7) > 0.05)
        or (group.io_kib is not None and group.io_kib != 32)
    ]
    if different and callable(add):
        add(
            "mix_differs_from_measurement",
            f"{name}: the sustained write rate was measured with 70 % reads of 32 KiB; "
            f"{', '.join(different)} differ and are scaled by bytes written.",
            "sustained_write_mb_s",
            info=True,
        )
