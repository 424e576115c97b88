"""Someone who calls the API."""

from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from accounts.services import issue_token
from tests.api.contract import hold


@dataclass
class Caller:
    """A program with a token, or without one. Paths are relative to /api/.

    Every answer is held against the OpenAPI document.
    """

    user: User | None = None
    token: str | None = None
    language: str | None = None
    client: Client = field(default_factory=Client)

    @property
    def headers(self) -> dict[str, str]:
        headers = {"authorization": f"Token {self.token}"} if self.token else {}
        return headers | ({"accept-language": self.language} if self.language else {})

    def get(self, path: str, **query: Any) -> HttpResponse:
        response = self.client.get(f"/api/{path}", query, headers=self.headers)
        hold("get", f"/api/{path}", response)
        return response

    def post(self, path: str, body: Any = None) -> HttpResponse:
        """Posts JSON; `bytes` go as they are."""
        response = self.client.post(
            f"/api/{path}",
            {} if body is None else body,
            content_type="application/json",
            headers=self.headers,
        )
        hold("post", f"/api/{path}", response)
        return response


def caller(name: str) -> Caller:
    """A new person with a token."""
    user = User.objects.create_user(name, password="a long password", email=f"{name}@post.example")
    return Caller(user, issue_token(user=user))


ANYBODY = Caller()


def told(response: HttpResponse, status: int = 200) -> Any:
    """The JSON of an answer with that status."""
    assert response.status_code == status, response.content
    assert response["content-type"] == "application/json"
    return response.json()


def refused(response: HttpResponse, status: int, code: str) -> Any:
    """The JSON of a typed error."""
    problem = told(response, status)
    assert problem["code"] == code, problem
    assert problem["detail"]
    return problem
