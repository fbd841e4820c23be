"""Definitions that a person gives become concepts, under all their names."""

from __future__ import annotations

import pytest
from hearing import check_titles, claims, told

# prompt, words that must stand in the claim
TOLD = [
    ("a 'raid' in our game is a 10 player dungeon with a weekly lock", "raid,10 player"),
    ("SKU here means the stock unit of the supplier, not ours", "sku,supplier"),
    ("fyi the Gatekeeper is the lambda that checks api quotas, it lives in infra/gate", "gatekeeper,quotas,infra/gate"),
    ("HAL stands for the hardware abstraction layer in hw/hal", "hal,hardware abstraction"),
    ("by 'warm user' we mean someone who opened the app in the last 7 days", "warm user,7 days"),
    ("context: FeatureStore is the service that joins offline and online features", "featurestore,offline"),
    ("ops calls it the blue box, in code it's EdgeGateway", "blue box,edgegateway"),
    ("for the record: a 'slot' is a 15 min window a driver can book", "slot,15 min"),
    ("note: GMV is gross merchandise value, before refunds", "gmv,refunds"),
    ("TickLoop is where the simulation advances, everything else only reads", "tickloop,simulation"),
    ("when i say 'the mart' i mean the reporting schema in snowflake", "mart,snowflake"),
    ("the Reaper (aka session_gc) is the cron job that kills idle sessions", "reaper,session_gc"),
    ("PDU = protocol data unit, one frame on the can bus", "pdu,frame"),
    ("just so you know, 'bake' is our word for rendering the lightmaps", "bake,lightmaps"),
    ("a cohort is all users that signed up in one iso week", "cohort,week"),
    ("people call it the dragon, in the repo it is called IngestRouter", "dragon,ingestrouter"),
    ("ECU refers to the engine controller, firmware in fw/ecu", "ecu,engine controller"),
    ("LTV is short for lifetime value, 24 months in our reports", "ltv,lifetime value"),
    ("an 'orphan' is a blob without a row in the files table", "orphan,blob"),
    ("OrderSaga is our coordinator for multi step checkouts", "ordersaga,checkouts"),
    ("冷启动池就是还没有任何行为数据的新商品集合", "冷启动池,新商品"),
    ("GMV 指下单金额,不扣退款", "gmv,下单金额"),
    ("我们说的大盘是指全部渠道的汇总报表", "大盘,汇总"),
    ("补充个背景:守门员(代码里叫 QuotaGate)是负责校验配额的 lambda", "守门员,quotagate"),
    ("ECU 是发动机控制器的缩写", "ecu,发动机"),
    ("副本锁就是每周一次的进入限制,代码里叫 RaidLock", "副本锁,raidlock"),
    ("所谓热区,指的是 10 分钟内订单超过 50 的格子", "热区,50"),
    ("运营管这个页面叫大脑,代码里是 DispatchBoard", "大脑,dispatchboard"),
    ("T+1 表示交易日后一天结算", "t+1,结算"),
    ("脏单是指支付成功但没有库存的订单", "脏单,库存"),
    ("UV 即独立访客,按设备去重", "uv,独立访客"),
    ("灰名单就是还没确认要不要封的账号,在 risk/gray.py", "灰名单,risk/gray.py"),
    ("'hot shard' for us is a shard with more than 2x the median load", "hot shard,median"),
    ("btw MRR means monthly recurring revenue without usage fees", "mrr,usage fees"),
    ("the scheduler is called Chronos internally, code is in jobs/chronos", "chronos"),
    ("a run is one training job, an experiment is a group of runs", "run,training job"),
    ("terminology: lane = one conveyor belt, dock = where the trucks stand", "lane,conveyor"),
    ("what we call 'the spine' is the event bus between services", "spine,event bus"),
    ("WAL here is the write ahead log of our own store, not postgres", "wal,write ahead"),
    ("SaveSlotManager handles autosaves and cloud sync, it's in core/save", "saveslotmanager,autosaves"),
    ("nightshift is the codename for the billing rewrite", "nightshift,billing rewrite"),
    ("an 'epoch' in our logs is one pass over the replay buffer, not over the dataset", "epoch,replay buffer"),
    ("devs say 'the oven' for the asset pipeline, class AssetBaker", "oven,assetbaker"),
    ("热分片是指负载超过中位数两倍的分片", "热分片,中位数"),
    ("MRR 就是月度经常性收入，不含用量费", "mrr,月度"),
    ("调度器内部叫 Chronos，代码在 jobs/chronos", "chronos"),
    ("夜班是计费重构的代号", "夜班,计费重构"),
    ("我们把资产流水线叫烤箱，代码里是 AssetBaker", "烤箱,assetbaker"),
    ("这里的 epoch 指回放缓冲区过一遍，不是数据集", "epoch,回放缓冲区"),
    ("SPU 是标准产品单元，一个 SPU 下有多个 SKU", "spu,标准产品单元"),
    ("车次：一辆车一天的一趟往返", "车次,往返"),
    ("oh, and 'canary' for us is the 5% pool in eu-west, not the test cluster", "canary,5%"),
    ("the thing called `Broker` in the code is what everyone here knows as the switchboard", "switchboard,broker"),
    ("工单系统里的「挂起」就是等客户回复,不算处理时长", "挂起,客户回复"),
    ("BFF 层就是 web-gateway 那个仓库", "bff,web-gateway"),
    ("小黑屋是封禁列表的内部叫法,表名 ban_list", "小黑屋,封禁"),
    ("SITL means software in the loop, our simulator setup under sim/", "sitl,software in the loop"),
    ("GCS is the ground control station, not google cloud storage, in this repo", "gcs,ground control"),
    ("ArmGuard is the module that refuses to arm when a sensor is unhealthy", "armguard,sensor"),
    ("SITL 是软件在环仿真,代码在 sim/ 下面", "sitl,软件在环"),
    ("ArmGuard 是负责解锁前检查传感器的模块", "armguard,传感器"),
    ("a 'fill' is one execution report, an order can have many fills", "fill,execution"),
    ("LTS for us means the branch customers get for 18 months", "lts,18 months"),
    ("「成交」指的是一条执行回报,一个订单可以有多条", "成交,执行回报"),
    ("LTS 在我们这指给客户维护 18 个月的分支", "lts,18 个月"),
]


@pytest.mark.parametrize(("prompt", "words"), TOLD)
def test_a_concept_is_heard(prompt: str, words: str) -> None:
    heard = [claim for claim in claims(prompt) if claim.kind == "concept"]
    assert any(all(word in told(claim) for word in words.split(",")) for claim in heard), heard


@pytest.mark.parametrize("prompt", [prompt for prompt, _ in TOLD])
def test_a_title_is_short_and_whole(prompt: str) -> None:
    check_titles(prompt)
