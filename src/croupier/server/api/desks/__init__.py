"""Cashier, inventory, jackpots, slips and signs."""
