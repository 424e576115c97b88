"""`manage.py portal`: broker, workers and web server as children of one process.

`entry` reads the environment (`configuration`), `parent` runs the stages in order, `children` keeps
processes alive and stops them. Each child is a fork that runs one of the `parts` and gives signs of
life (`portal.pulse`). docs/operations.md describes what an operator sees.
"""

import os

from portal.environment import DATA_DIR

# The folder in which all children count together; prometheus_client reads it when imported.
if os.environ.get("METRICS_TOKEN") or os.environ.get("METRICS_FROM"):
    os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(DATA_DIR / "metrics"))
