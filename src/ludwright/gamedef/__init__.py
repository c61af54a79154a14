"""What a game is: nodes, their types, ways through them, their text and the laws they keep."""
