"""Registering and logging in by the API."""

import pytest
from allauth.account.forms import SignupForm
from django.conf import settings

from accounts.models import Token, User
from accounts.services import digest_of
from tests.api.caller import ANYBODY, Caller, caller, refused, told

pytestmark = pytest.mark.django_db

GOOD = {"username": "amber", "password": "violet-kettle-9"}


def test_registering_and_logging_in_answer_with_tokens_that_work():
    account = told(ANYBODY.post("accounts/", GOOD), 201)
    user = User.objects.get()
    assert account == {"id": user.pk, "username": "amber", "token": account["token"]}
    assert user.check_password(GOOD["password"])
    second = told(ANYBODY.post("token/", GOOD))["token"]
    assert second != account["token"]
    for token in (account["token"], second):
        told(Caller(token=token).get("matches/", mine=1))
        assert Token.objects.filter(digest=digest_of(token)).exists()
        assert token not in str(list(Token.objects.values())), "they are stored hashed"


def test_an_email_address_is_kept_unconfirmed_and_never_answered():
    response = ANYBODY.post("accounts/", GOOD | {"email": "Amber@Post.example"})
    assert "post.example" not in str(told(response, 201)).lower()
    address = User.objects.get().emailaddress_set.get()
    assert (address.email, address.verified) == ("amber@post.example", False)
    again = GOOD | {"username": "birch", "email": "amber@post.example"}
    told(ANYBODY.post("accounts/", again), 201)  # nobody learns that it is known


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"username": "x" * 33}, "username"),
        ({"username": "amber\n"}, "username"),
        ({"username": "ａｍｂｅｒ"}, "username"),
        ({"username": 7}, "username"),
        ({"password": "short"}, "password"),
        ({"password": "password123"}, "password"),
        ({"password": "x9" * 200}, "password"),
        ({"password": None}, "password"),
        ({"email": "nonsense"}, "email"),
        ({"email": f"{'x' * 60}@{'y' * 60}.{'z' * 60}.{'w' * 60}.{'v' * 60}.de"}, "email"),
        ({"emial": "a@post.example"}, "emial"),
    ],
)
def test_a_refused_account_names_the_field_and_makes_nobody(change, field):
    problem = refused(ANYBODY.post("accounts/", GOOD | change), 400, "malformed")
    assert list(problem["fields"]) == [field]
    assert not User.objects.exists()


def test_the_database_refuses_a_name_taken_a_moment_ago(monkeypatch):
    told(ANYBODY.post("accounts/", GOOD), 201)
    monkeypatch.setattr("accounts.services._check_account", lambda *values: None)
    problem = refused(ANYBODY.post("accounts/", GOOD | {"username": "AMBER"}), 400, "malformed")
    assert problem["fields"] == {"username": ["This name is taken."]}


@pytest.mark.parametrize("name", ["a", "a b", "ａｍｂｅｒ", "x" * 33, ".hidden"])
def test_the_sign_up_page_has_the_same_rules_for_names(name):
    form = SignupForm({"username": name, "password1": GOOD["password"]})
    assert not form.is_valid()
    assert list(form.errors) == ["username"]


def test_thirty_sign_ups_a_minute_and_address(frozen):
    weak = GOOD | {"password": "short"}
    for _ in range(30):
        refused(ANYBODY.post("accounts/", weak), 400, "malformed")
    response = ANYBODY.post("accounts/", GOOD)
    refused(response, 429, "throttled")
    assert int(response["retry-after"]) > 0
    frozen.shift(61)
    told(ANYBODY.post("accounts/", GOOD), 201)


@pytest.mark.parametrize("wrong", [{"password": "nope"}, {"username": "nobody"}])
def test_wrong_credentials_are_answered_alike(wrong):
    told(ANYBODY.post("accounts/", GOOD), 201)
    response = ANYBODY.post("token/", GOOD | wrong)
    problem = refused(response, 401, "wrong_credentials")
    assert problem["detail"] == "Wrong username or password."
    assert response["www-authenticate"] == "Token"


def test_who_guesses_too_often_is_locked_out_even_with_the_right_password():
    told(ANYBODY.post("accounts/", GOOD), 201)
    for _ in range(settings.AXES_FAILURE_LIMIT - 1):
        refused(ANYBODY.post("token/", GOOD | {"password": "nope"}), 401, "wrong_credentials")
    refused(ANYBODY.post("token/", GOOD | {"password": "nope"}), 429, "locked_out")
    answer = ANYBODY.post("token/", GOOD)
    refused(answer, 429, "locked_out")
    assert answer.headers["Retry-After"] == "900"
    assert not Token.objects.exclude(user__username="amber").exists()


def test_a_locked_account_gets_no_token_and_its_tokens_stop_working():
    amber = caller("amber")
    User.objects.update(is_active=False)
    body = {"username": "amber", "password": "a long password"}
    refused(ANYBODY.post("token/", body), 401, "wrong_credentials")
    refused(amber.get("games/"), 401, "authentication_failed")


@pytest.mark.parametrize("header", ["Token", "Token nonsense", "Token a b", "Token \xff"])
def test_a_token_nobody_has_is_401_even_for_open_calls(header):
    response = ANYBODY.client.get("/api/games/", headers={"authorization": header})
    refused(response, 401, "authentication_failed")
    assert response["www-authenticate"] == "Token"
    told(ANYBODY.client.get("/api/games/", headers={"authorization": "Bearer x"}))
