"""The inputs of the software licence."""

from __future__ import annotations

from hostwise.catalogue.market import Licence
from hostwise.plan.configuration import Configuration
from hostwise.plan.result import InputStatus
from hostwise.services.binding.recorder import Recorder
from hostwise.services.origins import MISSING, Origin, settled


def bind_licence(to: Recorder, at: str, configuration: Configuration) -> None:
    """Prices and least quantities of the licence."""
    licence = configuration.licence
    row = to.find(to.catalogue.licences, licence.key, f"{at}/key")
    per_core, per_socket = MISSING, MISSING
    least_per_host: Origin = settled(0, "no minimum for a host is known")
    if row is None:
        rule = to.assumption("licence_minimum_cores_per_cpu")
        least = Origin(rule.value, InputStatus.ASSUMED, rule.source, rule.locator, "the rule of VMware's products")
    else:
        least = to.column(row, "minimum_cores_per_cpu") if row.minimum_cores_per_cpu else settled(0, "no minimum")
        if row.minimum_cores_per_server:
            least_per_host = to.column(row, "minimum_cores_per_server")
        price = _yearly_price(to, row)
        none = settled(0, f"{row.product} is licensed by {row.metric}")
        per_core, per_socket = (none, price) if row.metric == "socket" else (price, none)
    # A price per core alone says that sockets cost nothing, and the other way round.
    if row is None and licence.price_per_core_year is not None:
        per_socket = settled(0, "the plan gives a price per core")
    elif row is None and licence.price_per_socket_year is not None:
        per_core = settled(0, "the plan gives a price per socket")
    to.put("licence_price_per_core", f"{at}/price_per_core_year", licence.price_per_core_year, per_core)
    to.put("licence_price_per_socket", f"{at}/price_per_socket_year", licence.price_per_socket_year, per_socket)
    name = "licence_minimum_cores_per_socket"
    to.put(name, f"{at}/minimum_cores_per_socket", licence.minimum_cores_per_socket, least)
    to.put("licence_minimum_cores_per_host", f"{at}/key", None, least_per_host)


def _yearly_price(to: Recorder, row: Licence) -> Origin:
    """The price of a core or socket for a year, where the product is sold like that."""
    periods = {"year": 1, "month": 12}
    if row.metric in ("core", "socket") and row.billing in periods:
        return to.price(row, "price", per=row.price_buys_units / periods[row.billing])
    text = f"{row.product} is sold by {row.metric}, paid {row.billing}: enter the price per core and year"
    return Origin(None, InputStatus.MISSING, note=text)
