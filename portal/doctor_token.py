"""The token with which `manage.py doctor` asks web processes what they see of its request."""

from django.core.signing import BadSignature, TimestampSigner

GOOD_SECONDS = 60
_SCHEME = "Bearer "
_signer = TimestampSigner(salt="portal.doctor")


def fresh() -> str:
    """A new token, as the value of the header `Authorization`."""
    return _SCHEME + _signer.sign("doctor")


def is_right(header: str) -> bool:
    """Whether the header has a token that this portal has signed within the last minute."""
    try:
        _signer.unsign(header.removeprefix(_SCHEME), max_age=GOOD_SECONDS)
    except BadSignature:
        return False
    return True
