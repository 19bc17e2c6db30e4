"""The exact solution and the bulk simulation of High Card Flush."""
