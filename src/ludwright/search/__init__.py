"""Search: tree search on the machine, from the worlds that a seat holds possible."""
