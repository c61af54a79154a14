"""Tables for people: so far one in plain lines of text."""
