"""The document of any answer as text for people: what it has of single values, and its lists as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hostwise.number_format.writing import percent, short
from hostwise.server.commands.terminal import WIDTH, strong, table

_MOST_ROWS, _MOST_TEXTS = 20, 6
_VERSIONS = {"plan_hash", "engine_version", "catalogue_version", "plan_name"}
"""What says of which plan an answer is: whoever asked knows."""

_HEADS = ("name", "label", "title", "key", "group", "configuration")
"""By the first of these that it has an item of a list is called."""

_FIGURE = {"name", "text", "value", "why", "note", "code", "parts"}

Item = Mapping[str, Any]


def document_text(document: Item) -> str:
    """An answer as text.

    Args:
        document: the answer as plain JSON values.
    """
    return "\n\n".join(_parts(document, ()))


def _parts(document: Item, place: tuple[str, ...]) -> Iterator[str]:
    """The single values in two columns, then each list and each part under its heading."""
    called = place[-1] if place else ""
    single = [[_words(name), cell(value, name) or ""] for name, value in document.items() if name not in _VERSIONS]
    single = [[name, text] for name, text in single if text not in ("", called)]
    heading = strong(" / ".join(place))
    if single:
        lines = table(single, head=False, within=WIDTH)
        yield f"{heading}\n{lines}" if place else lines
    elif place:
        yield heading
    for name, value in document.items():
        below = (*place, _words(name))
        if isinstance(value, Mapping) and cell(value) is None:
            yield from _parts(value, below)
        elif _is_list(value):
            yield from _listed(value, below)


def _listed(items: Sequence[Item], place: tuple[str, ...]) -> Iterator[str]:
    """A list as a table; one whose items have lists themselves item by item."""
    shown = [_flat(item) for item in items[:_MOST_ROWS]]
    more = f"\n... and {len(items) - len(shown)} more; --json writes all." if len(items) > len(shown) else ""
    if any(cell(value) is None for item in shown for value in item.values()):
        for item in shown:
            called = next((str(item[head]) for head in _HEADS if item.get(head)), place[-1])
            yield from _parts(item, (*place[:-1], called))
        if more:
            yield more.strip()
        return
    rows = [{name: cell(value, name) or "" for name, value in item.items()} for item in shown]
    columns = [name for name in rows[0] if any(row.get(name) for row in rows)]
    numbers = frozenset(
        at
        for at, name in enumerate(columns)
        if all(isinstance(_number(item.get(name)), float | int | None) for item in shown)
    )
    lines = [[row.get(name, "") for name in columns] for row in rows]
    text = table([[_words(name) for name in columns], *lines], right=numbers, within=WIDTH)
    yield f"{strong(' / '.join(place))}\n{text}{more}"


def _flat(item: Item) -> Item:
    """An item of a list, with what is in its only list of one as its own."""
    for name, value in item.items():
        if _is_list(value) and len(value) == 1 and not item.keys() & value[0].keys():
            return {**{key: each for key, each in item.items() if key != name}, **value[0]}
    return item


def cell(value: Any, name: str = "") -> str | None:
    """A value as it stands in a cell; None where it takes more than one.

    Args:
        value: a plain JSON value.
        name: the name of its field: a share is shown in percent.

    >>> cell(True), cell(None), cell(["a", "b"]), cell({"value": 2.5, "state": "evaluated", "missing": []})
    ('yes', '', 'a; b', '2.5')
    >>> cell({"low": 1, "mid": 2, "high": 3}), cell({"label": "x", "unit": "GB", "value": 3}), cell([{"rows": [{}]}])
    ('1 to 3', '3 GB', None)
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return percent(value) if name.endswith("_share") else short(value)
    if isinstance(value, Mapping):
        return _cell_of(value, name)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return _series(value, name)
    return str(value)


def _cell_of(value: Item, name: str) -> str | None:
    """A number with its state, its unit or its range, a figure, or a sentence in parts."""
    keys = value.keys()
    if {"value", "state"} <= keys:
        return str(value["state"]).replace("_", " ") if value["value"] is None else cell(value["value"], name)
    if {"label", "unit", "value"} <= keys:
        text = cell(value["value"], value.get("quantity", "")) or ""
        measured = f"{text} {value['unit']}".rstrip() if text[:1].isdecimal() else text
        return f"{value['label']} {measured}" if "pointer" in keys else measured
    if keys == {"low", "mid", "high"}:
        ends = [cell(value[end], name) or "" for end in ("low", "high")]
        return ends[0] if ends[0] == ends[1] else " to ".join(ends)
    if "text" in keys and keys <= _FIGURE:
        return str(value["text"])
    if isinstance(value.get("parts"), list):
        return "".join(part if isinstance(part, str) else str(part.get("text", "")) for part in value["parts"])
    return None


def _series(values: Sequence[Any], name: str) -> str | None:
    if any(isinstance(each, Mapping | list) for each in values):
        return None
    if len(values) > _MOST_TEXTS:
        return f"{len(values)} values, {cell(values[0], name)} to {cell(values[-1], name)}"
    return "; ".join(text for each in values if (text := cell(each, name)))


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, Mapping) for each in value)


def _number(value: Any) -> Any:
    return value.get("value") if isinstance(value, Mapping) else value


def _words(name: str) -> str:
    return name.replace("_", " ")
