"""A bot of a module that is not one of ours."""

from ludwright.players.first import First


class Second(First):
    """Chooses the second move, if there is one."""

    def pick(self, count: int) -> int:
        return min(1, count - 1)
