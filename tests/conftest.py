"""Property tests have no deadline: how long an example takes, or takes to be made, says nothing of whether it holds
(speed: eval/). Every run tries the same examples, so that none fails by chance.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("memwiki", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("memwiki")
