"""The rules written a second time, as plainly as can be, to hold the engine against.

Cards and suits are text, hands and tricks are lists, and everything is counted again from the
start. Only the numbers of a ruleset come from the library.
"""

from typing import Any, assert_never

import collusion_rules as cr

Happening = tuple[Any, ...]  # a tag and plain values: ("play", 2, "AS"), ("trick", 2), …

ORDER = "23456789TJQKA"


def plain(event: cr.Event) -> Happening:
    """An event of the library in the words of the naive game."""
    match event:
        case cr.GameStarted(_, dealer):
            return ("start", dealer)
        case cr.Dealt(dealer, hands):
            return ("deal", dealer, [texts(hand) for hand in hands])
        case cr.Declaration(seat, suit):
            return ("declare", seat, suit.value)
        case cr.Play(seat, card):
            return ("play", seat, str(card))
        case cr.Talk(seat, statement):
            return ("say", seat, statement)
        case cr.Accusation(seat, suspects):
            return ("accuse", seat, suspects)
        case cr.TrickWon(seat):
            return ("trick", seat)
        case cr.PartnersRevealed(teams):
            return ("reveal", [list(team) for team in teams])
        case cr.DealScored(score):
            return ("score", list(score.points), list(score.totals))
        case cr.GameWon(winners):
            return ("win", list(winners))
        case _:
            assert_never(event)


def texts(hand: cr.Hand) -> list[str]:
    """The cards of a hand as sorted text."""
    assert isinstance(hand, cr.Cards)
    return sorted(str(card) for card in hand)


