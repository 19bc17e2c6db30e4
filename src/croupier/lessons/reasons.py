"""The reason for a decision in a sentence: what each action wins or loses on average."""

from fractions import Fraction

from croupier.games.vocabulary import vocabulary
from croupier.odds.advice import Advice
from croupier.rulebook.model import RuleSet

HANDS = 100


def reason(rules: RuleSet, advice: Advice, taken: str = "") -> str:
    """Why the best action is the best, in hands that a person can imagine: "In 100 hands like this …".

    Compares it with the action taken, or with the second best if the best was taken.
    """
    best = advice.best
    others = sorted((each for each in advice.values if each != best), key=lambda each: -advice.values[each])
    first = f"In {HANDS} hands like this, {_doing(rules, best)} {_won(advice.values[best])} on average"
    if not others:
        return f"{first}."
    second = taken if taken in others else others[0]
    waived = advice.values[second]
    if waived == advice.values[best]:
        return f"{first}; {_doing(rules, second)} does the same and wagers more."
    return f"{first}; {_doing(rules, second)} {_won(waived)}."


def _won(value: Fraction) -> str:
    antes = abs(float(value * HANDS))
    if antes < 0.5:
        return "breaks even"
    return f"{'wins' if value > 0 else 'loses'} {antes:.0f} ante{'' if round(antes) == 1 else 's'}"


def _doing(rules: RuleSet, action: str) -> str:
    """An action as a thing that is done: "playing 4x", "folding"."""
    name, _, times = action.partition("_")
    label = vocabulary(rules).actions.get(name, name).lower()
    done = f"{label.removesuffix('e') if label.endswith('e') else label}ing"
    return f"{done} {times}" if times else done
