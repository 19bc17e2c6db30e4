"""Many rounds settled at once, from columns: what `croupier.settlement` settles one by one."""
