"""Random well-formed rounds in which rare rows, ties, caps, voids and several winners are frequent."""

from random import Random

from tests.naive import paytables
from tests.naive.cards import Card, deck, line
from tests.naive.choices import four_card_choices, high_card_flush_choices, stake, ultimate_choices
from tests.naive.hands import high_card_flush
from tests.naive.money import Json
from tests.naive.shoe import (
    Shoe,
    four_card_hand,
    high_card_flush_dealer,
    high_card_flush_hand,
    ultimate_board,
    ultimate_dealer,
    ultimate_hole,
)
from tests.naive.voids import (
    BACK_IF_13E,
    EVERYTHING_BACK,
    NOTHING_VOID,
    SIDE_WAGERS_SETTLED,
    consequence,
)

RULES = (
    "ma/high-card-flush",
    "nj/high-card-flush",
    "md/high-card-flush",
    "ma/ultimate-texas-holdem",
    "ma/four-card-poker",
)
PREFIX = {
    "ma/high-card-flush": "ma-hcf-",
    "nj/high-card-flush": "nj-hcf-38.",
    "md/high-card-flush": "md-hcf-",
    "ma/ultimate-texas-holdem": "ma-uth-",
    "ma/four-card-poker": "ma-fcp-",
}
# Clauses with no consequence for wagers.
HARMLESS = {
    "ma/high-card-flush": ["13.a.s1", "13.b", "13.e", "7.g.s2"],
    "nj/high-card-flush": ["13.a.s1", "13.b", "13.e", "7.g.s2"],
    "md/high-card-flush": ["13.A", "13.C", "13.G", "5.C"],
    "ma/ultimate-texas-holdem": ["15.b.s1", "15.c", "15.e"],
    "ma/four-card-poker": ["14.a.s1", "14.b", "14.e", "7.f.s2"],
}
# "If any player is dealt an incorrect number of cards, all hands shall be void": may stand on that seat.
WRONG_NUMBER = ("ma-hcf-13.c", "nj-hcf-38.13.c", "md-hcf-13.D", "ma-fcp-14.c")
FORFEIT_CLAUSE = {
    "ma/high-card-flush": "ma-hcf-9.a.s5",
    "nj/high-card-flush": "nj-hcf-38.10.a.s5",
    "md/high-card-flush": "md-hcf-7.C.2",
}


def random_round(rules: str, rng: Random) -> Json:
    """A random well-formed round of the rule set, in the form of docs/settle.md."""
    if rules == "ma/ultimate-texas-holdem":
        round_ = _ultimate(rules, rng)
    elif rules == "ma/four-card-poker":
        round_ = _four_card(rules, rng)
    else:
        round_ = _high_card_flush(rules, rng)
    _irregularity(round_, rng)
    if consequence(round_) == NOTHING_VOID:
        _forfeits(round_, rng)
    rng.shuffle(round_["seats"])
    return round_


def _positions(rng: Random) -> list[int]:
    count = rng.choices([1, 2, 3, 4, 5, 6], [2, 4, 4, 3, 3, 3])[0]
    return sorted(rng.sample(range(1, 7), count))


def _meter(rng: Random) -> int:
    return rng.choice([rng.randint(10_000, 100_000), rng.randint(500_000, 5_000_000), 1_000_000])


def _side_wagers(rng: Random, choices: Json, names: tuple[str, ...]) -> dict[str, int]:
    return {name: stake(rng) for name in names if choices.get(name) and rng.random() < 0.7}


def _name_players(rng: Random, seats: list[Json], boxes: int) -> None:
    """The same name on adjacent boxes, at most `boxes` of them."""
    if rng.random() < 0.4:
        return
    group: list[Json] = []
    for seat in seats:
        adjacent = bool(group) and seat["seat"] == group[-1]["seat"] + 1 and len(group) < boxes
        if adjacent and rng.random() < 0.5:
            group.append(seat)
            seat["player"] = group[0]["player"]
        else:
            group = [seat]
            seat["player"] = f"player {seat['seat']}"


