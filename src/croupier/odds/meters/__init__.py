"""Meters: what a progressive returns at any meter, when its awards fall, and where the meter stands then."""
