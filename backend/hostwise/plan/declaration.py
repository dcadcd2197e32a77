"""The declaration of a field of the plan, in one place: JSON Schema, forms and binding read it here.

A field that feeds an input of the engine takes label, unit and meaning from that input's declaration. The schema
carries the rest under one key, `EXTENSION`, which decision 0015 describes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from types import NoneType
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field
from pydantic.fields import FieldInfo

from hostwise.engine.inputs import INPUTS
from hostwise.engine.quantities import MONEY, Quantity
from hostwise.plan.fields import Document

EXTENSION = "x-hostwise"
"""The key of JSON Schema under which a field's declaration stands."""

Control = Literal["number", "integer", "share", "money", "text", "paragraph", "choice", "flag", "opm_model", "own"]
"""Controls of a field; `own` has a component of its own and is in no generated form."""

_INPUTS: Mapping[str, Quantity] = {each.name: each for each in INPUTS}
_COUNTED = frozenset({"vCPU", "cores", "sockets", "hosts", "VMs", "drives", "bays", "slots", "groups", "disk groups"})
"""Units that the label already implies, such as that of the number of hosts."""
_SHARES = ("share", "probability")
"""What the unit of a quantity that people enter in percent means."""


@dataclass(frozen=True)
class Assumption:
    """An assumption of the catalogue stands in for an absent field."""

    key: str

    @property
    def note(self) -> str:
        """The same in words."""
        return "an assumption of the catalogue"


@dataclass(frozen=True)
class Instead:
    """A value stands in for an absent field, labelled as assumed."""

    value: float
    note: str


@dataclass(frozen=True)
class Follows:
    """A value follows from another choice of the plan."""

    value: float
    note: str


@dataclass(frozen=True)
class Decided:
    """Code decides what stands in for an absent field: such a field is bound by hand."""

    note: str


@dataclass(frozen=True)
class NotApplicable:
    """The question does not arise."""


Absence = Assumption | Instead | Follows | Decided | NotApplicable
NOT_APPLICABLE = NotApplicable()


@dataclass(frozen=True, kw_only=True)
class PlanField:
    """The declaration of one field; pydantic calls it with the field's JSON schema."""

    quantity: Quantity | None
    label: str
    unit: str
    absent: Absence | None
    follows: bool
    form: Mapping[str, Any]

    @cached_property
    def plain(self) -> bool:
        """Whether the field feeds its input as it stands, and is bound by a walk over the declarations."""
        return self.quantity is not None and not isinstance(self.absent, Decided)

    def _control(self, schema: Mapping[str, Any]) -> str:
        """How a value of this schema is entered."""
        kinds = [each.get("type") for each in schema.get("anyOf", [schema]) if each.get("type") != "null"]
        if self.unit.startswith(MONEY.symbol):
            return "money"
        if kinds == ["number"] and self.quantity is not None and self.quantity.unit.meaning.startswith(_SHARES):
            return "share"
        return {"boolean": "flag", "integer": "integer", "number": "number"}.get(str(kinds[0]), "text")

    def __call__(self, schema: dict[str, Any]) -> None:
        """Say it in the schema."""
        control = self.form.get("control") or self._control(schema)
        said: dict[str, Any] = {"label": self.label, **self.form, "control": control}
        if self.quantity is not None:
            said["quantity"] = self.quantity.name
        unit = _shown_unit(control, self.unit)
        if unit and "choices" not in self.form:
            said["unit"] = unit
        if isinstance(self.absent, Assumption):
            said["absent"] = {"assumption": self.absent.key}
        elif isinstance(self.absent, Instead | Follows):
            said["absent"] = {"value": self.absent.value, "note": self.absent.note}
        elif isinstance(self.absent, Decided):
            said["absent"] = {"note": self.absent.note}
        if self.follows:
            schema.pop("default", None)
        schema[EXTENSION] = said


@dataclass(frozen=True, kw_only=True)
class PlanPart:
    """The declaration of a field that is a document itself."""

    layouts: tuple[str, ...]
    without: Absence
    form: Mapping[str, Any]

    def __call__(self, schema: dict[str, Any]) -> None:
        """Say it in the schema."""
        schema[EXTENSION] = {"part": True, **self.form}


