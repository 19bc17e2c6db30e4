"""Random legal choices of an operator, and amounts."""

from collections.abc import Iterable, Mapping
from random import Random

from tests.naive import paytables
from tests.naive.money import Json, Odds

# The unnamed ante bonus table of ma-fcp-11.a.2: how an operator's own figures for it are written.
ANTE_BONUS_TABLE: str | None = None


def stake(rng: Random) -> int:
    """A stake in cents: mostly whole dollars, sometimes odd cents, sometimes so large that caps bind."""
    kind = rng.random()
    if kind < 0.70:
        return rng.choice([5, 10, 15, 20, 25, 50, 75, 100, 200]) * 100
    if kind < 0.82:
        return rng.randint(1, 60_000)
    if kind < 0.92:
        return rng.randint(100, 2_000) * 100
    return rng.randint(5_000, 400_000) * 100


def _policies(rng: Random, values: Mapping[str, list[str]]) -> Json:
    chosen = {name: rng.choice(those) for name, those in values.items() if rng.random() < 0.35}
    return {"policies": chosen} if chosen else {}


def _minimums(rng: Random, wagers: Iterable[str]) -> Json:
    if rng.random() < 0.6:
        return {}
    amounts = [500, 1000, 2500, 10_000, 20_000, 50_000]
    chosen = {wager: rng.choice(amounts) for wager in wagers if rng.random() < 0.8}
    return {"minimums": chosen} if chosen else {}


def _own_odds(rng: Random, printed: Mapping[str, Odds]) -> dict[str, str]:
    """The operator's own odds, none below the printed."""
    figures = {}
    for row, (pays, to) in printed.items():
        assert to == 1
        above = pays + rng.choice([0, 0, 1, 2, 5, 10])
        figures[row] = f"{2 * above + 1} to 2" if rng.random() < 0.15 else f"{above} to 1"
    return figures


def _floor_table(rng: Random, printed: paytables.OddsTables) -> str | Json:
    """A printed table, or one of the operator's own above it."""
    name = rng.choice(list(printed))
    if rng.random() < 0.7:
        return name
    return {"table": name, "odds": _own_odds(rng, printed[name])}


def high_card_flush_choices(rules: str, rng: Random) -> Json:
    """Choices for High Card Flush in any of the three states."""
    maryland = rules.startswith("md/")
    choices: Json = {}
    if rng.random() < 0.85:
        tables = paytables.FLUSH_BONUS_MD if maryland else paytables.FLUSH_BONUS_MA_NJ
        choices["flush_bonus"] = rng.choice(list(tables))
        if not maryland and choices["flush_bonus"] in ("B", "E", "I", "K"):
            choices["acknowledge"] = ["flush_bonus"]
    if rng.random() < 0.85:
        choices["straight_flush_bonus"] = rng.choice("ABCDEFGG")
        if not maryland and choices["straight_flush_bonus"] == "G":
            rows = paytables.STRAIGHT_FLUSH_BONUS_MA_NJ["G"]
            amounts = sorted(rng.sample(range(1, 2000), len(rows)), reverse=True)
            figures = {row: f"{amount} to 1" for row, amount in zip(rows, amounts, strict=True)}
            choices["straight_flush_bonus"] = {"table": "G", "odds": figures}
    if rng.random() < 0.8:
        choices["progressive"] = rng.choice("ABCDE" if maryland else "ABCD")
    if rng.random() < 0.4:
        amount = rng.choice(
            [rng.randint(1, 2_000), rng.randint(20, 500) * 100, rng.randint(500, 50_000) * 100]
        )
        per = "hand" if maryland else rng.choice(["hand", "round"])
        choices["aggregate_limit"] = {"amount": amount, "per": per}
    offered = ["ante"] + [wager for wager in ("flush_bonus", "straight_flush_bonus") if wager in choices]
    choices |= _minimums(rng, offered)
    if maryland:
        if "progressive" in choices and rng.random() < 0.5:
            least = paytables.LEAST_RESET_MD[choices["progressive"]] * 100
            choices["reset"] = {"main": least + rng.choice([0, 1, rng.randint(0, 5_000_000)])}
        return choices | _policies(
            rng,
            {
                "progressive_after_fold": ["live", "lost"],
                "ace_low_straight_flush": ["off", "on"],
                "bonuses_after_void": ["13A-E", "13E"],
            },
        )
    return choices | _policies(rng, {"progressive_after_fold": ["lost", "live"]})


