"""The web table: open a link, sit down, play any game with people and bots."""
