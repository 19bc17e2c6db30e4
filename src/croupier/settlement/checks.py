"""A round checked against the house rules before anything is settled: cards, wagers, decisions, meters.

A wrong round is refused in one line with a code and the clauses; a right one becomes `Hand`s.
"""

from collections.abc import Sequence

import msgspec

from croupier.cards import CardError, parse_card, set_of, text_of
from croupier.errors import Refusal
from croupier.games.vocabulary import wager_label
from croupier.games.words import listed
from croupier.money import LARGEST, dollars
from croupier.settlement.declarations import check_declared
from croupier.settlement.irregularities import Consequence, consequence
from croupier.settlement.payment_order import AT_THE_FOLD
from croupier.settlement.prepared_rules import PreparedRules
from croupier.settlement.round import COUPON_BESIDE, NO_BONUS, Round, Seat, folds


class Hand(msgspec.Struct, gc=False):
    """One seat's checked hand, and its state during settlement."""

    seat: int
    player: str | None
    cards: int
    """With the board."""
    dealt: int
    """Without the board."""
    strength: int
    wagers: dict[str, int]
    coupons: dict[str, int]
    decided: int
    """The raise or play wager; 0 where there is none."""
    folded: bool
    forfeited: bool
    void: Consequence | None
    paid_at_fold: bool
    """Its winning bonuses were handed over when it folded: they stand, even if the hand is void later."""
    on_layout: bool = False
    progressive_live: bool = False
    unnamed: bool = False
    """It folded, and the dealer declared that it wins no bonus: its cards were not named."""


class CheckedRound(msgspec.Struct, gc=False):
    """A round in which everything is as the rules allow."""

    hands: list[Hand]
    """In the order of payment."""
    dealer: int
    """The dealer's strength; 0 where no hand is compared with it."""
    dealer_cards: int
    flop: int
    """The first three cards of the board; 0 where the progressive does not look at them."""
    happened: list[Consequence]
    void: Consequence | None
    """The irregularity that voids every hand, if there is one."""
    meters: dict[str, int]


def check_round(prepared: PreparedRules, game_round: Round, *, folds_only: bool = False) -> CheckedRound:
    """Check a round; `Refusal` names the first thing that is wrong.

    With `folds_only` the dealer's hand is still hidden: the round consists of the hands that have folded.
    """
    seats = game_round.seats
    if not seats:
        raise Refusal("no_seats", "seats: none; a round has at least one seat")
    marked = [seat for seat in seats if seat.forfeited or seat.abandoned or seat.irregularity is not None]
    happened, void = _consequences(prepared, game_round.irregularity, marked)
    board = _board(prepared, game_round, void)
    dealer_cards = 0 if folds_only else _dealer(prepared, game_round, void)
    forfeited = _forfeited(prepared, marked, seats) if marked else frozenset()
    hands = [_hand(prepared, game_round, seat, board, void, forfeited) for seat in seats]
    _check_seats(prepared, seats)
    _check_no_card_twice(board, dealer_cards, hands)
    if not folds_only:
        _check_meters(prepared, game_round, hands)
    if len(hands) > 1:
        by_seat = {hand.seat: hand for hand in hands}
        folded = (seat.seat for seat in seats if folds(seat.decision))
        hands = [by_seat[seat] for seat in prepared.order.of(by_seat, folded)]
    compared = dealer_cards | board if void is None else 0
    return CheckedRound(
        hands=hands,
        dealer=prepared.play.strength(compared) if compared else 0,
        dealer_cards=dealer_cards | board,
        flop=_flop(prepared, game_round),
        happened=happened,
        void=void,
        meters=dict(game_round.meters or {}),
    )


def _consequences(
    prepared: PreparedRules, of_round: str | None, seats: Sequence[Seat]
) -> tuple[list[Consequence], Consequence | None]:
    """All irregularities of the round, and the one that makes every hand void.

    An irregularity of one hand may void them all (a player with a wrong number of cards), so it may be on
    the seat. Of several voids the one that still settles the fewest wagers applies.
    """
    happened = []
    if of_round is not None:
        found = consequence(prepared.house, of_round)
        if found.void == "hand" or found.forfeits:
            message = f"irregularity: {of_round} is of one hand; put it on the seat"
            raise Refusal("irregularity_misplaced", message, found.clauses)
        happened.append(found)
    happened += [
        consequence(prepared.house, seat.irregularity) for seat in seats if seat.irregularity is not None
    ]
    voids = [each for each in happened if each.void == "all"]
    return happened, min(voids, key=lambda each: len(each.settled), default=None)


