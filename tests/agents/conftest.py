"""Tests that drive the real agents' programs run only where they are asked for: `pytest -m agents`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves them out unless the -m expression names them."""
    if "agents" in config.option.markexpr:
        return
    left_out = [item for item in items if item.get_closest_marker("agents")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("agents")]
