"""Fill and credit slips as a page to print: an original for the cage and a duplicate for the table."""

from collections.abc import Mapping, Sequence

from croupier.floor.desks import inventory_events as i
from croupier.floor.print.page import facts, heading, moment, page, paragraph, table
from croupier.floor.print.slip import exact
from croupier.floor.registry.chips import Denomination

_PARTS = ("Original: cage", "Duplicate: table drop box")
_SIGNERS = {
    i.REQUESTED: "Floorperson, requested",
    i.APPROVED: "Cage, approved",
    i.VOIDED: "Voided by",
}
_STATES = {
    i.REQUESTED: "Requested: waits for the cage",
    i.APPROVED: "Approved: waits for its delivery",
    i.DELIVERED: "Delivered",
    i.VOIDED: "VOID",
}


def slip_name(slip: i.Slip) -> str:
    """The number printed on a slip: "pit F-0004" for a fill, "pit C-0005" for a credit."""
    return f"{slip.table} {'F' if slip.what == i.FILL else 'C'}-{slip.slip:04}"


def chip_slip_html(
    slip: i.Slip,
    denominations: Sequence[Denomination],
    zone: str,
    names: Mapping[str, str],
    mark: str,
) -> str:
    """Both parts of a slip, one below the other."""
    parts = [_part(slip, denominations, zone, names, mark, part) for part in _PARTS]
    return page(f"{slip.what.capitalize()} slip {slip_name(slip)}", *parts)


def _part(
    slip: i.Slip,
    denominations: Sequence[Denomination],
    zone: str,
    names: Mapping[str, str],
    mark: str,
    part: str,
) -> str:
    marks = [mark] if mark else []
    if slip.state == i.VOIDED:
        marks.append(f"VOID: {slip.reason}")
    inner = (
        paragraph(part, "note"),
        heading(f"{slip.what.capitalize()} slip {slip_name(slip)}", 1),
        *(paragraph(each, "mark") for each in marks),
        table(("Chips", "Number", "Amount"), _rows(slip, denominations)),
        facts(_facts(slip, zone, names)),
        _signature_lines(slip),
    )
    return '<section class="part">\n' + "\n".join(inner) + "\n</section>"


def _rows(slip: i.Slip, denominations: Sequence[Denomination]) -> list[tuple[str, str, str]]:
    colors = {each.cents: each.color for each in denominations}
    rows = [
        (f"{exact(cents)} {colors.get(cents, '')}".strip(), f"{count:,}", exact(cents * count))
        for cents, count in sorted(slip.chips.items(), reverse=True)
    ]
    return [*rows, ("Total", f"{sum(slip.chips.values()):,}", exact(slip.amount))]


def _facts(slip: i.Slip, zone: str, names: Mapping[str, str]) -> list[tuple[str, str]]:
    rows = [("Table", slip.table), ("State", _STATES[slip.state])]
    for step in slip.steps:
        delivered = "Security, carried" if step.role == "security" else "Dealer, received"
        if slip.what == i.CREDIT and step.role == "dealer":
            delivered = "Dealer, gave"
        label = _SIGNERS.get(step.what, delivered)
        who = f"{names[step.by]}, {step.by}" if step.by in names else step.by
        rows.append((label, f"{who}, {moment(step.at, zone)}"))
    return rows


def _signature_lines(slip: i.Slip) -> str:
    if slip.state == i.VOIDED:
        return ""
    return "".join(f'<div class="sign">{who}</div>' for who in ("Floorperson", "Cage", "Security", "Dealer"))
