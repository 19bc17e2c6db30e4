"""Print the exact value of each action, and what a mistake costs."""

import croupier

found = croupier.advise("ma/four-card-poker", "Ks Kd 7c 4h 2s", up="As")
print(f"{found.stage}, {found.hand}: {found.best}")
for action, value in found.values.items():
    print(
        f"{action}: {float(value):+.6f} antes, {float(found.values[found.best] - value):.6f} below the best"
    )
