"""Sample hands of Four Card Poker."""

from croupier.games.samples import Samples, at_least

SAMPLES = Samples(tile="Ac Ad Ah As", hand="Td Th 8c 5s 2d", fair=at_least("3s 3h 2c 4d 6h"))
