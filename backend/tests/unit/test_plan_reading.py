"""Plans as people write them, in JSON and YAML."""

import json

import pytest
import yaml

from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import plan_json
from hostwise.plan.reading import (
    MAX_PLAN_BYTES,
    PlanFile,
    UnreadablePlan,
    plan_file,
    plan_of,
    plan_of_json,
    plan_of_yaml,
)

PLAN = sample_plan("moderate-io")
DOCUMENT = plan_json(PLAN)


def mistakes(text: bytes, *, is_yaml: bool = False) -> dict[str, str]:
    with pytest.raises(UnreadablePlan) as refused:
        (plan_of_yaml if is_yaml else plan_of_json)(text)
    return {each.pointer: each.code for each in refused.value.mistakes}


def test_json_and_yaml_say_the_same() -> None:
    assert plan_of_json(json.dumps(DOCUMENT).encode()) == PLAN
    assert plan_of_yaml(yaml.safe_dump(DOCUMENT).encode()) == PLAN
    assert plan_of_yaml(json.dumps(DOCUMENT).encode()) == PLAN
    assert plan_json(plan_of_yaml(yaml.safe_dump(DOCUMENT).encode())) == DOCUMENT


def test_a_file_may_have_scenarios_beside_its_plan() -> None:
    other = {**DOCUMENT, "policy": {**DOCUMENT["policy"], "spare_hosts": 2}}
    content = {"plan": DOCUMENT, "scenarios": [{"name": "Two", "plan": other}]}
    for text, is_json in ((json.dumps(content), True), (yaml.safe_dump(content), False)):
        assert plan_file(text.encode(), is_json=is_json) == PlanFile(PLAN, (("Two", plan_of(other)),))
    # One without, and what the API answers about a plan.
    assert plan_file(json.dumps(DOCUMENT).encode(), is_json=True) == PlanFile(PLAN)
    assert plan_file(json.dumps({"plan": DOCUMENT, "revision": 3}).encode(), is_json=True) == PlanFile(PLAN)


def test_wrong_scenarios_are_named() -> None:
    def said(scenarios: object) -> str:
        with pytest.raises(UnreadablePlan) as refused:
            plan_file(json.dumps({"plan": DOCUMENT, "scenarios": scenarios}).encode(), is_json=True)
        return refused.value.mistakes[0].message

    assert said([{"name": "Two"}]).startswith("Each of the scenarios must be an object")
    assert said(7).startswith("Each of the scenarios must be an object")
    assert said([{"name": "Two", "plan": {"name": "x"}}]).startswith("Scenario 'Two': ")


def test_text_that_looks_like_a_date_stays_text() -> None:
    document = {key: value for key, value in DOCUMENT.items() if key != "description"}
    text = yaml.safe_dump(document).encode() + b"description: 2026-11-21\n"
    assert plan_of_yaml(text).description == "2026-11-21"


def test_a_key_that_comes_twice_is_a_mistake() -> None:
    text = yaml.safe_dump(DOCUMENT).encode() + b"name: another\n"
    with pytest.raises(UnreadablePlan, match="the key 'name' is repeated"):
        plan_of_yaml(text)
    twice = json.dumps(DOCUMENT).encode().replace(b"{", b'{"name": "another", ', 1)
    with pytest.raises(UnreadablePlan, match="The key 'name' is repeated"):
        plan_of_json(twice)


@pytest.mark.parametrize(
    "text",
    [
        *(b"a: [", b"\xff\xfe", b"!!python/object:os.system {}", b"? [a]\n: 1", b"[" * 5_000),
        # Values that Python itself refuses to make.
        *(b"9" * 5_000, b"a: 0b_", b"a: !!float x", b"a: !!int x", b"a: !!bool x", b"a: !!timestamp x"),
        b'a: "\\U7fffffff"',
    ],
)
def test_what_is_no_yaml(text: bytes) -> None:
    assert set(mistakes(text, is_yaml=True).values()) <= {"yaml_invalid", "model_type"}


@pytest.mark.parametrize("text", [b"{nope", b"", b"\xff", b"[" * 100_000])
def test_what_is_no_json(text: bytes) -> None:
    assert mistakes(text) == {"": "json_invalid"}


@pytest.mark.parametrize("is_yaml", [True, False])
def test_what_is_too_large_is_not_looked_at(is_yaml: bool) -> None:
    assert mistakes(b" " * (MAX_PLAN_BYTES + 1), is_yaml=is_yaml) == {"": "too_large"}


def test_mistakes_are_named_at_their_fields_with_hints() -> None:
    with pytest.raises(UnreadablePlan) as refused:
        plan_of(DOCUMENT | {"polcy": {}, "body": 1, "workload": {"groups": []}})
    found = {each.pointer: each for each in refused.value.mistakes}
    assert found["/polcy"].hint == "Did you mean 'policy'?"
    assert found["/body"].message == "Unknown key 'body'."
    assert (found["/workload/groups"].message, found["/workload/groups"].limit) == ("At least 1 is needed.", 1)
    assert "/polcy: Unknown key 'polcy'." in str(refused.value)


def test_a_plan_of_aliases_does_not_grow() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    assert "extra_forbidden" in mistakes("\n".join(lines).encode(), is_yaml=True).values()


@pytest.mark.parametrize(
    ("pointer", "value", "message"),
    [
        ("economics/currency", "dollars", "Must be three capital letters, such as USD."),
        ("economics/country", "Germany", "Must be two capital letters, such as DE."),
        ("economics/priced_on", "next year", "Must be a date such as 2026-08-31, 2026-08, 2026-Q3 or 2026."),
        ("policy/protection", "RAID 1", "Must be small letters and digits, with '.', '_' or '-' between them."),
        ("economics/pue", 70_000, "Must be at most 5."),
        ("policy", [], "Must be an object, with keys and values."),
        ("workload/groups", 3, "Must be a list."),
    ],
)
def test_mistakes_are_said_in_the_words_of_who_fills_in_a_field(pointer: str, value: object, message: str) -> None:
    document = json.loads(json.dumps(DOCUMENT))
    *parents, last = pointer.split("/")
    inner = document
    for each in parents:
        inner = inner[each]
    inner[last] = value
    with pytest.raises(UnreadablePlan) as refused:
        plan_of(document)
    assert {(each.pointer, each.message) for each in refused.value.mistakes} == {("/" + pointer, message)}
