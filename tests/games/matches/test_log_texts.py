"""What is kept of the logs of matches that are over, and how it is found."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.matches import tasks
from games.matches.errors import Unreadable
from games.matches.models import FollowUp, LogText, Match
from games.matches.play.actions import leave, log_texts, services
from games.matches.record import log_search, selectors
from games.matches.review import actions, match_search
from games.matches.review.match_search import Filters
from games.plugin import SPECTATOR
from tests.games.matches.conftest import look, play, user_at, user_to_move

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(begin, person) -> Match:
    match = begin(person("amber"), person("birch"), first=0)
    play(match, action={"type": "draw"})
    resign(match)
    return look(match).match


def resign(match: Match, seat: int = 0):
    services.resign(public_id=match.public_id, user=user_at(match, seat))
    tasks.keep_log_text(str(match.pk))


def found(text: str, **said) -> list[Any]:
    hits = log_search.newest(log_search.words_of(text), at_most=10, **said)
    return [hit.match for hit in hits if hit.says]


def searched(text: str) -> list[UUID]:
    """The keys of the matches."""
    return match_search.with_text(match_search.matches_like(Filters()), text).matches


def test_a_match_is_found_by_what_its_log_says(over):
    for text in ("amber resigns", "AMBER res", "resigns.", "  resigns ", "amber"):
        assert found(text) == [over.pk], text
    for text in (
        *("mber", "resigns amber", "amber resigned"),
        *("", "…", "'", '"', "amber & birch", "*"),
    ):
        assert found(text) == [], text
    orders = "amber OR nobody,amber NOT birch,amber NEAR birch,words:birch,nobody:*"
    for text in orders.split(","):  # which they are to the database
        assert found(text) == [], text
    lines = LogText.objects.get().words.splitlines()
    last, first = lines[-2].split()[-1], lines[-1].split()[0]
    assert found(f"{last} {first}") == [], "a phrase is within one line"
    assert found(first) == [over.pk]


def test_a_match_keeps_nothing_while_it_runs_and_its_text_once_it_ends(begin, committed):
    match = begin()
    play(match)
    log_texts.keep(look(match).match)
    assert not LogText.objects.exists()
    match = begin()
    play(match)
    with committed():
        services.resign(public_id=match.public_id, user=user_to_move(look(match)))
    assert found("resigns") == [match.pk]


def test_what_only_a_seat_reads_is_not_kept(over):
    """amber drew a card that others didn't see."""

    def told_to(viewer):
        told = selectors.log_entries(over, viewer, ["amber", "birch"])
        return [" ".join(log_search.words_of(line.text)) for line in told]

    kept = LogText.objects.get().words.splitlines()
    assert kept == told_to(SPECTATOR)
    assert set(told_to(0)) - set(kept), "there is something to be kept secret"


def test_the_newest_come_first_and_only_so_many(begin, frozen):
    matches = [begin(first=0)]
    matches += [begin(*(seat.user for seat in matches[0].seats.all()), first=0) for _ in range(3)]
    for match in matches:
        frozen.shift(1)
        services.resign(public_id=match.public_id, user=user_at(match, 0))
    for match in reversed(matches):  # the tasks come as they come
        tasks.keep_log_text(str(match.pk))
    keys = [match.pk for match in matches[::-1]]
    assert found("resigns") == keys
    two = log_search.newest(["resigns"], at_most=2)
    assert [hit.match for hit in two] == keys[:2]
    assert found("resigns", before=two[-1].ended) == keys[2:]
    Match.objects.update(finished_at=timezone.now())  # all ended at once
    for match in matches:
        tasks.keep_log_text(str(match.pk))
    assert set(found("resigns")) == set(keys)


def test_a_log_that_goes_on_is_kept_anew(over, staff):
    actions.void(public_id=over.public_id, by=staff, reason="A player cheated.")
    assert FollowUp.objects.filter(task=log_texts.KEEP, match=over).exists()
    for _time in range(2):
        tasks.keep_log_text(str(over.pk))
        assert found("a player cheated") == [over.pk]
        assert LogText.objects.count() == 1


