"""What a card or a token is stands in one row; what the rules know by name has such a row."""

from games.castle_panic import catalog, components as box


def test_the_rules_name_every_card_and_token_and_no_other() -> None:
    named = {box.BRICK, box.MORTAR, box.NICE_SHOT, box.BARBARIAN, box.TAR, box.DRIVE_BACK}
    others = {box.FORTIFY, box.MISSING, box.DRAW_TWO, box.SCAVENGE}
    assert named | others | box.HITS.keys() == catalog.CARDS.keys()
    others = {box.BOULDER, box.DISCARD, *box.MOVES, *box.TURNS, *box.PLAGUES}
    drawing = {key for key, token in catalog.TOKENS.items() if token.more}
    assert {*box.MONSTERS, *others, *drawing} == catalog.TOKENS.keys()
    assert [key for key, token in catalog.TOKENS.items() if token.points] == list(box.MONSTERS)
