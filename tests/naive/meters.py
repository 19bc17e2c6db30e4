"""The progressive meters of a round, in cents, and awards written as the documents print them."""

from collections.abc import Callable

from tests.naive.money import Json

Reset = Callable[[dict[str, int], str], None]


class Meters:
    """Meters as they stand when settlement begins, contributions of the round included."""

    def __init__(self, values: dict[str, int] | None, reset: Reset) -> None:
        self.values = None if values is None else dict(values)
        self._reset = reset

    def reverse(self, meter: str, amount: int) -> None:
        """Take back contributions of wagers that go back (READINGS, "Void hands")."""
        if self.values is not None:
            self.values[meter] -= amount

    def pay(self, award: str, stake: int) -> int:
        """Pay "100% of main", "$250" or "300 for 1".

        A percentage is paid down to the cent and comes off the meter at once (ma-hcf-11.f, md-hcf-12.E.3,
        ma-fcp-13.a.4); after 100% the meter is reset.
        """
        if award.startswith("$"):
            return int(award[1:].replace(",", "")) * 100
        if award.endswith(" for 1"):
            return stake * int(award.removesuffix(" for 1"))
        percent, meter = award.split("% of ")
        assert self.values is not None
        paid = self.values[meter] * int(percent) // 100
        self.values[meter] -= paid
        if int(percent) == 100:
            self._reset(self.values, meter)
        return paid


def secondary_becomes_main(values: dict[str, int], meter: str) -> None:
    """Main takes the secondary's amount, the secondary goes to zero (ma-hcf-11.f, nj-hcf-38.11.f)."""
    values["main"] = values["secondary"]
    values["secondary"] = 0


def to_reset_amount(chosen: Json, least: dict[str, int]) -> Reset:
    """The meter goes to `choices.reset`, by default to the least that the rules allow (md-hcf-12.E.2.b)."""

    def reset(values: dict[str, int], meter: str) -> None:
        values[meter] = chosen.get(meter, least[meter])

    return reset