def test_nothing_is_found_by_a_name_that_someone_had(over, frozen):
    amber = User.objects.get(username="amber")
    leave.rename(user=amber, name="Ambrosia")
    assert found("amber") == []
    tasks.sweep()
    assert found("ambrosia resigns") == [over.pk]
    assert found("amber") == []
    assert not FollowUp.objects.filter(task=log_texts.KEEP).exists()


def test_names_that_change_while_a_log_is_read_are_the_new_ones(over, monkeypatch):
    told, names = log_search.text_of, []

    def renamed(match, rows, called):
        over.seats.filter(name="amber").update(name="Ambrosia")
        names.append(called)
        return told(match, rows, called)

    monkeypatch.setattr(log_texts, "text_of", renamed)
    log_texts.keep(over)
    assert names == [["amber", "birch"], ["Ambrosia", "birch"]]
    assert found("ambrosia resigns") == [over.pk]


def test_other_filters_hold_for_what_is_found(over):
    for filters, count in (
        (Filters(player="BIR"), 1),
        (Filters(player="cedar"), 0),
        (Filters(state="finished"), 1),
        (Filters(state="voided"), 0),
        (Filters(game="castle-panic"), 0),
    ):
        found = match_search.with_text(match_search.matches_like(filters), "resigns").matches
        assert len(found) == count, filters


def test_a_deleted_text_is_not_found_and_a_log_that_cannot_be_read_keeps_none(over, monkeypatch):
    LogText.objects.all().delete()
    assert found("resigns") == []
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO log_text_by_word(log_text_by_word) VALUES('integrity-check')"
            )

    def broken(*_arguments):
        raise Unreadable

    monkeypatch.setattr(log_texts, "text_of", broken)
    tasks.keep_log_text(str(over.pk))
    assert not LogText.objects.exists()
    assert not FollowUp.objects.filter(task=log_texts.KEEP).exists()


def held(word: str) -> bool:
    if connection.vendor != "sqlite":
        return False
    held_by = "SELECT block FROM log_text_by_word_data UNION ALL "
    with connection.cursor() as cursor:
        cursor.execute(f"{held_by} SELECT term FROM log_text_by_word_idx")
        return any(word.encode() in bytes(letters) for (letters,) in cursor.fetchall())


@pytest.mark.parametrize("steps", [1, 20])
def test_a_name_that_went_leaves_the_index_too(begin, person, steps, monkeypatch):
    monkeypatch.setattr(log_texts, "STEPS", steps)
    zyx = person("zyxquartz")
    for _match in range(3):
        match = begin(person(), zyx)
        play(match)
        resign(match, 1)
    leave.rename(user=zyx, name="left-1")
    assert found("zyxquartz") == []
    assert held("zyxquartz") == (connection.vendor == "sqlite"), "FTS5 keeps it until it merges"
    tasks.purge_log_words()
    assert not held("zyxquartz")
    tasks.keep_log_text(str(match.pk))
    assert found("left 1 resigns") == [match.pk]


def test_nothing_tells_that_a_log_behind_the_gate_has_a_word(begin, person, frozen):
    """Not how many logs were searched, either, nor when the last of them ended."""
    amber, birch = person("amber"), person("birch")
    matches = [begin(amber, birch, first=0) for _match in range(3)]
    for match in matches:
        frozen.shift(1)
        resign(match)
    later = timezone.now() + timedelta(hours=1)
    Match.objects.exclude(pk=matches[0].pk).update(embargo_until=later)
    assert found("resigns") == [matches[0].pk]
    told = match_search.with_text(match_search.matches_like(Filters()), "resigns")
    assert (told.matches, told.count, told.further) == ([matches[0].pk], 1, "")
    assert log_search.newest(["resigns"], at_most=1)[0].match == matches[0].pk
    Match.objects.update(embargo_until=later)
    told = match_search.with_text(match_search.matches_like(Filters()), "resigns")
    assert (told.matches, told.count, told.since) == ([], 0, None)
    Match.objects.update(embargo_until=timezone.now())
    assert len(searched("resigns")) == 3
