"""The bill of materials as comma-separated values."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from io import StringIO

from hostwise.answers.cost.bill_of_materials_document import MaterialSection
from hostwise.number_format.csv_fields import Field, written

_HEADER = (
    "configuration", "configuration_name", "section", "item", "part", "catalogue_key", "detail", "unit", "per_host",
    "hosts", "quantity", "unit_price", "amount", "currency", "status", "price_date", "is_old", "source", "locator",
    "confidence", "note", "field",
)  # fmt: skip


def lines_csv(key: str, name: str, currency: str, sections: Iterable[MaterialSection]) -> str:
    """The lines of one configuration as comma-separated values (RFC 4180), one record for each.

    Sums are left out: a program would count them as a line. A line without a price has an empty cell,
    and its status says so.

    Args:
        key: key of the configuration.
        name: its name.
        currency: currency of the prices.
        sections: its lines.
    """
    buffer = StringIO(newline="")
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow(_HEADER)
    for section in sections:
        for line in section.lines:
            record: tuple[Field, ...] = (
                key, name, section.key, line.label, line.name, line.key, line.detail, line.unit, line.per_host,
                line.hosts, line.quantity, line.unit_price, line.amount, currency, line.status.value, line.date,
                line.is_old, line.source, line.locator, line.confidence, line.note, line.pointer,
            )  # fmt: skip
            writer.writerow([written(each) for each in record])
    return buffer.getvalue()
