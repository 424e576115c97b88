"""How static files are kept where they may be cached for ever."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

from portal.style_sheets import put_together

# Django offers this for all JavaScript or none; what comes with packages doesn't always stand it.
_EVERYWHERE, _IMPORTS = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """Names with a hash of the content, also where one module of ours imports another.

    Otherwise a module would be loaded, and run, twice: once by each of its names. Style sheets are
    put together from their parts.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", _IMPORTS))

    def post_process(self, paths: dict[str, Any], **options: Any) -> Iterator[Any]:
        """Name, change and compress what was collected: where each file lies, by its name."""
        sources = {
            name: (_Sheets(storage), path) if name.endswith(".css") else (storage, path)
            for name, (storage, path) in paths.items()
        }
        yield from super().post_process(sources, **options)


class _Sheets:
    """A folder of sources whose style sheets are read with their parts in place."""

    def __init__(self, storage: Any) -> None:
        self.storage = storage

    def open(self, path: str) -> ContentFile:
        return ContentFile(put_together(Path(self.storage.path(path))).encode())
