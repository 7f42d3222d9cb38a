"""The first lesson with PyTorch: proximal policy optimization in one file, as CleanRL writes it.

`pip install "collusion-rules[rl]" torch`, then `python with_torch.py`. All four seats of Parlett's
game are played by one network, which sees the whole observation; what is rewarded are a seat's own
points. It looks at cards as the first lesson does, and at the whole observation to tell what is to
be expected.
"""

# PyTorch leaves some of its functions untyped.
# pyright: reportUnknownMemberType=false

import argparse
import time
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from learn import FEATURES, looks
from torch import Tensor, nn

import collusion_rules as cr
from collusion_rules.batch import Plays, Policy
from collusion_rules.rl import Lockstep, Steps, features

RULES: Final = cr.PARLETT
CLIP, ENTROPY, RATE, PASSES, PARTS = 0.2, 0.01, 1e-2, 2, 4
POINTS: Final = 10.0
"""Points are learned in tens."""


class Net(nn.Module):
    """How much each card is liked, and how many points are to be expected."""

    def __init__(self, width: int, hidden: int = 32) -> None:
        super().__init__()
        self.play = nn.Sequential(nn.Linear(FEATURES, hidden), nn.Tanh(), nn.Linear(hidden, 1))
        self.worth = nn.Sequential(nn.Linear(width, hidden), nn.Tanh(), nn.Linear(hidden, 1))

    def forward(
        self, seen: Tensor, cards: Tensor, mask: Tensor
    ) -> tuple[torch.distributions.Categorical, Tensor]:
        liking = self.play(cards)[:, :, 0].masked_fill(~mask, -torch.inf)
        return torch.distributions.Categorical(logits=liking), self.worth(seen)[:, 0]


def looked_at(steps: Steps, tables: Lockstep) -> tuple[Tensor, Tensor, Tensor]:
    """What is seen, what each legal card looks like, and which these are: copies."""
    cards = np.zeros((*steps.mask.shape, FEATURES), np.float32)
    cards[np.nonzero(steps.mask)], _, _ = looks(steps, tables.features)
    seen, mask = torch.from_numpy(steps.observation), torch.from_numpy(steps.mask)
    return seen.clone(), torch.from_numpy(cards), mask.clone()


class Told(NamedTuple):
    """One step of all tables; the arrays of `Steps` are written over, so these are copies."""

    seen: Tensor
    cards: Tensor
    mask: Tensor
    seats: npt.NDArray[np.int8]
    actions: Tensor
    chances: Tensor
    worth: Tensor


@torch.no_grad()
def play_deals(net: Net, tables: Lockstep, steps: Steps) -> tuple[list[Told], Steps]:
    """Play one deal at every table."""
    told: list[Told] = []
    while not told or not steps.terminated.any():
        seen, cards, mask = looked_at(steps, tables)
        choice, worth = net(seen, cards, mask)
        actions = choice.sample()
        seats = steps.turn.copy()
        told.append(Told(seen, cards, mask, seats, actions, choice.log_prob(actions), worth))
        steps = tables.step(actions.numpy())
    return told, steps


def learn_from(net: Net, better: torch.optim.Optimizer, told: list[Told], steps: Steps) -> None:
    """Credit the points of the deal to all that each seat did in it, and learn."""
    rows = np.arange(len(steps.turn))
    got = torch.cat([torch.from_numpy(steps.rewards[rows, step.seats]) for step in told]) / POINTS
    seen, cards, mask, actions, before = (
        torch.cat(parts)
        for parts in zip(
            *((t.seen, t.cards, t.mask, t.actions, t.chances) for t in told), strict=True
        )
    )
    good = got - torch.cat([step.worth for step in told])
    good = (good - good.mean()) / (good.std() + 1e-8)
    for _ in range(PASSES):
        for part in torch.randperm(len(got)).chunk(PARTS):
            choice, worth = net(seen[part], cards[part], mask[part])
            ratio = (choice.log_prob(actions[part]) - before[part]).exp()
            gain = torch.minimum(ratio * good[part], ratio.clamp(1 - CLIP, 1 + CLIP) * good[part])
            off = (worth - got[part]).square().mean()
            loss = -gain.mean() + 0.5 * off - ENTROPY * choice.entropy().mean()
            better.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            better.step()


def points_against(net: Net, others: Policy, deals: int, seed: int) -> tuple[float, float]:
    """The mean points of a deal against three others, at each seat in turn, and its error."""
    found: list[npt.NDArray[np.float32]] = []
    for seat in range(RULES.players):
        policies = {cr.Seat(other): others for other in range(RULES.players) if other != seat}
        tables = Lockstep(RULES, deals // RULES.players, seed, policies=policies)
        _, steps = play_deals(net, tables, tables.reset())
        found.append(steps.rewards[:, seat].copy())
    points = np.concatenate(found)
    return float(points.mean()), float(points.std() / np.sqrt(len(points)))


def main() -> None:
    """Learn, and measure."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--rounds", type=int, default=50)
    arguments.add_argument("--tables", type=int, default=256)
    arguments.add_argument("--deals", type=int, default=4_000, help="to measure with")
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    torch.manual_seed(given.seed)
    tables = Lockstep(RULES, given.tables, given.seed)
    net = Net(len(features(RULES)))
    better = torch.optim.Adam(net.parameters(), lr=RATE)
    steps, begun = tables.reset(), time.process_time()
    for at in range(given.rounds + 1):
        if at % 10 == 0:
            mean, error = points_against(net, Policy(), given.deals, given.seed + 1)
            duck, of_duck = points_against(
                net, Policy(plays=Plays.DUCK), given.deals, given.seed + 1
            )
            print(
                f"round {at:4}: {mean:5.2f} ± {error:.2f} points a deal against random players, "
                f"{duck:5.2f} ± {of_duck:.2f} against ducking ones, "
                f"after {time.process_time() - begun:.0f} s of processor",
                flush=True,
            )
        told, steps = play_deals(net, tables, steps)
        learn_from(net, better, told, steps)


if __name__ == "__main__":
    main()