def read_cards(text: str | None, where: str) -> int:
    """The card set of a text; refused if the text is wrong."""
    if not text:
        return 0
    try:
        return set_of(text)
    except CardError as error:
        try:
            for word in text.split():
                parse_card(word)
        except CardError:
            raise Refusal("unreadable_card", f"{where}: {error}") from None
        raise Refusal("duplicate_card", f"{where}: {error}") from None


def _board(prepared: PreparedRules, game_round: Round, void: Consequence | None) -> int:
    needed = prepared.community_cards
    if not needed:
        if game_round.board:
            raise Refusal("wrong_number_of_cards", "board: this game has no community cards")
        return 0
    cards = read_cards(game_round.board, "board")
    used = void is None or any(not void.settled.isdisjoint(seat.wagers) for seat in game_round.seats)
    if used and cards.bit_count() != needed:
        message = f"board: {cards.bit_count()} cards; the rules deal {needed}"
        raise Refusal("wrong_number_of_cards", message, prepared.house.rules.fact("cards.community").clauses)
    return cards


def _flop(prepared: PreparedRules, game_round: Round) -> int:
    progressive = prepared.house.progressive
    if progressive is None or progressive.hand != "flop":
        return 0
    return set_of(" ".join((game_round.board or "").split()[: prepared.house.rules.number("cards.flop")]))


def _dealer(prepared: PreparedRules, game_round: Round, void: Consequence | None) -> int:
    cards = read_cards(game_round.dealer, "dealer")
    needed = prepared.dealer_cards
    if void is None and cards.bit_count() != needed:
        message = f"dealer: {cards.bit_count()} cards; the rules deal {needed}"
        raise Refusal("wrong_number_of_cards", message, prepared.house.rules.fact("cards.dealer").clauses)
    return cards


def _hand(
    prepared: PreparedRules,
    game_round: Round,
    seat: Seat,
    board: int,
    void: Consequence | None,
    forfeiting: frozenset[int],
) -> Hand:
    where = f"seat {seat.seat}"
    forfeited = seat.seat in forfeiting
    if seat.irregularity is not None:
        happened = consequence(prepared.house, seat.irregularity)
        if happened.void == "hand":
            void = happened
    check_wagers(prepared, seat, where)
    dealt = read_cards(seat.cards, where)
    needed = prepared.player_cards
    complete = dealt.bit_count() == needed
    unnamed = False
    if seat.declared and not forfeited:
        check_declared(prepared, game_round, seat, dealt)
        unnamed = seat.declared == NO_BONUS
        complete = void is None and not unnamed
    if not complete:
        if void is None:
            needed_whole = seat.cards is not None or not (unnamed or _unseen(prepared, seat, forfeited))
        else:
            # Nothing of a void hand that was not dealt whole can be settled; its cards must still be stated.
            needed_whole = seat.cards is None and not void.settled.isdisjoint(seat.wagers) and not unnamed
        if needed_whole:
            message = f"{where}: {dealt.bit_count()} cards; the rules deal {needed}"
            raise Refusal("wrong_number_of_cards", message, prepared.house.rules.fact("cards.player").clauses)
    # A void hand that is not looked at may be of any number of cards: it has no strength.
    paid_at_fold = (
        complete and not forfeited and prepared.order.folded == AT_THE_FOLD and folds(seat.decision)
    )
    looked_at = complete and (void is None or bool(void.settled) or paid_at_fold)
    strength = prepared.play.strength(dealt | board) if looked_at else 0
    decided, folded = _decision(prepared, seat, where, strength, void is not None, forfeited)
    return Hand(
        seat=seat.seat,
        player=seat.player,
        cards=dealt | board,
        dealt=dealt,
        strength=strength,
        wagers=seat.wagers,
        coupons=seat.match_play,
        decided=decided,
        folded=folded,
        forfeited=forfeited,
        void=void,
        paid_at_fold=paid_at_fold,
        unnamed=unnamed,
    )


def _unseen(prepared: PreparedRules, seat: Seat, forfeited: bool) -> bool:
    """Whether the hand may have gone to the rack unseen: nothing of it is settled by its cards."""
    if forfeited:
        return True
    counted = bool(prepared.house.cover_all) and prepared.house.policies.get("cover_all_counts") == "dealt"
    live = "progressive" in seat.wagers and prepared.progressive_after_fold
    wagered = any(name in prepared.sides for name in seat.wagers)
    return folds(seat.decision) and not (counted or live or wagered)


def _forfeited(prepared: PreparedRules, marked: Sequence[Seat], seats: Sequence[Seat]) -> frozenset[int]:
    """The seats whose wagers are all lost: a player who forfeits does so on every box."""
    found = {seat.seat: seat.player for seat in marked if _forfeits(prepared, seat, f"seat {seat.seat}")}
    players = {player for player in found.values() if player is not None}
    return frozenset(found) | {seat.seat for seat in seats if seat.player in players}


