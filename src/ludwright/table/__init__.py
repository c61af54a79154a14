"""What every table for people shares, however it is drawn: scenes, options, sessions, reports."""
