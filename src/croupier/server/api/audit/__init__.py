"""Read, search, verify and export the log."""