class NaiveGame:
    """A game that does to itself whatever it is told, and notes all that happened."""

    def __init__(self, rules: cr.Ruleset, dealer: int) -> None:
        self.rules = rules
        self.seats = list(range(rules.players))
        self.dealer = dealer
        self.totals = [0 for _ in self.seats]
        self.deals_played = 0
        self.happenings: list[Happening] = [("start", dealer)]
        self.phase = "awaiting-deal"
        self.turn: int | None = None
        self.hands: list[list[str]] = [[] for _ in self.seats]
        self.trump: str | None = None
        self.trick: list[tuple[int, str]] = []
        self.tricks: list[list[tuple[int, str]]] = []
        self.won = [0 for _ in self.seats]
        self.teams: list[list[int]] = []
        self.partner_cards: list[str] = []
        self.revealed = False
        self.accusations: list[tuple[int, tuple[int, ...]]] = []

    # What is allowed

    def may(self, tag: str, seat: int, what: Any) -> bool:
        """Whether a seat may play a card, declare a suit or accuse a pair of seats."""
        if tag == "declare":
            return self.phase == "declaring" and seat == self.dealer
        if self.phase != "playing":
            return False
        if tag == "play":
            return seat == self.turn and what in self.playable()
        return self.rules.accusations and self.may_accuse(seat, what)

    def playable(self) -> list[str]:
        """What the seat on turn may play: the suit that was led if it can, else anything (A5)."""
        assert self.turn is not None
        hand = self.hands[self.turn]
        if self.trick:
            led = self.trick[0][1][1]
            return [card for card in hand if card[1] == led] or hand
        return hand

    def may_accuse(self, seat: int, suspects: tuple[int, ...]) -> bool:
        """Once a deal, two others, until the partners are public (C11, C12)."""
        played = {card for trick in [*self.tricks, self.trick] for _, card in trick}
        public = self.revealed or all(card in played for card in self.partner_cards)
        before = seat in [accuser for accuser, _ in self.accusations]
        two_others = len(set(suspects)) == len(suspects) == 2 and seat not in suspects
        seats_exist = all(each in self.seats for each in (seat, *suspects))
        return two_others and seats_exist and not public and not before

    # What happens

    def happen(self, happening: Happening) -> None:
        """Do what a dealer or a player chose, and all that follows."""
        self.happenings.append(happening)
        match happening:
            case ("deal", _, hands):
                self._deal(hands)
            case ("declare", _, suit):
                self._declare(suit)
            case ("play", seat, card):
                self._play(seat, card)
            case ("accuse", seat, suspects):
                self.accusations.append((seat, suspects))
            case _:
                assert happening[0] == "say"

    def left_of(self, seat: int) -> int:
        return (seat + 1) % len(self.seats)

    def first_leader(self) -> int:
        """To the dealer's left, to their right, or themself (A4)."""
        step = {"left": 1, "right": -1, "dealer": 0}[self.rules.first_leader.value]
        return (self.dealer + step) % len(self.seats)

    def _deal(self, hands: list[list[str]]) -> None:
        self.hands = [list(hand) for hand in hands]
        self.trump, self.trick, self.tricks = None, [], []
        self.won = [0 for _ in self.seats]
        self.teams, self.revealed, self.accusations, self.partner_cards = [], False, [], []
        declares = self.rules.declares
        self.phase = "declaring" if declares else "playing"
        self.turn = self.dealer if declares else self.first_leader()

    def _declare(self, suit: str) -> None:
        self.trump = suit
        self.phase = "playing"
        self.turn = self.first_leader()
        match self.rules.partnership:
            case cr.SecretPair(cycle):
                ranks = cycle[self.deals_played % len(cycle)]
                self.partner_cards = [f"{rank}{suit}" for rank in ranks]
                partners = [
                    seat for seat in self.seats if {*self.hands[seat]} & {*self.partner_cards}
                ]
                self.teams = [partners, [seat for seat in self.seats if seat not in partners]]
            case cr.ThreePairs(honours):
                self.partner_cards = [f"{rank}{suit}" for rank in honours]
                self.teams = [
                    [seat for seat in self.seats if card in self.hands[seat]]
                    for card in self.partner_cards
                ]
            case None:
                pass

    def _play(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.turn = self.left_of(seat)
        early = self.rules.reveal is cr.Reveal.AT_FIRST_PARTNER_CARD
        if early and card in self.partner_cards and not self.revealed:
            self._reveal()
        if len(self.trick) == len(self.seats):
            self._take_trick()
        if not any(self.hands) and not self.trick:
            self._end_deal()

    def _reveal(self) -> None:
        self.revealed = True
        self.happenings.append(("reveal", self.teams))

    def _take_trick(self) -> None:
        led = self.trick[0][1][1]
        suits = [card[1] for _, card in self.trick]
        winning_suit = self.trump if self.trump in suits else led
        in_suit = [(seat, card) for seat, card in self.trick if card[1] == winning_suit]
        # the first of the highest: `max` keeps the first of equals (A8)
        winner, _ = max(in_suit, key=lambda play: ORDER.index(play[1][0]))
        self.won[winner] += 1
        self.tricks.append(self.trick)
        self.trick = []
        self.turn = winner
        self.happenings.append(("trick", winner))

    def _end_deal(self) -> None:
        if self.teams and not self.revealed:
            self._reveal()
        points = self._points()
        self.totals = [total + more for total, more in zip(self.totals, points, strict=True)]
        self.deals_played += 1
        self.dealer = self.left_of(self.dealer)
        self.phase = "awaiting-deal"
        self.turn = None
        self.happenings.append(("score", points, self.totals))
        leaders = [seat for seat in self.seats if self.totals[seat] == max(self.totals)]
        scoring = self.rules.scoring
        assert isinstance(scoring, cr.ParlettScoring | cr.PartnersScoring | cr.ThreeTeamsScoring)
        if isinstance(scoring, cr.ParlettScoring):
            ended = max(self.totals) >= scoring.target
        else:
            ended = self.deals_played >= scoring.deals
        if ended and (len(leaders) == 1 or not self.rules.play_off):
            self.phase = "over"
            self.happenings.append(("win", leaders))

    # Points

    def _points(self) -> list[int]:
        match self.rules.scoring:
            case cr.ParlettScoring() as scoring:
                return self._parlett_points(scoring)
            case cr.PartnersScoring() as scoring:
                return self._partners_points(scoring)
            case cr.ThreeTeamsScoring() as scoring:
                return self._triple_points(scoring)
            case _:
                raise AssertionError("a scoring that the naive game does not know")

    def _parlett_points(self, scoring: cr.ParlettScoring) -> list[int]:
        points: list[int] = []
        for seat in self.seats:
            own = self.won[seat]
            counts = sorted(self.won.count(tricks) for tricks in set(self.won))
            bonus = None
            if counts == [1, 1, 2] and self.won.count(own) == 2:
                bonus = scoring.tied_pair
            elif counts == [1, 3] and self.won.count(own) == 1:
                bonus = scoring.odd_one_out
            elif counts == [1, 1, 1, 1] and own == min(self.won):
                bonus = scoring.fewest
            if bonus is not None:
                points.append(own + bonus)
            elif self.totals[seat] + own >= scoring.target:
                points.append(-own)
            else:
                points.append(own)
        return self._lifted(scoring, points) if scoring.lift else points

    def _lifted(self, scoring: cr.ParlettScoring, points: list[int]) -> list[int]:
        """Once there is one winner, who tied with them comes second (B10)."""
        totals = [total + more for total, more in zip(self.totals, points, strict=True)]
        *_, second, most = sorted(totals)
        if most >= scoring.target and second < most:
            tied = self.won[totals.index(most)]
            for seat in self.seats:
                place = min(scoring.target, most - 1)
                if self.won[seat] == tied and totals[seat] < place:
                    points[seat] += place - totals[seat]
        return points

    def _partners_points(self, scoring: cr.PartnersScoring) -> list[int]:
        partners, opponents = self.teams
        tricks = sum(self.won[seat] for seat in partners)
        if len(partners) == 2:
            beaten = tricks < scoring.narrow_from
            result = scoring.loss if beaten else scoring.narrow_win
            if tricks >= scoring.clear_from:
                result = scoring.clear_win
            extra = scoring.all_tricks
        else:
            beaten = tricks < scoring.soloist_from
            result = scoring.soloist_loss if beaten else scoring.soloist_win
            extra = scoring.soloist_all_tricks
        points = [result[0] if seat in partners else result[1] for seat in self.seats]
        if tricks == sum(self.won):
            for seat in partners:
                points[seat] += extra
        named = [seat for seat, pair in self.accusations if sorted(pair) == partners]
        for seat, _ in self.accusations:
            if seat in partners or seat not in named:
                points[seat] += scoring.wrong_accusation
        if any(seat in opponents for seat in named) and (
            beaten or not scoring.accusation_needs_win
        ):
            for seat in opponents:
                points[seat] += scoring.accusation
        return points

    def _triple_points(self, scoring: cr.ThreeTeamsScoring) -> list[int]:
        points = [0 for _ in self.seats]
        taken = [self.won[first] + self.won[second] for first, second in self.teams]
        for team, tricks in zip(self.teams, taken, strict=True):
            shared = taken.count(tricks) == 2
            if tricks == max(taken):
                worth = scoring.tied_most if shared else scoring.most
            elif tricks == min(taken):
                worth = scoring.tied_fewest if shared else scoring.fewest
            else:
                worth = scoring.middle
            if tricks == sum(taken):
                worth += scoring.all_tricks
            for seat in team:
                points[seat] = worth
        return points
