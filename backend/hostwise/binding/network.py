"""The inputs of the network: bandwidth, power and price of the cards, and what admission control counts."""

from __future__ import annotations

from collections.abc import Sequence

from hostwise.binding.origins import MISSING, NOT_APPLICABLE, CatalogueOrigins, Origin, settled
from hostwise.binding.prices import card_price
from hostwise.binding.recorder import Recorder, given_origin
from hostwise.binding.version import version_of
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.configuration import Configuration, Layout, NetworkCard
from hostwise.plan.document import Plan

_MHZ_PER_GHZ = 1_000
_FAST_GBIT_S = 50
"""Port speed from which a card draws as much power as cards of 100 Gbit/s."""


def bind_admission(to: Recorder) -> None:
    """What admission control counts for a VM without a reservation of cycles."""
    counted = to.assumption("admission_cpu_mhz_per_vm")
    assert counted.value is not None
    to.put(
        "admission_cpu_ghz_per_vm",
        None,
        None,
        Origin(
            counted.value / _MHZ_PER_GHZ, counted.status, counted.source, counted.locator, counted.note, counted.kind
        ),
    )


def bind_admission_control(to: Recorder, at: str, configuration: Configuration) -> None:
    """Whether the hypervisor has admission control."""
    hypervisor = version_of(to, at, configuration)
    has = settled(1, "hosts under vSphere HA")
    none = Origin(None, InputStatus.NOT_APPLICABLE, note="admission control is a mechanism of vSphere HA")
    is_there = hypervisor is None or hypervisor.admission_control
    to.put("admission_control_flag", f"{at}/hypervisor", None, has if is_there else none)


def bind_network(to: Recorder, at: str, configuration: Configuration) -> None:
    """The network cards of a host: what carries the traffic of the storage, power, price."""
    outside = configuration.layout is Layout.EXTERNAL
    where = "the data is on an external array" if outside else "the hosts hold the data"
    to.put("storage_in_hosts_flag", f"{at}/layout", None, settled(0 if outside else 1, where))
    network, cards = configuration.network, configuration.network.cards
    to.put("network_gbit_s_per_host", f"{at}/network/cards", None, _bandwidth(cards, outside=outside))
    to.put("nic_w", f"{at}/network/power_w", network.power_w, _power(to, cards))
    pointer, price = f"{at}/network/price", network.price
    if price is None and cards is not None:
        pointers = [f"{at}/network/cards/{place}/price" for place in range(len(cards))]
        unpriced = next((each for each, card in zip(pointers, cards, strict=True) if card.price is None), None)
        # A remark on the price of one kind holds for the sum.
        pointer = unpriced or next((each for each in pointers if each in to.plan.remarks), pointers[0])
        price = None if unpriced else sum(each.count * (each.price or 0) for each in cards)
    to.put("nic_price", pointer, price, MISSING if cards is None else _indicative_price(to, at, cards))


def card_prices(to: CatalogueOrigins, plan: Plan, at: str, cards: Sequence[NetworkCard]) -> list[tuple[str, Origin]]:
    """The field and the price of one card of each kind: as given, else among the plan's prices, else that of its class.

    Args:
        to: the catalogue, and the plan's currency.
        plan: the plan, for its remarks.
        at: JSON pointer of the configuration.
        cards: its kinds of network cards.
    """
    pointers = [f"{at}/network/cards/{place}/price" for place in range(len(cards))]
    owns = [
        None if card.price is None else given_origin(plan, pointer, card.price)
        for pointer, card in zip(pointers, cards, strict=True)
    ]
    return [
        (pointer, card_price(to, own, card.gbit_s)) for pointer, own, card in zip(pointers, owns, cards, strict=True)
    ]


def _indicative_price(to: Recorder, at: str, cards: Sequence[NetworkCard]) -> Origin:
    """Price of all cards where some have none: the plan's prices or their class stand in for those."""
    prices = [origin for _, origin in card_prices(to, to.plan, at, cards)]
    classes = [origin for card, origin in zip(cards, prices, strict=True) if card.price is None]
    if not classes or any(each.value is None for each in classes):
        return classes[0] if classes else MISSING
    total = sum(card.count * (origin.value or 0) for card, origin in zip(cards, prices, strict=True))
    # The sum is as uncertain as its least certain part: nothing indicative may look quoted.
    guessed = next((each for each in classes if each.status is InputStatus.ILLUSTRATIVE), classes[0])
    return guessed._replace(value=total)


def _bandwidth(cards: tuple[NetworkCard, ...] | None, *, outside: bool) -> Origin:
    """Speed of the ports that carry storage; an array outside the hosts may have a network of its own."""
    carrying = [each for each in cards or () if each.carries_storage]
    if outside and not carrying:
        return NOT_APPLICABLE
    if cards is None:
        return MISSING
    words = " and ".join(f"{each.count * each.ports} x {each.gbit_s:g} Gbit/s" for each in carrying)
    total = sum(each.count * each.ports * each.gbit_s for each in carrying)
    return Origin(total, InputStatus.GIVEN, note=words or "no card carries the traffic of the storage", kind="entered")


def _power(to: Recorder, cards: tuple[NetworkCard, ...] | None) -> Origin:
    """Power of all cards: their own, else what is usual for their speed."""
    if cards is None:
        return to.part("nic-2x25gbe")
    usual = [to.part("nic-2x100gbe" if each.gbit_s >= _FAST_GBIT_S else "nic-2x25gbe") for each in cards]
    watts = [
        each.count * ((found.value or 0) if each.power_w is None else each.power_w)
        for each, found in zip(cards, usual, strict=True)
    ]
    if all(each.power_w is not None for each in cards):
        return Origin(sum(watts), InputStatus.GIVEN, note="the sum of all cards", kind="entered")
    assumed = next(found for each, found in zip(cards, usual, strict=True) if each.power_w is None)
    return Origin(sum(watts), assumed.status, assumed.source, assumed.locator, f"{assumed.note}; the sum of all cards")
