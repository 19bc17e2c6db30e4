"""The jackpot slip on paper: as plain text for a receipt printer, and as a page."""

from croupier.floor.jackpot_desk import PENDING, Slip
from croupier.floor.pages import facts, heading, moment, page, paragraph
from croupier.jackpot.meters import UNIT
from croupier.money import dollars, percent

_PLAY_MONEY = "An electronic table for play money, practice and evaluation: nothing is paid in money."


def slip_rows(slip: Slip) -> list[tuple[str, str]]:
    """What a slip says, line by line."""
    rows = [
        ("State", slip.state + (f": {slip.reason}" if slip.reason else "")),
        ("Amount", dollars(slip.paid)),
        ("Table", slip.table),
        ("Rules", slip.rules),
        ("Operator", slip.operator),
        ("Round and seat", f"{slip.round}, seat {slip.seat}"),
        ("Player", slip.player),
        ("Hand", slip.hand),
        ("Cards", slip.cards),
        ("Won", moment(slip.at)),
    ]
    if slip.meter:
        rows += [
            ("Link", f"{slip.link}, award {slip.number}"),
            ("Meter", f"{percent(slip.share)} of {slip.meter}"),
            ("Meter before", _units(slip.before)),
            ("Meter after", _units(slip.after)),
        ]
    rows += [(each.what.capitalize(), f"{each.by} ({each.role}), {moment(each.at)}") for each in slip.people]
    rows.append(("Clauses", ", ".join(slip.clauses)))
    return [(name, value) for name, value in rows if value]


def threshold_words(slip: Slip) -> str:
    """What is said of the tax form. The amount is the operator's setting, and no legal advice."""
    setting = f"{dollars(slip.tax_form)}, the operator's setting; no legal advice"
    if slip.above_threshold:
        return f"TAX FORM: at or above the threshold of {setting}"
    return f"Below the tax-form threshold of {setting}"


def slip_text(slip: Slip) -> str:
    """The slip as plain text."""
    rows = slip_rows(slip)
    width = max(len(name) for name, _ in rows)
    lines = [f"PROGRESSIVE AWARD {slip.award}", ""]
    lines += [f"{name:<{width}}  {value}" for name, value in rows]
    lines += ["", threshold_words(slip)]
    if slip.electronic:
        lines.append(_PLAY_MONEY)
    if slip.state == PENDING:
        lines.append("Not validated yet: not to be paid on this slip.")
    lines += ["", "Floorperson ____________________   Player ____________________"]
    return "\n".join(lines) + "\n"


def slip_html(slip: Slip) -> str:
    """The slip as a page to print."""
    return page(
        f"Progressive award {slip.award}, table {slip.table}",
        heading(f"Progressive award {slip.award}", 1),
        paragraph("Not validated yet: not to be paid on this slip.", "mark") if slip.state == PENDING else "",
        facts(slip_rows(slip)),
        paragraph(threshold_words(slip), "mark" if slip.above_threshold else "note"),
        paragraph(_PLAY_MONEY, "note") if slip.electronic else "",
        '<div class="sign">Floorperson</div><div class="sign">Player</div>',
    )


def _units(units: int) -> str:
    """A meter to its last unit: a display shows whole cents, a slip what the books hold."""
    cents, part = divmod(units, UNIT)
    return dollars(cents) + (f" and {part}/{UNIT} of a cent" if part else "")
