"""Shares of games won, with the interval that holds the true one."""

CERTAINTY = 1.96  # standard deviations either side that hold 95% of a normal distribution


def interval(share: float, games: int) -> tuple[float, float]:
    """Wilson's 95% interval of a share found in that many games."""
    square = CERTAINTY**2
    middle = share + square / (2 * games)
    reach = CERTAINTY * (share * (1 - share) / games + square / (4 * games**2)) ** 0.5
    return (middle - reach) / (1 + square / games), (middle + reach) / (1 + square / games)


def written(share: float, games: int) -> str:
    """The share with its interval, as the tables show it."""
    low, high = interval(share, games)
    return f"{share:.1%} ({low:.1%}–{high:.1%})"
