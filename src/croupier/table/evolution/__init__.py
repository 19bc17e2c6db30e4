"""Parts of `croupier.table.evolve`: awards, and rulings made after a round began."""
