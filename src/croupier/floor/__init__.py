"""The imperative shell: clock, randomness, people; load, decide, append, publish. No rules."""
