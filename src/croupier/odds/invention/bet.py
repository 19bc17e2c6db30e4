"""A side bet as data: the cards that decide it, and the payout of each hand.

```toml
name = "Suited trips"
rules = "RULES"                       # whose deal; or `deck = 3`: a number of cards
cards = ["player", "flop"]            # player, dealer, board, flop

[[hands]]                             # the first hand that the cards hold is paid
name = "straight flush"
poker = "straight_flush"
pays = "40 to 1"

[[hands]]
name = "pair of jacks or better"
kinds = [2]
rank = "J"
pays = ["1 to 1", "2 to 1", "nothing"]     # choices, for the search
```

Conditions look at ranks and suits alike for every suit, so hands are counted up to a renaming of the suits.
"""

from __future__ import annotations

import tomllib
from fractions import Fraction

import msgspec

from croupier.cards import RANKS, CardError, set_of
from croupier.errors import Refusal
from croupier.hands.poker import CATEGORY_SHIFT, poker_strength
from croupier.money import FOR, TO, AwardError, parse_award
from croupier.rulebook.catalog import rule_set, rule_set_names, rulebook

MOST_CARDS = 7
"""The most cards whose hands are counted: 133,784,560 of seven."""

NOTHING = "nothing"

POKER = (
    "high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind",
    "straight_flush", "royal_flush",
)  # fmt: skip
"""Poker hands, the lowest first, in the order of `croupier.hands.poker`."""

PLACES = {
    "player": "cards.player",
    "dealer": "cards.dealer",
    "board": "cards.community",
    "flop": "cards.flop",
}
"""Whose cards, and the fact of the rule set that says how many they are."""


