"""What a person can type at the table, as the help of a game lists it."""

from collusion_rules.wording import Language


def help_lines(language: Language) -> str:
    """Everything that can be typed, for a person."""
    return "\n".join(f"{typed:28}{means}" for typed, means in language.tables["help"].items())
