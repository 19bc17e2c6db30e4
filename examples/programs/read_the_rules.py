"""Print every pay table of every rule set, with the clauses that print it."""

import croupier

for name in croupier.rule_sets():
    rules = croupier.rule_set(name)
    print(f"{rules.rules.title}, {rules.digest[:19]}")
    for wager, printed in rules.paytables.items():
        for table, rows in printed.tables.items():
            print(f"  {wager} {table}: {len(rows.pays)} rows [{', '.join(rows.clauses)}]")