def plan_field(
    quantity: str | None = None,
    *,
    default: Any = None,
    label: str | None = None,
    meaning: str | None = None,
    unit: str | None = None,
    control: Control | None = None,
    choices: Mapping[Any, str] | None = None,
    catalogue: str | None = None,
    placeholder: str | None = None,
    words: str | None = None,
    figure_of: str | None = None,
    span: tuple[float, float] | None = None,
    step: float | None = None,
    group: str | None = None,
    order: int = 0,
    layouts: tuple[str, ...] = (),
    by_layout: bool = False,
    follows: bool = False,
    measured: bool = False,
    stands_in: str | None = None,
    element: str | None = None,
    identity: tuple[str, ...] = (),
    unique: bool = False,
    in_order: bool = False,
    absent: Absence | None = None,
    examples: list[Any] | None = None,
    **limits: Any,
) -> Any:
    """A field of the plan, with its declaration.

    Args:
        quantity: name of the input that the field feeds; label, unit and meaning are that input's.
        default: value of an absent field in the document; `...` for a field that must be given.
        label: name in the form, where the input's is not right there.
        meaning: one sentence, where the input does not say it.
        unit: unit beside the control, where the input's is not right there.
        control: how the field is entered, where its type does not say it.
        choices: the values to choose from, in words.
        catalogue: kind of the catalogue's rows that the field picks from.
        placeholder: what the control shows where nothing is picked.
        words: other names by which people search for the field.
        figure_of: sibling that picks a catalogue row of which this is a figure; it goes when another row is picked.
        span: range of the slider, where it is not all that the field allows.
        step: step of the slider; without it there is none.
        group: key of the group of the document in which the form shows the field.
        order: place in the form; fields of the same place stand in the order of their declaration.
        layouts: which have the field; all, if none is named.
        by_layout: whether a value holds for one layout only, and goes when another is chosen.
        follows: whether an absent field follows others, so that `default` is only its type's and not said.
        measured: whether it is measured on these very VMs, so that a copy of their group begins without it.
        stands_in: the computed quantity that stands in for an absent field, where no single input does.
        element: of a list, what one of its elements is called.
        identity: of a list, the fields that identify one of its elements after a change.
        unique: of a list, whether no two elements may have the same identity.
        in_order: of a list, whether its elements mean something only one after the other, and have no identity.
        absent: what stands in for an absent field; nothing, if this is not said.
        examples: examples for the schema.
        limits: what else pydantic's `Field` takes, such as `ge` and `le`.
    """
    fed = None if quantity is None else _INPUTS[quantity]
    description = meaning or (fed.meaning if fed else None)
    if description and absent is not None and not isinstance(absent, NotApplicable):
        description = f"{description} Default: {absent.note}."
    slider = None
    if step is not None:
        least, most = span or _range(fed, limits)
        slider = {"min": least, "max": most, "step": step}
    given = (
        ("slider", slider),
        ("control", "catalogue" if catalogue else control),
        ("choices", choices and [{"value": str(each), "label": text} for each, text in choices.items()]),
        ("catalogue", catalogue),
        ("placeholder", placeholder),
        ("words", words),
        ("figure_of", figure_of),
        ("group", group),
        ("order", order),
        ("layouts", [str(each) for each in layouts]),
        ("by_layout", by_layout),
        ("measured", measured),
        ("stands_in", stands_in),
        ("element", element),
        ("identity", list(identity)),
        ("unique", unique),
        ("in_order", in_order),
    )
    declared = PlanField(
        quantity=fed,
        label=label or (_sentence_case(fed.label) if fed else ""),
        unit=unit if unit is not None else (fed.unit.symbol if fed else ""),
        absent=absent,
        follows=follows,
        form=_said(given),
    )
    return Field(default, description=description, examples=examples, json_schema_extra=declared, **limits)