def _filed_progressive(rng: Random) -> Json:
    """An Ultimate progressive as an operator may file it."""
    ladder = paytables.ULTIMATE_PROGRESSIVE_LADDER
    rows = [row for row in ladder if rng.random() < 0.7] or ["straight"]
    levels = {}
    for place, row in enumerate(rows):
        percent = f"{rng.choice([100, 100, 50, 10, rng.randint(1, 99)])}% of main"
        fixed = rng.choice([f"${rng.randint(1, 5_000)}", f"{rng.randint(1, 1_000)} for 1"])
        levels[row] = percent if rng.random() < (0.9, 0.6, 0.3, 0.1)[min(place, 3)] else fixed
    rng.shuffle(rows)  # the order of the keys means nothing
    filed: Json = {"hand": rng.choice(["best", "flop"]), "levels": {row: levels[row] for row in rows}}
    filed["seed"] = rng.randint(10_000, 2_000_000)
    if rng.random() < 0.8:
        filed["rate"] = rng.choice([f"{rng.randint(1, 40)}%", "20%", "12.5%", "0.25%"])
    return filed


def ultimate_choices(rng: Random) -> Json:
    """Choices for Ultimate Texas Hold 'Em."""
    choices: Json = {}
    if rng.random() < 0.9:
        choices["trips"] = _floor_table(rng, paytables.TRIPS)
    if rng.random() < 0.75:
        choices["cover_all"] = True
    if "trips" in choices and rng.random() < 0.75:
        choices["progressive"] = _filed_progressive(rng)
        if rng.random() < 0.4:
            choices["reset"] = {"main": choices["progressive"]["seed"] + rng.randint(0, 1_000_000)}
    choices |= _minimums(rng, ["ante", "trips"] if "trips" in choices else ["ante"])
    policies = {"cover_all_counts": ["layout", "dealt"], "aggregate_limits": ["both", "11e", "14d"]}
    return choices | _policies(rng, policies)


def four_card_choices(rng: Random) -> Json:
    """Choices for Four Card Poker."""
    choices: Json = {}
    if rng.random() < 0.9:
        choices["aces_up"] = _floor_table(rng, paytables.ACES_UP)
    if rng.random() < 0.25:
        own: Json = {"odds": _own_odds(rng, paytables.ANTE_BONUS)}
        choices["ante_bonus"] = own if ANTE_BONUS_TABLE is None else {"table": ANTE_BONUS_TABLE} | own
    if rng.random() < 0.75:
        choices["cover_all"] = True
    if rng.random() < 0.85:
        table = rng.choice(list(paytables.SEED_FOUR_CARD))
        choices["progressive"] = table
        cents = 100
        if table in paytables.MULTI_GAME_LINK and rng.random() < 0.6:
            cents = rng.choice([25, 50, 75, 100, 125, 200, 500, 2500])
            choices["progressive_wager"] = cents
        seeds = paytables.SEED_FOUR_CARD[table]
        if rng.random() < 0.5:
            choices["reset"] = {
                meter: seed * cents + rng.choice([0, 1, rng.randint(0, 2_000_000)])
                for meter, seed in seeds.items()
                if rng.random() < 0.8
            }
    choices |= _minimums(rng, ["ante", "aces_up"] if "aces_up" in choices else ["ante"])
    policies = {"progressive_after_fold": ["live", "lost"], "cover_all_counts": ["layout", "dealt"]}
    return choices | _policies(rng, policies)
