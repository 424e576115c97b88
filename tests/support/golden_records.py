"""`python -m tests.support.golden_records`: write the missing golden records.

A golden record is a whole match in `tests/games/<ruleset>/records/`. Every played version of the
rules has one, with hashes of the present layout of states. Existing files are never rewritten: they
prove that later code plays older matches as they were played.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from games.conformance import play_record, rechained
from games.plugin import AnyGame, registry
from games.plugin.codec import canonical_json, digest
from games.protocol.record import Record, replay
from games.protocol.record_file import load_record

GAMES = Path(__file__).parent.parent / "games"


def folder_of(game: AnyGame) -> Path:
    """The folder of a ruleset's golden records, beside its tests."""
    return GAMES / type(game).__module__.split(".")[-2] / "records"


def files_of(game: AnyGame) -> list[Path]:
    return sorted(folder_of(game).glob("*.json"))


def records_of(game: AnyGame) -> list[Record]:
    """The golden records of the version of the rules to which a game is bound."""
    records = [load_record(path.read_bytes()) for path in files_of(game)]
    return [record for record in records if record.rules_version == game.meta.rules_version]


def missing(games: list[AnyGame]) -> list[AnyGame]:
    """Every version of these games that has no golden record with present hashes."""
    bound = [version for game in games for version in game.every_version()]
    return [game for game in bound if not any(_is_present(game, one) for one in records_of(game))]


def _is_present(game: AnyGame, record: Record) -> bool:
    return {step.state_schema for step in record.steps} == {game.meta.state_schema}


def made(game: AnyGame) -> Iterator[Record]:
    """New golden records: the matches of older ones with present hashes, or else a random match."""
    known = records_of(game)
    for record in known:
        steps = [
            replace(step, state_hash=digest(state), state_schema=game.meta.state_schema)
            for step, state, _events in replay(game, record)
        ]
        yield rechained(replace(record, steps=steps))
    if not known:
        yield play_record(game, seats=game.meta.min_seats, seed=1)


def main() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    for game in missing(registry.installed()):
        folder_of(game).mkdir(parents=True, exist_ok=True)
        for number, record in enumerate(made(game), 1):
            name = f"v{game.meta.rules_version}-schema{game.meta.state_schema}-{number}.json"
            (folder_of(game) / name).write_bytes(canonical_json(record) + b"\n")
            print(folder_of(game) / name)


if __name__ == "__main__":
    main()
