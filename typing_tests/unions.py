"""Unions are closed: a match over one is complete, and a case that can't happen is refused.

This file is checked, not run.
"""

from typing import assert_never

import collusion_rules as cr


def kind_of_move(move: cr.Move) -> str:
    match move:
        case cr.Play(seat, card):
            return f"{seat} plays {card}"
        case cr.Declaration(seat, suit):
            return f"{seat} declares {suit}"
        case cr.Talk(seat, statement):
            return f"{seat} says {kind_of_statement(statement)}"
        case cr.Accusation(seat, suspects):
            return f"{seat} accuses {suspects}"
        case _:
            assert_never(move)


def kind_of_statement(statement: cr.Statement) -> str:
    match statement:
        case cr.Aim(tricks) | cr.AskAim(tricks):
            return f"aim {tricks}"
        case cr.NoMore() | cr.Retract():
            return "no more"
        case (
            cr.AskMore(seat)
            | cr.AskWhatToLead(seat)
            | cr.AskWhatNotToLead(seat)
            | cr.OfferLead(seat)
        ):
            return f"to {seat}"
        case cr.AskLead(suit, height):
            return f"{suit} {height}"
        case cr.AskNotLead(suit):
            return f"not {suit}"
        case cr.Offer(seat, tricks) | cr.Agree(seat, tricks):
            return f"{tricks} with {seat}"
        case cr.Words(text):
            return text
        case _:
            assert_never(statement)


def kind_of_event(event: cr.Event) -> str:
    match event:
        case cr.GameStarted(rules, dealer):
            return f"{rules.name} {dealer}"
        case cr.Dealt(dealer, hands):
            return f"{dealer} {' '.join(map(kind_of_hand, hands))}"
        case cr.Play() | cr.Declaration() | cr.Talk() | cr.Accusation():
            return kind_of_move(event)
        case cr.TrickWon(seat):
            return f"{seat}"
        case cr.PartnersRevealed(teams):
            return f"{teams}"
        case cr.DealScored(score):
            return f"{score.points}"
        case cr.GameWon(winners):
            return f"{winners}"
        case _:
            assert_never(event)


def kind_of_hand(hand: cr.Hand) -> str:
    match hand:
        case cr.Cards():
            return str(hand)
        case cr.FaceDown(count):
            return f"{count}"
        case _:
            assert_never(hand)


def kind_of_phase(phase: cr.Phase) -> str:
    match phase:
        case cr.Phase.AWAITING_DEAL | cr.Phase.OVER:
            return "between deals"
        case cr.Phase.DECLARING | cr.Phase.PLAYING:
            return "in a deal"
        case _:
            assert_never(phase)
