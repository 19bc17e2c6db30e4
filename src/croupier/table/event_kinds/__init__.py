"""Parts of `croupier.table.events`: the fields of every event, and the events of rulings."""
