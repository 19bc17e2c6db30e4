"""Commands about odds: odds, advise, strategy, simulate, report."""
