"""Game protection: exact values under given information, the worth of a leak."""