def _forfeits(prepared: PreparedRules, seat: Seat, where: str) -> bool:
    cited = prepared.house.rules.clauses_on.get("seat", {})
    for word, said in (("forfeited", seat.forfeited), ("abandoned", seat.abandoned)):
        if said and word not in cited:
            allowed = " or ".join(each for each in ("forfeited", "abandoned") if each in cited) or "neither"
            raise Refusal(
                "forfeit_not_allowed", f"{where}: {word} is not known to these rules; allowed: {allowed}"
            )
    by_clause = seat.irregularity is not None and consequence(prepared.house, seat.irregularity).forfeits
    return seat.forfeited or seat.abandoned or by_clause


def check_wagers(prepared: PreparedRules, seat: Seat, where: str) -> None:
    """Refuse wagers of a seat that may not be combined."""
    placed = seat.wagers
    names = tuple(placed)
    if names not in prepared.checked_combinations:
        _check_combination(prepared, placed, where)
        prepared.checked_combinations.add(names)
    for name, amount in placed.items():
        if not 0 < amount <= LARGEST:
            allowed = f"whole cents from 1 to {LARGEST}"
            message = f"{where}: {_label(prepared, name)} of {amount}; allowed: {allowed}"
            raise Refusal("bad_amount", message, prepared.wagers[name].clauses)
    for name, other in prepared.equal:
        if name in placed and placed[name] != placed[other]:
            label, beside = _label(prepared, name), _noun(prepared, other)
            message = (
                f"{where}: {label} of {dollars(placed[name])} beside {beside} of {dollars(placed[other])}"
            )
            raise Refusal("wagers_differ", f"{message}; allowed: equal", prepared.wagers[name].clauses)
    stake = placed.get("progressive")
    if stake is not None:
        assert prepared.house.progressive is not None
        stakes = prepared.house.progressive.stakes
        if stake not in stakes:
            allowed = " or ".join(dollars(each) for each in stakes)
            message = f"{where}: {_label(prepared, 'progressive')} of {dollars(stake)}; allowed: {allowed}"
            raise Refusal("wrong_progressive_stake", message, prepared.wagers["progressive"].clauses)
    if seat.match_play:
        _check_coupons(prepared, seat, where)


def _check_combination(prepared: PreparedRules, placed: dict[str, int], where: str) -> None:
    """Whether wagers may be combined depends only on their names, so a combination is checked once."""
    for name in placed:
        datum = prepared.wagers.get(name)
        if datum is None or datum.placed != "before_deal":
            before = [
                _label(prepared, each)
                for each, wager in prepared.wagers.items()
                if wager.placed == "before_deal"
            ]
            how = "is placed by deciding" if datum is not None else "is not a wager of this game"
            raise Refusal(
                "unknown_wager", f"{where}: {_label(prepared, name)} {how}; allowed: {', '.join(before)}"
            )
        if not prepared.house.offers(name):
            message = f"{where}: {_label(prepared, name)} is not offered at this table"
            raise Refusal("wager_not_offered", message, datum.clauses)
        if not all(needed in placed for needed in datum.needs):
            needs = _nouns(prepared, datum.needs, "and")
            message = f"{where}: {_label(prepared, name)} needs {needs} beside it"
            raise Refusal("missing_wager", message, datum.clauses)
        if datum.needs_one_of and not any(needed in placed for needed in datum.needs_one_of):
            needs = _nouns(prepared, datum.needs_one_of, "or")
            message = f"{where}: {_label(prepared, name)} needs {needs} beside it"
            raise Refusal("missing_wager", message, datum.clauses)
    if not placed:
        raise Refusal("missing_wager", f"{where}: no wager; a hand is dealt only to a seat with one")


def _label(prepared: PreparedRules, wager: str) -> str:
    return wager_label(prepared.house.rules, wager)


def _noun(prepared: PreparedRules, wager: str) -> str:
    """A wager inside a sentence: "an ante"."""
    label = _label(prepared, wager).lower()
    return f"{'an' if label[:1] in 'aeiou' else 'a'} {label}"


def _nouns(prepared: PreparedRules, wagers: tuple[str, ...], last: str) -> str:
    """Wagers inside a sentence: "an ante", or "ante, blind and trips"."""
    if len(wagers) == 1:
        return _noun(prepared, wagers[0])
    return listed([_label(prepared, wager).lower() for wager in wagers], last)


