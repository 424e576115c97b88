"""Pages go out compressed to those who ask for it."""

import gzip

import pytest
from django.test import Client


@pytest.mark.django_db
def test_a_page_is_compressed_for_who_asks() -> None:
    plain = Client().get("/")
    packed = Client().get("/", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.content) < len(plain.content) / 2
    assert b"<h1>" in gzip.decompress(packed.content)
