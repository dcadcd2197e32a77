"""Quotes and price books on the command line."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from hostwise.server.commands import command_line

Run = Callable[..., tuple[int, str, str]]
QUOTE = """Item,Qty,Unit price
Micron 7450 PRO 7.68TB,24,"$1,180.50"
EPYC 9455 or 9355,8,"$3,200.00"
Shipping,1,$50.00
"""
DRIVE = "drives/micron-7450-pro-7.68tb"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "quote.csv").write_text(QUOTE)

    def ended(*arguments: str) -> tuple[int, str, str]:
        code = command_line.main(["prices", *arguments])
        return code, *capsys.readouterr()

    return ended


def test_a_quote_becomes_a_book_a_plan_and_a_difference(run: Run, tmp_path: Path) -> None:
    code, _, err = run("read", "quote.csv", "-o", "book.json", "--part", "3=cpus/amd-epyc-9455", "--date", "2026-11-20")
    assert code == 0, err
    assert "Shipping" in err
    book = json.loads((tmp_path / "book.json").read_text())
    assert book["key"] == "quote"
    assert [(each["part"], each["price"], each["quote"]) for each in book["prices"]] == [
        (DRIVE, 1180.5, "quote"),
        ("cpus/amd-epyc-9455", 3200, "quote"),
    ]
    code, _, err = run("apply", "sample:nvme-2026", "book.json", "-o", "plan.json", "--revision", "4")
    assert code == 0, err
    prices = json.loads((tmp_path / "plan.json").read_text())["economics"]["prices"]
    assert prices[0]["book"] == {"key": "quote", "revision": 4}
    assert run("difference", "plan.json", "book.json")[1] == "All prices are those of the book.\n"
    book["prices"][0]["price"] = 1300
    (tmp_path / "book.json").write_text(json.dumps(book))
    (change,) = json.loads(run("difference", "plan.json", "book.json", "--json")[1])
    assert (change["part"], change["before"]["price"], change["after"]["price"]) == (DRIVE, 1180.5, 1300)
    assert "10.1" in run("difference", "plan.json", "book.json")[1]


def test_lines_that_are_not_sure_are_left_out(run: Run, tmp_path: Path) -> None:
    assert run("read", "quote.csv", "-o", "book.json")[0] == 0
    assert [each["part"] for each in json.loads((tmp_path / "book.json").read_text())["prices"]] == [DRIVE]
    code, out, _ = run("read", "quote.csv")
    assert code == 0
    assert "it may be several parts" in out or "no part of the catalogue" in out
    assert len(json.loads(run("read", "quote.csv", "--json")[1])["lines"]) == 3


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["read", "absent.csv"], "Cannot read absent.csv"),
        (["read", "quote.csv", "--part", "9=cpus/amd-epyc-9455"], "no line '9'"),
        (["read", "quote.csv", "--part", "3=cpus/none"], "no part 'cpus/none'"),
        (["read", "strange.csv"], "Name them with --mapping"),
        (["read", "euro.csv", "-o", "b.json"], "names no currency"),
        (["read", "quote.csv", "-o", "b.json", "--part", f"3={DRIVE}"], "more than one price"),
        (["apply", "sample:nvme-2026", "quote.csv", "-o", "-"], "is not JSON"),
        (["apply", "sample:nvme-2026", "wrong.json", "-o", "-"], "/key"),
        (["apply", "sample:nvme-2026", "twice.json", "-o", "-"], "The key 'name' is repeated"),
    ],
)
def test_what_is_wrong_is_said(run: Run, tmp_path: Path, arguments: list[str], words: str) -> None:
    (tmp_path / "strange.csv").write_text("Ding;Geld\nA;5\n")
    (tmp_path / "euro.csv").write_text("Item,Unit price\nMicron 7450 PRO 7.68TB,1180.50\n")
    (tmp_path / "wrong.json").write_text('{"name": "x"}')
    (tmp_path / "twice.json").write_text('{"name": "x", "name": "y"}')
    code, _, err = run(*arguments)
    assert code == 3
    assert words in err


def test_columns_are_named_in_a_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "strange.csv").write_text("Ding;Geld\nMicron 7450 PRO 7.68TB;5,00 €\n")
    (tmp_path / "m.json").write_text('{"description": "Ding", "unit_price": "Geld"}')
    code, _, err = run("read", "strange.csv", "--mapping", "m.json", "-o", "-")
    assert code == 0, err
