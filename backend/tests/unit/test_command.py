"""The command: exit codes that pipelines rely on, JSON for programs, aligned tables for people."""

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.evaluation.parts import DEFAULT, EVERYTHING
from hostwise.answers.explanation.explanation_answer import explain_number
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import decide
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import plan_json
from hostwise.server.commands import check_commands, command_line
from hostwise.server.commands.exit_codes import ExitCode
from hostwise.server.commands.terminal import table

SAMPLE = "sample:light-io"
PLAN = sample_plan("light-io")


class Ended(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ended]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*arguments: str) -> Ended:
        code = command_line.main(arguments)
        said = capsys.readouterr()
        return Ended(code, said.out, said.err)

    return command


@pytest.fixture
def plan_file(tmp_path: Path) -> Callable[..., str]:
    def written(document: Any, name: str = "plan.json") -> str:
        file = tmp_path / name
        text = yaml.safe_dump(document) if file.suffix == ".yaml" else json.dumps(document)
        file.write_text(text, encoding="utf-8")
        return str(file)

    return written


def test_json_is_what_the_api_answers(run: Run) -> None:
    lean = decide(PLAN, load_catalogue(), include=DEFAULT).model_dump(mode="json")
    assert run("evaluate", SAMPLE, "--json").json == lean
    result = decide(PLAN, load_catalogue(), include=EVERYTHING).model_dump(mode="json")
    assert run("evaluate", SAMPLE, "--json", "--include", "everything").json == result
    assert run("evaluate", SAMPLE, "--json", "--include", "rows, hosts").json["rows"] == result["rows"]
    assert run("evaluate", SAMPLE, "--json", "--include", "hots").code == 3
    assert "give --json" in run("evaluate", SAMPLE, "--include", "rows").err
    assert (result["decision"]["phase"], result["decision"]["lead"]) == ("sized", "optane")
    compared = run("compare", SAMPLE, "--json").json
    assert compared == {name: result[name] for name in ("plan_hash", "reference", "sentence", "rows")}
    explanation = explain_number(PLAN, load_catalogue(), "nand", "years_to_wear_out").model_dump(mode="json")
    assert run("explain", SAMPLE, "nand", "years_to_wear_out", "--json").json == explanation
    assert run("samples", "light-io").json == plan_json(PLAN)
    assert "light-io" in {each["key"] for each in run("samples", "--json").json}


def test_people_get_tables(run: Run) -> None:
    said = run("evaluate", SAMPLE)
    assert (said.code, said.err) == (0, "")
    assert "\x1b" not in said.out
    line = next(line for line in said.out.splitlines() if line.startswith("NAND 800 GB"))
    head = next(line for line in said.out.splitlines() if "cost, USD" in line)
    assert line.index(" 4 ") + 2 == head.index("hosts") + len("hosts")
    assert "total cost of ownership" not in run("compare", SAMPLE).out
    compared = run("compare", SAMPLE, "--reference", "optane", "--all").out
    assert "total cost of ownership" in compared
    assert " *" in compared
    explained = run("explain", SAMPLE, "nand", "years_to_wear_out", "--all").out
    assert "= role_years_to_wear_out[capacity if single_tier_flag = 1 else write_tier]" in explained
    assert "= role_rated_years * role_rated_dwpd * drive_endurance_factor / role_dwpd_used" in explained
    assert "warranty_years = 5 years" in explained
    assert "light-io" in run("samples").out


