"""Signs and slips as printable pages."""
