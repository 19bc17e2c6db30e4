"""Play ten rounds at an electronic table: bet the minimum, then take the best action."""

import croupier
from croupier import acts

RULES = "ma/four-card-poker"
table = croupier.Table.open(RULES, seed=2026)
table.act(acts.Sit(seat=1, player="ann"), by="ann", role="player")
money = 0
for _ in range(10):
    table.shuffle()
    bet = next(offer for offer in table.offers(by="ann", role="player") if offer.act == "bet")
    least = {amount.name: amount.least for amount in bet.amounts}
    table.act(acts.Bet(seat=1, wagers={"ante": least["ante"]}), by="ann", role="player")
    table.close_bets()
    view = table.view(role="player", player="ann")
    assert view.dealer is not None
    best = croupier.advise(RULES, view.seats[0].cards, up=view.dealer.cards).best
    action, _, times = best.partition("_")
    amount = least["ante"] * int(times.removesuffix("x") or 0)
    table.act(acts.Decide(seat=1, action=action, amount=amount), by="ann", role="player")
    last = table.view(role="player", player="ann").last
    assert last is not None
    money += last.seats[0].net
    print(f"round {last.round}: {best}, {last.seats[0].net / 100:+.2f}")
print(f"after ten rounds: {money / 100:+.2f}")
assert croupier.replay(table.log) == table.state
