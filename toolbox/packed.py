"""Bodies of answers that many get: compressed once, and sent with a tag to ask again by."""

import gzip
from hashlib import sha256
from typing import Any, NamedTuple

from django.http import HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers

LEVEL = 5  # of compression


class Packed(NamedTuple):
    """A body, compressed as browsers and many programs want it, and its tag.

    The tag is weak: it stands for the body in any encoding.
    """

    etag: str
    data: bytes


def pack(body: bytes) -> Packed:
    """The body, to be kept."""
    etag = f'W/"{sha256(body).hexdigest()[:32]}"'
    return Packed(etag, gzip.compress(body, LEVEL, mtime=0))


def answer(request: Any, packed: Packed, content_type: str, *, tagged: bool = True) -> HttpResponse:
    """The answer with that body; 304 for those who have it.

    `tagged`: a browser may keep it, if it asks each time whether it still holds.
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
