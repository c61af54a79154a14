"""When to stop comparing two bots: a sequential probability ratio test on paired differences.

The alternatives are means of a few sizes in both directions, in standard deviations per deal, all
equally likely beforehand; the hypothesis is a mean of 0. If it is true, their mean likelihood ratio
ever exceeds 1/ERROR with a chance of about ERROR at most, however long the test goes on (Ville). It
stops for a difference only: bots that are equal play to the end.
"""

from __future__ import annotations

from math import exp, log, sqrt

SIZES = (0.1, 0.2, 0.4, 0.8)
ERROR = 0.05
LEAST_DEALS = 20  # before the standard deviation can be trusted


class SequentialTest:
    """Paired differences, one deal after another."""

    def __init__(self, error: float = ERROR) -> None:
        self.bound = log(1 / error)
        self.deals = 0
        self.mean = 0.0
        self._spread = 0.0  # sum of squared distances from the mean

    def add(self, difference: float) -> None:
        """Add a deal (Welford's method)."""
        self.deals += 1
        step = difference - self.mean
        self.mean += step / self.deals
        self._spread += step * (difference - self.mean)

    @property
    def decided(self) -> bool:
        """Whether the bots differ."""
        if self.deals < LEAST_DEALS or not self.mean:
            return False
        return self.log_ratio() >= self.bound

    def log_ratio(self) -> float:
        """The logarithm of the mean likelihood ratio of the alternatives."""
        # One more deal without a difference, so that equal differences do not count as certain.
        deviation = sqrt((self._spread + self.mean**2) / self.deals)
        effect = self.mean / deviation if deviation else 0.0
        terms = [
            self.deals * (sign * size * effect - size * size / 2)
            for size in SIZES
            for sign in (1, -1)
        ]
        most = max(terms)
        return most + log(sum(exp(term - most) for term in terms) / len(terms))
