"""What tests share: runners, tiny games, tables without a terminal, lock step with the oracle."""