class Span(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from", "end": "to"}):
    """Payouts "to 1" from one number to another."""

    start: int
    end: int
    step: int = 1


class HandForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A hand that pays: every condition given must hold."""

    name: str
    pays: str | list[str] | Span
    poker: str | None = None
    """This poker hand or a better one; five cards at least."""
    least: str | None = None
    """A poker hand of five cards, or a better one."""
    kinds: list[int] | None = None
    """So many cards of one rank, and of another rank …: [3, 2] is a full house."""
    rank: str | None = None
    """The rank of the first of `kinds`, or higher."""
    suited: int | None = None
    """At least this many cards of one suit."""
    run: int | None = None
    """At least this many ranks in sequence; the ace is high or low."""
    suited_run: int | None = None
    """A straight flush of at least this many cards."""
    suited_ranks: str | None = None
    """These ranks in one suit: "AKQJT"."""
    ranks: str | None = None
    """These ranks, in any suits; a rank written twice must be held twice."""
    color: int | None = None
    """At least this many cards of one color."""
    lowest: str | None = None
    """No card below this rank."""
    highest: str | None = None
    """No card above this rank; the ace is high."""


class BetForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The file as written."""

    name: str
    hands: list[HandForm]
    rules: str | None = None
    cards: list[str] | None = None
    deck: int | None = None


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that pays, ready to be counted."""

    name: str
    condition: tuple[int, ...]
    """The fields of `croupier.odds.invention.conditions`."""
    payouts: tuple[str, ...]


class Bet(msgspec.Struct, frozen=True, kw_only=True):
    """A side bet, checked."""

    name: str
    cards: int
    hands: tuple[Hand, ...]


def returned(pays: str) -> Fraction:
    """The return of a payout per unit staked, the stake included where it comes back."""
    if pays == NOTHING:
        return Fraction(0)
    award = parse_award(pays)
    return Fraction(award.number, award.per) + (1 if award.kind == TO else 0)


def parse_bet(text: str) -> Bet:
    """The bet of a file; a `Refusal` (`bad_bet`) names what is wrong and what is allowed."""
    try:
        form = msgspec.convert(tomllib.loads(text), BetForm)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise Refusal("bad_bet", f"not a bet: {error}") from None
    count = _card_count(form)
    if not form.hands:
        raise Refusal("bad_bet", "`hands` is empty: a bet pays at least one hand")
    names = [hand.name for hand in form.hands]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise Refusal("bad_bet", f"two hands are named {twice!r}; each needs a name of its own")
    hands = tuple(
        Hand(name=hand.name, condition=_condition(hand, count), payouts=_payouts(hand)) for hand in form.hands
    )
    return Bet(name=form.name, cards=count, hands=hands)


def _card_count(form: BetForm) -> int:
    if form.deck is not None:
        if form.rules is not None or form.cards is not None:
            raise Refusal("bad_bet", "give `deck`, a number of cards, or `rules` and `cards`, not both")
        count = form.deck
    else:
        if form.rules is None or not form.cards:
            raise Refusal(
                "bad_bet", f"say whose cards: `rules`, and `cards` out of {', '.join(PLACES)}; or `deck`"
            )
        count = _dealt(form.rules, form.cards)
    if not 1 <= count <= MOST_CARDS:
        raise Refusal(
            "bad_bet", f"the bet looks at {count} cards; hands of 1 to {MOST_CARDS} cards are counted"
        )
    return count


def _dealt(name: str, places: list[str]) -> int:
    """How many cards a rule set deals to these places."""
    if not rulebook().has(name):
        raise Refusal("bad_bet", f"no rule set {name!r}; there are {', '.join(rule_set_names())}")
    rules = rule_set(name)
    total = 0
    for place in places:
        if place not in PLACES:
            raise Refusal("bad_bet", f"`cards` has {place!r}; allowed: {', '.join(PLACES)}")
        if places.count(place) > 1 or {"board", "flop"} <= set(places):
            raise Refusal("bad_bet", f"`cards` counts some cards twice: {', '.join(places)}")
        if rules.stated(PLACES[place]) is None:
            raise Refusal("bad_bet", f"{name} deals no cards to {place!r}")
        total += rules.number(PLACES[place])
    return total


def _payouts(hand: HandForm) -> tuple[str, ...]:
    """The payouts to choose from, in the order written."""
    match hand.pays:
        case str():
            found = [hand.pays]
        case list():
            found = hand.pays
        case Span(start, end, step):
            if not (0 < start <= end and step > 0):
                raise Refusal("bad_bet", f"{hand.name!r} pays from {start} to {end} by {step}: nothing")
            found = [f"{number} to 1" for number in range(start, end + 1, step)]
    if not found:
        raise Refusal("bad_bet", f"{hand.name!r} has no payout; give one, or a list to choose from")
    for pays in found:
        if pays == NOTHING:
            continue
        try:
            kind = parse_award(pays).kind
        except AwardError as error:
            raise Refusal("bad_bet", f"{hand.name!r}: {error}") from None
        if kind not in (TO, FOR):
            raise Refusal("bad_bet", f'{hand.name!r} pays {pays!r}; write odds, such as "30 to 1"')
    return tuple(dict.fromkeys(found))


def _condition(hand: HandForm, count: int) -> tuple[int, ...]:
    kinds = hand.kinds or []
    if len(kinds) > 3 or any(not 2 <= kind <= 4 for kind in kinds) or kinds != sorted(kinds, reverse=True):
        raise Refusal("bad_bet", f"{hand.name!r}: `kinds` is up to three numbers from 4 down to 2")
    if hand.rank is not None and not kinds:
        raise Refusal("bad_bet", f"{hand.name!r}: `rank` is the rank of the first of `kinds`: give both")
    if (hand.poker is not None or hand.least is not None) and count < 5:
        raise Refusal("bad_bet", f"{hand.name!r}: poker hands need five cards; this bet has {count}")
    for key, value in (
        ("suited", hand.suited), ("run", hand.run), ("suited_run", hand.suited_run), ("color", hand.color),
    ):  # fmt: skip
        if value is not None and not 1 <= value <= count:
            raise Refusal("bad_bet", f"{hand.name!r}: `{key}` is {value}; the bet looks at {count} cards")
    suited_ranks = _ranks(hand, "suited_ranks", hand.suited_ranks)
    if len(set(suited_ranks)) < len(suited_ranks):
        raise Refusal("bad_bet", f"{hand.name!r}: a suit holds each of `suited_ranks` once")
    wanted = _ranks(hand, "ranks", hand.ranks)
    if max((wanted.count(rank) for rank in wanted), default=0) > 4:
        raise Refusal("bad_bet", f"{hand.name!r}: a deck holds four cards of a rank")
    return (
        _strength(hand),
        *kinds, *(0,) * (3 - len(kinds)),
        RANKS.index(hand.rank) if hand.rank and _ranks(hand, "rank", hand.rank, 1) else 0,
        hand.suited or 0,
        hand.run or 0,
        hand.suited_run or 0,
        sum(1 << rank for rank in suited_ranks),
        *(sum(1 << rank for rank in set(wanted) if wanted.count(rank) >= times) for times in (1, 2, 3, 4)),
        hand.color or 0,
        _ranks(hand, "lowest", hand.lowest, 1)[0] if hand.lowest is not None else 0,
        _ranks(hand, "highest", hand.highest, 1)[0] if hand.highest is not None else len(RANKS) - 1,
    )  # fmt: skip


def _strength(hand: HandForm) -> int:
    """The least poker strength that meets the condition; 0 where there is none."""
    found = 0
    if hand.poker is not None:
        if hand.poker not in POKER:
            raise Refusal(
                "bad_bet", f"{hand.name!r}: no poker hand {hand.poker!r}; allowed: {', '.join(POKER)}"
            )
        found = POKER.index(hand.poker) << CATEGORY_SHIFT
    if hand.least is not None:
        try:
            cards = set_of(hand.least)
        except CardError as error:
            raise Refusal("bad_bet", f"{hand.name!r}: {error}") from None
        if cards.bit_count() != 5:
            raise Refusal(
                "bad_bet", f"{hand.name!r}: `least` is a hand of five cards, such as Js Jd 4c 3h 2s"
            )
        found = max(found, poker_strength(cards))
    return found


def _ranks(hand: HandForm, key: str, text: str | None, most: int = 13 * 4) -> list[int]:
    if text is None:
        return []
    if not text or len(text) > most or any(rank not in RANKS for rank in text):
        what = f"a rank of {RANKS}" if most == 1 else f"ranks of {RANKS}"
        raise Refusal("bad_bet", f"{hand.name!r}: `{key}` is {text!r}; write {what}")
    return [RANKS.index(rank) for rank in text]
