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


def outputs() -> dict[str, type[Output]]:
    """Every output by its schema's name."""
    from memwiki.cli import import_outputs, read_outputs, run_outputs, state_outputs

    modules = (read_outputs, state_outputs, import_outputs, run_outputs)
    kinds = [kind for module in modules for kind in vars(module).values()]
    found = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Output) and kind is not Output]
    return {kind.name: kind for kind in sorted(found, key=lambda kind: kind.name)}


def _open(node: Any) -> Any:
    """The schema without what would forbid fields of newer versions, and without titles that say nothing."""
    if isinstance(node, list):
        return [_open(item) for item in node]
    if not isinstance(node, dict):
        return node
    dropped = {"additionalProperties"} if node.get("additionalProperties") is False else set()
    if isinstance(node.get("title"), str):
        dropped.add("title")
    return {key: _open(value) for key, value in node.items() if key not in dropped}


def schema(kind: type[Output]) -> dict[str, Any]:
    """The output's JSON Schema."""
    body = _open(kind.model_json_schema(by_alias=True, mode="serialization"))
    properties = {"schema": {"const": f"memwiki.{kind.name}/1"}, **body.pop("properties", {})}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"memwiki.{kind.name}/1",
        **body,
        "properties": properties,
        "required": ["schema", *body.get("required", [])],
    }
