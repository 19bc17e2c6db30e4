"""Prices, strategies, advice and PAR sheets."""
