"""The rows of the catalog, and the keys that the types name."""

from typing import get_args

from games.village_assault.catalog import KINDS, VILLAGES
from games.village_assault.components import VillageKey
from games.village_assault.words import BOOK


def test_every_village_has_a_name_and_every_kind_is_explained() -> None:
    assert tuple(VILLAGES) == get_args(VillageKey)
    told = {one.about: (one.title, one.text, one.chapters) for one in BOOK.explanations}
    for key, kind in KINDS.items():
        assert told[key] == (kind.printed.name, kind.rule, kind.chapters)
