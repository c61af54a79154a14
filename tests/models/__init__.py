"""Second models: the rules of languages and games once more, independent of the engine."""
