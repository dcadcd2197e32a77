"""Rows of a deployment's own: the example of the guide sizes a cluster, and what is wrong is named."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from math import ceil
from pathlib import Path
from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import CatalogueError, build_catalogue, load_catalogue, packaged
from hostwise.catalogue.own_rows import OwnRowsError, own_files, own_rows
from hostwise.decision.deciding import uncertainty_of
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from hostwise.server.commands.exit_codes import ExitCode

GUIDE = Path(__file__).parents[3] / "docs" / "guides" / "own-platforms.md"
(LARCH,) = re.findall(r"```yaml\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)


def written(folder: Path, text: str) -> Path:
    path = folder / "larch.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def plan_on_larch(**changes: Any) -> Plan:
    document = plan_json(sample_plan("nvme-2026"))
    configuration: dict[str, Any] = {
        "key": "one", "name": "One", "layout": "single_tier", "storage_stack": "larch",
        "cpu": {"sockets": 2, "cores": 32, "base_ghz": 3}, "memory": {"dram_gib": 1024},
        "capacity": {"capacity_gb": 7680, "rated_dwpd": 1, "warranty_years": 5, "count": 8}, **changes,
    }  # fmt: skip
    document |= {"configurations": [configuration], "remarks": {}}
    document["workload"] = {
        "groups": [{"name": "vms", "count": 100, "vcpu": 4, "memory_gib": 16}],
        "totals": {"used_tb": 236.7},
    }
    document["policy"] = {"spare_hosts": 1, "protection": "esa_raid6_4_2"}
    return Plan.model_validate(document)


def test_the_stack_of_the_guide_is_sized_by_its_rows_alone(tmp_path: Path) -> None:
    catalogue = build_catalogue(packaged(), own_rows([written(tmp_path, LARCH)]))
    plan = plan_on_larch()
    (found,) = evaluate_plan(plan, catalogue).configurations
    host, raw = 8 * 7.68 * 0.98, 2 * 236.7
    by_hand = max(raw / 0.8 / host, raw / 0.9 / host + 1)
    hosts = next(each.hosts.value for each in found.constraints if each.key == "capacity")
    assert hosts == ceil(by_hand)
    taken = {name: found.quantities[name].value for name in ("storage_stack_gib", "vm_cores_per_host", "kept_hosts")}
    assert taken == {"storage_stack_gib": 8 + 8 * 2, "vm_cores_per_host": 64 - 8 * 0.5, "kept_hosts": 1}
    # A hypervisor that it does not run on, an assumed number and its range: all as with the packaged ones.
    refused = evaluate_plan(plan_on_larch(hypervisor="esxi-8"), catalogue).configurations[0]
    assert refused.reasons[0].code == "hypervisor_not_on_storage"
    assert "write amplification of 2.4" in next(
        each.message for each in found.findings if each.code == "write_factor_assumed"
    )
    assert any(
        each.key.startswith("storage_rules") for each in uncertainty_of(plan, catalogue, number=64).uncertain_inputs
    )


def test_the_version_of_the_catalogue_says_that_there_are_rows_of_ones_own(tmp_path: Path) -> None:
    path = written(tmp_path, LARCH)
    versions = {
        build_catalogue(packaged()).version,
        build_catalogue(packaged(), own_rows([path])).version,
        build_catalogue(packaged(), own_rows([written(tmp_path, LARCH.replace("0.8,", "0.81,"))])).version,
    }
    assert len(versions) == 3


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("layout: single_tier", "layout: round", "larch.yaml: stacks, row 1 (larch): layout"),
        ("value: 0.02", "value: much", "larch.yaml: stack_facts, row 1 (larch_metadata_share): value"),
        ("source: [larch-guide]", "source: [nobody]", "cites the unknown source 'nobody'"),
        ("key: larch\n", "key: vsan-esa\n", "the key 'vsan-esa' stands twice"),
        ("hypervisors: [kvm]", "hypervisors: [ice]", "runs on the unknown hypervisor 'ice'"),
        ("stacks: [larch], field: memory_gib,", "stacks: [lurch], field: memory_gib,", "about the unknown 'lurch'"),
        ("protections: larch\n", "protections: birch\n", "has no protection of the family 'birch'"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_row_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in LARCH
    with pytest.raises(CatalogueError) as refused:
        build_catalogue(packaged(), own_rows([written(tmp_path, LARCH.replace(old, new, 1))]))
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- a list", "tables of rows are expected"),
        ("drives: []", "there is no table 'drives' for own rows"),
        ("stacks: {larch: 1}", "stacks must be a list of rows"),
        ("stacks: [", "larch.yaml"),
    ],
)
def test_what_is_no_file_of_rows_is_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(OwnRowsError) as refused:
        own_rows([written(tmp_path, text)])
    assert said in str(refused.value)


def test_a_command_says_what_is_wrong_in_a_file(tmp_path: Path) -> None:
    wrong = written(tmp_path, LARCH.replace("layout: single_tier", "layout: round"))
    command = [sys.executable, "-m", "hostwise", "evaluate", "sample:light-io"]
    environment = {**os.environ, "HOSTWISE_PLATFORMS": str(wrong)}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == ExitCode.BAD_INPUT
    assert ended.stderr.startswith(f"hostwise: {wrong}: stacks, row 1 (larch): layout: ")


def test_files_are_those_of_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert own_files() == []
    path = written(tmp_path, LARCH)
    monkeypatch.setenv("HOSTWISE_PLATFORMS", str(path))
    assert own_files() == [path]
    load_catalogue.cache_clear()
    try:
        assert "larch" in load_catalogue().stacks
        monkeypatch.setenv("HOSTWISE_PLATFORMS", str(tmp_path / "nothing.yaml"))
        load_catalogue.cache_clear()
        with pytest.raises(OwnRowsError, match=r"nothing\.yaml"):
            load_catalogue()
    finally:
        monkeypatch.undo()
        load_catalogue.cache_clear()
