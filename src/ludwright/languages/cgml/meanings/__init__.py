"""What each word of CGML means: the sentences of its reference, of its schema and its README."""
