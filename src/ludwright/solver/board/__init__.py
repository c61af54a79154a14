"""Search solitaires of piles on compact boards, about ten times as fast as on the machine."""
