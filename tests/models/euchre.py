"""The rules of Euchre once more, for tests that compare them with the library: one hand."""

from __future__ import annotations

RANKS = ("9", "10", "J", "Q", "K", "A")
PARTNER = {"S": "C", "C": "S", "H": "D", "D": "H"}  # the other suit of the same color


def suit(card: str, trump: str) -> str:
    """The suit a card belongs to once there are trumps."""
    return trump if card == f"J{PARTNER.get(trump)}" else card[-1]


def order(trump: str, led: str) -> list[str]:
    """The cards that can take a trick, lowest first."""
    side = [f"{rank}{led}" for rank in RANKS if suit(f"{rank}{led}", trump) == led]
    trumps = [f"{rank}{trump}" for rank in RANKS if rank != "J"]
    return [*(side if led != trump else ()), *trumps, f"J{PARTNER[trump]}", f"J{trump}"]


class Euchre:
    """A hand from the first bid to the last trick."""

    def __init__(
        self, hands: list[list[str]], upcard: str, dealer: int, stick: bool, lone_defender: bool
    ) -> None:
        self.hands, self.upcard, self.dealer = hands, upcard, dealer
        self.stick, self.lone_defender = stick, lone_defender
        self.stage, self.passes = "bid", 0
        self.trump, self.maker = "", -1
        self.alone: set[int] = set()
        self.undecided: list[int] = []
        self.tricks = [0] * 4
        self.trick: list[tuple[int, str]] = []
        self.current = self.first = (dealer + 1) % 4

    @property
    def over(self) -> bool:
        return self.stage == "over"

    @property
    def out(self) -> set[int]:
        """The partners of those who play alone."""
        return {(seat + 2) % 4 for seat in self.alone}

    def legal(self) -> set[str]:
        return {
            "bid": self.bids,
            "alone": lambda: {"alone", "with partner"},
            "discard": lambda: set(self.hands[self.dealer]),
            "play": self.cards,
        }[self.stage]()

    def bids(self) -> set[str]:
        if self.passes < 4:
            return {"pass", "pick up" if self.current == self.dealer else "order up"}
        suits = set("SHDC") - {self.upcard[-1]}
        return suits if self.passes == 7 and self.stick else suits | {"pass"}

    def cards(self) -> set[str]:
        hand = self.hands[self.current]
        if not self.trick:
            return set(hand)
        led = suit(self.trick[0][1], self.trump)
        return {card for card in hand if suit(card, self.trump) == led} or set(hand)

    def apply(self, choice: str) -> None:
        {"bid": self.bid, "alone": self.decide, "discard": self.discard, "play": self.play}[
            self.stage
        ](choice)

    def bid(self, choice: str) -> None:
        if choice != "pass":
            self.maker = self.current
            self.trump = self.upcard[-1] if self.passes < 4 else choice
            self.stage, self.undecided = "alone", [self.maker]
            if self.lone_defender:
                around = [(self.first + step) % 4 for step in range(4)]
                self.undecided += [s for s in around if (s - self.maker) % 2]
            return
        self.passes += 1
        self.current = (self.current + 1) % 4
        if self.passes == 8:
            self.stage = "over"

    def decide(self, choice: str) -> None:
        self.undecided.remove(self.current)
        if choice == "alone":
            self.alone.add(self.current)
            if self.current != self.maker:
                self.undecided = []
        if self.undecided:
            self.current = self.undecided[0]
        elif self.passes < 4:
            self.stage, self.current = "discard", self.dealer
        else:
            self.begin_play()

    def discard(self, choice: str) -> None:
        self.hands[self.dealer].remove(choice)
        self.hands[self.dealer].append(self.upcard)
        self.begin_play()

    def begin_play(self) -> None:
        self.stage = "play"
        for seat in self.out:
            self.hands[seat] = []
        self.current = self.first
        self.pass_over()

    def pass_over(self) -> None:
        while self.current in self.out:
            self.current = (self.current + 1) % 4

    def play(self, card: str) -> None:
        self.hands[self.current].remove(card)
        self.trick.append((self.current, card))
        if len(self.trick) < 4 - len(self.out):
            self.current = (self.current + 1) % 4
            self.pass_over()
            return
        able = order(self.trump, suit(self.trick[0][1], self.trump))
        self.current = max(self.trick, key=lambda p: able.index(p[1]) if p[1] in able else -1)[0]
        self.tricks[self.current] += 1
        self.trick = []
        if sum(self.tricks) == 5:
            self.stage = "over"

    def points(self) -> list[int]:
        """What each team scores."""
        points = [0, 0]
        if self.maker < 0:
            return points
        makers, defenders = self.maker % 2, 1 - self.maker % 2
        taken = self.tricks[makers] + self.tricks[makers + 2]
        if taken < 3:
            points[defenders] = 4 if any(seat % 2 == defenders for seat in self.alone) else 2
        elif taken < 5:
            points[makers] = 1
        else:
            points[makers] = 4 if self.maker in self.alone else 2
        return points
