"""The explanation of a number, reduced to the number itself, its terms, and the values behind it."""

from __future__ import annotations

from collections.abc import Iterable

from hostwise.decision.brief.brief_document import BriefArithmetic, BriefExplanation, BriefInput, BriefPart, BriefTerm
from hostwise.decision.decision_messages import words
from hostwise.plan.answers.result import Explanation, ExplanationNode, ExplanationSource, Input, InputStatus

MOST_INPUTS = 60
"""Most values behind a number that are listed: that of a cost has hundreds."""

_SILENT = frozenset({InputStatus.CONVENTION, InputStatus.NOT_APPLICABLE, InputStatus.NO_LIMIT})
_DOUBTED = (InputStatus.MISSING, InputStatus.ILLUSTRATIVE, InputStatus.ASSUMED)
"""What nobody has confirmed for this plan, the least certain first."""

_LEFT_OUT = (words("left_out.steps"), words("left_out.effects"), words("left_out.formulas"))


def brief_explanation(explanation: Explanation) -> BriefExplanation:
    """The short form of an explanation."""
    number = explanation.nodes[0]
    nodes = {each.quantity: each for each in explanation.nodes}
    behind = _behind(explanation.nodes)
    listed = behind[:MOST_INPUTS]
    return BriefExplanation(
        configuration=explanation.configuration,
        quantity=explanation.quantity,
        failed_hosts=explanation.failed_hosts,
        plan_hash=explanation.plan_hash,
        engine_version=explanation.engine_version,
        catalogue_version=explanation.catalogue_version,
        label=number.label,
        meaning=number.meaning,
        unit=number.unit,
        values=number.values,
        members=number.members,
        states=number.states,
        kind=number.kind,
        formula=number.text,
        formula_with_numbers=number.text_with_numbers,
        terms=[_term(nodes[name]) for name in number.inputs if name in nodes],
        parts=[
            BriefPart(label=each.label, quantity=each.quantity, value=each.value, arithmetic=each.arithmetic)
            for each in number.parts
        ],
        limits=[
            BriefArithmetic(
                label=each.label,
                quantity=each.quantity,
                hosts=each.hosts,
                binding=each.binding,
                words=each.words,
                arithmetic=each.arithmetic,
            )
            for each in number.limits
        ],
        validity=number.validity,
        inputs=listed,
        inputs_left_out=len(behind) - len(listed),
        rests_on_assumptions=number.rests_on_assumptions,
        sources=_sources(number, explanation.nodes, listed),
        left_out=list(_LEFT_OUT),
    )


def _term(node: ExplanationNode) -> BriefTerm:
    return BriefTerm(
        quantity=node.quantity,
        label=node.label,
        unit=node.unit,
        values=node.values,
        members=node.members,
        is_input=node.is_input,
    )


def _behind(nodes: Iterable[ExplanationNode]) -> list[BriefInput]:
    """The values behind a number, the doubtful ones first, each kind in the order of the explanation.

    Several VM groups of the same value, such as a default, are one.
    """
    found: dict[tuple[object, ...], BriefInput] = {}
    for given in (each for node in nodes for each in node.provenance if each.status not in _SILENT):
        same = (given.quantity, given.role, given.value, given.status, given.source, given.locator, given.note)
        if same not in found:
            found[same] = _input(given)
        if given.group is not None:
            found[same].groups.append(given.group)
    order = {status: place for place, status in enumerate(_DOUBTED)}
    return sorted(found.values(), key=lambda each: order.get(each.status, len(order)))


def _input(given: Input) -> BriefInput:
    return BriefInput(
        quantity=given.quantity,
        label=given.label,
        unit=given.unit,
        value=given.value,
        status=given.status,
        groups=[],
        role=given.role,
        pointer=given.pointer,
        source=given.source,
        locator=given.locator,
        note=given.note,
        date=given.date,
    )


def _sources(
    number: ExplanationNode, nodes: Iterable[ExplanationNode], listed: Iterable[BriefInput]
) -> list[ExplanationSource]:
    """The sources of the number, and of the listed values, each once."""
    own = [number.source] if number.source is not None else []
    named = {key for each in listed if each.source for key in each.source.split("; ")}
    cited = [each for node in nodes for each in node.provenance_sources if each.key in named]
    found: dict[str, ExplanationSource] = {}
    for each in (*own, *cited):
        found.setdefault(each.key, each)
    return list(found.values())