def test_a_plan_may_be_json_yaml_or_the_standard_input(
    run: Run, plan_file: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    document = plan_json(PLAN)
    expected = run("evaluate", SAMPLE, "--json").out
    for name in ("plan.json", "plan.yaml", "plan"):
        assert run("evaluate", plan_file(document, name), "--json").out == expected
    with Path(plan_file(document)).open() as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        assert run("evaluate", "-", "--json").out == expected


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["evaluate"], "Missing argument"),
        (["evaluate", "nothing.json"], "Cannot read nothing.json: No such file"),
        (["evaluate", "."], "Cannot read .: Is a directory"),
        (["evaluate", "sample:nothing"], "Unknown sample 'nothing'"),
        (["evaluate", SAMPLE, "--reference", "sand"], "no configuration 'sand'"),
        (["evaluate", SAMPLE, "--jsn"], "No such option"),
        (["nothing"], "No such command"),
        (["explain", SAMPLE, "sand", "hosts"], "no configuration 'sand'"),
        (["explain", SAMPLE, "nand", "hots"], "no quantity 'hots'"),
        (["explain", SAMPLE, "nand", "hosts", "--failed-hosts", "900"], "host"),
        (["samples", "nothing"], "Unknown sample 'nothing'"),
        (["check", SAMPLE, "--max-hosts", "many"], "'many' is not a valid integer"),
        (["check", SAMPLE, "--max-wear-out-probability", "5"], "not in the range"),
        (["check", SAMPLE, "--configuration", "sand"], "no configuration 'sand'; it has nand, optane"),
        (["check", SAMPLE, "--require-evaluated", "hosts,hots"], "Did you mean 'hosts'?"),
        (["check", SAMPLE, "--tolerance", "hosts=0"], "goes with --against"),
        (["check", SAMPLE, "--against", SAMPLE, "--tolerance", "hosts"], "is not QUANTITY=SHARE"),
        (["check", SAMPLE, "--against", SAMPLE, "--tolerance", "hosts=-1"], "is not QUANTITY=SHARE"),
        (["check", SAMPLE, "--against", SAMPLE, "--tolerance", "hots=0"], "Did you mean 'hosts'?"),
        (["diff", SAMPLE, "nothing.json"], "Cannot read nothing.json"),
        (["report", SAMPLE], "Choose a --format"),
        (["report", SAMPLE, "-o", "/nowhere/plan.csv"], "Cannot write /nowhere/plan.csv"),
        (["report", SAMPLE, "--format", "doc"], "'doc' is not one of"),
        (["completion", "powershell"], "is not one of"),
    ],
)
def test_what_is_wrong_with_the_input_ends_with_3(run: Run, arguments: list[str], words: str) -> None:
    ended = run(*arguments)
    assert (ended.code, ended.out) == (3, "")
    assert words in ended.err


def test_a_configuration_is_chosen_by_its_key_or_its_name_in_any_case(run: Run) -> None:
    name = PLAN.configurations[1].name
    assert name != name.upper()
    for asked in (name, name.upper(), "OPTANE"):
        assert run("explain", SAMPLE, asked, "hosts").out == run("explain", SAMPLE, "optane", "hosts").out
        assert run("compare", SAMPLE, "--reference", asked, "--json").json["reference"] == "optane"
        checked = run("check", SAMPLE, "--max-hosts", "4", "--configuration", asked, "--json").json
        assert {each["configuration"] for each in checked["lines"]} == {"optane"}


def test_a_name_of_several_configurations_is_refused_and_a_key_still_chooses_one(
    run: Run, plan_file: Callable[..., str]
) -> None:
    document = plan_json(PLAN)
    for each in document["configurations"]:
        each["name"] = "Optane"
    name = plan_file(document)
    for arguments in (
        ["explain", name, "OPTANE", "hosts"],
        ["evaluate", name, "--reference", "OPTANE"],
        ["check", name, "--configuration", "OPTANE"],
    ):
        ended = run(*arguments)
        assert (ended.code, ended.out) == (3, "")
        assert "'OPTANE': nand (Optane), optane (Optane)" in ended.err
    assert run("evaluate", name, "--reference", "optane", "--json").json["reference"] == "optane"