def plan_part(
    title: str | None = None,
    *,
    default: Any = None,
    meaning: str | None = None,
    folded: str | None = None,
    adding: str | None = None,
    beginning: Mapping[str, Any] | None = None,
    hangs_on: str | None = None,
    hides: tuple[str, ...] = (),
    own: bool = False,
    group: str | None = None,
    order: int = 0,
    layouts: tuple[str, ...] = (),
    without: Absence = NOT_APPLICABLE,
    **limits: Any,
) -> Any:
    """A part of the plan: a document in a field.

    Args:
        title: heading of the part in the form; without one its fields stand among those around it.
        default: the part where it is absent from the document; `...` where it must be given.
        meaning: one sentence, where the part's class does not say it.
        folded: name under which the form folds the part, if it is rarely needed.
        adding: text of the button that adds the part.
        beginning: the part as that button adds it, or as the choice of an layout that must have it does.
        hangs_on: field of the part without which it is absent as a whole.
        hides: fields of the part that do not arise here, and that the form leaves out.
        own: whether a component of its own shows the part, and no generated form.
        group: key of the group of the document in which the form shows the part.
        order: place in the form.
        layouts: which have the part; all, if none is named.
        without: what is recorded for the part's inputs where it is absent.
        limits: what else pydantic's `Field` takes.
    """
    given = (
        ("title", title),
        ("folded", folded),
        ("adding", adding),
        ("beginning", beginning),
        ("hangs_on", hangs_on),
        ("hides", list(hides)),
        ("own", own),
        ("group", group),
        ("order", order),
        ("layouts", [str(each) for each in layouts]),
    )
    declared = PlanPart(layouts=layouts, without=without, form=_said(given))
    return Field(default, description=meaning, json_schema_extra=declared, **limits)


def groups(title: str | None = None, /, **titles: str) -> ConfigDict:
    """The groups of a document's fields in its form.

    Args:
        title: heading of the fields that are in no group.
        titles: key and title of each group; the form folds them below the other fields, in this order.
    """
    # A list, for a schema's keys are sorted when it is written.
    listed = [{"key": key, "title": each} for key, each in titles.items()]
    said: dict[str, Any] = {EXTENSION: _said((("title", title), ("groups", listed)))}
    return ConfigDict(json_schema_extra=said)


@cache
def declarations(document: type[BaseModel]) -> tuple[tuple[str, FieldInfo, PlanField | PlanPart], ...]:
    """The declared fields of a document."""
    return tuple(
        (name, info, info.json_schema_extra)
        for name, info in document.model_fields.items()
        if isinstance(info.json_schema_extra, PlanField | PlanPart)
    )


def figures_of(document: type[BaseModel], name: str) -> tuple[str, ...]:
    """The fields of a document that are figures of the row which a field beside them picks: they go with the row."""
    return tuple(
        field
        for field, _, declared in declarations(document)
        if isinstance(declared, PlanField) and declared.form.get("figure_of") == name
    )


def part_class(info: FieldInfo) -> type[Document]:
    """The document that a part is, whether it may be absent or not."""
    classes = [each for each in (get_args(info.annotation) or (info.annotation,)) if each is not NoneType]
    (found,) = classes
    return found  # type: ignore[no-any-return]


def _said(given: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """The entries that are declared; an empty part to begin with is declared, too."""
    return {key: value for key, value in given if value or value == {}}


def _sentence_case(label: str) -> str:
    return label[:1].upper() + label[1:] if not label.startswith("vCPU") else label


def _range(fed: Quantity | None, limits: Mapping[str, Any]) -> tuple[float, float]:
    """All that a field allows: by its own limits, else its input's."""
    if "ge" in limits:
        return limits["ge"], limits["le"]
    if fed is None:
        raise ValueError("a slider needs a span, or limits")
    return fed.low, fed.high


def _shown_unit(control: str, unit: str) -> str:
    """The unit beside a control: money has the plan's currency in front, a share is shown in percent."""
    if control == "money":
        return unit.removeprefix(MONEY.symbol)
    if control == "share":
        return "%" + unit
    return "" if unit.split("/")[0] in _COUNTED else unit
