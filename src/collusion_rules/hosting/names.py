"""Names and identities of people: names that can't be mistaken, identities that give no token away.

Two names are told apart by their *skeletons*, in which look-alikes of other scripts are one letter.
"""

import hashlib
import unicodedata
from typing import Final, NewType

Person = NewType("Person", str)
"""Who somebody is in one room, whatever they are called: 64 hexadecimal digits."""

MOST_NAME: Final = 20
"""How many characters a name may have."""

LEAST_TOKEN: Final = 32
"""How many characters a token must have: 32 random bytes, written in any usual way."""

_FILLERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that show nothing."""

_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories that a name may not have: controls, formats, halves of characters, unassigned."""

_MOST_MARKS: Final = 2
"""How many marks may stand on one letter."""

_LOOK_ALIKES: Final = str.maketrans(
    {
        look_alike: letter
        for letter, look_alikes in {
            "a": "аαɑ",
            "b": "ьвβ",
            "c": "сϲ",
            "d": "ԁ",
            "e": "еєε",
            "g": "ɡ",
            "h": "һнη",
            "i": "іιıl1|ӏі!",
            "j": "јϳ",
            "k": "кκ",
            "m": "м",
            "n": "пո",
            "o": "оοσ0о〇○ߋօ",
            "p": "рρ",
            "q": "ԛ",
            "r": "гᴦ",
            "s": "ѕ5",
            "t": "тτ",
            "u": "υսц",
            "v": "νѵ",
            "w": "ԝωш",
            "x": "хχ",
            "y": "уγү",
            "z": "ᴢ2",
            "ロ": "口囗",
            "ー": "一―—–-‐",
            "カ": "力",
            "ニ": "二",
            "ハ": "八",
            "ト": "卜",
            "エ": "工",
            "タ": "夕",
            "へ": "ヘ",
            "ペ": "ぺ",
        }.items()
        for look_alike in look_alikes
    }
)
"""What is taken for another letter, after folding."""


def identity(room: str, token: str) -> Person:
    """Who the owner of a token is in a room; nobody can tell the token from it.

    Args:
        room: the room's id.
        token: a secret of the person's, of at least 32 characters: 32 random bytes as text.

    Raises:
        ValueError: the token is shorter, or longer than 200 characters.
    """
    if not LEAST_TOKEN <= len(token) <= 200:
        raise ValueError("a token has 32 to 200 characters")
    secret = f"collusion-rules 1 person\0{room}\0{token}".encode(errors="surrogatepass")
    return Person(hashlib.sha256(secret).hexdigest())


def invitation_mark(room: str, invitation: str) -> str:
    """What a room keeps of an invitation: nobody can tell the invitation from it.

    Args:
        room: the room's id.
        invitation: what lets people sit down, as text.
    """
    secret = f"collusion-rules 1 invitation\0{room}\0{invitation}".encode(errors="surrogatepass")
    return hashlib.sha256(secret).hexdigest()


def tidy_name(name: str) -> str | None:
    """A name as it is shown: composed, with single spaces; `None` if it may not be one.

    A name has 1 to 20 characters, a letter or digit among them, and nothing that can't be seen:
    no controls, no marks that turn the direction of text, no piles of accents.
    """
    name = " ".join(unicodedata.normalize("NFC", name[: 8 * MOST_NAME]).split())
    marks, shown = 0, False
    for character in name:
        category = unicodedata.category(character)
        marks = marks + 1 if category[0] == "M" else 0
        if category in _UNSEEN or character in _FILLERS or marks > _MOST_MARKS:
            return None
        shown = shown or category[0] in "LN"
    return name if shown and len(name) <= MOST_NAME else None


def skeleton(name: str) -> str:
    """What a name looks like to somebody who reads quickly: equal for names that look the same."""
    folded = unicodedata.normalize("NFKD", name).casefold()
    seen = "".join(
        character for character in folded if unicodedata.category(character)[0] not in "MZP"
    )
    return seen.translate(_LOOK_ALIKES).replace("rn", "m").replace("vv", "w")
