"""The tables of this process: one thread that decides, commits and publishes."""
