"""Answers for many clients: compressed once, and sent with an ETag."""

import gzip
from hashlib import sha256
from typing import Any, NamedTuple

from django.http import HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers

LEVEL = 5  # of compression


class Packed(NamedTuple):
    """A gzipped body and its tag, which is weak: it stands for the body in any encoding."""

    etag: str
    data: bytes


def pack(body: bytes) -> Packed:
    """Compress a body and tag it."""
    etag = f'W/"{sha256(body).hexdigest()[:32]}"'
    return Packed(etag, gzip.compress(body, LEVEL, mtime=0))


def answer(request: Any, packed: Packed, content_type: str, *, tagged: bool = True) -> HttpResponse:
    """Answer with that body, or with 304 if the client has it.

    `tagged`: a browser may keep the body if it revalidates it each time.
    """
    compressed = "gzip" in request.headers.get("Accept-Encoding", "")
    body = packed.data if compressed else gzip.decompress(packed.data)
    made = HttpResponse(body, content_type=content_type)
    if compressed:
        made.headers["Content-Encoding"] = "gzip"
    patch_vary_headers(made, ("Accept-Encoding",))
    if not tagged:
        return made
    patch_cache_control(made, private=True, no_cache=True)
    made.headers["ETag"] = packed.etag
    kept = get_conditional_response(request, etag=packed.etag, response=made)
    return kept if isinstance(kept, HttpResponse) else made
