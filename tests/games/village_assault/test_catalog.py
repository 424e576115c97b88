"""The rows of the catalog, and the keys that the types name."""

from games.village_assault.catalog import KINDS, VILLAGES
from games.village_assault.components import VILLAGE_KEYS
from games.village_assault.explanations import BOOK


def test_every_village_has_a_name_and_every_kind_is_explained() -> None:
    assert tuple(VILLAGES) == VILLAGE_KEYS
    told = {one.about: (one.title, one.text, one.chapters) for one in BOOK.explanations}
    for key, kind in KINDS.items():
        assert told[key] == (kind.name, kind.rule, kind.chapters)
