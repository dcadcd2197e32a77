"""Findings about other ways to license what runs in the VMs: by host or by VM, and other editions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Said, finding, say, say_phrase
from hostwise.answers.wording.answer_messages import message
from hostwise.answers.wording.message_files import Given
from hostwise.answers.wording.messages.answer_codes import AnswerCode
from hostwise.binding.licence import bound_in_vms
from hostwise.catalogue.market import Licence
from hostwise.plan.answers.result import FindingTopic
from hostwise.plan.answers.told import Severity
from hostwise.plan.licences import GuestLicence

_WORTH = 0.05
"""Share of what a product costs that another way must save to be named."""

_ASSURANCE: Mapping[str, AnswerCode] = {"host": "assurance_left_out.host", "vm": "assurance_left_out.vm"}
"""Sentences by the way of licensing."""

_LEVERS: Mapping[tuple[str, bool, bool], AnswerCode] = {
    ("host", False, False): "licence_lever.host",
    ("host", False, True): "licence_lever.host_assured",
    ("host", True, False): "licence_lever.edition_host",
    ("host", True, True): "licence_lever.edition_host_assured",
    ("vm", False, False): "licence_lever.vm",
    ("vm", False, True): "licence_lever.vm_assured",
    ("vm", True, False): "licence_lever.edition_vm",
    ("vm", True, True): "licence_lever.edition_vm_assured",
}
"""Sentences by the way of licensing, whether it is of another edition, and whether it needs Software Assurance."""


class _Way(NamedTuple):
    """Another way to license the same VMs."""

    licence: GuestLicence
    row: Licence
    by: str
    cost: float


@finding("licence_lever", Severity.WARNING, FindingTopic.COST)
def licence_lever(about: About) -> Iterator[Said]:
    """The cheapest other way to license a product in the VMs, with its condition, where it costs clearly less."""
    for prefix, licence, row in _named(about):
        today = _cost(about, prefix, _as_needed(licence, row, _by(licence, row)))
        ways = sorted(_others(about, prefix, licence, row), key=lambda each: each.cost)
        if today is None or not ways or ways[0].cost > today * (1 - _WORTH):
            continue
        best = ways[0]
        is_other = best.row is not row
        values: dict[str, Given] = {"edition": best.row.product} if is_other else {}
        sentence = message(
            _LEVERS[best.by, is_other, bool(best.licence.assured)],
            product=row.product,
            saved=today - best.cost,
            currency=about.run.plan.economics.currency,
            cost=best.cost,
            today=today,
            **values,
        )
        quantity, pointer = f"{prefix}_licence_cost", f"{about.at}/{prefix}_licence/licensed_by"
        yield say_phrase("licence_lever", sentence, quantity=quantity, pointer=pointer)


@finding("assurance_left_out", Severity.WARNING, FindingTopic.COST)
def assurance_left_out(about: About) -> Iterator[Said]:
    """A way of licensing that needs Software Assurance, which the plan does not pay."""
    for prefix, licence, row in _named(about):
        by = _by(licence, row)
        if by not in row.assured_ways or licence.assured or _is_subscription(licence, row):
            continue
        costs = _cost(about, prefix, licence), _cost(about, prefix, _as_needed(licence, row, by))
        if None in costs or costs[0] == costs[1]:
            continue
        more = (costs[1] or 0) - (costs[0] or 0)
        yield say(
            _ASSURANCE[by],
            product=row.product,
            more=more,
            currency=about.run.plan.economics.currency,
            quantity=f"{prefix}_licence_cost",
            pointer=f"{about.at}/{prefix}_licence/assured",
        )


@finding("guests_covered", Severity.WARNING, FindingTopic.COST)
def guests_covered(about: About) -> Iterator[Said]:
    """Guest systems that are licensed by themselves, and covered by the licence of the hosts."""
    hosts = about.catalogue.licences.get(about.configuration.licence.key or "")
    row = next((row for prefix, _, row in _named(about) if prefix == "guest"), None)
    if hosts is None or row is None or hosts.covers_guest_os is None or row.vendor != hosts.vendor:
        return
    cost = about.run.value("guest_licence_cost", about.index).value
    if cost:
        yield say(
            "guests_covered",
            hosts=hosts.product,
            guests=row.product,
            cost=cost,
            currency=about.run.plan.economics.currency,
            quantity="guest_licence_cost",
            pointer=f"{about.at}/guest_licence",
        )


def _named(about: About) -> Iterator[tuple[str, GuestLicence, Licence]]:
    """The products in the VMs that the plan names, each with its row of the catalogue."""
    for prefix, licence in about.configuration.licences_in_vms.items():
        row = about.catalogue.licences.get(licence.key or "") if licence is not None else None
        if licence is not None and row is not None:
            yield prefix, licence, row


def _by(licence: GuestLicence, row: Licence) -> str:
    return licence.licensed_by or row.licensed_by


def _is_subscription(licence: GuestLicence, row: Licence) -> bool:
    """Whether it is paid again and again, which includes new versions."""
    return licence.price_per_core_year is not None or row.billing != "once"


def _as_needed(licence: GuestLicence, row: Licence, by: str) -> GuestLicence:
    """The licence in one of its ways, with the assurance that this way needs."""
    needs = by in row.assured_ways and not _is_subscription(licence, row)
    changed = {"licensed_by": by} | ({"assured": True, "owned_assured": bool(licence.owned)} if needs else {})
    return licence.model_copy(update=changed)


def _others(about: About, prefix: str, licence: GuestLicence, row: Licence) -> Iterator[_Way]:
    """The other ways of the product, and of the edition that covers another number of VMs."""
    own_price = licence.price_per_core_year is not None or licence.price_per_core_once is not None
    rows = [row] if own_price or licence.owned else [row, *_other_editions(about, row)]
    for each in rows:
        for by in each.ways or (each.licensed_by,):
            if each is row and by == _by(licence, row):
                continue
            other = licence if each is row else licence.model_copy(update={"key": each.key})
            found = _as_needed(other, each, by)
            cost = _cost(about, prefix, found)
            if cost is not None:
                yield _Way(found, each, by, cost)


def _other_editions(about: About, row: Licence) -> list[Licence]:
    """Editions of the same product and version that differ in the VMs which a licensed host may run."""

    def family(each: Licence) -> tuple[str, str, str | None]:
        return each.vendor, each.product.removesuffix(each.edition).strip(), each.versions

    rows = about.catalogue.licences.values()
    return [each for each in rows if family(each) == family(row) and each.vms_per_licensing != row.vms_per_licensing]


def _cost(about: About, prefix: str, licence: GuestLicence) -> float | None:
    """What a product costs until the horizon if it is licensed so; None where that is not known."""
    run, name = about.run, f"{prefix}_licence_cost"
    number = len(run.plan.configurations)
    changes = {}
    for quantity, value in bound_in_vms(run.plan, about.catalogue, about.index, prefix, licence).items():
        changed = np.broadcast_to(run.binding.arrays[quantity], (1, number)).copy()
        changed[0, about.index] = value
        changes[quantity] = changed
    found = float(run.binding.evaluate([name], changes).value(name, about.index))
    return found if np.isfinite(found) else None
