"""Why a seat gets points, in the words of somebody's own scoring scheme."""

import re
from collections.abc import Mapping
from typing import Final, cast, final

import attrs

from collusion_rules.errors import excerpt
from collusion_rules.texts import is_one_line, plain
from collusion_rules.validators import wrong_part
from collusion_rules.values import Value

MOST_TEMPLATE: Final = 200
MOST_RULE: Final = 20
_GAPS: Final = re.compile(r"\{(tricks|others)\}")

Translations = tuple[tuple[str, str], ...]


def _is_template(text: object) -> bool:
    """Whether a text is a line whose only braces are `{tricks}` and `{others}`."""
    return is_one_line(text, MOST_TEMPLATE) and not set(_GAPS.sub("", str(text))) & set("{}")


def _template(_: object, attribute: "attrs.Attribute[str]", value: str) -> None:
    if not _is_template(value):
        raise wrong_part(attribute.name, _TEMPLATE, value)


_TEMPLATE: Final = (
    f"text of 1 to {MOST_TEMPLATE} characters in one line, with no braces but those of "
    "{tricks} and {others}"
)


def _rule_id(_: object, attribute: "attrs.Attribute[str]", value: str) -> None:
    if not (is_one_line(value, MOST_RULE) or (type(value) is str and not value)):
        expected = f"text of at most {MOST_RULE} characters in one line"
        raise wrong_part(attribute.name, expected, value)


def _pairs(translations: Mapping[str, str] | Translations) -> Translations:
    """Translations in the order of their languages, so that equal ones have equal hashes."""
    try:
        return tuple(sorted((plain(key), plain(text)) for key, text in dict(translations).items()))
    except (TypeError, ValueError):
        raise wrong_part("translations", "a template by language", translations) from None


def _translations(_: object, attribute: "attrs.Attribute[Translations]", value: object) -> None:
    for language, template in cast("Translations", value):
        if not (is_one_line(language, MOST_RULE) and _is_template(template)):
            raise wrong_part(f"{attribute.name} into {excerpt(language)}", _TEMPLATE, template)


@final
@attrs.frozen(order=True)
class Because(Value):
    """Why a seat gets points, in the words of a scoring scheme of one's own.

    `Because("{tricks} tricks, an odd number", "H1")` is told as "Ann: 5 tricks, an odd number: +5
    (H1)". In the singular, "{tricks} tricks" becomes "1 trick".

    Raises:
        BadRulesetError: a field is of another kind, or has other words in braces.

    Attributes:
        template: why, in English: 1 to 200 characters in one line. `{tricks}` stands for the
            line's number of tricks, `{others}` for the names of its other seats.
        rule: the id of the scheme's rule, at most 20 characters; `""` if it has none.
        translations: the template in other languages, by their codes, given as a mapping. In a
            language that is not among them the reason is told in English.
    """

    template: str = attrs.field(converter=plain, validator=_template)
    rule: str = attrs.field(default="", converter=plain, validator=_rule_id)
    translations: Translations = attrs.field(default=(), converter=_pairs, validator=_translations)

    def __str__(self) -> str:
        return f"{self.template} ({self.rule})" if self.rule else self.template