def test_every_mistake_of_a_plan_is_named(run: Run, plan_file: Callable[..., str]) -> None:
    document = plan_json(PLAN) | {"polcy": {}, "name": ""}
    for name in ("plan.json", "plan.yaml"):
        ended = run("evaluate", plan_file(document, name))
        assert ended.code == 3
        assert "/polcy: Unknown key 'polcy'. Did you mean 'policy'?" in ended.err
        assert "/name: Must not be empty." in ended.err
    document = copy.deepcopy(plan_json(PLAN))
    document["configurations"][0]["cpu"]["key"] = "no-such-cpu"
    ended = run("check", plan_file(document))
    assert (ended.code, ended.out) == (3, "")
    assert "/configurations/0/cpu/key" in ended.err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([], 0),
        (["--max-hosts", "4"], 0),
        (["--max-hosts", "3"], 1),
        (["--max-tco", "1e9"], 0),
        (["--max-tco", "130000"], 1),
        (["--max-tco", "130000", "--configuration", "optane"], 0),
        (["--max-wear-out-probability", "0.05"], 1),
        (["--max-wear-out-probability", "0.05", "--configuration", "optane", "--max-hosts", "4"], 0),
        (["--require-evaluated", "hosts,cluster_tco"], 0),
        (["--require-evaluated", "read_cache_latency_ms"], 0),
        (["--against", SAMPLE], 0),
        (["--against", SAMPLE, "--tolerance", "hosts=0", "--tolerance", "*=0.5"], 0),
        (["--against", "sample:light-io-si"], 1),
        (["--against", "sample:light-io-si", "--tolerance", "hosts=0", "--tolerance", "cluster_tco=0.01"], 0),
        (["--against", "sample:sandisk14", "--max-hosts", "4"], 2),
        (["--against", "sample:sandisk14", "--max-hosts", "3"], 1),
    ],
)
def test_exit_codes_of_a_check(run: Run, arguments: list[str], code: int) -> None:
    if "read_cache_latency_ms" in arguments:
        known = evaluate_plan(PLAN, load_catalogue()).configurations[0].quantities
        arguments = [
            "--require-evaluated",
            next(name for name, each in known.items() if each.state == "does_not_apply"),
        ]
    ended = run("check", SAMPLE, *arguments)
    assert (ended.code, ended.err) == (code, ""), ended.out
    as_json = run("check", SAMPLE, *arguments, "--json")
    assert as_json.code == code
    assert as_json.json["verdict"] == {0: "ok", 1: "broken", 2: "undecided"}[code]


def test_a_check_says_what_this_version_answers_otherwise(run: Run, tmp_path: Path) -> None:
    answer = run("evaluate", SAMPLE, "--json").json
    file = tmp_path / "answer.json"
    file.write_text(json.dumps(answer))
    assert "New in " not in run("check", SAMPLE, "--answered", str(file)).out
    answer["configurations"][0]["quantities"]["hosts"]["value"] += 2
    answer["engine_version"] = "0.2.0"
    file.write_text(json.dumps(answer))
    ended = run("check", SAMPLE, "--answered", str(file))
    assert (ended.code, ended.err) == (0, "")
    assert any(line.startswith("New in ") for line in ended.out.splitlines())
    as_json = run("check", SAMPLE, "--answered", str(file), "--json").json
    assert as_json["engine_change"]["engine_before"] == "0.2.0"
    file.write_text("[]")
    refused = run("check", SAMPLE, "--answered", str(file))
    assert refused.code == 3
    assert "not an answer to a plan" in refused.err


