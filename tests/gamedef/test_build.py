"""The shared constructors of expressions: what they fold, and what they must not."""

import pytest

from ludwright.gamedef import build as b
from ludwright.gamedef import nodes as n

X, Y = n.Variable(name="x"), n.Variable(name="y")
MAY_FAIL = n.Item(items=n.ListOf(items=(), of="int"), index=b.ZERO)


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (b.and_(), b.TRUE),
        (b.and_(b.TRUE, X), X),
        (b.and_(X, b.FALSE), b.FALSE),
        (b.and_(X, Y), n.And(items=(X, Y))),
        (b.or_(), b.FALSE),
        (b.or_(b.FALSE, X), X),
        (b.or_(X, b.TRUE), b.TRUE),
        (b.or_(X, Y), n.Or(items=(X, Y))),
        (b.not_(b.TRUE), b.FALSE),
        (b.not_(b.not_(X)), X),
        (b.equals(b.ONE, b.ZERO), b.FALSE),
        (b.equals(n.Symbol(enum="s", value="a"), n.Symbol(enum="s", value="a")), b.TRUE),
        (b.equals(X, b.ONE), n.Equal(left=X, right=b.ONE)),
        (b.plus(b.number(2), b.number(3)), b.number(5)),
        (b.plus(b.ZERO, X), X),
        (b.minus(X, b.ZERO), X),
        (b.minus(b.ZERO, X), n.Subtract(left=b.ZERO, right=X)),
        (b.clamp(b.number(9), 0, 5), b.number(5)),
    ],
)
def test_constants_are_folded(made: n.Expr, expected: n.Expr) -> None:
    assert made == expected


@pytest.mark.parametrize("operands", [(X, MAY_FAIL), (MAY_FAIL, X)])
def test_an_operand_that_may_fail_is_evaluated_when_the_test_fails(
    operands: tuple[n.Expr, n.Expr],
) -> None:
    for made in (b.minimum(*operands), b.maximum(*operands)):
        assert isinstance(made, n.Conditional) and made.otherwise == MAY_FAIL


def test_one_item_is_searched_for_and_several_are_counted() -> None:
    some = n.Filter(items=n.Seats(), name="seat", where=X)
    assert b.has_items(some) == n.AnyOf(items=n.Seats(), name="seat", where=X)
    assert b.has_items(some, 2) == n.AtMost(left=b.number(2), right=n.Length(items=some))
