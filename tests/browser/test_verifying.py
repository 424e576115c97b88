"""Checking a finished match in the browser, and that its checks agree with the server's."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import UNSET
from msgspec.structs import replace
from playwright.sync_api import Page

from accounts.models import User
from games.conformance import alterations, rechained
from games.matches.models import Match, RecordSignature, Step
from games.matches.page import made_once
from games.matches.play.actions import services
from games.matches.record import selectors
from games.plugin.codec import canonical_json, plain
from games.protocol.signing import public_half
from tests.browser.expecting import expect
from tests.browser.people import Somebody
from tests.games.matches.conftest import BURN
from tests.games.protocol.test_record_file import (
    GAMES,
    KEY,
    OTHER_KEY,
    RACE,
    WON,
    played,
    portal_says,
    signed,
    with_names,
    with_split_salt,
)
from tests.support import forgeries
from tests.support.also import also
from tests.support.matches import started
from tests.upgrades.make import RECORDS

# What the modules say of each text: [it is right, the step that is blamed].
CHECK = """async ([texts, keys, blanks]) => {
    const checks = await import("/static/js/verify/record.js");
    const judge = async (text) => {
        try {
            const record = checks.read(text);
            const seed = await checks.checkPromise(record);
            const head = await checks.checkChain(record);
            await checks.checkChance(record, seed);
            checks.checkEnd(record);
            return [true, await checks.checkSignature(record, head, keys)];
        } catch (error) {
            return [false, Number.isInteger(error.step) ? String(error.step) : null];
        }
    };
    const judged = [];
    for (const text of texts) judged.push(await judge(" ".repeat(blanks) + text));
    return judged;
}"""


def browser_says(
    page: Page, *records: bytes, keys: tuple[Ed25519PrivateKey, ...] = (KEY,), blanks: int = 0
) -> Any:
    """What it says of each, before which so many blanks stand."""
    texts = [record.decode() for record in records]
    return page.evaluate(CHECK, [texts, [public_half(key) for key in keys], blanks])


@pytest.mark.parametrize("slug", GAMES)
def test_the_browser_blames_the_step_that_the_server_blames(bare_page, slug):
    record = played(slug)
    altered = list(alterations(record, random.Random(1)))
    texts = [canonical_json(one) for _what, _step, one in altered]
    assert browser_says(bare_page, canonical_json(record)) == [[True, "signed"]]
    told = browser_says(bare_page, *texts)
    for (what, _step, _record), text, said in zip(altered, texts, told, strict=True):
        assert tuple(said) == portal_says(text), what


@pytest.mark.parametrize("slug", [BURN, *also(*(slug for slug in GAMES if slug != BURN))])
@pytest.mark.parametrize("seed", [0, *also(*range(1, 20))])
def test_what_was_altered_and_made_to_fit_is_found_by_the_signature(bare_page, slug, seed):
    forged = dict(forgeries.made_to_fit(played(slug), random.Random(seed)))
    told = browser_says(bare_page, *map(canonical_json, forged.values()))
    assert [what for what, said in zip(forged, told, strict=True) if said[0]] == []


def test_the_browser_checks_what_portals_have_signed(bare_page):
    texts = [path.read_bytes() for path in RECORDS]
    assert browser_says(bare_page, *texts) == [[True, "foreign"]] * len(texts)


def test_the_browser_knows_whose_signature_it_is(bare_page):
    record = played(BURN)
    forged = rechained(replace(record, seats=[record.seats[1], record.seats[0]]))
    texts = [canonical_json(one) for one in (forged, signed(forged, OTHER_KEY), record)]
    last = str(len(record.steps) - 1)
    assert browser_says(bare_page, *texts) == [[False, last], [True, "foreign"], [True, "signed"]]
    assert browser_says(bare_page, texts[2], keys=(OTHER_KEY,)) == [[True, "foreign"]]


def test_no_part_of_a_salt_seals_another_name(bare_page):
    texts = [canonical_json(one) for one in with_split_salt()]
    assert browser_says(bare_page, *texts) == [[True, "signed"], [False, None]]


def test_the_browser_takes_names_that_can_be_seen(bare_page):
    texts = with_names()
    assert browser_says(bare_page, *texts) == [[True, "signed"]] * len(texts)


def test_the_browser_refuses_the_files_that_the_programs_refuse(bare_page):
    text = canonical_json(RACE).decode()
    wrong = {name: made for name, made in forgeries.MALFORMED.items() if name != "too many bytes"}
    told = browser_says(bare_page, *(made(text).encode() for made in wrong.values()))
    taken = [name for name, said in zip(wrong, told, strict=True) if said != [False, None]]
    assert taken == []
    assert browser_says(bare_page, text.encode(), blanks=1) == [[True, "signed"]]
    too_many = 32 * 1024 * 1024  # made there: to send them takes a minute
    assert browser_says(bare_page, text.encode(), blanks=too_many) == [[False, None]]
    altered = forgeries.altered_steps(replace(WON, signature=UNSET))
    texts = [canonical_json(record) for _step, record in altered.values()]
    told = browser_says(bare_page, *texts)
    assert dict(zip(altered, told, strict=True)) == {
        name: [False, str(step)] for name, (step, _record) in altered.items()
    }


ODD = {
    "b": [1, -7, 2**63, -(2**63), [], {}, None, True, False],
    "ä": 'quote " slash \\ wide 😀',
    "\uffff": 1,
    "😀": 2,
    "10": "not before",
    "9": "this one",
    "__proto__": {"": ""},
}


def test_the_browser_writes_json_as_the_server_does(bare_page):
    data = json.dumps(ODD, ensure_ascii=False, indent=1)
    written = bare_page.evaluate(
        """async (text) => {
            const { canonical, parse } = await import("/static/js/verify/json.js");
            return canonical(parse(text));
        }""",
        data,
    )
    assert written == json.dumps(ODD, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


NO_JSON = [
    *("", "[", "[1,]", "{}x", '{"a" 1}', '{"a":1,}', "[,]", "{1:2}", "nul", "01", '"\n"', "]"),
    *("1.5", "1e2"),
]


def test_the_browser_refuses_what_is_no_json(bare_page):
    told = bare_page.evaluate(
        """async (texts) => {
            const { parse } = await import("/static/js/verify/json.js");
            const fails = (text) => { try { parse(text); } catch { return true; } return false; };
            return texts.filter((text) => !fails(text));
        }""",
        NO_JSON,
    )
    assert told == []


@pytest.fixture
def over(somebody: Somebody, at_the_server: Callable[..., Any]) -> Match:
    """A match that a person resigned from."""
    amber = somebody().sign_up()
    user = User.objects.get(username=amber.name)
    match: Match = at_the_server(started, user, "easy")
    at_the_server(services.resign, public_id=match.public_id, user=user)
    return Match.objects.select_related("deal").get(pk=match.pk)


RIGHT = "Signed by this portal, and everything is right."
WRONG = "Something is wrong with this record."
UNPROVEN = "Not signed by this portal: this proves only that the record fits together."


def said(page: Page) -> dict[str, str]:
    rows = page.locator("[data-check]").all()
    return {
        str(row.get_attribute("data-check")): row.locator("[data-said]").inner_text()
        for row in rows
    }


UNREACHED = "Not checked, because of what is wrong"


@pytest.mark.whole  # sooner: the browser blames the same step, above
def test_anyone_checks_a_match_and_reads_in_words_what_is_wrong_with_it(over, somebody):
    birch = somebody(viewport={"width": 360, "height": 640})
    page, match = birch.page, Match.objects.filter(pk=over.pk)
    page.goto(f"/matches/{over.public_id}/")
    page.get_by_role("link", name="Was it fair?").click()
    expect(page.locator("[data-verdict]")).to_have_text(RIGHT)
    assert said(page) == {
        **dict.fromkeys(("promise", "chain", "chance", "positions"), "Correct"),
        "signature": "Correct: the portal signed this record",
    }
    birch.has_no_sideways_scroll()

    def verdict(text: str) -> dict[str, str]:
        made_once.forget_all()
        page.reload()
        expect(page.locator("[data-verdict]")).to_have_text(text)
        return said(page)

    record = selectors.record_of(over)
    signature = RecordSignature.objects.filter(match=over)
    signature.update(signature=None)
    match.update(imported_at=over.started_at)
    assert verdict(UNPROVEN)["signature"] == "Not signed"
    signature.update(signature=plain(signed(record, OTHER_KEY).signature))
    other = f"Signed with the key {public_half(OTHER_KEY)}, which"
    assert other in verdict(UNPROVEN)["signature"]
    match.update(imported_at=None)
    assert other in verdict(WRONG)["signature"], "it claims to be of this portal"
    signature.update(signature=plain(record.signature))
    steps = [replace(record.steps[0], at="2026-01-01T00:00:00.000000Z"), *record.steps[1:]]
    forged = rechained(replace(record, steps=steps))
    Step.objects.filter(match=over, index=0).update(at="2026-01-01T00:00:00Z")
    for step in forged.steps:
        Step.objects.filter(match=over, index=step.index).update(hash=step.hash)
    match.update(last_hash=forged.steps[-1].hash)
    told = verdict(WRONG)
    assert (told["chain"], told["signature"]) == ("Correct", "Wrong at step 2")
    Step.objects.filter(match=over, index=1).update(actor="someone")
    assert verdict(WRONG) == {
        "promise": "Correct",
        "chain": "Wrong at step 1",
        "chance": UNREACHED,
        "signature": UNREACHED,
        "positions": "Wrong at step 1",
    }


NO_ED25519 = """{
    const real = crypto.subtle.importKey.bind(crypto.subtle);
    crypto.subtle.importKey = async (...given) => {
        if (given[2] === "Ed25519") throw new DOMException("", "NotSupportedError");
        return real(...given);
    };
}"""
NO_CRYPTOGRAPHY = "Object.defineProperty(crypto, 'subtle', { value: undefined })"  # without HTTPS


@pytest.mark.parametrize(("missing", "unable"), [(NO_ED25519, 1), (NO_CRYPTOGRAPHY, 4)])
def test_what_a_browser_cannot_check_is_said_to_be_the_portals(over, somebody, missing, unable):
    page = somebody().page
    page.add_init_script(missing)
    page.goto(f"/matches/{over.public_id}/verify/")
    expect(page.locator("[data-verdict]")).to_have_text(RIGHT)
    told = list(said(page).values())
    assert told.count("Correct, says the portal; your browser can’t check this") == unable
    expect(page.locator("[data-who]", has_text="By the portal")).to_have_count(unable + 1)
