"""The felt of a table to scale: every area and inscription that the documents demand and the game needs."""
