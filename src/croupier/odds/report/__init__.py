"""The PAR sheet of a submission: its data, its plots, and its two faces for people, HTML and PDF."""
