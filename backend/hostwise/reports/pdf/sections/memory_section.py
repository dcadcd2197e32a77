"""Memory: the predicted state in every failure case, and operations per minute against overcommitment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import ceil, floor
from typing import TYPE_CHECKING, Any

from hostwise.answers.wording.number_texts import capital, value_text
from hostwise.decision.charts.ticks import numbered, round_ticks
from hostwise.decision.charts_document import Tick
from hostwise.engine.opm import Basis
from hostwise.number_format.writing import percent, short, some
from hostwise.plan.answers.result import ExplanationSource, QuantityState
from hostwise.plan.document import policy_of
from hostwise.plan.opm import OpmMeasure
from hostwise.reports.design_tokens.tokens import Point
from hostwise.reports.pdf.blocks import (
    Block,
    Line,
    Span,
    bad,
    cell,
    chart,
    column,
    heading,
    mark,
    named,
    paragraph,
    small,
    soft,
    strong,
    table,
)
from hostwise.reports.pdf.canvas import FULL_WIDTH, Canvas, Scale, across, text_width, upright
from hostwise.reports.pdf.glyphs import shortened
from hostwise.reports.pdf.marks import (
    INK,
    LINE_STRONG,
    LOOKS,
    POINTER_DASH,
    SOFT,
    colour_of,
    dash_of,
    is_hollow,
    medium_mark,
    shape_of,
)
from hostwise.reports.pdf.subject import Subject

if TYPE_CHECKING:
    from hostwise.answers.memory.memory_document import ConfigurationMemory, GroupOperations, MemoryCase, MemoryReport
    from hostwise.plan.answers.operations import CurvePoint, MeasuredModel

    Drawn = Sequence[tuple[int, ConfigurationMemory]]

_CASES_AT_ONCE = 4
_LABEL = 44.0
_ROW, _BAR = 10.0, 7.0
_EM_MM = 8 * 25.4 / 72
_LAST_RATIO = 4.0
_ROOM, _STEP = 0.3, 0.5
_HEADROOM = 1.12
_SIGN_STEP = 3.0
_TAKEN = (("ballooned_gib", "ballooned"), ("compressed_gib", "compressed"), ("swapped_gib", "swapped"))


def is_used(subject: Subject, answer: MemoryReport) -> bool:
    """Whether the plan asks about memory: a limit or a measured model, or hosts that come under pressure."""
    policy = subject.plan.policy
    asked = policy.memory_state_limit is not None or policy.memory_state_limit_with_spares_down is not None
    modelled = any(group.opm_model for group in subject.plan.workload.groups)
    # As many of each configuration as may fail there.
    pressed = any(
        case.state is not None and case.state != "high"
        for own, each in zip(subject.plan.configurations, answer.configurations, strict=True)
        for case in each.cases[: policy_of(subject.plan, own).spare_hosts + 1]
    )
    return asked or modelled or pressed


def memory(subject: Subject, answer: MemoryReport) -> Iterator[Block]:
    """The section."""
    yield heading("Memory")
    what = "The state in which hosts settle, what is taken from the VMs there, and the overcommitment."
    yield paragraph(what, look="opening")
    cases = max((each.cases for each in answer.configurations), key=len)
    for start in range(0, len(cases), _CASES_AT_ONCE):
        shown = range(start, min(start + _CASES_AT_ONCE, len(cases)))
        header = [cell("Configuration"), *(cell(capital(cases[each].label)) for each in shown)]
        rows = [
            [_name(place, each), *(_case_of(each, turn) for turn in shown)]
            for place, each in enumerate(answer.configurations)
        ]
        widths = [column(mm=46), *(column(fr=1) for _ in shown)]
        yield table(widths, header, [(None, rows)])
    drawn = [(place, each) for place, each in enumerate(answer.configurations) if each.bands]
    if drawn:
        note = "States predicted on these hosts with fewer or more of the same VMs. Full signs: all hosts running; "
        note += "hollow signs: hosts down, as many as the number says."
        yield chart("States over memory overcommitment", note, _states_alt(drawn), _states(drawn))
    yield from _operations(subject, answer)
    yield from _consolidation(answer)


def _name(place: int, each: ConfigurationMemory) -> dict[str, Any]:
    given = "" if each.hypervisor_given else " (by default)"
    return cell(named(place, strong(each.name)), [small(f"{each.hypervisor}{given}")])


def _case_of(each: ConfigurationMemory, turn: int) -> dict[str, Any]:
    """The failure case of a configuration; none if so many failures leave it no host."""
    return _case(each.cases[turn]) if turn < len(each.cases) else cell([soft("no host is left")])


def _case(case: MemoryCase) -> dict[str, Any]:
    if case.state is None:
        return cell([soft(case.state_text)], missing=True)
    ratio = case.quantities["memory_overcommit_ratio"]
    lines: list[Line] = [[strong(case.state_text.split(":")[0]), *([_meaning(case)] if ":" in case.state_text else [])]]
    if ratio.value is not None or ratio.state is QuantityState.INFINITE:
        lines.append([small(f"overcommitment {value_text(ratio, 'number')}")])
    taken = [(case.quantities[name].value, word) for name, word in _TAKEN]
    texts = [f"{short(amount)} GiB {word}" for amount, word in taken if amount]
    if texts:
        lines.append([small(", ".join(texts))])
    least = [each.relative_performance_share for each in case.groups if each.relative_performance_share is not None]
    if least:
        lines.append([small(f"least performance {percent(min(least))}")])
    if case.accepted is False:
        lines.append([bad("worse than the policy accepts")])
    elif case.accepted:
        lines.append([small("within the policy")])
    return cell(*lines)


def _meaning(case: MemoryCase) -> Span:
    return f":{case.state_text.split(':', 1)[1]}"


def _states_alt(drawn: Drawn) -> str:
    texts = []
    for _, each in drawn:
        bands = [f"{band.state} from {short(band.from_ratio)}" for band in each.bands]
        cases = [
            f"{case.label} at {value_text(case.quantities['memory_overcommit_ratio'], 'number')}" for case in each.cases
        ]
        texts.append(f"{each.name}: {', '.join(bands)}; {', '.join(cases)}")
    return f"Memory states over the overcommitment ratio. {'. '.join(texts)}."


def _ratios(each: ConfigurationMemory) -> list[tuple[int, float]]:
    found = [(case.failed_hosts, case.quantities["memory_overcommit_ratio"].value) for case in each.cases]
    return [(failed, ratio) for failed, ratio in found if ratio is not None]


def _states(drawn: Drawn) -> dict[str, Any]:
    canvas = Canvas(FULL_WIDTH, len(drawn) * _ROW + 9)
    bottom = len(drawn) * _ROW
    ratios = [ratio for _, each in drawn for _, ratio in _ratios(each) if ratio <= _LAST_RATIO]
    edges = [band.from_ratio for _, each in drawn for band in each.bands if band.from_ratio <= _LAST_RATIO - _ROOM]
    end = min(_LAST_RATIO, ceil((max([1.0, *ratios, *edges]) + _ROOM) / _STEP) * _STEP)
    x = Scale(0, end, _LABEL, FULL_WIDTH - 4)
    ticks = [each * _STEP for each in range(int(end / _STEP) + 1)]
    for turn, (place, each) in enumerate(drawn):
        top = turn * _ROW + (_ROW - _BAR) / 2
        middle = top + _BAR / 2
        canvas.label(place, shortened(each.name, 2 * (_LABEL - 11) / _EM_MM * 0.88), middle, _LABEL - 3, _ROW)
        for band in each.bands:
            left, right = x.at(band.from_ratio), x.at(band.to_ratio if band.to_ratio is not None else end)
            if right <= left:
                continue
            wash = LOOKS.memory_states[band.state]
            canvas.box(left, top, right - left, _BAR, wash.colour, opacity=wash.opacity, stroke=LINE_STRONG)
            if text_width(band.state, 7) + 2 < right - left:
                canvas.words(band.state, left + 1.2, top + 1.8, colour=INK, size=7)
        for failed, ratio in _ratios(each):
            canvas.sign(shape_of(place), x.at(ratio), top + 4.9, 1.3, colour_of(place), hollow=failed > 0)
            if failed:
                canvas.words(str(failed), x.at(ratio) + 2, top + 4.9, size=7)
    across(canvas, x, numbered(ticks), bottom, bottom, "memory overcommitment")
    return canvas.drawing()


@dataclass
class _Scene:
    """A measured model on one medium, with the configurations that use it."""

    model: MeasuredModel
    operations: GroupOperations
    groups: list[str]
    users: list[tuple[int, ConfigurationMemory]]


def _operations(subject: Subject, answer: MemoryReport) -> Iterator[Block]:
    """A chart for each measured model and medium that the plan uses."""
    scenes: dict[tuple[str, str | None], _Scene] = {}
    for place, each in enumerate(answer.configurations):
        for one in each.operations:
            if one.model is None:
                continue
            scene = scenes.setdefault((one.model.key, one.medium), _Scene(one.model, one, [], []))
            if one.group not in scene.groups:
                scene.groups.append(one.group)
            if all(place != user for user, _ in scene.users):
                scene.users.append((place, each))
    if not scenes:
        return
    yield heading("Operations per minute", 2)
    for scene in scenes.values():
        yield from _scene(subject, scene)


def _scene(subject: Subject, scene: _Scene) -> Iterator[Block]:
    operations, model = scene.operations, scene.model
    curve = operations.curve
    title = f"{model.name}: {curve.label}" if curve else model.name
    users: Line = [f"Group {some(scene.groups)}, in ", *subject.marks(place for place, _ in scene.users), ". "]
    if curve is None:
        yield paragraph(strong(title), ". ", *users, operations.note or "There is no curve.")
        return
    note = f"{capital(_measure(model))} against memory overcommitment."
    yield chart(title, note, _curve_alt(scene), _curve(scene), level=3)
    users += [f"{model.validity}. " if model.validity else "", f"{operations.note} " if operations.note else ""]
    for citation in model.citations:
        key = citation.key or citation.citation
        source = ExplanationSource(key=key, citation=citation.citation, url=citation.url, locator=None)
        users += subject.sources.cite_in_full(source)
    yield paragraph(*users, look="note")
    statements = [each for each in curve.markers if each.statement]
    if statements:
        text = "; ".join(f"at {short(each.overcommit_ratio)}: {each.statement}" for each in statements)
        yield paragraph(f"Said without a figure: {text}.", look="note")


def _measure(model: MeasuredModel) -> str:
    if model.measure is OpmMeasure.SHARE_OF_BASELINE:
        return "throughput of one VM, share of the baseline"
    return "operations per minute of one VM"


def _written(model: MeasuredModel, value: float) -> str:
    return percent(value) if model.measure is OpmMeasure.SHARE_OF_BASELINE else short(value)


def _curve_alt(scene: _Scene) -> str:
    model, curve = scene.model, scene.operations.curve
    assert curve is not None
    points = [
        f"{_written(model, each.per_vm)} at {short(each.overcommit_ratio)}, {each.kind}" for each in curve.measured
    ]
    uses = []
    for place, each in scene.users:
        ratios = [f"{short(ratio)} with {failed} down" for failed, ratio in _ratios(each)]
        uses.append(f"configuration {place + 1}: {', '.join(ratios)}")
    ends = f"from {short(curve.measured_from)} to {short(curve.measured_to)}"
    beyond = "" if curve.single_point else f" Interpolated {ends}, extrapolated beyond."
    return f"{capital(_measure(model))} over memory overcommitment. {'; '.join(points)}.{beyond} {'. '.join(uses)}."


def _stretches(line: Sequence[CurvePoint]) -> Iterator[tuple[bool, list[CurvePoint]]]:
    """The line cut where it passes into extrapolation, and where the model says nothing; neighbours share a point."""
    steps = [(one, other) for one, other in pairwise(line) if one.per_vm is not None and other.per_vm is not None]

    def beyond(step: tuple[CurvePoint, CurvePoint]) -> bool:
        return any(each.basis is Basis.EXTRAPOLATED for each in step)

    for extrapolated, found in groupby(steps, key=beyond):
        run: list[CurvePoint] = []
        for one, other in found:
            if run and run[-1] is not one:
                yield extrapolated, run
                run = []
            run += [other] if run else [one, other]
        yield extrapolated, run


def _curve(scene: _Scene) -> dict[str, Any]:
    model, curve = scene.model, scene.operations.curve
    assert curve is not None
    colour, shape = medium_mark(curve.medium)
    ratios = [
        1.0,
        *(each.overcommit_ratio for each in curve.measured),
        *(ratio for _, each in scene.users for _, ratio in _ratios(each) if ratio <= _LAST_RATIO),
    ]
    low = max(0.0, floor((min(ratios) - _ROOM) / _STEP) * _STEP)
    high = ceil((max(ratios) + _ROOM) / _STEP) * _STEP
    baseline = 1.0 if model.measure is OpmMeasure.SHARE_OF_BASELINE else model.baseline_opm_per_vm
    line = [each for each in curve.line if low <= each.overcommit_ratio <= high]
    values = [each.per_vm or 0 for each in line] + [each.high_per_vm or each.per_vm for each in curve.measured]
    ticks = round_ticks(max([*values, baseline or 0]) * _HEADROOM)
    left, right, top, bottom = 15.0, FULL_WIDTH - 3, 17.0, 64.0
    canvas = Canvas(FULL_WIDTH, bottom + 9)
    x, y = Scale(low, high, left, right), Scale(0, ticks[-1], bottom, top)
    _legend(canvas, scene, colour, shape)
    upright(canvas, y, [Tick(value=each, text=_written(model, each)) for each in ticks], left, right, "")
    for extrapolated, run in _stretches(line):
        if extrapolated:
            upper = [(x.at(each.overcommit_ratio), y.at(_known(each.high_per_vm, each))) for each in run]
            lower = [(x.at(each.overcommit_ratio), y.at(_known(each.low_per_vm, each))) for each in run]
            canvas.area([*upper, *reversed(lower)], colour, opacity=0.12)
    if baseline:
        canvas.line([(left, y.at(baseline)), (right, y.at(baseline))], SOFT, 0.7)
        canvas.words("without overcommitment", right - 1, y.at(baseline) - 2, "end", colour=SOFT)
    for extrapolated, run in _stretches(line):
        points = [(x.at(each.overcommit_ratio), y.at(each.per_vm or 0)) for each in run]
        basis = Basis.EXTRAPOLATED if extrapolated else Basis.INTERPOLATED
        canvas.line(points, colour, 1.0 if extrapolated else 1.4, dash_of(basis))
    for each in curve.measured:
        across_, down = x.at(each.overcommit_ratio), y.at(each.per_vm)
        if each.low_per_vm is not None and each.high_per_vm is not None and each.high_per_vm > each.low_per_vm:
            canvas.line([(across_, y.at(each.low_per_vm)), (across_, y.at(each.high_per_vm))], colour, 0.9)
        canvas.sign(shape, across_, down, 1.5, colour, hollow=is_hollow(each.kind))
    _users(canvas, scene, x, (top, bottom))
    across(canvas, x, numbered(_ratio_ticks(low, high)), bottom, bottom, "memory overcommitment")
    return canvas.drawing()


def _ratio_ticks(low: float, high: float) -> list[float]:
    step = _STEP if high - low <= 6 else 1.0
    return [low + each * step for each in range(int((high - low) / step + 1e-9) + 1)]


def _known(value: float | None, point: CurvePoint) -> float:
    return value if value is not None else point.per_vm or 0.0


def _users(canvas: Canvas, scene: _Scene, x: Scale, ends: tuple[float, float]) -> None:
    """Where the configurations stand, with all hosts and with hosts down."""
    top, bottom = ends
    found = [
        (x.at(ratio), failed, place)
        for place, each in scene.users
        for failed, ratio in _ratios(each)
        if ratio <= x.high
    ]
    signs_at: list[float] = []
    for at, failed, place in sorted(found):
        colour = colour_of(place)
        canvas.line([(at, top - 3), (at, bottom)], colour, 0.6, POINTER_DASH)
        # Those at the same ratio stand side by side.
        sign_at = max([at, *(each + _SIGN_STEP for each in signs_at)])
        signs_at.append(sign_at)
        canvas.sign(shape_of(place), sign_at, top - 3, 1.2, colour, hollow=failed > 0)
        if failed:
            canvas.words(str(failed), sign_at, top - 6, "middle", size=7)


def _legend(canvas: Canvas, scene: _Scene, colour: str, shape: Sequence[Point]) -> None:
    curve = scene.operations.curve
    assert curve is not None
    at, y = 0.0, 2.4
    kinds = dict.fromkeys(each.kind for each in curve.measured)
    for kind in kinds:
        canvas.sign(shape, at + 1.6, y, 1.4, colour, hollow=is_hollow(kind))
        word = f"{kind}, a single point" if curve.single_point else kind
        canvas.words(word, at + 4.4, y)
        at += 9 + text_width(word)
    if not curve.single_point:
        for basis, word in ((Basis.INTERPOLATED, "interpolated"), (Basis.EXTRAPOLATED, "extrapolated, with band")):
            if basis is Basis.EXTRAPOLATED:
                canvas.box(at, y - 1.6, 6, 3.2, colour, opacity=0.12)
            canvas.line([(at, y), (at + 6, y)], colour, 1.2, dash_of(basis))
            canvas.words(word, at + 7.6, y)
            at += 12 + text_width(word)
    canvas.words("dotted: configurations; hollow sign: number of failed hosts", at, y, colour=SOFT)


def _consolidation(answer: MemoryReport) -> Iterator[Block]:
    texts = [
        [mark(place), " ", each.consolidation.text]
        for place, each in enumerate(answer.configurations)
        if each.consolidation is not None
    ]
    if texts:
        yield heading("Consolidation", 2)
        for spans in texts:
            yield paragraph(*spans)
        found = next(each.consolidation for each in answer.configurations if each.consolidation is not None)
        yield paragraph(found.planning_range, look="note")
