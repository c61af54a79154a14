"""SGDL: solitaires described as piles, rules for moving cards, and a winning condition."""
