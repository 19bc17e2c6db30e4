"""The documents, readable: clauses in order with status, reading, figures, code, tests and example rounds."""
