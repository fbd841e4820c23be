"""Property tests have no deadline: how long an example takes says nothing of whether it holds (speed: eval/)."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("memwiki", deadline=None)
settings.load_profile("memwiki")
