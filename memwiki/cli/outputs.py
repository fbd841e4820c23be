"""What every `--json` output has in common. schemas/ is generated from them: fields may be added, never changed."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict


class Output(BaseModel):
    """One JSON object on stdout."""

    model_config = ConfigDict(from_attributes=True, extra="forbid")
    name: ClassVar[str]

    def document(self) -> dict[str, Any]:
        """The object as printed, its schema's name first."""
        return {"schema": f"memwiki.{self.name}/1", **self.model_dump(mode="json", by_alias=True)}


class Part(BaseModel):
    """An object inside an output."""

    model_config = ConfigDict(from_attributes=True, extra="forbid")
