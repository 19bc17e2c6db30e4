"""Settlement of many rounds at once, from columns, with the results of `croupier.settlement`."""
