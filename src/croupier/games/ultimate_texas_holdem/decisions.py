"""Ultimate Texas Hold'em: the play wager of each stage. The multiple of the ante tells the stage."""


def play_amounts(ante: int, multiples: tuple[int, ...]) -> tuple[int, ...]:
    """The play wagers that some stage of the round allows: three or four antes, then two, then one."""
    return tuple(ante * multiple for multiple in multiples)
