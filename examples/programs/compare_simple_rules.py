"""Print the price of optimal play, and what rules that a player can remember cost against it."""

import croupier

found = croupier.strategy("ma/high-card-flush")
print(f"optimal play: the house keeps {found.house_edge:.4%} of the ante")
for rule in found.simple_rules:
    print(f"{rule.name}: {rule.cost_value:.4%} more. {rule.words}")
