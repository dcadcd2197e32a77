"""The faults that `make mutants` puts into formulas."""

from pathlib import Path

import pytest
from cosmic_ray.mutating import mutate_code

from tools.mutations import OPERATORS, sample

SOURCE = '''
@formula(label="slack", low=-1.0)
def slack_share(*, hosts: Any, demand: Any) -> Any:
    """How much room is left, at least 0."""
    return np.maximum(hosts / demand - 1, 0)
'''


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda each: type(each).__name__)
def test_an_operator_makes_the_fault_of_its_examples(operator: object) -> None:
    for example in operator.examples():  # type: ignore[attr-defined]
        if not example.operator_args:
            mutated = mutate_code(example.pre_mutation_code, operator, example.occurrence)
            assert mutated.split() == example.post_mutation_code.split()


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path = tmp_path / "hosts.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path


def test_faults_are_in_bodies_only_and_each_is_another(module: Path) -> None:
    mutants, _ = sample([module], 1000, seed=1)
    changed = {each.diff() for each in mutants}
    assert len(changed) == len(mutants)
    before = "-    return np.maximum(hosts / demand - 1, 0)\n+    return "
    assert changed == {
        before + after
        for after in (
            "(0)",
            "(hosts / demand - 1)",
            "np.maximum(hosts * demand - 1, 0)",
            "np.maximum(hosts ** demand - 1, 0)",
            "np.maximum(hosts + demand - 1, 0)",
            "np.maximum(hosts - demand - 1, 0)",
            "np.maximum(hosts / demand * 1, 0)",
            "np.maximum(hosts / demand ** 1, 0)",
            "np.maximum(hosts / demand + 1, 0)",
            "np.maximum(hosts / demand / 1, 0)",
            "np.maximum(hosts / demand - 0, 0)",
            "np.maximum(hosts / demand - 2, 0)",
            "np.maximum(hosts / demand - 1, -1)",
            "np.maximum(hosts / demand - 1, 1)",
            "np.minimum(hosts / demand - 1, 0)",
        )
    }


def test_a_seed_draws_the_same_again(module: Path) -> None:
    drawn = [[each.after for each in sample([module], 5, seed)[0]] for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
