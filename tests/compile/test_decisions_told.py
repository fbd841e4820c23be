"""Choices that a person states, with or without a because, become decisions."""

from __future__ import annotations

import pytest
from hearing import check_titles, claims, told

# prompt, words that must stand in the claim
TOLD = [
    ("let's use zephyr instead of freertos, the bluetooth stack is better", "zephyr,freertos,bluetooth"),
    ("we decided to drop ios 14 support, under 1% of users", "ios 14"),
    ("decision: save files are json, not binary, because modders want to edit them", "json,binary,modders"),
    (
        "go with polars for the feature pipeline, pandas runs out of memory on the full dump",
        "polars,feature pipeline,memory",
    ),
    ("auth: sessions in redis with a cookie, no jwt, because we need to revoke instantly", "redis,jwt,revoke"),
    ("ok we stick with webpack for now, vite breaks module federation", "webpack,vite"),
    (
        "physics runs at a fixed 60hz step, decoupled from rendering, because replays must be deterministic",
        "60hz,replays",
    ),
    ("i thought about it: we go with a monorepo, cross repo prs are killing us", "monorepo"),
    ("what i want: the map tiles are prerendered at build time, not on the fly", "prerendered"),
    ("lets keep the sensor readings in sqlite and sync hourly, lte is too flaky for streaming", "sqlite,hourly,lte"),
    ("we'll store prices as integers in minor units because floats bit us twice", "minor units"),
    ("terraform state goes to s3 with dynamodb locking, not the local disk", "s3,dynamodb"),
    ("final: postgres it is. mongo is out", "postgres"),
    ("model choice: distilbert, not the big one, latency budget is 40ms", "distilbert,40ms"),
    ("image uploads: max 8 MB because the cdn rejects bigger ones", "8 mb,cdn"),
    ("scratch that, we switch from helm to kustomize, helm templates became unreadable", "kustomize,helm"),
    ("changed my mind about the cache: drop memcached, everything goes through the http cache", "memcached"),
    ("we settled on blue/green deploys since canary needs metrics we dont have", "blue/green"),
    (
        ("the retention for crash dumps goes from 14 days to 60 days, support asked for it after the march incident"),
        "60 days,crash dumps",
    ),
    ("ids are ulids now, not autoincrement. sharding later gets easier", "ulids"),
    ("sound: use wwise, not fmod, the composer already knows it", "wwise,fmod"),
    ("we keep the legacy endpoint alive until q3 because two partners still call it", "legacy endpoint"),
    ("can bus at 500k not 250k, because the motor controller needs the bandwidth", "500k,250k"),
    ("pathfinding: flow fields instead of a*, hundreds of units share one target", "flow fields,a*"),
    ("state management will be riverpod, bloc has too much boilerplate", "riverpod"),
    ("we agreed on trunk based development, no long lived branches", "trunk"),
    ("let's not cache the search results, they change every minute", "cache,search"),
    ("train/test split by user, not random, otherwise leakage", "split,user"),
    ("for logging we take structlog, since it gives json for loki", "structlog,loki"),
    ("notifications are batched every 15 minutes so that people dont get spammed", "15 minutes"),
    ("picked playwright over cypress for e2e because of multi tab support", "playwright,cypress"),
    ("the new api is versioned in the url, /v2/, not with headers. proxies strip headers", "/v2/,headers"),
    ("forget about redis streams, we use nats jetstream instead", "nats"),
    ("firmware updates use a/b partitions because a failed flash must not brick the unit", "a/b partitions"),
    ("so: server side rendering only for the landing page. the rest stays spa", "server side"),
    ("we don't want microservices. one go binary, sqlite next to it", "microservices,sqlite"),
    ("encryption at rest: aes-256-gcm with per tenant keys, kms is too expensive", "aes-256-gcm"),
    ("our choice is eks, the team knows aws", "eks"),
    ("i'm going with option two from the doc: event sourcing for the ledger only", "event sourcing"),
    ("use s3 select for the exports, not athena, cheaper at our size", "s3 select,athena"),
    ("消息队列选 RocketMQ,不用 Kafka,运维只会这个", "rocketmq,kafka,运维"),
    ("决定了,前端用 Vue3,团队都熟", "vue3"),
    ("存档格式改成 JSON,方便玩家做 mod", "json,mod"),
    ("缓存过期时间定 10 分钟,因为商品价格变化不频繁", "10 分钟"),
    ("物理帧固定 60Hz,和渲染分开,不然回放对不上", "60hz,回放"),
    ("我们商量过了,放弃微服务,回到单体,人太少维护不过来", "微服务,单体"),
    ("登录态还是用 session 吧,jwt 没法主动踢人", "session,jwt"),
    ("心跳从 30 秒改成 10 秒,断线发现太慢", "30 秒,10 秒"),
    ("主键用雪花 id,不用自增,以后要分库", "雪花"),
    ("模型就用 bert-base,大的延迟扛不住", "bert-base"),
    ("搜索走 ES,不走数据库 like,数据量上千万了", "es,like"),
    ("图片直接存 OSS,数据库只存 key,因为库备份太大了", "oss"),
    ("总线速率定 500k,电机控制器带宽不够", "500k"),
    ("Redis 不要了,换成本地缓存,就两台机器没必要", "redis,本地缓存"),
    ("结论:先做灰度再全量,上次直接全量出过事", "灰度"),
    ("数据按用户切分训练集和测试集,不随机切,避免泄漏", "用户"),
    ("ota 用 A/B 分区,因为升级失败不能变砖", "a/b"),
    ("技术栈定了:Flutter + Riverpod", "flutter"),
    ("日志保留从 7 天改为 30 天,合规要求", "30 天"),
    ("下单接口限流 200 qps,因为下游库存只能扛这么多", "200 qps"),
    ("还是不上 k8s 了,docker compose 够用", "k8s,docker compose"),
    ("最终定为按月分表,单表别超过两千万", "按月分表"),
    ("推送统一走极光,不自己维护长连接,因为省电", "极光"),
    ("配置中心选型:Nacos,因为 Spring 那套集成好", "nacos"),
    ("we're going with webgpu, webgl cant do compute", "webgpu"),
    ("decided: no offline mode in v1, too much sync work", "offline mode"),
    ("lets make the config toml, yaml indentation bites everyone", "toml"),
    ("game state is authoritative on the server, because cheaters", "authoritative,server"),
    ("ok final decision on the queue: sqs. we already pay for aws and nobody wants to run rabbit", "sqs"),
    ("we'll do soft deletes for orders, finance needs the history", "soft deletes,finance"),
    (
        ("the rate limiter uses a sliding window instead of fixed windows, bursts at the border were a problem"),
        "sliding window",
    ),
    ("for the embeddings we use e5-small, not ada, since data must not leave the vpc", "e5-small"),
    ("feature store: just parquet on s3, feast is overkill for 20 features", "parquet,feast"),
    ("levels are handmade, not procedurally generated, quality over quantity", "handmade"),
    ("we'd rather have one big lambda than ten small ones, cold starts kill us", "lambda"),
    ("api pagination: cursor based, offset gets slow after page 1000", "cursor"),
    ("bluetooth is ble only, classic drains the battery", "ble"),
    ("moving the nightly jobs from cron to airflow because retries", "airflow,cron"),
    ("we keep ci on github actions, jenkins is nobody's job", "github actions"),
    ("jwt lifetime is 15 min now instead of 24h, security audit", "15 min"),
    ("so we agreed with the design team: dark mode first, light mode later", "dark mode"),
    ("the embedded ui is lvgl, qt license is too expensive", "lvgl"),
    ("sticking with python 3.11 for now, numba is not ready for 3.13", "3.11"),
    ("i want the importer to be idempotent, keyed by file hash, so reruns are safe", "idempotent"),
    ("uploads go directly to s3 with presigned urls, not through our api", "presigned"),
    ("retry policy: 3 tries, jittered, then dead letter queue. because the psp bans aggressive clients", "3 tries"),
    ("let's do the migration in two phases, dual write first, otherwise we have downtime", "two phases"),
    ("tenant isolation via separate schemas, row level security is too easy to get wrong", "schemas"),
    ("ditch the custom allocator, mimalloc is fine", "mimalloc"),
    ("we chose flutter over react native because of the charts", "flutter,react native"),
    ("渲染管线换成 URP，内置管线阴影太糊", "urp"),
    ("我们决定不做离线模式，同步太麻烦", "离线模式"),
    ("配置文件用 TOML 吧，YAML 缩进老出错", "toml"),
    ("鉴权走网关统一做，服务里不再各自校验，省得漏", "网关"),
    ("采样率定在 1kHz，再高 flash 存不下", "1khz"),
    ("向量库选了 Milvus，pgvector 量大了太慢", "milvus"),
    ("订单软删除，不物理删，财务要查历史", "软删除"),
    ("最后还是决定用 gRPC，内部调用 REST 太啰嗦", "grpc"),
    ("上传改为前端直传 OSS，不经过我们服务器，带宽扛不住", "oss"),
    ("重试最多 3 次，间隔指数退避，因为对方会封 IP", "3 次"),
    ("拍板了：先上 iOS，安卓下季度", "ios"),
    ("特征存 parquet 就行，不上 Feast，特征才二十个", "parquet"),
    ("token 有效期由 24 小时缩短到 15 分钟，安全审计要求的", "15 分钟"),
    ("地图还是手工做，程序生成的质量不行", "手工"),
    ("调度从 crontab 迁到 Airflow，要重试和依赖", "airflow"),
    ("蓝牙只做 BLE，经典蓝牙太费电", "ble"),
    ("租户隔离按 schema 分，行级权限容易写错", "schema"),
    (
        (
            "ok so i talked to the guys. we do weekly releases, tuesdays, not continuous. qa cant keep up "
            "otherwise. now bump the version to 2.3"
        ),
        "weekly,qa",
    ),
    (
        (
            "for the importer: we validate with pydantic at the edge only, inside its plain dataclasses. "
            "performance was terrible with pydantic everywhere"
        ),
        "pydantic,dataclasses,performance",
    ),
    (
        (
            "good. next: the leaderboard. we'll compute it in redis sorted sets instead of sql because the "
            "query took 4 seconds at 2M players"
        ),
        "sorted sets,4 seconds",
    ),
    (
        ("firmware for rev C boards: adc reference is the external 2.5V one, not vdd, because vdd is noisy under load"),
        "2.5v,vdd,noisy",
    ),
    ("lets drop support for node 16, it's eol and vitest wants 18 anyway", "node 16"),
    (
        (
            "i changed my mind about the websocket thing, go back to long polling. the proxy at the customer "
            "kills idle sockets"
        ),
        "long polling,websocket,proxy",
    ),
    ("decision from the standup: we freeze the schema until the audit is over", "freeze"),
    ("so the plan is: phase one read only, phase two writes. legal wants to see phase one first", "read only"),
    ("ci should run on our own runners, github's are too slow for the android build. set that up pls", "runners"),
    ("we want feature flags in the db, not in env, so support can flip them", "feature flags,env,support"),
    ("the physics folks want 120hz. i told them we stay at 60, the console build cant do more", "60"),
    ("ok whatever, take the simple approach: one mutex, no lock free stuff, nobody can debug that", "mutex"),
    ("embeddings get recomputed nightly, not on write, the api quota is tiny", "nightly,quota"),
    ("登录先不做验证码了,内部系统没必要。把那段代码删掉", "验证码"),
    ("昨天和产品定了:积分不过期,年底统一清零", "积分"),
    ("我觉得还是单体好,微服务我们三个人玩不转,就单体吧", "单体"),
    ("缓存策略改一下,从写穿改成旁路,写穿在大促时把库打挂过", "旁路,写穿"),
    ("接口超时从 3 秒调到 10 秒,第三方最近很慢", "10 秒"),
    ("战斗服和大厅服分开部署,战斗服崩了不能影响聊天", "战斗服,大厅服"),
    ("选 Go 吧,团队没人会 Rust", "go,rust"),
    ("签名校验放到网关做,业务服务不用管", "网关"),
    ("ok. cron vs queue: cron. its one job a day", "cron"),
    ("for the api errors we go with problem+json (rfc 7807) because the partner sdk already parses it", "rfc 7807"),
    ("switch the default branch stuff: releases are cut from main now, the release branches are gone", "releases,main"),
    ("we're not supporting ie11. period. remove the polyfills", "ie11"),
    ("as for the mobile app: online only in v1, offline is a rabbit hole", "online only"),
    ("i decided against the plugin system. two hardcoded backends are enough for now", "plugin"),
    ("lets go with the boring option, plain cron + rsync. nobody here can debug airflow", "cron,rsync"),
    ("ok so the drone talks mavlink v2, not v1, because v1 has no signing", "mavlink"),
    ("telemetry stays in protobuf, json was 4x bigger over lora", "protobuf"),
    ("定时任务就用 cron,一天一次没必要上 Airflow", "cron,airflow"),
    ("第一版只做在线,离线太坑", "在线"),
    ("插件机制不做了,写死两个后端够用", "插件"),
    ("不支持 IE11 了,把 polyfill 删掉", "ie11"),
    ("遥测还是 protobuf,json 走 lora 大四倍", "protobuf"),
    ("从 main 发版,release 分支不要了", "main,release"),
    (
        (
            "we store candles in parquet partitioned by symbol, not in influx. influx ate 40 gb for two months "
            "of data. now fix the loader"
        ),
        "parquet,influx",
    ),
    (
        "lets do position sizing by volatility (atr), not fixed lots, drawdowns were brutal last year",
        "volatility,fixed lots",
    ),
    ("latency budget for the order path is 5ms because the exchange drops slower quotes", "5ms"),
    ("ok lets listen to tom: shared postgres instead of our own, backups come for free", "shared postgres"),
    ("mapbox is out, we go with maplibre. license change", "maplibre,mapbox"),
    ("retention is 2 years now instead of 1, the auditors want it", "2 years"),
    ("we pin terraform to 1.9 because 1.10 breaks the state lock", "1.9"),
    ("K 线存 parquet,按标的分区,不放 influx,influx 两个月吃了 40G", "parquet,influx"),
    ("仓位按波动率算,不用固定手数,去年回撤太大", "波动率"),
    ("会话改用签名 cookie,Redis 昨天下掉了,少维护一个东西", "cookie"),
    ("Mapbox 换成 MapLibre,许可证变了", "maplibre"),
    ("保留期从 1 年改成 2 年,审计要求", "2 年"),
    ("terraform 锁 1.9,1.10 会弄坏 state lock", "1.9"),
]


@pytest.mark.parametrize(("prompt", "words"), TOLD)
def test_a_decision_is_heard(prompt: str, words: str) -> None:
    heard = [claim for claim in claims(prompt) if claim.kind == "decision"]
    assert any(all(word in told(claim) for word in words.split(",")) for claim in heard), heard


@pytest.mark.parametrize("prompt", [prompt for prompt, _ in TOLD])
def test_a_title_is_short_and_whole(prompt: str) -> None:
    check_titles(prompt)
