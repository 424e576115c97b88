"""How static files are kept where they may be cached for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

# Django offers this for all JavaScript or none; what comes with packages doesn't always stand it.
_EVERYWHERE, _IMPORTS = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """Names with a hash of the content, also where one module of ours imports another.

    Otherwise a module would be loaded, and run, twice: once by each of its names.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", _IMPORTS))