def _high_card_flush(rules: str, rng: Random) -> Json:
    choices = high_card_flush_choices(rules, rng)
    shoe = Shoe(rng)
    numbers = _positions(rng)
    hands: dict[int, list[Card]] = {}
    dealer_turn = rng.randint(0, len(numbers))
    dealer: list[Card] = []
    for turn, number in enumerate([*rng.sample(numbers, len(numbers)), 0]):
        if turn == dealer_turn:
            dealer = high_card_flush_dealer(shoe, list(hands.values()))
        if number:
            hands[number] = high_card_flush_hand(shoe, [*hands.values(), *([dealer] if dealer else [])])
    seats = []
    for number in numbers:
        ante = stake(rng)
        wagers = {"ante": ante} | _side_wagers(rng, choices, ("flush_bonus", "straight_flush_bonus"))
        if "progressive" in choices and rng.random() < 0.75:
            wagers["progressive"] = 100
        length = high_card_flush(hands[number])[0]
        most = ante * {5: 2, 6: 3, 7: 3}.get(length, 1)
        raised = rng.choice([ante, most, rng.randint(ante, most)])
        decision = {"fold": True} if rng.random() < 0.25 else {"raise": raised}
        seats.append({"seat": number, "cards": line(hands[number]), "wagers": wagers, "decision": decision})
    _name_players(rng, seats, 3)
    round_: Json = {"rules": rules, "choices": choices, "dealer": line(dealer), "seats": seats}
    if "progressive" in choices:
        round_["meters"] = {"main": _meter(rng)}
        if not rules.startswith("md/"):
            round_["meters"]["secondary"] = rng.choice([rng.randint(100, 5_000), rng.randint(5_000, 900_000)])
    return round_


def _ultimate(rules: str, rng: Random) -> Json:
    choices = ultimate_choices(rng)
    shoe = Shoe(rng)
    board = ultimate_board(shoe)
    numbers = _positions(rng)
    hands: dict[int, list[Card]] = {}
    dealer: list[Card] = []
    dealer_turn = rng.randint(0, len(numbers))
    for turn, number in enumerate([*rng.sample(numbers, len(numbers)), 0]):
        if turn == dealer_turn:
            dealer = ultimate_dealer(shoe, board, list(hands.values()))
        if number:
            hands[number] = ultimate_hole(shoe, board, [*hands.values(), *([dealer] if dealer else [])])
    seats = []
    for number in numbers:
        ante = stake(rng)
        wagers = {"ante": ante, "blind": ante} | _side_wagers(rng, choices, ("trips", "cover_all"))
        if "progressive" in choices and "trips" in wagers and rng.random() < 0.85:
            wagers["progressive"] = 500
        decision = {"fold": True} if rng.random() < 0.25 else {"play": ante * rng.choice([1, 2, 3, 4])}
        seats.append({"seat": number, "cards": line(hands[number]), "wagers": wagers, "decision": decision})
    _name_players(rng, seats, 1)
    round_: Json = {
        "rules": rules,
        "choices": choices,
        "dealer": line(dealer),
        "board": line(board),
        "seats": seats,
    }
    if "progressive" in choices:
        round_["meters"] = {"main": _meter(rng)}
    return round_


