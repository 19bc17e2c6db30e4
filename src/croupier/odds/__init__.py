"""Exact odds: every bet priced by counting, as integers and fractions until they are printed."""
