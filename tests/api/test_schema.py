"""The OpenAPI document."""

from typing import Any

import pytest
from django.core.management import call_command

from games.plugin import registry
from tests.api.caller import ANYBODY
from tests.api.contract import document


def test_it_is_made_without_a_warning(tmp_path):
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(tmp_path / "api.yml"))
    assert (tmp_path / "api.yml").stat().st_size > 10_000


@pytest.mark.django_db
def test_it_is_served():
    response = ANYBODY.client.get("/api/schema/", headers={"accept": "application/json"})
    assert response.status_code == 200
    assert response.json()["openapi"].startswith("3.1")
    assert ANYBODY.client.get("/api/schema/").content.startswith(b"openapi: 3.1")


def test_actions_and_observations_are_those_of_the_rulesets(race):
    schemas = document()["components"]["schemas"]
    moves = schemas["Move"]["properties"]["action"]
    assert moves == {"$ref": "#/components/schemas/Action"}
    members = _members(schemas["Action"])
    assert {"PleaseDontBurnMyVillageBribe", "OrchardRaceLay"} <= {*members}
    for game in ("PleaseDontBurnMyVillage", "OrchardRace"):
        assert {*_members(schemas[f"{game}Action"])} <= {*members}
    bribe = schemas["PleaseDontBurnMyVillageBribe"]["properties"]
    assert bribe["count"] == {"type": "integer", "minimum": 0, "maximum": 14}
    seen = schemas["MatchShown"]["properties"]["observation"]
    # null where a match can't be read
    assert seen == {"anyOf": [{"$ref": "#/components/schemas/Observation"}, {"type": "null"}]}
    assert len(_members(schemas["Observation"])) == len(registry.installed())


def test_it_says_which_calls_need_a_log_in_and_describes_every_error():
    schemes = document()["components"]["securitySchemes"]
    assert schemes["token"]["name"] == "Authorization"
    act = document()["paths"]["/api/matches/{public_id}/actions/"]["post"]
    assert {"token": []} in act["security"]
    assert {} not in act["security"]
    for path, calls in document()["paths"].items():
        for call in calls.values():
            for status, answer in call["responses"].items():
                assert answer["description"], (path, status)
                if status >= "400":
                    schema = answer["content"]["application/json"]["schema"]
                    assert schema == {"$ref": "#/components/schemas/Problem"}


def _members(schema: Any) -> list[str]:
    return [member["$ref"].rpartition("/")[2] for member in schema["anyOf"]]
