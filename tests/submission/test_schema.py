"""The JSON Schema of a submission: it accepts the examples and refuses unknown keys."""

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from croupier.rulebook.catalog import rule_sets
from croupier.submission import form
from croupier.submission.form import VALUES, Choices, Submission, submission_schema, table_wagers

EXAMPLES = Path(__file__).parents[2] / "examples"
SCHEMA: dict[str, Any] = json.loads(json.dumps(submission_schema()))
WHOLE = {"$ref": SCHEMA["$ref"]}
STRUCTS = {
    struct.__name__: struct
    for struct in vars(form).values()
    if isinstance(struct, type) and issubclass(struct, msgspec.Struct) and not struct.__name__.startswith("_")
}


def accepts(schema: Mapping[str, Any], value: object) -> bool:
    """Whether a value is valid, by the words of JSON Schema that ours uses; another word fails."""
    known = {"$ref", "anyOf", "type", "enum", "properties", "required", "additionalProperties", "items"}
    known |= {"prefixItems", "minItems", "maxItems", "minimum", "exclusiveMinimum", "maximum"}
    assert set(schema) <= known | {"title", "description", "default"}, set(schema)
    if "$ref" in schema:
        return accepts(SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]], value)
    if "anyOf" in schema:
        return any(accepts(each, value) for each in schema["anyOf"])
    if "enum" in schema and value not in schema["enum"]:
        return False
    match schema.get("type"):
        case "object":
            return isinstance(value, Mapping) and _object(schema, value)
        case "array":
            return isinstance(value, list) and _array(schema, value)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool) and _bounded(schema, value)
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "string":
            return isinstance(value, str)
        case "boolean":
            return isinstance(value, bool)
        case "null":
            return value is None
    assert "type" not in schema, schema["type"]
    return True


def _object(schema: Mapping[str, Any], value: Mapping[str, object]) -> bool:
    properties, more = schema.get("properties", {}), schema.get("additionalProperties", True)
    if not set(schema.get("required", ())) <= set(value):
        return False
    for key, each in value.items():
        if key in properties:
            if not accepts(properties[key], each):
                return False
        elif more is False or (isinstance(more, Mapping) and not accepts(more, each)):
            return False
    return True


def _array(schema: Mapping[str, Any], value: list[object]) -> bool:
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        return False
    first = schema.get("prefixItems", [])
    kinds = [*first, *[schema.get("items") or {}] * (len(value) - len(first))]
    return all(accepts(kind, each) for kind, each in zip(kinds, value, strict=False))


def _bounded(schema: Mapping[str, Any], value: int) -> bool:
    above = value > schema.get("exclusiveMinimum", value - 1) and value >= schema.get("minimum", value)
    return above and value <= int(schema.get("maximum", value))


def example(name: str) -> dict[str, Any]:
    data = tomllib.loads((EXAMPLES / name).read_text("utf-8"))
    return json.loads(json.dumps(data, default=str))  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*-*.toml")))
def test_the_examples_are_valid(name: str) -> None:
    assert accepts(WHOLE, example(name))


@pytest.mark.parametrize(
    "change",
    [
        {"rulez": "ma/high-card-flush"},
        {"rules": 5},
        {"positions": "six"},
        {"positions": 6.5},
        {"choices": {"flush_bonuses": "A"}},
        {"choices": {"flush_bonus": {"tables": "A"}}},
        {"choices": {"flush_bonus": {"table": "A", "odds": {"flush_7": 300}}}},
        {"choices": {"progressive_wager": 0}},
        {"choices": {"suit_specific": "swords"}},
        {"limits": {"ante": [1000]}},
        {"limits": {"ante": [0, 1000]}},
        {"limits": {"ante": [1, 2, 3]}},
        {"equipment": {"deal": "drone"}},
        {"equipment": {"preshuffled": "no"}},
        {"progressive": {"seed": -1}},
        {"layout": {"odds": "wall"}},
        {"procedure": {"idle_spread": "sideways"}},
    ],
)
def test_unknown_keys_are_refused(change: dict[str, Any]) -> None:
    valid = {"rules": "ma/high-card-flush"}
    assert accepts(WHOLE, valid)
    assert not accepts(WHOLE, {**valid, **change})


def test_a_submission_names_its_rules() -> None:
    assert not accepts(WHOLE, {"positions": 6})


def test_the_schema_has_every_key_of_the_form_and_no_other() -> None:
    assert SCHEMA["$ref"] == "#/$defs/Submission"
    assert set(SCHEMA["$defs"]) == set(STRUCTS)
    for name, struct in STRUCTS.items():
        described = SCHEMA["$defs"][name]
        fields = msgspec.structs.fields(struct)
        names = {field.encode_name for field in fields}
        if struct is Choices:  # the pay tables stand flat among the choices
            names = names - {"tables"} | set(table_wagers())
        assert set(described["properties"]) == names
        assert set(described["required"]) == {field.encode_name for field in fields if field.required}
        assert described["additionalProperties"] is False


def _kinds(kind: inspect.Type) -> dict[str, inspect.Type]:
    """The keys of the form, dotted, with their types."""
    found = {}
    assert isinstance(kind, inspect.StructType)
    for field in kind.fields:
        found[field.encode_name] = field.type
        inner = field.type.types[0] if isinstance(field.type, inspect.UnionType) else field.type
        if isinstance(inner, inspect.StructType):
            found |= {f"{field.encode_name}.{key}": each for key, each in _kinds(inner).items()}
    return found


def test_every_option_of_the_rulebook_is_a_key_of_the_form_and_its_values_are_known() -> None:
    keys = _kinds(inspect.type_info(Submission))
    for rules in rule_sets().values():
        for option in rules.options.values():
            wager = option.key.removeprefix("choices.")
            assert option.key in keys or wager in table_wagers(), (rules.rules.name, option.key)
            if option.key in VALUES:
                assert set(option.values) <= set(VALUES[option.key]), option.key
    assert set(VALUES) <= set(keys)


def test_every_key_of_the_form_is_documented() -> None:
    documented = (EXAMPLES.parent / "docs/submission.md").read_text("utf-8")
    kinds = _kinds(inspect.type_info(Submission))
    for key in [*(kinds.keys() - {"choices.tables"}), *(f"choices.{wager}" for wager in table_wagers())]:
        section, _, name = key.partition(".")
        if not name:
            assert f"| `{section}` |" in documented or f"### `[{section}]`" in documented, key
        elif "." not in name:
            own = documented.partition(f"### `[{section}]`")[2].partition("\n### ")[0]
            assert re.search(rf"^\| (`\w+`, )?`{name}`", own, re.MULTILINE), key
