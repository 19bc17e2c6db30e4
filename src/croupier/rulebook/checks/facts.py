"""Checks of facts and prose: known names, types and bounds."""

from collections.abc import Iterator

from croupier.cards import CardError, set_of
from croupier.rulebook.facts import TYPES, FactSpec, FactSpecs
from croupier.rulebook.model import Fact, RuleSet, Value


def fact_problems(rules: RuleSet, specs: FactSpecs) -> Iterator[tuple[str, str]]:
    """Everything wrong with the facts and the prose of a rule set: key and problem."""
    for part, sections in (("facts", rules.facts), ("prose", rules.prose)):
        for section, facts in sections.items():
            known = specs.get(section, {})
            names = [name for name, spec in known.items() if part == "prose" or not spec.prose]
            for name, fact in facts.items():
                key = f"{part}.{section}.{name}"
                if not names:
                    allowed = ", ".join(each for each in specs if _has(specs[each], part))
                    yield key, f"unknown section {section!r}; allowed: {allowed}"
                elif name not in known:
                    allowed = f"{', '.join(names)}, or one that facts.toml adds"
                    yield key, f"unknown fact; allowed in {section}: {allowed}"
                elif name not in names:
                    yield key, f"no code reads it; allowed: under prose.{section}"
                else:
                    yield from ((key, problem) for problem in _value_problems(part, fact, known[name]))
    for section, known in specs.items():
        for name, spec in known.items():
            if rules.rules.game in spec.required and name not in rules.facts.get(section, {}):
                yield f"facts.{section}.{name}", f"missing; every {rules.rules.game} document states it"


def _has(section: dict[str, FactSpec], part: str) -> bool:
    return part == "prose" or not all(spec.prose for spec in section.values())


def _value_problems(part: str, fact: Fact, spec: FactSpec) -> Iterator[str]:
    """The problems with the value of a fact."""
    if not _of_type(fact.value, spec.type):
        yield f"{_toml(fact.value)}; allowed: {TYPES[spec.type][2]}"
    elif part == "facts":
        several = fact.value if isinstance(fact.value, tuple) else (fact.value,)
        known = fact.value in spec.allowed or (several and set(several) <= set(spec.allowed))
        if spec.allowed and not known:
            yield f"no code knows {_toml(fact.value)}; allowed: {' or '.join(map(_toml, spec.allowed))}"
        if len(set(several)) < len(several) and spec.type == "texts":
            yield f"{_toml(fact.value)}; allowed: each once"
        if spec.most and not all(spec.least <= each <= spec.most for each in _numbers(fact.value)):
            yield f"{_toml(fact.value)}; allowed: {spec.least} to {spec.most}"


def _numbers(value: Value) -> tuple[int, ...]:
    """The whole numbers of a value: bounds are of nothing else."""
    several = value if isinstance(value, tuple) else (value,)
    return tuple(each for each in several if isinstance(each, int))


def _toml(value: Value) -> str:
    """A value as its author wrote it."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"[{', '.join(map(_toml, value))}]" if isinstance(value, tuple) else repr(value)


def _of_type(value: Value, name: str) -> bool:
    outer, inner, _ = TYPES[name]
    if outer is int and isinstance(value, bool):
        return False
    if name == "cards":
        return isinstance(value, str) and _are_cards(value)
    return isinstance(value, outer) and (
        inner is None or (isinstance(value, tuple) and all(type(each) is inner for each in value))
    )


def _are_cards(text: str) -> bool:
    try:
        return set_of(text) > 0
    except CardError:
        return False
