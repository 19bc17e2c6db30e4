"""A worked round in HTML: the cards, the wagers, and the result of each."""

from collections.abc import Iterator
from html import escape

from croupier.games.vocabulary import wager_label
from croupier.law.model import WorkedRound
from croupier.money import dollars
from croupier.rulebook.model import RuleSet
from croupier.settlement.round import Seat, Settlement

_SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_RED = "hd"
_OUTCOMES = {"win": "won", "lose": "lost", "push": "push", "void": "void"}


def cards_html(cards: str | None) -> str:
    """Cards as small faces."""
    return "".join(
        f'<span class="card{" red" if card[1].lower() in _RED else ""}">'
        f"{escape(card[0].replace('T', '10'))}{_SUITS.get(card[1].lower(), '')}</span>"
        for card in (cards or "").split()
    )


def round_html(worked: WorkedRound, rules: RuleSet) -> Iterator[str]:
    """The round and its settlement, or why it is refused."""
    yield f"<p><b>{escape(worked.title[:1].upper() + worked.title[1:])}.</b> {escape(worked.says)}</p>"
    yield '<div class="scroll"><table><tbody>'
    for name, cards in (("Dealer", worked.round.dealer), ("Board", worked.round.board)):
        if cards:
            yield f'<tr><th scope="row">{name}</th><td>{cards_html(cards)}</td><td></td></tr>'
    for seat in worked.round.seats:
        yield f'<tr><th scope="row">Seat {seat.seat}</th><td>{cards_html(seat.cards)}</td>'
        yield f"<td>{escape(_said(seat, rules))}</td></tr>"
    yield "</tbody></table></div>"
    if worked.settlement is not None:
        yield from _settlement(worked.settlement, rules)
    if worked.refused is not None:
        cited = ", ".join(worked.refused.clauses)
        yield f"<p><b>Refused:</b> {escape(worked.refused.message)} <code>{escape(cited)}</code></p>"


def _said(seat: Seat, rules: RuleSet) -> str:
    """The wagers and the decision of a seat."""
    said = [f"{wager_label(rules, name)} {dollars(cents)}" for name, cents in seat.wagers.items()]
    for name, cents in (seat.decision or {}).items():
        said.append("fold" if name == "fold" else f"{wager_label(rules, name)} {dollars(cents)}")
    return ", ".join(said)


def _settlement(settlement: Settlement, rules: RuleSet) -> Iterator[str]:
    columns = ("Seat", "Wager", "Outcome", "Stake", "Paid", "Returned", "Net", "Hand", "Clauses")
    heads = "".join(f'<th scope="col">{each}</th>' for each in columns)
    yield f'<div class="scroll"><table><thead><tr>{heads}</tr></thead><tbody>'
    for seat in settlement.seats:
        for wager, result in seat.results.items():
            amounts = "".join(
                f'<td class="n">{_signed(cents) if name == "net" else dollars(cents)}</td>'
                for name, cents in (
                    ("stake", result.stake),
                    ("paid", result.paid),
                    ("returned", result.returned),
                    ("net", result.net),
                )
            )
            cited = " ".join(f'<a href="#{escape(each)}">{escape(each)}</a>' for each in result.clauses)
            yield (
                f"<tr><td>{seat.seat}</td><td>{escape(wager_label(rules, wager))}</td>"
                f"<td>{_OUTCOMES.get(result.outcome, result.outcome)}</td>{amounts}"
                f'<td>{escape(result.hand or "")}</td><td class="mono">{cited}</td></tr>'
            )
    yield "</tbody></table></div>"


def _signed(cents: int) -> str:
    return ("+" if cents > 0 else "\N{MINUS SIGN}" if cents < 0 else "") + dollars(abs(cents))
