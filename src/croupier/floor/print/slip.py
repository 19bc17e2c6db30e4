"""The jackpot slip as a page to print."""

from collections.abc import Mapping

from croupier.floor.desks.award_records import PAID, PENDING
from croupier.floor.desks.jackpots import Slip
from croupier.floor.print.page import facts, heading, moment, page, paragraph
from croupier.floor.registry.settings import HouseSettings
from croupier.floor.reports.tax_forms import rule_words
from croupier.jackpot.meters import UNIT
from croupier.money import percent
from croupier.rulebook.catalog import clauses

_PLAY_MONEY = "An electronic table for play money, practice and evaluation: nothing is paid in money."


Names = Mapping[str, str]
"""Known names by id; the log holds none."""
_NOBODY: Names = {}


def slip_rows(slip: Slip, names: Names = _NOBODY) -> list[tuple[str, str]]:
    """The lines of a slip."""

    def person(id_: str) -> str:
        return f"{names[id_]}, {id_}" if id_ in names else id_

    rows = [
        ("State", slip.state.capitalize() + (f": {slip.reason}" if slip.reason else "")),
        ("Amount", exact(slip.paid)),
        ("Paid by", slip.source),
        ("Table", slip.table),
        ("Rules", slip.title or slip.rules),
        ("Operator", slip.operator),
        ("Round", f"{slip.round}, seat {slip.seat}"),
        ("Player", person(slip.player)),
        ("Hand", slip.hand[:1].upper() + slip.hand[1:]),
        ("Cards", card_words(slip.cards)),
        ("Board", card_words(slip.board)),
        ("Won", moment(slip.at, slip.zone)),
    ]
    rows += [("Envy", f"seat {each.seat}, {person(each.player)}: {exact(each.paid)}") for each in slip.envy]
    if slip.meter:
        rows += [
            ("Link", f"{slip.link}, award {slip.number}" if slip.number else f"{slip.link}, by correction"),
            ("Meter", f"{percent(slip.share)} of the {slip.meter} meter"),
            ("Meter before", _units(slip.before)),
            ("Meter after", _units(slip.after)),
        ]
    for signed in slip.people:
        when = moment(signed.at, slip.zone)
        rows.append((signed.what.capitalize(), f"{person(signed.by)} ({signed.role}), {when}"))
    rows.append(("Clauses", ", ".join(map(clause_words, slip.deciding))))
    return [(name, value) for name, value in rows if value]


def clause_words(clause: str) -> str:
    """A clause as the document numbers it; its id where the installed register has none."""
    found = clauses().get(clause)
    return clause if found is None else found.section


def _not_paid(slip: Slip) -> str:
    why = "Not validated yet" if slip.state == PENDING else slip.state.capitalize()
    return f"{why}: not to be paid on this slip."


def threshold_words(slip: Slip) -> str:
    """The tax-form line. The rule is the operator's, not legal advice."""
    settings = HouseSettings(
        tax_form=slip.tax_form, tax_multiple=slip.tax_multiple, tax_confirmed=slip.tax_confirmed
    )
    return f"{'TAX FORM' if slip.above_threshold else 'No tax form'}: {rule_words(settings)}"


def slip_html(slip: Slip, names: Names = _NOBODY, mark: str = "") -> str:
    """The slip as a page to print, with the mark of a reprint."""
    return page(
        f"Progressive award {slip.award}, table {slip.table}",
        heading(f"Progressive award {slip.award}", 1),
        paragraph(f"Serial number {slip.serial:08}"),
        paragraph(mark, "mark") if mark else "",
        "" if slip.state == PAID else paragraph(_not_paid(slip), "mark"),
        facts(slip_rows(slip, names)),
        paragraph(threshold_words(slip), "mark" if slip.above_threshold else "note"),
        paragraph(_PLAY_MONEY, "note") if slip.electronic else "",
        "".join(f'<div class="sign">{who}</div>' for who in ("Dealer", "Floorperson", "Cage", "Player")),
    )


def exact(cents: int) -> str:
    """Dollars and cents."""
    return f"${cents // 100:,}.{cents % 100:02}"


_SUITS = {"s": "\N{BLACK SPADE SUIT}", "h": "\N{BLACK HEART SUIT}", "d": "\N{BLACK DIAMOND SUIT}"}


def card_words(cards: str) -> str:
    """Cards with their suits: "10♠ A♥"."""
    suits = {**_SUITS, "c": "\N{BLACK CLUB SUIT}"}
    return " ".join(f"{'10' if card[0] == 'T' else card[0]}{suits[card[1]]}" for card in cards.split())


def _units(units: int) -> str:
    """A meter to the ten-thousandth of a cent, as the books hold it."""
    cents, part = divmod(units, UNIT)
    return exact(cents) + (f" and {part}/{UNIT} of a cent" if part else "")
