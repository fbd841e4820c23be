"""Rival tools by what they are for: two names of one family are two answers to one question."""

from __future__ import annotations

import re
from functools import lru_cache

FAMILIES: dict[str, str] = {
    "package manager": "pnpm yarn npm bun npx",
    "python package manager": "pip poetry uv pipenv conda mamba pdm rye hatch",
    "python test framework": "pytest unittest nose nose2",
    "javascript test framework": "jest vitest mocha jasmine ava",
    "browser test tool": "playwright cypress selenium puppeteer",
    "database": (
        "postgres postgresql mysql mariadb sqlite mongodb mongo cockroachdb oracle tidb duckdb dynamodb cassandra"
    ),
    "api style": "graphql rest grpc soap trpc json-rpc odata",
    "message queue": "kafka rabbitmq nats sqs rocketmq pulsar activemq zeromq celery mqtt",
    "cache": "redis memcached valkey",
    "python formatter": "black yapf autopep8",
    "linter": "ruff flake8 pylint eslint biome oxlint",
    "javascript formatter": "prettier dprint",
    "signature algorithm": "rsa2 rsa sm2 ed25519 hmac ecdsa es256 rs256 hs256",
    "password hash": "bcrypt argon2 argon2id scrypt pbkdf2 md5 sha1 sha256",
    "state management": "redux zustand mobx riverpod bloc pinia vuex jotai recoil getx",
    "build tool": "bazel gradle maven cmake meson buck ninja",
    "bundler": "webpack vite esbuild rollup parcel turbopack rspack",
    "ui framework": "react vue svelte angular solidjs qwik preact",
    "css": "tailwind bootstrap sass scss styled-components emotion unocss",
    "orm": "prisma drizzle typeorm sequelize sqlalchemy hibernate mybatis gorm",
    "continuous integration": "jenkins circleci drone buildkite travis",
    "orchestrator": "kubernetes k8s nomad ecs swarm k3s",
    "infrastructure code": "terraform pulumi ansible cloudformation cdk opentofu",
    "wire format": "json protobuf msgpack avro flatbuffers cbor xml thrift",
    "table format": "csv parquet arrow orc",
    "dataframe library": "pandas polars dask spark modin",
    "ml framework": "pytorch tensorflow jax keras mxnet",
    "python web framework": "fastapi flask django starlette litestar",
    "node web framework": "koa fastify hono nestjs",
    "go logger": "zap logrus slog zerolog",
    "date library": "moment dayjs date-fns luxon",
    "http client": "axios httpx aiohttp urllib",
    "game engine": "unity godot unreal bevy",
    "rtos": "freertos zephyr threadx rt-thread",
    "bus": "i2c spi uart canbus",
    "merge style": "rebase squash fast-forward",
    "indentation": "tabs spaces",
    "identifier scheme": "uuid uuidv4 uuidv7 ulid snowflake autoincrement nanoid",
    "compression": "zstd gzip lz4 brotli snappy zlib",
    "natural language": "english german french spanish chinese japanese 英文 英语 中文 日文 汉语",
    "search engine": "elasticsearch opensearch meilisearch typesense solr",
    "container tool": "docker podman buildah nerdctl",
}
FAMILY_OF = {tool: family for family, tools in FAMILIES.items() for tool in tools.split()}
TOOL = re.compile(
    r"(?<![\w-])(" + "|".join(re.escape(t) for t in sorted(FAMILY_OF, key=len, reverse=True)) + r")(?![\w-])",
    re.IGNORECASE | re.ASCII,
)

# Two names of one thing are no rivals.
ONE_NAME = {
    "英文": "english",
    "英语": "english",
    "中文": "chinese",
    "汉语": "chinese",
    "日文": "japanese",
    "postgresql": "postgres",
    "mongo": "mongodb",
    "k8s": "kubernetes",
    "argon2id": "argon2",
    "es256": "ecdsa",
    "rs256": "rsa",
    "hs256": "hmac",
}
# Words of everyday English: a tool only beside a rival, or in capitals.
_AMBIGUOUS = frozenset(
    [
        "rest",
        "black",
        "buck",
        "meson",
        "ninja",
        "arrow",
        "swarm",
        "bun",
        "rye",
        "hatch",
        "ava",
        "zap",
        "oracle",
        "emotion",
        "parcel",
        "uv",
        "conda",
        "requests",
        "got",
        "spark",
        "soap",
        "unity",
        "react",
    ]
) - {"uv", "conda", "unity", "react"}


@lru_cache(maxsize=4096)
def tools(text: str) -> tuple[tuple[str, str], ...]:
    """(tool, family) for each known tool in the text."""
    if TOOL.search(text) is None:
        return ()
    found = [(m[1], m[1].lower(), FAMILY_OF[m[1].lower()]) for m in TOOL.finditer(text)]
    families = [family for _, _, family in found]
    return tuple(
        (tool, family)
        for said, tool, family in found
        if tool not in _AMBIGUOUS or said.isupper() or families.count(family) > 1
    )
