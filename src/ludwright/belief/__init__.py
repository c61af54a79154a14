"""What a seat may know and believe, as compiled loops over flat arrays."""
