"""Where and when a settled round is really paid, written from the documents: awards that wait for a person,
envies behind them, awards that the table inventory does not pay, and meters corrected by hand."""

from dataclasses import dataclass, field

from tests.naive import money, paytables
from tests.naive.high_card_flush import HighCardFlush
from tests.naive.money import Json

_AWARDS = {"ma": paytables.PROGRESSIVE_MA, "nj": paytables.PROGRESSIVE_NJ, "md": paytables.PROGRESSIVE_MD}


@dataclass
class Paid:
    """The result of a round once its awards are decided; amounts in cents."""

    at_the_table: dict[int, int]
    """By seat: what the table inventory has paid, less what it has taken."""
    elsewhere: int = 0
    """Percentage awards of Massachusetts and New Jersey (ma-hcf-12.f, nj-hcf-38.12.f)."""
    waits: dict[int, int] = field(default_factory=dict)
    """By seat, the awards on which somebody has yet to decide."""
    meters: dict[str, int] = field(default_factory=dict)


def pay(round_: Json, verdicts: dict[int, bool]) -> Paid:
    """A High Card Flush round paid; `verdicts` says of each award whether it was validated or rejected.

    Maryland: a floorperson validates every progressive payout, it is paid, and then the envies for that hand
    are (md-hcf-11.B.9.c to 11.B.9.e). Massachusetts and New Jersey: a percentage award is documented and not
    paid from the table inventory; a fixed one is paid with the other wagers (ma-hcf-12.e, 12.f).
    """
    game = HighCardFlush(round_)
    before = dict(game.meters.values or {})
    settled = game.settle()
    results = {seat["seat"]: seat["results"] for seat in settled["seats"]}
    paid = Paid({}, meters=dict(settled.get("meters") or {}))
    awarded: dict[int, bool] = {}
    for seat in results:
        progressive = results[seat].get("progressive")
        percentage = _percentage(game, seat)
        nets = sum(result["net"] for wager, result in results[seat].items() if wager != "envy")
        paid.at_the_table[seat] = nets
        if progressive is None or progressive["outcome"] != "win":
            continue
        award = progressive["paid"]
        if game.maryland or percentage:
            awarded[seat] = seat in verdicts and verdicts[seat]
            paid.at_the_table[seat] -= award
            if seat not in verdicts:
                paid.waits[seat] = award
            elif verdicts[seat] and game.maryland:
                paid.at_the_table[seat] += award
            elif verdicts[seat]:
                paid.elsewhere += award
            elif percentage:
                _give_back(game, paid.meters, before, award, whole=percentage == 100)
    if game.maryland:
        _pay_envies(game, paid, awarded)
    return paid


def _percentage(game: HighCardFlush, seat: int) -> int:
    """The percentage of the meter that the seat's hand is paid; 0 for a fixed amount or no award."""
    if not game.table:
        return 0
    table = _AWARDS[game.state][game.table]
    hand = next(each for each in game.seats if each.number == seat)
    row = money.highest_row("progressive", table, game._straight_flush_rows(hand))
    text = "" if row is None else table[row]
    return int(text.partition("%")[0]) if "%" in text else 0


def _give_back(
    game: HighCardFlush, meters: dict[str, int], before: dict[str, int], award: int, *, whole: bool
) -> None:
    """A rejected award is back on its meter, as if it had not been won."""
    meters["main"] += award
    if whole and game.maryland:
        least = paytables.LEAST_RESET_MD[game.table] * 100
        meters["main"] -= game.choices.get("reset", {}).get("main", least)
    elif whole:
        meters["main"] -= before["secondary"]
        meters["secondary"] += before["secondary"]


def _pay_envies(game: HighCardFlush, paid: Paid, awarded: dict[int, bool]) -> None:
    """For each other player's hand in the schedule; behind an award, only after it was validated."""
    schedule = paytables.ENVY_MD[game.table] if game.table else {}
    for receiver in filter(game.live_progressive, game.seats):
        for other in filter(game.on_layout, game.seats):
            if other.is_own_hand_of(receiver) or not awarded.get(other.number, True):
                continue
            row = money.highest_row("envy", schedule, game._straight_flush_rows(other))
            paid.at_the_table[receiver.number] += 0 if row is None else schedule[row] * 100


def corrected_meter(amount: int, change: int, least: int, people: set[str]) -> int | None:
    """A meter after a correction by hand; none if it may not be made.

    Two people sign for it, and it is never set below the least that the document names (md-hcf-12.E.2.b).
    """
    after = amount + change
    return after if len(people) > 1 and after >= least else None
