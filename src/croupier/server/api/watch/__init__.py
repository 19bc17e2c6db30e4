"""The watch over players, for surveillance: evidence of hidden knowledge, hand by hand."""
