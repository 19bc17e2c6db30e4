"""The chips of live tables: openers, closers, drops, slips, prints."""
