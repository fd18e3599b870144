"""Tell whether a run over some scopes would find anything to do. Needs no lease."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from kebab.catalog.reader import CatalogReader
from kebab.errors import NotIndexedError
from kebab.ingest.fingerprint import source_fingerprints
from kebab.ingest.lasting import match_failures
from kebab.ingest.plan import plan_source
from kebab.ingest.rules import scan_rules
from kebab.ingest.scope import SourceScope
from kebab.ingest.walk import walk
from kebab.settings.model import Settings
from kebab.settings.paths import catalog_path


def is_behind(scopes: Sequence[SourceScope], settings: Settings) -> bool:
    """Compare the files of the scopes with the catalog."""
    try:
        with closing(CatalogReader(catalog_path(settings.storage.data_dir))) as reader:
            return any(_has_work(scope, settings, reader) for scope in scopes)
    except NotIndexedError:
        return True


def _has_work(scope: SourceScope, settings: Settings, reader: CatalogReader) -> bool:
    """Tell it of one scope. A file that fails as before is no work, not even where a run would
    try it again: it is not worth a run of its own.
    """
    scan = walk(scope.source.root, scan_rules(settings, scope))
    stored = reader.stored_states([scope.source.id], scope.only)
    fingerprints = source_fingerprints(scope.source, settings)
    failures = reader.failures(scope.source.id, scope.only)
    same = match_failures(scan.files, failures, fingerprints, settings).same
    failing = {one.file.path for one in same}
    plan = plan_source(scan, stored, fingerprints, only=scope.only, failing=failing)
    return bool(plan.work or plan.to_verify or plan.deleted)
