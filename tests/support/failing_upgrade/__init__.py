"""An upgrade whose second migration fails halfway (DJANGO_SETTINGS_MODULE)."""

from portal.settings import *  # noqa: F403

MIGRATION_MODULES = {"toolbox": "tests.support.failing_upgrade.migrations"}
