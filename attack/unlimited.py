"""Settings of a portal without limits, so that none stops the fuzzing."""

from portal.settings import *  # noqa: F403
from portal.settings import REST_FRAMEWORK

_RATES = REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
assert isinstance(_RATES, dict)
REST_FRAMEWORK = {**REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": dict.fromkeys(_RATES)}
ACCOUNT_RATE_LIMITS = False
AXES_ENABLED = False
MATCHES_UNDER_WAY = MATCHES_AN_HOUR = 100_000
