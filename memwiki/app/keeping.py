"""Whether observations are kept: pauses, limits, a disk that is full, events that were turned away."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from memwiki.app.desk import Desk
from memwiki.app.pausing import pause_of
from memwiki.spool import quota

Row = tuple[str, Literal["ok", "warn", "fail"], str, str]  # name, state, detail, remedy

_LITTLE = 256 << 20  # bytes left on the disk that call for a look


def stops(desk: Desk) -> str:
    """Why nothing of this project is captured at the moment; "" where it is."""
    capture = desk.config.settings.capture
    if capture.mode == "off":
        return "capture is off (memwiki config get capture.mode)"
    if capture.allowlist and desk.config.marker is None and not desk.named:
        return "capture is off here: no .memwiki.toml, and capture.allowlist is on"
    paused = pause_of(desk)
    if paused.paused:
        return f"{paused.line} (memwiki resume{' --all' if paused.everything else ''})"
    home = desk.home.root
    if home.exists() and not _is_writable(home):
        return f"nothing is stored: {home} cannot be written"
    full = [detail for _, state, detail, _ in _limits(desk) if state == "fail"]
    return f"nothing more is stored: {full[0]} (memwiki doctor)" if full else ""


def remarks(desk: Desk) -> list[str]:
    """What a person should know besides: a spool that fills up, events that were lost."""
    return [
        f"{name}: {detail}; {remedy}" for name, state, detail, remedy in (*_limits(desk), *_lost(desk)) if state != "ok"
    ]


def checks(desk: Desk) -> Iterator[Row]:
    """What `doctor` says of it."""
    yield _capture(desk)
    yield from _limits(desk)
    yield _disk(desk)
    yield from _lost(desk)


def _capture(desk: Desk) -> Row:
    capture, paused = desk.config.settings.capture, pause_of(desk)
    if paused.broken:
        return "capture", "fail", paused.line, "memwiki resume --all"
    if paused.paused:
        remedy = f"memwiki resume{' --all' if paused.everything else ''}"
        return "capture", "ok" if paused.until else "warn", paused.line, remedy
    others = f"; {paused.others} pauses of projects that left nothing here" if paused.others else ""
    if capture.allowlist and desk.config.marker is None:
        return "capture", "ok", f"only projects with a marker file; this folder has none{others}", ""
    if capture.mode == "on":
        return "capture", "ok", f"on{others}", ""
    return "capture", "ok", f"{capture.mode}, as set in {desk.config.origins['capture.mode']}{others}", ""


def _limits(desk: Desk) -> list[Row]:
    """How full the project's spool is, and all of raw/."""
    spool = desk.config.settings.spool
    limits = quota.Limits(spool.project_mb << 20, spool.total_mb << 20)
    sizes = quota.refresh(str(desk.home.root), limits, datetime.now(UTC).timestamp()) if desk.home.root.exists() else {}
    held = [(f"{key} spool", size, spool.project_mb, "spool.project_mb") for key, size in sizes.items()]
    held.append(("spool", sum(sizes.values()), spool.total_mb, "spool.total_mb"))
    rows: list[Row] = []
    for name, size, limit, key in held:
        if not limit or size * 100 < (limit << 20) * quota.WARN:
            continue
        full = size >= limit << 20
        said = f"{quota.shown(size)} of {limit:,} MB" + (", so that new events are turned away" if full else "")
        rows.append((name, "fail" if full else "warn", said, f"memwiki config set {key} {max(limit * 2, 1)}"))
    mine = f"{desk.project.key} spool"
    return sorted((row for row in rows if row[0] in (mine, "spool") or row[1] != "ok"), key=lambda row: row[0] != mine)


def _disk(desk: Desk) -> Row:
    place = next((one for one in (desk.home.root, *desk.home.root.parents) if one.exists()), Path("/"))
    free = shutil.disk_usage(place).free
    if free < _LITTLE:
        return (
            "disk",
            "warn",
            f"{quota.shown(free)} left where {desk.home.root} is",
            "make room: a full disk loses events",
        )
    return "disk", "ok", f"{quota.shown(free)} free", ""


def _lost(desk: Desk) -> Iterator[Row]:
    for key, (by_limit, by_disk, last) in quota.lost(str(desk.home.root)).items():
        when = datetime.fromtimestamp(last, UTC).isoformat(timespec="minutes")[:16].replace("T", " ")
        why = " and ".join(
            part
            for part in (f"{by_limit} by the limit" if by_limit else "", f"{by_disk} by the disk" if by_disk else "")
            if part
        )
        path = quota.lost_file(str(desk.home.root), key)
        yield f"{key} losses", "warn", f"events that were not stored: {why}; the last on {when} UTC", f"rm {path}"


def _is_writable(root: Path) -> bool:
    import os

    return os.access(root, os.W_OK)
