"""Why the portal does not run."""


class CannotRun(Exception):
    """A reason not to start or to go on, in one line for the operator."""


class AlreadyRunning(CannotRun):
    """Another supervisor holds the data folder; the line says where it answers."""
