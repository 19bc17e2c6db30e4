"""All tables at a glance, and the acts of the floor."""
