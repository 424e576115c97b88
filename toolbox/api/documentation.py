"""OpenAPI documentation of the API's calls.

Requests and answers are `msgspec.Struct`s. `call` names them at a view's method; the hook
`add_components` adds their JSON Schema to the document's components.
"""

from collections.abc import Callable, Iterable, Mapping
from threading import Lock
from typing import Any, TypeVar

import msgspec
from django.http import HttpResponse
from django.utils.translation import get_language
from drf_spectacular.authentication import SessionScheme
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request

from toolbox.memory import Memory
from toolbox.packed import Packed, answer as answer_with, pack
from toolbox.paging import COUNTED

Method = TypeVar("Method", bound=Callable[..., Any])

REFERENCE = "#/components/schemas/{name}"

_REFUSALS = {
    400: "Malformed: `fields` says which value is wrong and why.",
    401: "Not logged in, or the token is not valid.",
    403: "Not yours to do, not your turn, or not open yet.",
    404: "There is no such thing, or you may not see it.",
    406: "Answers are JSON.",
    409: "It has changed since you looked; for a stale `version` the answer has the current one.",
    413: "The body is too large.",
    415: "Bodies are JSON.",
    422: "The rules forbid it; `reason` is the ruleset's own code.",
    429: "Too many requests: see `Retry-After`.",
    503: "The portal is very busy: see `Retry-After`.",
    504: "This server can't reach the database: see `Retry-After`.",
    507: "The portal's disk is full, so nothing was changed.",
}


class Problem(msgspec.Struct):
    """Every error of the API: a code for programs, a sentence for people."""

    code: str
    detail: str
    fields: dict[str, list[str]] | msgspec.UnsetType = msgspec.UNSET
    version: int | msgspec.UnsetType = msgspec.UNSET
    reason: str | msgspec.UnsetType = msgspec.UNSET


class CookieScheme(SessionScheme):
    """The log-in cookie in the document."""

    target_class = "accounts.authentication.SessionAuthentication"
    priority = 0


class TokenScheme(OpenApiAuthenticationExtension):
    """`Authorization: Token …` in the document."""

    target_class = "accounts.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token` and a key from `POST /api/token/`, separated by a space.",
        }


_shapes: dict[str, Any] = {}


def shape(type: Any) -> dict[str, Any]:
    """Return a reference to a Struct's schema, and make the Struct a component under its name."""
    assert _shapes.setdefault(type.__name__, type) is type, f"two shapes called {type.__name__}"
    return {"$ref": REFERENCE.format(name=type.__name__)}


def page_of(type: Any) -> dict[str, Any]:
    """Return the schema of one page of a list."""
    link = {"type": ["string", "null"], "format": "uri"}
    count = f"At most {COUNTED + 1:,}, which stands for any number above {COUNTED:,}."
    properties = {
        "count": {"type": "integer", "maximum": COUNTED + 1, "description": count},
        "next": link,
        "previous": link,
        "results": {"type": "array", "items": shape(type)},
    }
    return {"type": "object", "required": list(properties), "properties": properties}


_documents: Memory[tuple[str | None, str], Packed] = Memory(8, of_words=True)
_one_at_a_time = Lock()


class DocumentView(SpectacularAPIView):
    """The document, generated once per format and language."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        renderer: Any = request.accepted_renderer
        key = (get_language(), renderer.media_type)
        with _one_at_a_time:
            known = _documents.get(key)
            if known is None:
                document = SchemaGenerator().get_schema(request=None, public=True)
                known = _documents.put(key, pack(renderer.render(document)))
        return answer_with(request, known, renderer.media_type)


class PageQuery(msgspec.Struct):
    """Which page of a list."""

    page: int = 1
    page_size: int = 50


def call(
    operation: str,
    *,
    answer: dict[str, Any],
    status: int = 200,
    body: Any = None,
    query: Iterable[Any] = (),
    otherwise: Mapping[int, tuple[dict[str, Any], str]] = {},
    refuses: Iterable[int] = (),
    tag: str,
    description: str | None = None,
) -> Callable[[Method], Method]:
    """Document a view's method: its parameters, its answers and its refusals.

    `description` defaults to the method's docstring. `query`: Structs whose fields are parameters.
    `otherwise`: other success responses, by status, each with its reason.
    """
    refused = {*refuses, 406, 503, 504} | ({400, 413, 415, 429} if body else set())
    problem = shape(Problem)

    def described(method: Method) -> Method:
        codes = refused if method.__name__ == "get" else refused | {507}
        answers = {
            code: OpenApiResponse(other, description=when)
            for code, (other, when) in otherwise.items()
        }
        answers |= {
            code: OpenApiResponse(problem, description=_REFUSALS[code]) for code in sorted(codes)
        }
        extended: Method = extend_schema(
            operation_id=operation,
            tags=[tag],
            description=description,
            request={"application/json": shape(body)} if body else None,
            parameters=[parameter for struct in query for parameter in _parameters(struct)],
            responses={status: OpenApiResponse(answer, description="Done."), **answers},
        )(method)
        return extended

    return described


def add_components(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """Postprocessing hook: add the schema of every shape that a call names."""
    _schemas, components = msgspec.json.schema_components(_shapes.values(), ref_template=REFERENCE)
    result["components"].setdefault("schemas", {}).update(components)
    for path in result["paths"].values():
        for described in path.values():
            if body := described.get("requestBody"):
                name = body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
                body["required"] = bool(components[name]["required"])
    return result


def suit_generators(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """Postprocessing hook, the last: rewrite schemas that client generators stumble over.

    They name a model by its title, so each component's title is its own name. They fail on
    `items: false` after `prefixItems`; `maxItems` means the same.
    """
    for name, schema in result["components"]["schemas"].items():
        schema["title"] = name
    _without_false_items(result)
    return result


def _without_false_items(part: Any) -> None:
    if isinstance(part, dict):
        if part.get("items") is False and len(part["prefixItems"]) == part["maxItems"]:
            del part["items"]
        part = list(part.values())
    if isinstance(part, list):
        for each in part:
            _without_false_items(each)


def _parameters(struct: Any) -> list[OpenApiParameter]:
    schema: Mapping[str, Any] = msgspec.json.schema(struct)["$defs"][struct.__name__]
    return [
        OpenApiParameter(name, field, OpenApiParameter.QUERY)
        for name, field in schema["properties"].items()
    ]
