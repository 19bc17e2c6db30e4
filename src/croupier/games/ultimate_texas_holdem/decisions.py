"""Ultimate Texas Hold'em: the play wager of each stage; its multiple of the ante identifies the stage."""

from croupier.jit import kernel


@kernel
def play_allowed(ante: int, amount: int, multiples: tuple[int, ...]) -> bool:
    """Whether some stage of the round allows the wager: three or four antes, then two, then one."""
    return amount % ante == 0 and amount // ante in multiples


def play_amounts(ante: int, multiples: tuple[int, ...]) -> tuple[int, ...]:
    """Return the play wagers that some stage allows, for messages."""
    return tuple(ante * multiple for multiple in multiples)
