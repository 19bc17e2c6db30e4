"""The reasons that corrections, rejections and dismissals must give."""

from croupier.errors import Refusal
from croupier.names import spoken
from croupier.table.offers import Offer


def reason_of(text: str, offer: Offer) -> str:
    """The reason as entered; refused if it is empty."""
    if not text.strip():
        message = f"{spoken(offer.act)}: a reason is required; the log keeps it"
        raise Refusal("reason_missing", message, offer.clauses)
    return text
