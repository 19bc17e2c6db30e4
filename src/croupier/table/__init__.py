"""The life of a table as a pure machine: commands in, events out; no clock, randomness or I/O inside."""