def _check_coupons(prepared: PreparedRules, seat: Seat, where: str) -> None:
    option = prepared.house.rules.options.get("match_play")
    if option is None or not prepared.house.match_play:
        message = f"{where}: match play is not offered at this table"
        raise Refusal("wager_not_offered", message, () if option is None else option.clauses)
    for name, face in seat.match_play.items():
        if name != COUPON_BESIDE:
            raise Refusal(
                "unknown_wager",
                f"{where}: match play beside {_noun(prepared, name)}; allowed: beside an ante",
                option.clauses,
            )
        ante = seat.wagers.get(name, 0)
        if not 0 < face <= ante:
            asked = dollars(face) if face >= 0 else f"{face} cents"
            message = f"{where}: match play of {asked}; allowed: up to the {dollars(ante)} ante beside it"
            raise Refusal("bad_amount", message, option.clauses)


def _decision(
    prepared: PreparedRules, seat: Seat, where: str, strength: int, void: bool, forfeited: bool
) -> tuple[int, bool]:
    """The decided wager and whether the hand folded. A void or forfeited hand need not have decided."""
    word = prepared.play.decided
    decision = seat.decision
    clauses = prepared.wagers[word].clauses
    if "ante" not in seat.wagers:
        if decision is not None:
            message = f"{where}: a decision without an ante; allowed: none"
            raise Refusal("decision_not_expected", message, clauses)
        return 0, False
    if decision is None:
        if void or forfeited:
            return 0, forfeited
        message = f'{where}: no decision; allowed: {{"{word}": cents}} or {{"fold": true}}'
        raise Refusal("decision_missing", message, clauses)
    if len(decision) == 1 and folds(decision):
        return 0, True
    amount = decision.get(word)
    if amount is None or isinstance(amount, bool) or len(decision) > 1:
        message = f'{where}: the decision is not one of {{"{word}": cents}} and {{"fold": true}}'
        raise Refusal("decision_unclear", message, clauses)
    ante = seat.wagers["ante"]
    if not prepared.play.allows(strength, ante, amount):
        bound = prepared.play.bound(strength, ante)
        if bound.only:
            allowed = ", ".join(_money(prepared, each) for each in bound.only)
        else:
            allowed = _money(prepared, bound.least)
            allowed += f" to {_money(prepared, bound.most)}" if bound.most > bound.least else " exactly"
        on = "" if prepared.unit else f" on an ante of {dollars(ante)}"
        message = f"{where}: {word} of {_money(prepared, amount)}{on}; allowed: {allowed}"
        raise Refusal("decision_out_of_bounds", message, prepared.decision_clauses)
    return amount, False


def _money(prepared: PreparedRules, amount: int) -> str:
    if prepared.unit:
        return f"{amount // prepared.unit}x the ante"
    return dollars(amount) if amount >= 0 else f"{amount} cents"


def _check_seats(prepared: PreparedRules, seats: Sequence[Seat]) -> None:
    most = prepared.positions
    seen: set[int] = set()
    for seat in seats:
        if not 1 <= seat.seat <= most:
            clauses = prepared.house.rules.fact("table.positions").clauses
            raise Refusal("unknown_seat", f"no seat {seat.seat}; allowed: 1 to {most}", clauses)
        if seat.seat in seen:
            raise Refusal("duplicate_seat", f"seat {seat.seat} is listed twice; allowed: one hand per seat")
        seen.add(seat.seat)


def _check_no_card_twice(board: int, dealer: int, hands: Sequence[Hand]) -> None:
    seen = board | dealer
    if board & dealer:
        raise _dealt_twice("dealer", board & dealer)
    for hand in hands:
        if seen & hand.dealt:
            raise _dealt_twice(f"seat {hand.seat}", seen & hand.dealt)
        seen |= hand.dealt


def _dealt_twice(where: str, cards: int) -> Refusal:
    message = f"{where}: {text_of(cards)} already dealt; a deck holds each card once"
    return Refusal("duplicate_card", message)


def _check_meters(prepared: PreparedRules, game_round: Round, hands: Sequence[Hand]) -> None:
    names = prepared.meter_names
    meters = game_round.meters or {}
    for name, amount in meters.items():
        if name not in names:
            raise Refusal("unknown_meter", f"meters: {name!r}; allowed: {', '.join(names) or 'none'}")
        if not 0 <= amount <= LARGEST:
            raise Refusal(
                "bad_amount", f"meters: {name} of {amount}; allowed: whole cents from 0 to {LARGEST}"
            )
    if prepared.plays_for_meters and any("progressive" in hand.wagers for hand in hands):
        for name in names:
            if name not in meters:
                message = f"meters: {name} is missing; a progressive wager plays for {', '.join(names)}"
                assert prepared.house.progressive is not None
                raise Refusal("meters_missing", message, prepared.house.progressive.table.clauses)