def _four_card(rules: str, rng: Random) -> Json:
    choices = four_card_choices(rng)
    shoe = Shoe(rng)
    numbers = _positions(rng)
    hands: dict[int, list[Card]] = {}
    dealer: list[Card] = []
    dealer_turn = rng.randint(0, len(numbers))
    for turn, number in enumerate([*rng.sample(numbers, len(numbers)), 0]):
        if turn == dealer_turn:
            dealer = four_card_hand(shoe, list(hands.values()), 6)
        if number:
            hands[number] = four_card_hand(shoe, [*hands.values(), *([dealer] if dealer else [])], 5)
    linked = choices.get("progressive") in paytables.MULTI_GAME_LINK
    fixed = choices.get("progressive_wager", 100) if linked else 0
    seats = []
    for number in numbers:
        wagers = _side_wagers(rng, choices, ("aces_up", "cover_all"))
        if "aces_up" not in wagers or rng.random() < 0.85:
            wagers["ante"] = stake(rng)
        if "progressive" in choices and rng.random() < 0.8:
            wagers["progressive"] = fixed or rng.choice([100, 500])
        seat: Json = {"seat": number, "cards": line(hands[number]), "wagers": wagers}
        if "ante" in wagers:
            ante = wagers["ante"]
            play = rng.choice([ante, 2 * ante, 3 * ante, rng.randint(ante, 3 * ante)])
            seat["decision"] = {"fold": True} if rng.random() < 0.25 else {"play": play}
        seats.append(seat)
    _name_players(rng, seats, 2)
    round_: Json = {"rules": rules, "choices": choices, "dealer": line(dealer), "seats": seats}
    if "progressive" in choices:
        meters = list(paytables.SEED_FOUR_CARD[choices["progressive"]])
        round_["meters"] = {meter: _meter(rng) for meter in meters}
    return round_


def _irregularity(round_: Json, rng: Random) -> None:
    """Sometimes a clause of the irregularities, on the round or on a seat, with what may then be missing."""
    rules = round_["rules"]
    kind = rng.random()
    if kind < 0.04:
        round_["irregularity"] = PREFIX[rules] + rng.choice(HARMLESS[rules])
    elif kind < 0.08 and rules == "ma/ultimate-texas-holdem":
        seat = rng.choice(round_["seats"])
        seat["irregularity"] = "ma-uth-15.d.s1"
        if rng.random() < 0.5:
            del seat["decision"]
    elif kind < 0.16:
        settled = sorted(SIDE_WAGERS_SETTLED | BACK_IF_13E)
        clauses = [clause for clause in settled * 2 if clause.startswith(PREFIX[rules])]
        clauses += [clause for clause in sorted(EVERYTHING_BACK) if clause.startswith(PREFIX[rules])]
        clause = rng.choice(clauses)
        if clause in WRONG_NUMBER and rng.random() < 0.5:
            rng.choice(round_["seats"])["irregularity"] = clause
        else:
            round_["irregularity"] = clause
        if rng.random() < 0.6:
            asked = rng.randint(0, 6)
            for seat in round_["seats"]:
                if seat["seat"] > asked:
                    seat.pop("decision", None)
        if clause in WRONG_NUMBER or clause.startswith("md-hcf-13."):
            _wrong_numbers(round_, rng)
        if rng.random() < 0.3:
            del round_["dealer"]


def _wrong_numbers(round_: Json, rng: Random) -> None:
    """Sometimes hands of a void round that were never dealt whole, or hold a card too many."""
    left = [card for card in deck() if line([card]) not in str(round_)]
    for seat in round_["seats"]:
        if rng.random() < 0.3:
            held = seat["cards"].split()
            more = [line([left.pop()])] if left and rng.random() < 0.5 else []
            seat["cards"] = " ".join([*held, *more] if more else held[: rng.randint(0, len(held) - 1)])


def _forfeits(round_: Json, rng: Random) -> None:
    """Sometimes a player who forfeits (Massachusetts, New Jersey) or leaves (Maryland).

    It is said of one box, or of several: the others of that player are lost with it.
    """
    rules = round_["rules"]
    if rules not in FORFEIT_CLAUSE or rng.random() > 0.08:
        return
    offender = rng.choice(round_["seats"])
    word = "abandoned" if rules.startswith("md/") else "forfeited"
    for seat in round_["seats"]:
        own = "player" in seat and seat["player"] == offender.get("player")
        if seat is offender or (own and rng.random() < 0.5):
            if rng.random() < 0.7:
                seat[word] = True
            else:
                seat["irregularity"] = FORFEIT_CLAUSE[rules]
            if rng.random() < 0.4:
                del seat["decision"]
