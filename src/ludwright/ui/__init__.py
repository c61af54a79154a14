"""Tables for people: full-screen and plain text."""
