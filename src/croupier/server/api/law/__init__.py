"""The documents in the browser: clauses, search, two side by side, rounds settled."""
