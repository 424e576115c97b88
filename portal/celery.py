"""The Celery application: AI turns on queue `ai`, everything else on `default`."""

import os
from typing import Any

from celery import Celery, platforms
from celery.signals import beat_embedded_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")

app = Celery("portal")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@beat_embedded_init.connect
def die_with_the_worker(**_sender: Any) -> None:
    """A worker's beat process must not survive a killed worker: the next brings its own."""
    platforms.set_pdeathsig("SIGKILL")
