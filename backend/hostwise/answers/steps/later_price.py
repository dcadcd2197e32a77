"""The price of hosts that are bought later beside hosts that are paid already.

Existing servers cost nothing to buy, which says nothing of the price of one more: their model may no longer be sold.
Until the plan says what such a host costs, it is one of the first candidate on the same platform.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hostwise.binding import Binding
from hostwise.binding.origins import Origin
from hostwise.binding.recorder import Records
from hostwise.binding.version import hypervisor_of
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.answers.result import InputStatus

LATER_PRICE = "given_later_price_per_host"


def with_later_price(binding: Binding, catalogue: Catalogue) -> Binding:
    """The price of a host of another candidate, where the first hosts are paid and the plan names no price."""
    configurations, given = binding.plan.configurations, binding.arrays[LATER_PRICE]
    paid = np.isnan(given) & (binding.arrays["chassis_price"] == 0) & (binding.arrays["cpu_price"] == 0)
    if len(configurations) == 1 or not paid.any():
        return binding
    price = np.broadcast_to(
        binding.evaluate(["purchase_capex_per_host"]).values["purchase_capex_per_host"], given.shape
    )
    platforms = [hypervisor_of(catalogue, each).key for each in configurations]
    found, records = np.array(given), dict(binding.inputs)
    for place in np.flatnonzero(paid[0]).tolist():
        same = (at for at, each in enumerate(platforms) if each == platforms[place] and not paid[0, at])
        other = next(same, None)
        if other is None or np.isnan(price[0, other]):
            continue
        found[0, place] = price[0, other]
        note = f"the price of a host of {configurations[other].name}"
        origin = Origin(float(price[0, other]), InputStatus.ASSUMED, "HOSTWISE", "cost#expansion", note, "assumed")
        (entry,) = records[LATER_PRICE, configurations[place].key].entries
        records[LATER_PRICE, configurations[place].key] = Records(entry._replace(origin=origin))
    return replace(binding, arrays=binding.arrays | {LATER_PRICE: found}, inputs=records)
