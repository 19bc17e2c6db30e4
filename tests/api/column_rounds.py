"""Random rounds in columns, and the same rounds as `croupier.settle` takes them."""

import random
from typing import Any

import msgspec

import croupier
from croupier.cards import DECK_SIZE, card_text, set_of
from croupier.odds.side_bets import every_bet
from croupier.settlement.prepared_rules import prepared
from croupier.submission.choices import house_rules, resolve
from croupier.submission.form import Choices

Row = dict[str, Any]


def everything(rules: str) -> Choices:
    """Choices that offer every wager of a rule set."""
    house = resolve(croupier.rule_set(rules), Choices()).house
    found = Choices.of(**every_bet(house))
    if house.rules.progressive_filing is None or found.progressive is not None:
        return found
    levels = {"royal_flush": "100% of main", "straight_flush": "10% of main", "four_of_a_kind": "$300"}
    filed = croupier.FiledProgressive(levels={**levels, "full_house": "$50"}, seed=1_000_000, rate="20%")
    return msgspec.structs.replace(found, progressive=filed)


def rows_of(rules: str, choices: Choices, rounds: int, seed: int, wrong: float = 0.2) -> list[Row]:
    """Rows of random rounds, some of them with something that the rules refuse."""
    ready = prepared(house_rules(rules, choices))
    dice = random.Random(seed)
    found: list[Row] = []
    for number in range(rounds):
        deck = dice.sample(range(DECK_SIZE), DECK_SIZE)
        shared: Row = {"round": number, "dealer": _take(deck, ready.dealer_cards)}
        if ready.community_cards:
            shared["board"] = _take(deck, ready.community_cards)
        if ready.house.progressive is not None:
            shared |= {f"meter_{name}": dice.randrange(10**7) for name in ready.meter_names}
        most = min(ready.positions, len(deck) // ready.player_cards)
        seats = dice.sample(range(1, ready.positions + 1), dice.randint(1, most))
        hands = [_seat(ready, dice, seat, _take(deck, ready.player_cards)) for seat in seats]
        if dice.random() < wrong:
            _spoil(ready, dice, hands)
        found += [{**shared, **hand} for hand in hands]
    return found


def _take(deck: list[int], count: int) -> str:
    return " ".join(card_text(deck.pop()) for _ in range(count))


def _seat(ready: Any, dice: random.Random, seat: int, cards: str) -> Row:
    ante = dice.choice((500, 1000, 1001, 2537, 50_000, 1_000_000))
    wagers = {"ante": ante, **dict.fromkeys(ready.wagers["ante"].needs, ante)}
    for name in (*ready.sides, *(("cover_all",) if ready.house.cover_all else ())):
        if dice.random() < 0.5:
            wagers[name] = dice.choice((100, 333, 500, 2500))
    if ready.house.progressive is not None and dice.random() < 0.4:
        wagers["progressive"] = dice.choice(ready.house.progressive.stakes)
    for name in [name for name in wagers if not _complete(ready.wagers[name], wagers)]:
        if dice.random() < 0.98:
            del wagers[name]
    # Strength 0 has the widest bounds: some hands may not wager that much, and are refused.
    whole = not ready.community_cards and dice.random() < 0.98
    bound = ready.play.bound(ready.play.strength(set_of(cards)) if whole else 0, ante)
    decided = dice.choice((0, *(bound.only or (bound.least, bound.least, bound.most))))
    return {"seat": seat, "cards": cards, **wagers, ready.play.decided: decided}


def _complete(wager: Any, placed: dict[str, int]) -> bool:
    """Whether the wagers are placed that this one needs."""
    one_of = wager.needs_one_of
    return all(name in placed for name in wager.needs) and (not one_of or any(n in placed for n in one_of))


def _spoil(ready: Any, dice: random.Random, hands: list[Row]) -> None:
    hand = dice.choice(hands)
    match dice.randrange(8):
        case 0:
            hand["cards"] = hand["cards"][:-1]
        case 1:
            hand["cards"] = hands[0]["cards"] if len(hands) > 1 else "2c " * ready.player_cards
        case 2:
            hand["ante"] = -5
        case 3:
            hand["seat"] = dice.choice((0, 99, hands[0]["seat"]))
        case 4:
            hand[ready.play.decided] = 7
        case 5:
            hand["progressive" if ready.house.progressive is not None else "ante"] = 3
        case 6:
            hand.pop("ante")
        case 7:
            hand["ante"] = 10**13


def as_columns(rows: list[Row]) -> dict[str, list[Any]]:
    """The rows as columns; an absent value is None."""
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def one_by_one(rules: str, choices: Choices, rows: list[Row]) -> list[dict[str, Any]]:
    """Each row as `croupier.settle` settles it: by wager outcome, paid and returned, net, or the code."""
    ready = prepared(house_rules(rules, choices))
    expected: list[dict[str, Any]] = [{} for _ in rows]
    rounds: dict[int, list[int]] = {}
    for place, row in enumerate(rows):
        rounds.setdefault(row["round"], []).append(place)
    for places in rounds.values():
        first = rows[places[0]]
        meters = {name[6:]: value for name, value in first.items() if name.startswith("meter_")}
        seats = [_as_seat(ready, rows[place]) for place in places]
        game_round = croupier.Round(
            rules=rules,
            choices=choices,
            dealer=first["dealer"],
            board=first.get("board"),
            meters=meters or None,
            seats=seats,
        )
        try:
            settled = croupier.settle(game_round)
        except croupier.Refusal as refusal:
            for place in places:
                expected[place] = {"error": refusal.code, "net": 0}
            continue
        of_seat = {rows[place]["seat"]: place for place in places}
        for seat in settled.seats:
            results = {name: (each.outcome, each.paid, each.returned) for name, each in seat.results.items()}
            expected[of_seat[seat.seat]] = {"net": seat.net, "results": results}
    return expected


def _as_seat(ready: Any, row: Row) -> croupier.Seat:
    wagers = {name: row[name] for name in ready.wagers if row.get(name) and name != ready.play.decided}
    amount = row.get(ready.play.decided)
    decision: Any = {ready.play.decided: amount} if amount else {"fold": True}
    return croupier.Seat(
        seat=row["seat"],
        cards=row["cards"],
        wagers=wagers,
        decision=decision if amount or "ante" in wagers else None,
    )


def differences(settled: dict[str, list[Any]], expected: list[dict[str, Any]]) -> list[str]:
    """The differences between columns and rounds, row by row."""
    found = []
    for name in ("error", "net"):
        found += _unlike(name, settled[name], [each.get(name) for each in expected])
    nothing: dict[str, Any] = {}
    results = [each.get("results", nothing) for each in expected]
    for name in [name.removesuffix("_outcome") for name in settled if name.endswith("_outcome")]:
        columns = (settled[f"{name}_{each}"] for each in ("outcome", "paid", "returned"))
        wanted = [each.get(name, (None, 0, 0)) for each in results]
        found += _unlike(name, list(zip(*columns, strict=True)), wanted)
    return found


def _unlike(name: str, got: list[Any], wanted: list[Any]) -> list[str]:
    if got == wanted:
        return []
    pairs = enumerate(zip(got, wanted, strict=True))
    return [f"row {place}: {name} {one}; wanted {other}" for place, (one, other) in pairs if one != other]
