"""What a workbook has no rows for, drives that no configuration has, adds nothing to what it has rows for."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from hostwise.answers.running.run_plan import run_plan
from hostwise.binding import PlanError
from hostwise.catalogue.loader import load_catalogue
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Array
from hostwise.engine.roles import Role
from hostwise.engine.symbols import Apply
from hostwise.plan.document import Plan
from hostwise.reports.content import roles_with_rows
from hostwise.reports.workbook.terms import ByRole, Pieces, Ref
from hostwise.reports.workbook.translation import translate
from hostwise.reports.workbook.writer import CellRow
from tests.drawing_examples import examples
from tests.properties.any_plan import plans

CATALOGUE = load_catalogue()
OVER_ROLES = {"total_of_roles": np.add, "smallest_of_roles": np.minimum}
ROWS = {row.name: row for rows in translate(MODEL).rows.values() for row in rows}


def references(pieces: Pieces) -> Iterator[Ref]:
    for piece in pieces:
        if isinstance(piece, Ref):
            yield piece
        elif isinstance(piece, ByRole):
            for each in piece.pieces:
                yield from references(each)


def of_roles(name: str, values: Mapping[str, Array]) -> Array:
    found = values[name] if name in values else ROWS[name].compute(values)
    return np.broadcast_to(found, (*found.shape[:2], len(Role), *found.shape[3:]))


@settings(max_examples=examples(40), deadline=None, suppress_health_check=list(HealthCheck))
@given(plan=plans(), data=st.data())
def test_it_adds_nothing_whatever_else_is_changed(plan: Plan, data: st.DataObject) -> None:
    try:
        run = run_plan(plan, CATALOGUE)
    except PlanError:
        assume(False)
    values = run.evaluation.values
    shown = list(roles_with_rows(values))
    left_out = [role for role in Role if role not in shown]
    given = run.binding.arrays
    # As a reader may change any cell, of those that the workbook has.
    name = data.draw(st.sampled_from(sorted(each for each in given if MODEL.inputs[each].axes != (each,))))
    factor = data.draw(st.sampled_from([0.0, 0.5, 1.0, 3.0]))
    other = given[name] * factor
    if "role" in MODEL.axes(name):
        other[:, :, left_out] = given[name][:, :, left_out]
    changed = replace(run.binding, arrays={**given, name: other}).evaluate(list(MODEL.formulas)).values
    # What no drives cost is nothing, also where a change leaves no number of hosts.
    assume(not np.isnan(changed["hosts"]).any())
    for row in ROWS.values():
        for ref in references(row.pieces):
            if ref.part == "roles":
                amounts = of_roles(ref.name, changed)
                over = OVER_ROLES[operation(row)]
                whole, some = (over.reduce(each, axis=2) for each in (amounts, amounts[:, :, shown]))
                np.testing.assert_array_equal(whole, some, err_msg=f"{row.name}, {name} changed")
            elif ref.role in left_out:
                before, after = (of_roles(ref.name, each)[:, :, ref.role] for each in (values, changed))
                literal = before.flat[0]
                assert np.array_equal(before, np.full_like(before, literal), equal_nan=True), row.name
                assert np.array_equal(after, np.full_like(after, literal), equal_nan=True), (row.name, name)


def operation(row: CellRow) -> str:
    expression = MODEL.formulas[row.quantity].expression
    assert isinstance(expression, Apply)
    return expression.operation
