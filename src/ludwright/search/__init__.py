"""Search for players and equilibria, as compiled loops over the machine."""
