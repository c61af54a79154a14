"""What each word of GameSpecDoc means: the sentences of its reference."""
