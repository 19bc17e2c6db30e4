"""Checks of the steps at the table: the required ones, and no data that no code reads."""

from collections.abc import Iterator

from croupier.rulebook.model import RuleSet

INSTRUCTIONS = {
    "two_decks": "opening",
    "uncut": "shuffle",
    "sit": "bets",
    "bets": "bets",
    "stay": "decisions",
    "stub_exempt": "stub",
    "fold": "decisions",
    "set_hand": "decisions",
    "fold_bonus": "decisions",
    "collect_losers": "payouts",
    "pay_winners": "payouts",
    "keep_exposed": "payouts",
    "progressive_payout": "payouts",
}
"""By instruction, the moment at which the dealer is shown it."""

_STEPS = ("receive", "cut", "no_more_bets", "deal", "stub", "stub_count", "reveal", "settle", "collect")
"""Steps of every table, with a variant for each dealing method where the document distinguishes them."""
_INSTRUCTIONS = ("sit", "stay", "bets")
"""Instructions of every table: refusals and offers cite them."""

_ONLY_OF = {
    "pattern": "deal",
    "cover_card": "deal",
    "optional": "cut",
    "resumes": "idle_spread",
    "awards": "validate",
}
"""By part of a step, the only step that may have it."""


def step_problems(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Everything wrong with the steps and instructions of a rule set: key and problem."""
    deals = tuple(rules.options["deal"].values) if "deal" in rules.options else ()
    shuffles = tuple(rules.options["shuffle"].values) if "shuffle" in rules.options else ()
    yield from _missing(rules, {**dict.fromkeys(_STEPS, deals), "shuffle": shuffles})
    variants = (*deals, *shuffles, "preshuffled")
    for key, step in rules.steps.items():
        name, _, variant = key.partition(".")
        if name in INSTRUCTIONS:
            yield f"steps.{key}", f"nobody performs it; allowed: as instructions.{name}"
        if variant and variants and variant not in variants:
            yield f"steps.{key}", f"unknown variant {variant!r}; allowed: {', '.join(variants)}"
        for part, of in _ONLY_OF.items():
            if getattr(step, part) and name != of:
                yield f"steps.{key}.{part}", f"no code reads it here; allowed: in steps.{of}"
    for name in rules.instructions:
        if name not in INSTRUCTIONS:
            yield f"instructions.{name}", f"no code reads it; allowed: {', '.join(INSTRUCTIONS)}"


def _missing(rules: RuleSet, variants: dict[str, tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    for name, values in variants.items():
        for value in values:
            if rules.step(name, value) is None:
                yield f"steps.{name}", f"missing; every table has it; allowed: {name}, or {name}.{value}"
                break
    for name in _INSTRUCTIONS:
        if name not in rules.instructions:
            yield f"instructions.{name}", "missing; every table has it"
    folded = rules.stated("settlement.folded")
    if folded is not None and folded.value == "at the fold" and "fold_bonus" not in rules.instructions:
        yield "instructions.fold_bonus", "missing; folded hands are paid at the fold"
