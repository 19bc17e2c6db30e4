"""Cashier, chip inventory, jackpots and meters."""
