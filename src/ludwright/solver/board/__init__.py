"""Solitaires of piles, searched on boards of bytes: ten times as many positions a second."""
