"""What editors ask about a description while it is written: plain functions on texts."""