def test_what_is_not_evaluated_ends_with_2(run: Run, plan_file: Callable[..., str]) -> None:
    document = copy.deepcopy(plan_json(PLAN))
    document["configurations"][0]["host"].pop("chassis_price")
    name = plan_file(document)
    assert run("check", name).code == 0
    assert run("check", name, "--max-hosts", "9").code == 0
    undecided = run("check", name, "--max-tco", "1e9")
    assert undecided.code == 2
    assert "/configurations/0/host/chassis_price" in undecided.out
    assert run("check", name, "--require-evaluated", "cluster_tco").code == 2
    assert run("check", name, "--max-tco", "1e9", "--configuration", "optane").code == 0
    assert run("check", name, "--max-tco", "1e9", "--max-hosts", "1").code == 1
    for group in document["workload"]["groups"]:
        group.pop("cpu_ghz", None)
    document["workload"].pop("totals", None)
    document.pop("remarks")
    open_ended = plan_file(document)
    assert run("check", open_ended, "--max-hosts", "9").code == 2
    assert run("check", open_ended, "--max-hosts", "9", "--accept-lower-bound").code == 0


def test_the_exit_codes_are_documented(run: Run) -> None:
    said = run("check", "--help").out
    for code in (0, 1, 2, 3):
        assert f"\n  {code}  " in said.replace("    ", "  ")


def test_a_defect_is_neither_of_these(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_commands, "evaluated", lambda *_, **__: 1 / 0)
    ended = run("check", SAMPLE)
    assert (ended.code, ended.out) == (4, "")
    assert "ZeroDivisionError" in ended.err
    assert "defect" in ended.err


def test_differences(run: Run) -> None:
    same = run("diff", SAMPLE, SAMPLE)
    assert (same.code, same.out) == (0, "The plans have the same fields.\n")
    said = run("diff", SAMPLE, "sample:light-io-si").out
    assert "/unit_convention" in said
    assert "binary_as_printed -> si" in said
    found = run("diff", SAMPLE, "sample:light-io-si", "--json", "--tolerance", "*=0.5").json
    assert (found["same_plan"], found["same_result"]) == (False, True)


