"""Checks of the demands on the layout."""

from collections.abc import Iterator

from croupier.rulebook.model import RuleSet

_DEALER_AREAS = (
    "dealer-cards",
    "board",
    "chip-tray",
    "discard-rack",
    "shoe",
    "drop-slot",
    "tip-box",
    "meter",
)


def layout_problems(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Everything wrong with the demands on the layout: key and problem."""
    words = {"operator", "dealer_qualifies", "payout_limit", "odds:*"} | {
        text for wager in rules.wagers for text in (f"{wager}_limits", f"odds:{wager}")
    }
    for number, demand in enumerate(rules.layout.demands):
        key = f"layout.demands.{number}"
        for area in demand.areas:
            if area not in rules.wagers:
                yield f"{key}.areas", f"no such wager {area!r}; allowed: {', '.join(rules.wagers)}"
        for area in demand.dealer:
            if area not in _DEALER_AREAS:
                yield f"{key}.dealer", f"no such area {area!r}; allowed: {', '.join(_DEALER_AREAS)}"
        for name in demand.words:
            if name not in words:
                yield f"{key}.words", f"no such inscription {name!r}; allowed: {', '.join(sorted(words))}"
        if not (demand.areas or demand.dealer or demand.words):
            yield key, "demands nothing; allowed: areas, dealer or words"
        if demand.place and not demand.areas:
            yield f"{key}.place", "a place of no area; allowed: beside areas"
