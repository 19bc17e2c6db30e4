"""The measurements behind `croupier bench`."""
