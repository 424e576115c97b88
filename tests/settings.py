"""The portal's settings, made fast, repeatable and free of the working copy's `var/`.

Without REDIS_URL and DATABASE_URL everything lives in one process and a temporary folder of its
own (one per xdist worker); with them the same tests run against that server and that database.
"""

import atexit
import os
import shutil
import tempfile

# Before the portal's settings are read: no test may see or write the data of a real portal.
DATA_FOLDER = tempfile.mkdtemp(prefix="hearth-tests-")
os.environ["DATA_DIR"] = DATA_FOLDER
# Commands that tests start read these settings too, and clear up after themselves. (A forked child
# of such a process must not, hence the id; xdist's workers end without this, see conftest.)
_OWNER = os.getpid()
atexit.register(lambda: os.getpid() == _OWNER and shutil.rmtree(DATA_FOLDER, ignore_errors=True))
os.environ["SECRET_KEY"] = "the-key-of-the-tests-is-no-secret-and-guards-nothing"
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "main")
if os.environ.get("REDIS_URL", "").startswith("redis://"):
    # One numbered database for each xdist worker: tests empty the cache as they please.
    _server = os.environ.setdefault("TEST_REDIS_URL", os.environ["REDIS_URL"].rstrip("/"))
    os.environ["REDIS_URL"] = (
        f"{_server}/{int(WORKER.removeprefix('gw')) + 1 if WORKER != 'main' else 0}"
    )

os.environ.setdefault("SITE_URL", "http://localhost:8000")

from portal.settings import *  # noqa: E402, F403
from portal.settings import CACHES, CHANNEL_LAYERS, DATABASES, STATIC_ROOT  # noqa: E402

STATIC_ROOT.mkdir(exist_ok=True)  # WhiteNoise warns of a missing folder
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
AI_PACE_SECONDS = 0
# Tasks run where they are sent from; tests/processes/ is where real workers are put to the test.
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True

# A lock or a connection that is slow to come isn't given up: the machine may have much else to do.
patience = 60  # s
said = DATABASES["default"].get("OPTIONS", {})
if "init_command" in said:
    said["init_command"] = said["init_command"].replace("synchronous=NORMAL", "synchronous=OFF")
    said["timeout"] = patience
if "pool" in said:
    said["pool"]["timeout"] = patience
    said["options"] = said["options"].replace("lock_timeout=10s", f"lock_timeout={patience}s")
if "TEST_TEMPLATE" in os.environ:
    # A database with all migrations in it, which each worker copies: tests.support.services.
    DATABASES["default"]["TEST"] = {"TEMPLATE": os.environ["TEST_TEMPLATE"]}
if "OPTIONS" in CACHES["default"]:
    CACHES["default"]["OPTIONS"] = {"socket_timeout": patience}  # who is slow isn't forgiven
if "hosts" in CHANNEL_LAYERS["default"]["CONFIG"]:
    CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] = f"tests-{WORKER}"
