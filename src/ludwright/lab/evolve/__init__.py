"""Evolution: variants of a description that come closer to goals, and differ from one another."""
