"""The first and the last moment of a round at which each irregularity can be reported, from the clauses.

A moment is the step that is due, with the seat whose turn it is. A round with every wager is played at a live
table; before each step the reports on offer are noted.
"""

import pytest

from croupier.errors import Refusal
from croupier.rulebook.catalog import rule_set
from croupier.rulebook.checks.irregularities import OF_A_ROUND
from croupier.table import commands as c
from croupier.table import events as e
from tests.table.driver import METHODS, RULES, Table, every_wager, live, shuffled

# Clause: (kind, first moment, last moment). "Cards are being dealt" in the steps that deal; a hand exists
# from the step after the deal on.
WINDOWS: dict[str, tuple[str, str, str]] = {
    # No cash at any time that wagers are placed: until no more bets.
    "ma-hcf-6.b.s2": ("cash_wager", "no_more_bets", "no_more_bets"),
    "nj-hcf-38.6.b.s2": ("cash_wager", "no_more_bets", "no_more_bets"),
    "md-hcf-7.B": ("cash_wager", "no_more_bets", "no_more_bets"),
    "ma-uth-6.a.s2": ("cash_wager", "no_more_bets", "no_more_bets"),
    "ma-fcp-6.b.s2": ("cash_wager", "no_more_bets", "no_more_bets"),
    # A wager is late from no more bets until the last one is settled.
    "ma-hcf-6.d.s2": ("late_wager", "progressive_lock", "settle 1"),
    "nj-hcf-38.6.d.s2": ("late_wager", "progressive_lock", "settle 1"),
    "md-hcf-7.E": ("late_wager", "progressive_lock", "settle 1"),
    "ma-uth-6.b.s2": ("late_wager", "deal", "settle 1"),
    "ma-fcp-6.d.s2": ("late_wager", "deal", "settle 1"),
    # Players have cards to tell of from the deal until the dealer's hand is revealed.
    "ma-hcf-9.a.s5": ("talk", "stub", "reveal"),
    "nj-hcf-38.10.a.s5": ("talk", "stub", "reveal"),
    # "During a round of play": wagers are in the round from no more bets until it is settled.
    "md-hcf-7.C.2": ("left_seat", "progressive_lock", "settle 2"),
    # "In the shoe or the deck while the cards are being dealt": until the stub is away.
    "ma-hcf-13.a.s1": ("card_face_up", "deal", "stub"),
    "ma-hcf-13.a.s2": ("cards_face_up", "deal", "stub"),
    "nj-hcf-38.13.a.s1": ("card_face_up", "deal", "stub"),
    "nj-hcf-38.13.a.s2": ("cards_face_up", "deal", "stub"),
    "md-hcf-13.A": ("card_face_up", "deal", "stub"),
    "md-hcf-13.B": ("cards_face_up", "deal", "stub"),
    "ma-uth-15.b.s1": ("card_face_up", "deal", "stub"),
    # Until each player and the dealer has two cards, and from then on.
    "ma-uth-15.b.s2": ("cards_face_up", "deal", "deal"),
    "ma-uth-15.b.s3": ("cards_face_up_after_deal", "cover_all_device", "stub"),
    "ma-fcp-14.a.s1": ("card_face_up", "deal", "stub"),
    "ma-fcp-14.a.s2": ("cards_face_up", "deal", "stub"),
    # A card drawn in error is the next card: while one is to come.
    "ma-hcf-13.b": ("card_drawn_in_error", "deal", "deal"),
    "nj-hcf-38.13.b": ("card_drawn_in_error", "deal", "deal"),
    "md-hcf-13.C": ("card_drawn_in_error", "deal", "deal"),
    "ma-uth-15.c": ("card_drawn_in_error", "deal", "final_cards"),
    "ma-fcp-14.b": ("card_drawn_in_error", "deal", "deal"),
    # A wrong number of cards: from the deal until the last hand is turned and settled.
    "ma-hcf-13.c": ("wrong_cards_player", "stub", "settle 1"),
    "ma-hcf-7.f.2.s2": ("wrong_cards_dealer", "stub", "settle 1"),
    "nj-hcf-38.13.c": ("wrong_cards_player", "stub", "settle 1"),
    "nj-hcf-38.7.f.2.s2": ("wrong_cards_dealer", "stub", "settle 1"),
    "md-hcf-13.D": ("wrong_cards_player", "stub", "settle 1"),
    "ma-uth-15.d.s1": ("wrong_cards_player", "cover_all_device", "settle 1"),
    "ma-uth-15.d.s2": ("wrong_cards_dealer", "cover_all_device", "settle 1"),
    "ma-fcp-14.c": ("wrong_cards_player", "cover_all_device", "settle 1"),
    # Cured in sequence, as long as those cards are face down: until the flop is turned up.
    "ma-uth-7.d.4": ("dealer_cards_cured", "cover_all_device", "flop"),
    "ma-uth-8.c.4": ("dealer_cards_cured", "cover_all_device", "flop"),
    "ma-uth-9.c.s3": ("dealer_cards_cured", "cover_all_device", "flop"),
    # "Prior to the dealer revealing their hand", or prior to each player having folded or wagered.
    "ma-hcf-13.d": ("dealer_card_exposed", "stub", "reveal"),
    "nj-hcf-38.13.d": ("dealer_card_exposed", "stub", "reveal"),
    "md-hcf-13.E": ("dealer_card_exposed", "stub", "decide 2"),
    "ma-uth-15.a.s1": ("dealer_card_exposed", "cover_all_device", "preflop 2"),
    "ma-fcp-14.d": ("dealer_card_exposed", "cover_all_device", "reveal"),
    # "If an automated dealing shoe is being used": until the stub is out of it (8(e), 38.9(e), FCP 9(d)).
    # At Ultimate the rest is taken out as soon as the hands are dealt (9(d)); in Maryland the device may hold
    # the dealer's hand until the reveal (11.B(4)(b)).
    "ma-hcf-13.f": ("shoe_fault", "deal", "stub"),
    "nj-hcf-38.13.f": ("shoe_fault", "deal", "stub"),
    "md-hcf-13.H": ("shoe_fault", "deal", "reveal"),
    "ma-uth-15.f": ("shoe_fault", "deal", "deal"),
    "ma-fcp-14.f": ("shoe_fault", "deal", "stub"),
}
STACKS = {
    "ma-fcp-14.b": ("deal", "sixth_card"),
    "ma-fcp-14.c": ("sixth_card", "settle 1"),
    "ma-fcp-14.d": ("sixth_card", "reveal"),
}
"""Four Card Poker from the automated shoe: the sixth card comes in a step of its own."""


