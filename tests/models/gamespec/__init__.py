"""A second model of GameSpecDoc, written from its reference alone."""
