"""Cost lines of a plan or a configuration: what costs besides parts, licences, energy and space."""

from __future__ import annotations

from enum import StrEnum

from hostwise.plan.declaration import plan_field
from hostwise.plan.fields import Document, Money, Name, Text

MOST_LINES = 100
"""Cost lines of a plan, and of a configuration."""


class CostCategory(StrEnum):
    """What a cost line is for."""

    MIGRATION = "migration"
    DOUBLE_RUNNING = "double_running"
    TRAINING = "training"
    SERVICES = "services"
    BACKUP_MONITORING = "backup_monitoring"
    NETWORK = "network"
    MAINTENANCE = "maintenance"
    EXTERNAL_ARRAY = "external_array"
    SOFTWARE_ASSURANCE = "software_assurance"
    ADMINISTRATION = "administration"
    DECOMMISSIONING = "decommissioning"
    OTHER = "other"


CATEGORY_LABELS = {
    CostCategory.MIGRATION: "Migration",
    CostCategory.DOUBLE_RUNNING: "Double running",
    CostCategory.TRAINING: "Training",
    CostCategory.SERVICES: "Services",
    CostCategory.BACKUP_MONITORING: "Backup and monitoring",
    CostCategory.NETWORK: "Network",
    CostCategory.MAINTENANCE: "Maintenance of kept equipment",
    CostCategory.EXTERNAL_ARRAY: "External array",
    CostCategory.SOFTWARE_ASSURANCE: "Software Assurance",
    CostCategory.ADMINISTRATION: "Administration",
    CostCategory.DECOMMISSIONING: "Decommissioning",
    CostCategory.OTHER: "Other",
}
"""In the order in which they are listed."""


class Paid(StrEnum):
    """When a cost line is paid."""

    ONCE = "once"
    EVERY_YEAR = "every_year"


class CostLine(Document):
    """One amount, paid once in a month or every year until the horizon."""

    label: Name = plan_field(default=..., label="Cost line", meaning="What it is for, in words.")
    category: CostCategory = plan_field(
        default=...,
        label="Category",
        meaning="The part of the cost that it belongs to.",
        choices=CATEGORY_LABELS,
    )
    amount: Money = plan_field(default=..., label="Amount", meaning="What is paid, once or in a year.", unit="currency")
    paid: Paid = plan_field(
        default=Paid.ONCE,
        label="Paid",
        meaning="Once, or every year until the horizon in equal parts by month.",
        choices={Paid.ONCE: "once", Paid.EVERY_YEAR: "every year"},
    )
    month: int = plan_field(
        default=0,
        label="In month",
        meaning="The month of a payment that is made once; 0 is the purchase.",
        ge=0,
        le=180,
    )
    note: Text | None = plan_field(label="Note", meaning="Where the amount comes from.")
