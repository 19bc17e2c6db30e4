"""The data card of labeled decisions: what they are, how they were made, and how to make them again."""

from croupier import __version__
from croupier.odds.dataset.decisions import Decisions
from croupier.odds.process import HIDDEN

Facts = dict[str, object]


def facts_of(decisions: Decisions, count: int, sha256: str = "") -> Facts:
    """The facts of a data set, as they are in its card and in its file."""
    rules = decisions.house.rules
    return {
        "rules": rules.rules.name,
        "digest": rules.digest,
        "croupier": __version__,
        "seed": decisions.seed,
        "decisions": count,
        "streets": [stage.name for stage in decisions.stages],
        "denominators": {name: str(number) for name, number in decisions.denominators.items()},
        **({"sha256": sha256} if sha256 else {}),
    }


def card_text(facts: Facts, name: str) -> str:
    """The card of a file of that name, in Markdown."""
    streets, denominators = facts["streets"], facts["denominators"]
    assert isinstance(streets, list)
    assert isinstance(denominators, dict)
    lines = [f"| {street} | {number} | {denominators[street]} |" for number, street in enumerate(streets)]
    asked = f"--decisions {facts['decisions']} --seed {facts['seed']}"
    command = f"croupier dataset {facts['rules']} {asked} -o {name}"
    return f"""# {name}

{facts["decisions"]:,} decisions of {facts["rules"]}, each with the exact value of every legal action.

| fact | value |
| --- | --- |
| rules | {facts["rules"]}, digest {facts["digest"]} |
| made by | croupier {facts["croupier"]} |
| seed | {facts["seed"]} |
| SHA-256 of the file | {facts["sha256"]} |
| make it again | `{command}` |

## Columns

| column | meaning |
| --- | --- |
| `round`, `street` | the round's number from 0, and the number of the decision in it |
| `card_1` …, `board_1` …, `up_1` … | the player's cards, the community cards, \
the dealer's face-up cards: 0 (two of clubs) to 51 (ace of spades), suit by suit; \
{HIDDEN} for a card that is not shown yet |
| `value_N` | the value of wagering N antes, net, in antes, as a float; \
empty where the rules do not allow it. `value_0` is a check, or a fold on the last street |
| `exact_N` | the same as a whole number over the denominator of the street: exact |
| `best` | the antes of the best action; of equal ones the smaller wager |

| street | number | denominator |
| --- | --- | --- |
{chr(10).join(lines)}

## How it was made

- Rounds are dealt from the seed, uniformly over all deals. Every round has a row for each street.
- On a later street the hand has checked before, whether that was best or not. Values are those of best play
  from there.
- Values are of the game itself, the wagers against the dealer. Side bets are left out.
- Nothing is sampled but the cards: the values are computed over every deal that may follow.

## Limits

- Rows of one round share cards. Split by `round`, not by row.
- Shares of streets are not those of real play, in which most hands wager before the last street.
"""
