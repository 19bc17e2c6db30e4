"""Stations of live tables."""