def test_reports(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "plan.md"
    assert run("report", SAMPLE, "-o", str(file)) == Ended(0, "", "")
    assert PLAN.name in file.read_text(encoding="utf-8")
    assert f"- Made on {datetime.now().astimezone():%Y-%m-%d}" in file.read_text(encoding="utf-8")
    dated = [run("report", SAMPLE, "--format", "md", "--made-on", "2026-11-27").out for _ in range(2)]
    assert "- Made on 2026-11-27" in dated[0].splitlines()
    assert dated[0] == dated[1]


def test_a_format_that_nobody_writes_is_said_plainly(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hostwise.reports.report_files._FORMATS", {})
    ended = run("report", SAMPLE, "--format", "csv")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("hostwise: Unknown report format 'csv'")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(run: Run, shell: str) -> None:
    ended = run("completion", shell)
    assert ended.code == 0
    assert "_HOSTWISE_COMPLETE" in ended.out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("hostwise ch", "plain,check"),
        ("hostwise evaluate sample:moderate", "plain,sample:moderate-io"),
        ("hostwise samples vmw", "plain,vmw10"),
        ("hostwise explain sample:light-io nand cluster_tc", "plain,cluster_tco"),
        ("hostwise report --format xl", "plain,xlsx"),
    ],
)
def test_what_is_completed(
    words: str, expected: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_HOSTWISE_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    with pytest.raises(SystemExit):
        command_line.main([])
    assert expected in capsys.readouterr().out.splitlines()


def test_colours_are_for_terminals_that_want_them(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setattr("click._compat.isatty", lambda _: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[1m" in run("evaluate", SAMPLE).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in run("evaluate", SAMPLE).out


def test_a_reader_that_has_gone_is_no_defect(tmp_path: Path) -> None:
    command = f"{sys.executable} -m hostwise evaluate {SAMPLE} --json | head -c 10"
    ended = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True)
    assert ended.stderr == ""


def test_tables_are_aligned_by_what_is_seen() -> None:
    shown = table([["a", "b"], ["水水", "1"], ["\x1b[1mxyz\x1b[0m", "22"]], right=frozenset({1}), head=False)
    assert shown.splitlines() == ["a      b", "水水   1", "\x1b[1mxyz\x1b[0m   22"]


def test_when_the_hosts_fall_short(run: Run, tmp_path: Path) -> None:
    assert "No limit needs more in 60 months." in run("growth", "sample:light-io").out
    plan = json.loads(run("samples", "moderate-io").out)
    plan["policy"]["sizing_years"] = 0
    plan["workload"]["groups"][0]["count_growth_rate"] = 0.3
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(plan))
    ended = run("growth", str(path))
    assert ended.code == 0
    assert "CPU cores, month" in ended.out
    assert json.loads(run("growth", str(path), "--json").out)["grows"]


def test_commands_by_their_former_names_are_still_run(run: Run) -> None:
    assert run("materials", "sample:light-io").out == run("bill-of-materials", "sample:light-io").out
    assert "materials " not in run("--help").out.replace("bill-of-materials ", "")


def test_what_moves_the_cost_most(run: Run) -> None:
    ended = run("uncertainty", "sample:light-io", "--sensitivity")
    assert ended.code == 0
    assert "What moves the cost most" in ended.out
    assert "/workload/groups/0/count" in ended.out
    again = json.loads(run("uncertainty", "sample:light-io", "--sensitivity", "--json").out)
    assert again["sensitivities"][0]["share"] > 0


def test_uncertainty_says_how_sure_and_what_would_change_it(run: Run) -> None:
    ended = run("uncertainty", "sample:light-io")
    assert ended.code == 0
    assert ended.out.startswith("Likely. Prefer Optane 400 GB")
    assert "4,096 simulations" in ended.out
    assert "4 hosts cover 99.7 % of simulations" in ended.out
    again = run("uncertainty", "sample:light-io", "--json").json
    assert (again["verdict"]["strength"], again["decision"]["strength"]) == ("leaning", "leaning")
    assert again["decision"]["phase"] == "simulated"


def test_a_search_is_kept_to_what_the_command_says(run: Run, tmp_path: Path) -> None:
    choices = tmp_path / "choices.json"
    choices.write_text('[{"field": "/cpu/key", "values": ["amd-epyc-9355", "intel-xeon-6530p"]}]', encoding="utf-8")
    kept = ("--least-ghz", "3", "--vendor", "AMD", "--largest-share-per-host", "50", "--old-prices")
    ended = run("search", "sample:nvme-2026", "--choices", str(choices), *kept)
    assert ended.code == 0
    assert "1 of 2 combinations is feasible" in ended.out
    assert "a part of another maker" in ended.out or "a lower clock" in ended.out
    wrong = run("search", "sample:nvme-2026", "--choices", str(choices), "--vendor", "Nobody")
    assert wrong.code != 0
    assert "/vendors/0: The catalogue has no maker 'Nobody'" in wrong.err


def test_materials_lists_the_parts_with_their_prices(run: Run) -> None:
    ended = run("bill-of-materials", "sample:databases-2026", "--configuration", "fast")
    assert ended.code == 0
    assert "128 slower cores" not in ended.out
    assert "192 (24 each host)" in ended.out
    assert "3,916.80" in ended.out
    assert "estimate, 2026-11" in ended.out
    assert "3,871,488" in ended.out
    missing = run("bill-of-materials", "sample:vmw10", "--configuration", "ssd")
    assert "missing" in missing.out
    assert "unknown" in missing.out


def test_materials_writes_comma_separated_values_or_json(run: Run) -> None:
    ended = run("bill-of-materials", "sample:databases-2026", "--csv")
    head, *records = ended.out.splitlines()
    assert head.startswith("configuration,configuration_name,section,item,")
    assert {each.split(",")[0] for each in records} == {"fast", "many", "many-by-vm"}
    document = json.loads(run("bill-of-materials", "sample:databases-2026", "--json", "--configuration", "many").out)
    assert [each["key"] for each in document["configurations"]] == ["many"]
    assert run("bill-of-materials", "sample:databases-2026", "--json", "--csv").code == ExitCode.BAD_INPUT
