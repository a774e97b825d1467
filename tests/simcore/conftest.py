"""Fixtures of the tests of kept runs."""

from __future__ import annotations

import os

import pytest

from simcore import store
from tests.simcore.keeping import keep


@pytest.fixture
def quick(monkeypatch):
    """Flushing is most of the time of these tests; `FailingDisk` sees that it is asked for."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory):
    folder = tmp_path_factory.mktemp("unbroken") / "run"
    keep(folder)
    return folder


@pytest.fixture
def eager(monkeypatch):
    """A manifest after every chunk."""
    monkeypatch.setattr(store, "INTERVAL", 0)
    monkeypatch.setattr(store, "SHARE", 0)
