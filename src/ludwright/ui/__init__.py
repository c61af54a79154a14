"""Tables for people: one that fills a terminal, one in plain lines of text."""
