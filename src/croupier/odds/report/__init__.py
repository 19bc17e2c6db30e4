"""The PAR sheet of a submission: its data, its plots, and its HTML and PDF."""
