"""Every formula of the engine can be said in cells, and what is left unguarded there cannot happen."""

import numpy as np
import pytest

from hostwise.engine.model import MODEL
from hostwise.engine.symbols import Apply, Expression, Number, Symbol, operations
from hostwise.reports.workbook.computing import Untranslatable, compute
from hostwise.reports.workbook.spans import Span
from hostwise.reports.workbook.terms import ByRole, Pieces, Ref
from hostwise.reports.workbook.translation import LANGUAGE, translate
from hostwise.reports.workbook.writer import Writer
from tests.unit.drawing import arguments


def shown(pieces: Pieces) -> str:
    """Pieces with the names of the quantities in place of cells."""
    return "".join(map(piece_shown, pieces))


def piece_shown(piece: str | Ref | ByRole) -> str:
    if isinstance(piece, str):
        return piece
    if isinstance(piece, ByRole):
        return "{" + "; ".join(map(shown, piece.pieces)) + "}"
    of = "" if piece.role is None else f"[{piece.role.key}]"
    return piece.name + of + ("" if piece.part == "own" else f"[{piece.part}]")


def formula(name: str) -> list[str]:
    """The cell formulas of a quantity, steps first."""
    return [shown(row.pieces) for row in translate(MODEL).rows[name]]


def writer(**spans: Span) -> Writer:
    return Writer("tested_share", LANGUAGE, lambda name: (), spans.__getitem__)


def test_every_operation_has_a_cell_formula() -> None:
    lacking = operations() - LANGUAGE.covers()
    assert not lacking, (
        f"the workbook has no cell formula for {', '.join(sorted(lacking))}: add one to arithmetic.py, choices.py or "
        "members.py in hostwise/reports/workbook"
    )


def test_an_operation_without_a_cell_formula_is_named() -> None:
    with pytest.raises(Untranslatable, match=r"tested_share: .* no cell formula for the operation 'arctan'"):
        writer(x_share=Span.between(0, 1)).row(Apply("arctan", (Symbol("x_share"),)))


def test_every_formula_is_translated() -> None:
    rows = translate(MODEL).rows
    assert set(rows) == set(MODEL.formulas)
    for name, own in rows.items():
        assert own[-1].name == name
        assert own[-1].axes == MODEL.axes(name)
        # A formula has at most 8,192 characters; references are shorter than names.
        assert all(len(shown(row.pieces)) < 4_000 for row in own), name


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("cluster_tco", ["SUM(cash_flow_cost_per_year[all])"]),
        ("cumulative_cost", ["SUM(cash_flow_cost_per_year[so far])"]),
        ("cash_flow_cost_per_year", ["SUM(cash_flow_cost_per_month[of year])"]),
        (
            "cluster_npv",
            ["cash_flow_cost_per_month/IF(month/12=0,1,(1+discount_rate)^(month/12))", "SUM(cluster_npv.1[all])"],
        ),
        ("grouped_memory_gib", ["group_vms*memory_gib_with_growth", "SUM(grouped_memory_gib.1[all])"]),
        ("tbw_tb", ["absorbing_drive_gb*rated_dwpd*365*warranty_years/1000"]),
        (
            "hosts_for_cpu_ratio",
            [
                "parts*(MAX(-INT(-(part_share*(hosts_for_cpu_ratio_unrounded-core_shift_hosts)"
                "+spare_core_hosts*cpu_spares_flag)*(1-Count_slack)),0)+spare_hosts*cpu_spares_flag)"
            ],
        ),
        ("hosts", ["_xlfn.IFNA(fixed_hosts,MAX(IF(required_hosts>=Infinite_from,NA(),required_hosts),other_hosts))"]),
        ("endurance_iops", ["_xlfn.IFNA(iops_average,iops_peak)"]),
        (
            "hosts_for_write_performance_unrounded",
            [
                "IF(absorbing_drives_per_host>0,drives_for_write_performance/absorbing_drives_per_host,IF(drives_for_write_performance>0,Infinite,0))"
            ],
        ),
        (
            "write_amplification_used",
            ["IF(_xlfn.IFNA(hosts>=hosts_for_wide_stripe,FALSE),wide_write_amplification,write_amplification)"],
        ),
    ],
)
def test_what_people_look_at_first_reads_well(name: str, expected: list[str]) -> None:
    assert formula(name) == expected


def test_a_divisor_is_guarded_only_where_it_can_be_zero() -> None:
    quotient = Symbol("a_share") / Symbol("b_share")
    positive = writer(a_share=Span.between(0, 1), b_share=Span.between(1, 2))
    assert shown(positive.row(quotient).pieces) == "a_share/b_share"
    zero = writer(a_share=Span.between(0, 1), b_share=Span.between(0, 2))
    assert shown(zero.row(quotient).pieces) == "IF(b_share=0,IF(a_share>0,Infinite,NA()),a_share/b_share)"


def test_what_is_needed_twice_gets_a_row_of_its_own() -> None:
    long = Apply("maximum", (Symbol("a_share"), Symbol("b_share"))) * 2
    own = writer(a_share=Span.between(0, 1), b_share=Span.between(0, 1))
    row = own.row(Symbol("a_share") / long)
    assert [shown(step.pieces) for step in own.steps] == ["MAX(a_share,b_share)*2"]
    assert shown(row.pieces) == "IF(tested_share.1=0,IF(a_share>0,Infinite,NA()),a_share/tested_share.1)"
    assert own.steps[0].about == "max(a_share, b_share) * 2"


def test_the_sign_is_taken_before_a_power_only_in_brackets() -> None:
    own = writer(a_share=Span.between(0, 1))
    assert shown(own.row(-(Symbol("a_share") ** 2)).pieces) == "-(a_share^2)"
    assert shown(writer(a_share=Span.between(0, 1)).row((-Symbol("a_share")) ** 2).pieces) == "(-a_share)^2"


def test_a_power_that_cells_cannot_take_is_refused() -> None:
    with pytest.raises(Untranslatable, match="a power"):
        writer(a_share=Span.between(-1, 1), b_share=Span.between(0, 1)).row(Symbol("a_share") ** Symbol("b_share"))


@pytest.mark.parametrize("name", MODEL.formulas)
def test_what_a_value_can_be_is_foreseen(name: str) -> None:
    """Nothing is infinite or 0 where the cells that come after it have no guard against it."""
    given = arguments(name)
    (*_, row) = translate(MODEL).rows[name]
    span, values = row.span, row.compute(given)
    known = values[~np.isnan(values)]
    finite = known[np.isfinite(known)]
    assert span.above or not (known == np.inf).any()
    assert span.below or not (known == -np.inf).any()
    slack = 1e-9 * np.maximum(np.abs(finite), 1)
    assert (finite >= span.low - slack).all()
    assert (finite <= span.high + slack).all()
    assert span.zero or not (finite == 0).any()


@pytest.mark.parametrize("name", MODEL.formulas)
def test_a_traced_formula_computes_what_the_formula_computes(name: str) -> None:
    given = arguments(name)
    declared = MODEL.formulas[name]
    with np.errstate(all="ignore"):
        expected = declared.compute(given)
    np.testing.assert_array_equal(compute(declared.expression, given, MODEL.axes), expected)


@pytest.mark.parametrize("value", [0.0, -1.5, 3e-9, float("inf"), float("nan")])
def test_literals(value: float) -> None:
    node: Expression = Number(value)
    expected = {"0.0": "0", "-1.5": "-1.5", "3e-09": "3E-09", "inf": "Infinite", "nan": "NA()"}[repr(value)]
    assert shown(writer().term(node).pieces) == expected
