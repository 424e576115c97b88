"""Holds every answer against what the OpenAPI document promises."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from django.http import HttpResponse
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator, ValidationError, validators

from games.plugin import registry
from toolbox.api.documentation import Problem


def document() -> dict[str, Any]:
    """The OpenAPI document for the rulesets that are installed now."""
    return _document(tuple(game.meta.slug for game in registry.installed()))


@cache
def _document(slugs: tuple[str, ...]) -> dict[str, Any]:
    return SchemaGenerator().get_schema(request=None, public=True)


def hold(method: str, path: str, response: HttpResponse) -> None:
    """Fail if this call is documented and answers what its documentation doesn't say."""
    call = _call(method, path)
    if call is None or response.status_code == 405:
        return
    answers = call["responses"]
    assert str(response.status_code) in answers, (
        f"{method} {path} answers {response.status_code}, which isn't documented"
    )
    if response.status_code < 400:
        schema = answers[str(response.status_code)]["content"]["application/json"]["schema"]
        _validator(id(document()))({**schema, "components": document()["components"]}).validate(
            response.json()
        )
    else:
        problem = response.json()
        assert {"code", "detail"} <= problem.keys() <= {*Problem.__struct_fields__}
    if response.status_code == 429:
        assert int(response.headers["Retry-After"]) >= 1


@cache
def _validator(_document: int) -> Any:
    """Validates, but looks only once at what has been found valid: most answers repeat others."""
    valid: set[tuple[str, str]] = set()
    refer = Draft202012Validator.VALIDATORS["$ref"]

    def ref(validator: Any, name: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
        seen = (name, json.dumps(instance, sort_keys=True))
        if seen not in valid:
            errors = list(refer(validator, name, instance, schema))
            if not errors:
                valid.add(seen)
            yield from errors

    return validators.extend(Draft202012Validator, {"$ref": ref})


def _call(method: str, path: str) -> Any:
    for template, calls in document()["paths"].items():
        if _pattern(template).fullmatch(path.partition("?")[0]):
            return calls.get(method)
    return None


@cache
def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template)))
