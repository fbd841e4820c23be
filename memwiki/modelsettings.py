"""The settings that name a model: one that finds pages, and one that refines what the rules found."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field


class Section(BaseModel):
    """One section of the settings: no unknown keys, and nothing that changes under way."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _model_name(value: str) -> str:
    if value and not re.fullmatch(r"[\w][\w./:@+-]{0,99}", value):
        raise ValueError("not a model's name: letters, digits and ./:@+- only")
    return value


def _endpoint(value: str) -> str:
    if value and not re.fullmatch(r"https?://[^\s/?#@]+(/[^\s?#]*)?", value):
        raise ValueError("not an address of the form http(s)://host/v1")
    return value.rstrip("/")


def _variable(value: str) -> str:
    if value and not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]{0,127}", value):
        raise ValueError("not the name of an environment variable")
    return value


class Index(Section):
    """How pages are found."""

    vectors: bool = Field(default=True, description="Search by meaning as well as by words.")
    fusion: Literal["scores", "ranks"] = Field(
        default="scores", description="How channels become one score; ranks is reciprocal rank fusion, measured worse."
    )
    model: Annotated[str, AfterValidator(_model_name)] = Field(
        default="", description="The embedding model, as fastembed or the endpoint names it; the packaged one if empty."
    )
    url: Annotated[str, AfterValidator(_endpoint)] = Field(
        default="", description="An OpenAI-compatible endpoint for embeddings, up to /v1; none is asked if empty."
    )
    key_env: Annotated[str, AfterValidator(_variable)] = Field(
        default="", description="The environment variable that holds that endpoint's key."
    )
    timeout_s: int = Field(default=30, ge=1, le=600, description="Seconds that the endpoint may take for 32 texts.")


class Model(Section):
    """A language model that refines what the rules found. Nothing needs one; without these settings none is asked."""

    enabled: bool = Field(default=False, description="Ask the model; false stops it at once.")
    provider: Literal["off", "openai", "command"] = Field(
        default="off", description="openai: an OpenAI-compatible endpoint; command: an agent's own command line."
    )
    url: Annotated[str, AfterValidator(_endpoint)] = Field(
        default="", description="The endpoint up to /v1, such as http://127.0.0.1:11434/v1."
    )
    name: Annotated[str, AfterValidator(_model_name)] = Field(
        default="", description="The model's name; it stands in `generated.by` of the pages that it helped to write."
    )
    key_env: Annotated[str, AfterValidator(_variable)] = Field(
        default="",
        description="The environment variable that holds the endpoint's key; the key itself is kept nowhere.",
    )
    command: tuple[str, ...] = Field(
        default=(), description="The command that reads the question on stdin and prints the answer."
    )
    timeout_s: int = Field(default=60, ge=1, le=600, description="Seconds that one answer may take.")
    tokens_per_session: int = Field(
        default=12_000, ge=4_000, le=200_000, description="Tokens that one question and its answer may take."
    )
    tokens_per_day: int = Field(
        default=200_000, ge=1_000, le=100_000_000, description="Tokens that may be spent from midnight to midnight UTC."
    )
