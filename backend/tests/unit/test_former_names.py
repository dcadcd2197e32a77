"""Former names of documents are read, and written only where somebody asks for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from hostwise.plan import former_names, renaming
from hostwise.plan.former_names import Renamed
from hostwise.plan.search_document import SearchChoice


class Leaf(BaseModel):
    """Something with a field that has another name now."""

    kind: str
    quantity: str = "x"
    by_key: dict[str, str] = {}


class Tree(BaseModel):
    """Something with parts of all kinds."""

    key: str
    leaves: list[Leaf] | None = None
    named: dict[str, Leaf] = {}
    quantities: dict[str, float] = {}


@pytest.fixture(autouse=True)
def _rows(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(renaming, "FIELDS", {"kind": (Renamed("sort", frozenset({"Leaf"})),)})
    monkeypatch.setattr(renaming, "VALUES", {"kind": {"new": "old"}})
    monkeypatch.setattr(renaming, "QUANTITIES", {"hosts_now": "hosts_then"})
    _forget()
    yield
    _forget()


def _forget() -> None:
    for cached in (renaming._shape, renaming._replace, renaming._fields, renaming._annotations, renaming._segments):
        cached.cache_clear()


CURRENT: dict[str, Any] = {
    "key": "sort",
    "leaves": [{"kind": "new", "quantity": "hosts_now", "by_key": {"sort": "old"}}, {"kind": "other"}],
    "named": {"sort": {"kind": "new"}},
    "quantities": {"hosts_now": 1.0},
}
FORMER: dict[str, Any] = {
    "key": "sort",
    "leaves": [{"sort": "old", "quantity": "hosts_then", "by_key": {"sort": "old"}}, {"sort": "other"}],
    "named": {"sort": {"sort": "old"}},
    "quantities": {"hosts_then": 1.0},
}


def test_names_are_replaced_where_their_type_has_them_and_nowhere_else() -> None:
    assert renaming.with_current_names(FORMER, Tree) == CURRENT
    assert renaming.with_former_names(CURRENT, Tree) == FORMER


def test_current_names_stay() -> None:
    assert renaming.with_current_names(CURRENT, Tree) == CURRENT


def test_an_object_with_both_names_is_left_to_its_reader() -> None:
    both = {"kind": "new", "sort": "old"}
    assert renaming.with_current_names(both, Leaf) == both


def test_what_is_no_document_stays() -> None:
    for value in (None, 3, "sort", ["sort"], {"leaves": "sort"}, {"leaves": [None, 1]}):
        assert renaming.with_current_names(value, Tree) == value


def test_options_of_a_search_follow_the_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        renaming, "FIELDS", {"hypervisor": (Renamed("host_system", frozenset({"Configuration"}), True),)}
    )
    monkeypatch.setattr(renaming, "VALUES", {"hypervisor": {"esxi-8": "esx"}})
    _forget()
    former: dict[str, Any] = {
        "name": "n",
        "options": [{"label": "esx", "edits": {"/host_system": "esx", "/name": "esx"}}],
        "field": "/host_system",
        "values": ["esx", "other"],
    }
    current = {
        "name": "n",
        "options": [{"label": "esx", "edits": {"/hypervisor": "esxi-8", "/name": "esx"}}],
        "field": "/hypervisor",
        "values": ["esxi-8", "other"],
    }
    assert renaming.with_current_names(former, SearchChoice) == current
    assert renaming.with_former_names(current, SearchChoice) == former
    assert renaming.current_pointer("/configurations/0/host_system") == "/configurations/0/hypervisor"


def test_former_names_are_unique() -> None:
    for rows in (former_names.QUANTITIES, former_names.CODES):
        assert len(set(rows.values())) == len(rows)