def offered(table: Table) -> set[str]:
    return {offer.name for offer in table.offers("administrator") if offer.act == "report"}


def moments(name: str, deal: str) -> list[tuple[str, set[str]]]:
    """The moments of a round, each with the reports on offer."""
    table = live(name, deal, seats=(1, 2))
    table.open_up()
    for seat in (1, 2):
        table.bet(seat, every_wager(name))
    table.deck, table.hands, number = shuffled(3), {}, table.state.round
    found = []
    while table.state.program == "round" and table.state.round == number:
        mine = [offer for offer in table.offers("administrator") if offer.act in ("decide", "show")]
        turn = next((offer.seat for offer in mine if offer.name == table.step), 0)
        found.append((f"{table.step} {turn}" if turn else table.step, offered(table)))
        if table.step == "no_more_bets":
            table.do(c.CloseBets())
        else:
            table.perform_next()
    return found


@pytest.mark.clause(*WINDOWS, shows="computed")
@pytest.mark.parametrize(("name", "deal"), [(name, deal) for name in RULES for deal in METHODS[name]])
def test_each_irregularity_is_offered_from_its_first_moment_to_its_last(name: str, deal: str) -> None:
    played = moments(name, deal)
    labels = [label for label, _ in played]
    checked = 0
    for clause, rule in rule_set(name).irregularities.items():
        if clause not in WINDOWS or (rule.deal and deal not in rule.deal):
            continue
        kind, first, last = WINDOWS[clause]
        if deal == "automated-shoe":
            first, last = STACKS.get(clause, (first, last))
        assert kind in rule.kinds
        wanted = list(range(labels.index(first), labels.index(last) + 1))
        for each in OF_A_ROUND.intersection(rule.kinds):
            on_offer = [number for number, (_, kinds) in enumerate(played) if each in kinds]
            assert on_offer == wanted, (clause, each, [labels[number] for number in on_offer])
        checked += 1
    assert checked >= 7


@pytest.mark.parametrize("name", RULES)
def test_no_clause_is_left_out_of_the_list(name: str) -> None:
    reported = {
        clause
        for clause, rule in rule_set(name).irregularities.items()
        if not OF_A_ROUND.isdisjoint(rule.kinds) and rule.kinds != ("improper_cut",)
    }
    assert reported <= set(WINDOWS)


@pytest.mark.clause("ma-uth-4.d", "ma-fcp-5.d", "nj-hcf-38.4.d", "ma-hcf-4.d", "md-hcf-5.F", shows="computed")
@pytest.mark.parametrize("name", RULES)
def test_a_cut_is_improper_until_the_first_card_is_dealt(name: str) -> None:
    automated = name == "ma/high-card-flush"
    table = live(name, "manual-shoe", shuffle="automated" if automated else "manual")
    table.open_up()
    if automated:
        assert "improper_cut" not in offered(table)
        table.do(c.Perform(step="cut"))
    assert "improper_cut" in offered(table)
    table.start_round({1: {"ante": 1000, "blind": 1000} if "ultimate" in name else {"ante": 1000}})
    table.until("deal")
    assert "improper_cut" in offered(table)
    table.perform_next()
    assert "improper_cut" not in offered(table)


@pytest.mark.clause(
    "ma-uth-15.e", "ma-fcp-14.e", "nj-hcf-38.13.e", "ma-hcf-13.e", "md-hcf-13.G", shows="computed"
)
@pytest.mark.parametrize("name", RULES)
def test_a_shuffler_fails_only_while_it_shuffles(name: str) -> None:
    table = live(name, "manual-shoe", shuffle="automated", counting_shuffler=False)
    while table.state.program == "opening":
        assert "shuffler_fault" not in offered(table)
        table.perform_next()
    assert "shuffler_fault" in offered(table)
    table.perform_next()
    assert table.state.program == "round"
    assert "shuffler_fault" not in offered(table)


@pytest.mark.clause("ma-fcp-14.d", "ma-fcp-7.c.s3", shows="computed")
@pytest.mark.parametrize("deal", METHODS["ma/four-card-poker"])
def test_the_card_that_is_dealt_face_up_is_no_exposed_card(deal: str) -> None:
    table = live("ma/four-card-poker", deal)
    table.start_round({1: {"ante": 1000}})
    table.until("decide")
    lawful = table.state.dealer_up
    with pytest.raises(Refusal) as caught:
        table.do(c.Report(irregularity="dealer_card_exposed", cards=lawful))
    assert caught.value.code == "card_lawfully_up"
    hidden = next(card for card in table.hands[0] if card != lawful)
    (found,) = [
        event
        for event in table.do(c.Report(irregularity="dealer_card_exposed", cards=hidden))
        if isinstance(event, e.IrregularityFound)
    ]
    assert (found.void, found.cards) == ("all", hidden)
