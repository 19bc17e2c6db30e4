"""Play two seats a hundred thousand rounds and compare each bet with its exact expectation."""

import croupier

played = croupier.simulate(
    "ma/four-card-poker",
    rounds=100_000,
    seed=1,
    seats=[{"ante": 1000, "aces_up": 500}, {"ante": 500}],
)
for name, bet in played.bets.items():
    assert bet.exact is not None
    errors = (bet.net - bet.exact) / bet.standard_error
    print(f"{name}: {bet.net:+.4f} of a unit, exactly {bet.exact:+.4f}: {errors:+.1f} standard errors apart")
