"""Meters: the return of a progressive at any meter, the time of its awards, and the meter at that time."""
