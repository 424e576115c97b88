"""Sentences of rulesets as people read them."""

from games.matches.record.text import sentence
from games.plugin import line


def test_a_name_with_an_exclamation_mark_ends_its_sentence() -> None:
    told = line("{player} trades Brick for {card}.", player="amber", card=line("Drive Him Back!"))
    assert sentence(told) == "amber trades Brick for Drive Him Back!"
    assert sentence(line("{player} trades.", player="amber")) == "amber trades."
