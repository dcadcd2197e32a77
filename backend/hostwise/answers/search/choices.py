"""What may differ in a search, as axes: fields with values or rows of the catalogue, or options; and the usual ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hostwise.answers.reference.catalogue_table import TABLES
from hostwise.answers.reference.filtered_rows import UnknownColumn, row_test
from hostwise.answers.search.axes import Axis
from hostwise.answers.search.messages.search_codes import SearchCode
from hostwise.answers.search.search_messages import message, words
from hostwise.answers.wording.answer_messages import in_a_row
from hostwise.binding.modules import module_size, size_factor
from hostwise.binding.origins import CatalogueOrigins
from hostwise.binding.stacks import protection_key
from hostwise.catalogue.hardware import Drive
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.module_prices import USUAL_KIND
from hostwise.catalogue.record import Record
from hostwise.number_format.writing import exact
from hostwise.plan.configuration import Configuration
from hostwise.plan.declaration import PlanField, PlanPart, declarations, figures_of, part_class
from hostwise.plan.document import Plan
from hostwise.plan.reading import shortened
from hostwise.plan.row_filter import RowFilter
from hostwise.plan.search_document import MOST_OPTIONS, SearchChoice

_MODULES_GIB = (32, 64, 96, 128)
"""Sizes of a memory module; each channel has one of them, or two."""
_COUNTS = (2, 3, 4, 6, 8, 10, 12, 16, 24)
_DISK_GROUPS = (1, 2, 3, 4, 5)
_RECENT_PROCESSORS, _RECENT_DRIVES = 1, 4
"""Years before the newest of the catalogue from which parts are tried that nobody named."""


AS_IT_IS = words("option.as_it_is")
"""The label of what a configuration has already."""


class WrongChoice(Exception):
    """A choice that cannot be tried; `pointer` is its place in the search."""

    def __init__(self, pointer: str, message: str) -> None:
        """Say where, and why."""
        super().__init__(message)
        self.pointer = pointer


def axes_of(choices: Sequence[SearchChoice], configuration: Configuration, catalogue: Catalogue) -> list[Axis]:
    """The axes of the choices of a search.

    Raises:
        WrongChoice: a field is unknown or takes no rows, a column is unknown, or nothing is left to choose from.
    """
    return [_axis(choice, f"/choices/{place}", configuration, catalogue) for place, choice in enumerate(choices)]


def _axis(choice: SearchChoice, at: str, configuration: Configuration, catalogue: Catalogue) -> Axis:
    if choice.field is None:
        labels = [each.label or _in_words(each.edits) for each in choice.options]
        return Axis(choice.name or ", ".join(choice.options[0].edits), [each.edits for each in choice.options], labels)
    declared = _declared(choice.field)
    if declared is None:
        raise WrongChoice(f"{at}/field", f"A configuration has no field {choice.field}.")
    kind = declared.form.get("catalogue")
    name = choice.name or declared.label or choice.field
    figures = _figures(choice.field, configuration)
    if choice.values:
        own = _own(configuration, choice.field)
        # The price of one row is not that of another.
        options = [{choice.field: each, **({} if each == own else figures)} for each in choice.values]
        return Axis(name, options, [_written(each) for each in choice.values])
    if kind is None:
        raise WrongChoice(f"{at}/values", f"{choice.field} picks no row of the catalogue: give its values.")
    rows = _rows(kind, choice.rows, f"{at}/rows", catalogue)
    if not rows or len(rows) > MOST_OPTIONS:
        raise WrongChoice(f"{at}/rows", f"{len(rows)} rows pass: from 1 to {MOST_OPTIONS} can be tried.")
    table = TABLES.get(kind)
    labels = [row.key if table is None else table.name(row) for row in rows]
    return Axis(name, [{choice.field: row.key, **figures} for row in rows], labels)


def _declared(pointer: str) -> PlanField | None:
    """The declaration of a field of a configuration."""
    document: Any = Configuration
    *path, name = pointer.strip("/").split("/")
    for part in path:
        found = next(
            (info for each, info, own in declarations(document) if each == part and isinstance(own, PlanPart)), None
        )
        if found is None:
            return None
        document = part_class(found)
    return next((own for each, _, own in declarations(document) if each == name and isinstance(own, PlanField)), None)


def _figures(pointer: str, configuration: Configuration) -> Mapping[str, None]:
    """The figures of a picked row that the configuration gives itself: they go when another row is picked."""
    *path, name = pointer.strip("/").split("/")
    part: Any = configuration
    for each in path:
        part = getattr(part, each, None)
    if part is None:
        return {}
    at = "".join(f"/{each}" for each in path)
    return {f"{at}/{field}": None for field in figures_of(type(part), name) if field in part.model_fields_set}


def _own(configuration: Configuration, pointer: str) -> Any:
    """The value of a field as the configuration has it; None where its part is absent."""
    found: Any = configuration
    for name in pointer.strip("/").split("/"):
        found = getattr(found, name, None)
    return found


def _rows(kind: str, filters: Sequence[RowFilter], at: str, catalogue: Catalogue) -> list[Record]:
    try:
        passes = row_test(kind, filters, catalogue)
    except UnknownColumn as error:
        raise WrongChoice(f"{at}/{error.place}/column", str(error)) from error
    return [row for row in getattr(catalogue, kind).values() if passes(row)]


def _in_words(edits: Mapping[str, Any]) -> str:
    said = [
        message("option.edit", field=pointer.rsplit("/", 1)[-1], value=_written(value))
        for pointer, value in edits.items()
    ]
    return str(in_a_row(said)) or AS_IT_IS


def _written(value: Any) -> str:
    if value is None:
        return words("option.none")
    return exact(value) if isinstance(value, int | float) and not isinstance(value, bool) else shortened(str(value))


# ------------------------------------------------------------------------------------------------------- the usual ones


def usual_choices(plan: Plan, place: int, catalogue: Catalogue) -> list[SearchChoice]:
    """What is varied where a search does not say it: the parts that an architect would ask several quotes for.

    Processors of the newest years that the chassis takes; memory with one or two modules for each channel; drives of
    the newest years that are fit for their role, and how many; and the protections of the storage stack.
    """
    configuration = plan.configurations[place]
    return [
        *_processors(configuration, catalogue),
        *_memory(plan, configuration, catalogue),
        *_drives(configuration, catalogue),
        *_protections(plan, configuration, catalogue),
    ]


def _processors(configuration: Configuration, catalogue: Catalogue) -> Iterator[SearchChoice]:
    chassis = catalogue.chassis.get(configuration.host.chassis or "")
    newest = max(each.launch_year or 0 for each in catalogue.cpus.values())
    found = [
        each.key
        for each in catalogue.cpus.values()
        if (each.launch_year or 0) >= newest - _RECENT_PROCESSORS
        and each.max_sockets >= configuration.cpu.sockets
        and not (chassis is not None and chassis.excludes(each))
    ]
    figures = _figures("/cpu/key", configuration)
    if found:
        yield _keys("choice.processor", "/cpu/key", found, figures, [str(catalogue.cpus[each].name) for each in found])


def _memory(plan: Plan, configuration: Configuration, catalogue: Catalogue) -> Iterator[SearchChoice]:
    row = catalogue.cpus.get(configuration.cpu.key or "")
    channels = int(row.memory_channels) if row is not None and row.memory_channels else 8
    sizes = {configuration.cpu.sockets * channels * each * gib for each in (1, 2) for gib in _MODULES_GIB}
    if configuration.memory.memory_mode_gib is None:
        options = [
            {"label": words("option.memory", size=size), "edits": _of_memory(plan, configuration, size, catalogue)}
            for size in sorted(sizes)
        ]
        yield SearchChoice.model_validate({"name": words("choice.memory"), "options": options})


def _of_memory(plan: Plan, configuration: Configuration, size: float, catalogue: Catalogue) -> Mapping[str, Any]:
    """The edits that set another size of memory, in modules of the size that the slots need for it."""
    memory = configuration.memory
    edits: dict[str, Any] = {"/memory/dram_gib": size, "/memory/price": None}
    if memory.module_gib is not None and size != memory.dram_gib:
        edits["/memory/module_gib"] = None
    if memory.price is not None and memory.module is None:
        # A price of the plan's own goes on by the GiB, as modules of the other size cost.
        to = CatalogueOrigins(catalogue, plan.economics)
        other = memory.model_copy(update={"dram_gib": size, "module_gib": None})
        taken = module_size(to, configuration.model_copy(update={"memory": other})).value
        own = memory.module_gib or module_size(to, configuration).value
        if size == memory.dram_gib or taken is None or own is None:
            factor = 1.0
        else:
            factor = size_factor(catalogue, USUAL_KIND, own, taken)
        edits["/memory/price"] = round(memory.price / memory.dram_gib * size * factor, 2)
    return edits


def _drives(configuration: Configuration, catalogue: Catalogue) -> Iterator[SearchChoice]:
    write_tier, capacity = configuration.write_tier, configuration.capacity
    if capacity is None:
        return
    rows = [each for each in catalogue.drives.values() if _is_recent(each, catalogue) and each.is_nvme]
    # Write-intensive drives are made to cache: what they hold costs too much, or is too small to be a tier of its own.
    holding = [each.key for each in rows if each.workload_class in ("RI", "MU")]
    names = {each.key: str(each.name) for each in rows}
    figures = _figures("/capacity/key", configuration)
    yield _keys("choice.capacity_drive", "/capacity/key", holding, figures, [names[each] for each in holding])
    yield SearchChoice(name=words("choice.drives_per_host"), field="/capacity/count", values=_COUNTS)
    if write_tier is not None:
        buffering = [each.key for each in rows if each.workload_class in ("MU", "WI")]
        figures = _figures("/write_tier/key", configuration)
        yield _keys("choice.cache_drive", "/write_tier/key", buffering, figures, [names[each] for each in buffering])
        yield SearchChoice(name=words("choice.disk_groups"), field="/write_tier/disk_groups", values=_DISK_GROUPS)


def _is_recent(row: Drive, catalogue: Catalogue) -> bool:
    newest = max(each.launch_year or 0 for each in catalogue.drives.values())
    return (row.launch_year or 0) >= newest - _RECENT_DRIVES


def _protections(plan: Plan, configuration: Configuration, catalogue: Catalogue) -> Iterator[SearchChoice]:
    own = catalogue.protection.get(protection_key(plan, configuration, catalogue))
    if configuration.capacity is None or own is None:
        return
    # Less than the plan's protection is not the same offer.
    found = [
        each
        for each in catalogue.protection.values()
        if (each.family, each.sites, each.max_hosts) == (own.family, own.sites, own.max_hosts)
        and (each.hosts_lost or 0) >= (own.hosts_lost or 0)
    ]
    yield _keys("choice.protection", "/protection", [each.key for each in found], {}, [each.label for each in found])


def _keys(
    name: SearchCode, field: str, keys: Sequence[str], figures: Mapping[str, None], labels: Sequence[str]
) -> SearchChoice:
    options = [{"label": label, "edits": {field: key, **figures}} for key, label in zip(keys, labels, strict=True)]
    return SearchChoice.model_validate({"name": words(name), "options": options})
