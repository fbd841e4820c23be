"""Traps told without a word of warning: by a person in passing, by an agent that explains what was wrong."""

from __future__ import annotations

import pytest
from story import Story

from memwiki.compile.gotchas import gotchas
from memwiki.compile.session import assemble
from memwiki.records import Claim


def told(claim: Claim) -> str:
    return "\n".join([claim.title, claim.text, *(text for part in claim.parts.values() for text in part)]).lower()


def noted(prompt: str) -> tuple[Claim, ...]:
    """The agent only takes note."""
    return gotchas(assemble(Story().ask(prompt).say("Understood.").observations))


def worked(prompt: str) -> tuple[Claim, ...]:
    """The agent goes to work."""
    story = Story().ask(prompt).read("a.py").edit("a.py").green().say("Done, 3 tests pass.")
    return gotchas(assemble(story.observations))


def answered(prompt: str, failed: bool, message: str) -> tuple[Claim, ...]:
    """The agent changes the code, after a failing test or without one, and explains."""
    story = Story().ask(prompt).read("app.py")
    story = story.red() if failed else story
    return gotchas(assemble(story.edit("app.py").green().say(message).observations))


# (prompt, a word of the page): the agent does nothing but take note
NOTED = [
    ("on the Pixel the map stays black until you turn on usb debugging and unlock the lock screen", "pixel"),
    ("fyi renaming the feed url kills every subscription, podcast apps key on it", "feed url"),
    ("btw the mac mini in the lab goes to sleep and nothing alarms, so long runs just stop", "mac mini"),
    ("never force-unlock the state while an apply is running, last time it ate the state file", "force-unlock"),
    ("the old multimeter needs *OPC? between commands, it drops them otherwise", "opc"),
    (
        "oh and the label printer only takes the paper if you power it up with the lid open. cost me half a day",
        "printer",
    ),
    ("ps the test sim card has no data plan, anything that wants the network just sits there", "sim card"),
    (
        ("small thing: the CAN adapter forgets its bitrate after every replug, you get silence instead of an error"),
        "can adapter",
    ),
    ("if you rename a dag airflow treats it as new and reruns all the history. took us a weekend to clean up", "dag"),
    ("the staging cluster evicts pods above 2 gig, looks like a random restart", "staging"),
    ("thanks. when the vpn is up docker dns is dead, restart the daemon then", "vpn"),
    ("the customer's exchange server rejects mails with more than 100 recipients, and it does so silently", "exchange"),
    ("and dont open the workbook in numbers, saving from there strips the macros", "macros"),
    (
        ("good. one more thing to know: safari throws away the draft when the tab is in the background for a while"),
        "safari",
    ),
    ("the y axis encoder skips steps below 5 degrees, warm the machine up first", "encoder"),
    ("deploying on a friday evening trips the fraud rules at the bank, we were locked out once", "bank"),
    ("every time somebody runs the seeder twice the tenants double up", "seeder"),
    ("the drone simulator must be started before the planner, the other way round it never connects", "simulator"),
    ("用 wifi 的时候就不能用 ADC2,这芯片就这样", "adc2"),
    ("对了,公司网关超过 30 秒会直接断,长请求都得走异步", "网关"),
    ("打印机换纸以后要重新走一遍校准,不然条码全偏", "校准"),
    ("顺便说一句,这台服务器重启之后 nfs 不会自己挂上,得手动 mount", "nfs"),
    ("微信开发者工具里是好的,真机上 canvas 会盖住弹窗", "canvas"),
    ("别在业务高峰跑 vacuum full,上次锁了半小时,客服电话被打爆", "vacuum"),
    ("那个供应商的接口,周末返回的库存都是 0,别当真", "库存"),
    ("一改 host 名证书就失效,去年因为这个停了一晚上", "证书"),
    ("测试机只要插着充电线就不会进休眠,测不出功耗问题", "充电"),
    ("excel 打开 csv 会把身份证号变成科学计数法,保存就毁了", "身份证"),
    (
        (
            "heater profile is in config/reflow.yml. mind that the oven controller resets its clock on every "
            "power cut. now lower the peak to 240"
        ),
        "oven",
    ),
    ("the e-ink panel ghosts if you refresh it faster than 3 seconds. add a debounce to the clock widget", "e-ink"),
    (
        ("never run the two importers at the same time, they deadlock on the ledger table. ok: write the csv reader"),
        "importers",
    ),
    (
        (
            "migrations: adding a column with a default rewrites the whole events table and the site is down for "
            "minutes, learned that in may. next task: index on user_id"
        ),
        "default",
    ),
    (
        (
            "you can't test apple pay in the simulator, the sheet closes by itself. for the rest use the sandbox "
            "user. build the checkout button"
        ),
        "apple pay",
    ),
    (
        (
            "the old tablets in the warehouse run chrome 74, optional chaining is a syntax error there and the "
            "page stays white"
        ),
        "chrome 74",
    ),
    ("rsync over the vpn stalls at 2 gb, mtu thing. use the jump host. please write the backup script", "mtu"),
    ("if two people open the same drawing in freecad the second save wins and nobody notices", "freecad"),
    ("git lfs on the build box is ancient, it checks out pointer files and the tests then read garbage", "lfs"),
    ("don't plug the programmer in while the board is on battery, we fried two", "programmer"),
    (
        ("the tax office endpoint is closed from 2 to 4 in the morning, everything sent then is lost without a word"),
        "tax office",
    ),
    ("our grafana drops annotations older than 90 days so dont keep anything there", "grafana"),
    ("changing the bundle id logs everybody out, ask marketing how that went", "bundle id"),
    ("the thermal camera needs 10 minutes to settle, before that it reads 4 degrees too low", "thermal"),
    ("扫码枪在中文输入法下扫出来是乱的,得先切英文。然后把入库页的焦点修一下", "扫码枪"),
    ("小程序审核期间不能调支付,会被拒。你先把优惠券页面做了", "审核"),
    ("测试库每天凌晨三点清一次,数据别放里面。帮我写个导出脚本", "凌晨"),
    ("mqtt 的 clientid 重复会互相踢下线,设备多的时候特别难查", "clientid"),
    ("电表不能连续读,间隔小于 1 秒就返回上一次的值", "电表"),
    ("安卓 14 以上后台定位会被系统杀掉,不加前台服务就没轨迹", "安卓 14"),
    ("那台老打印机不认 utf-8,中文出来全是问号", "utf-8"),
    (
        ("the lathe controller only accepts files with crlf, with lf it just beeps. add a --crlf flag to the exporter"),
        "crlf",
    ),
    ("word of advice on the mixer board: two usb hubs in a row and the midi clock starts to wander", "hub"),
    ("our sso caches group membership for an hour so a new admin wont see the menu right away", "sso"),
    ("android studio's emulator has no camera2 support so the scanner screen is just grey there", "camera2"),
    ("when dst changes the shift report has an hour twice, accounting screams each october", "dst"),
    ("apple rejects builds whose screenshots show a beta badge, cost us two review rounds", "beta badge"),
    ("the lidar returns zeros in direct sunlight. anyway, add the outlier filter", "sunlight"),
    ("the ISP drops idle tcp after 5 min, ssh dies without keepalive", "keepalive"),
    ("if the first sheet is hidden excel online shows an empty file", "excel"),
    ("github actions cron is late by up to an hour around midnight, dont rely on it for the billing run", "cron"),
    ("这家短信通道晚上十点以后不发,验证码收不到很正常", "短信通道"),
    ("读卡器插前面板的口会供电不足,读一半就断", "读卡器"),
    ("iOS 的 webview 里 localStorage 七天不用就被清", "localstorage"),
    ("给供应商传图超过 2M 他们那边静默丢弃,上个月丢了一批", "供应商"),
    ("这个库的日期解析不带时区就按本机时区算,换台机器结果就不一样。先把报表接口写了", "时区"),
    ("机械臂急停以后一定要先回零,不回零直接跑会撞", "急停"),
    ("达梦数据库空字符串当 null,is not null 会漏数据", "达梦"),
]
# the same prompt orders other work
BESIDE_WORK = [
    (
        (
            "heater profile is in config/reflow.yml. mind that the oven controller resets its clock on every "
            "power cut. now lower the peak to 240"
        ),
        "oven",
    ),
    ("the e-ink panel ghosts if you refresh it faster than 3 seconds. add a debounce to the clock widget", "e-ink"),
    (
        ("never run the two importers at the same time, they deadlock on the ledger table. ok: write the csv reader"),
        "importers",
    ),
    (
        (
            "migrations: adding a column with a default rewrites the whole events table and the site is down for "
            "minutes, learned that in may. next task: index on user_id"
        ),
        "default",
    ),
    (
        (
            "you can't test apple pay in the simulator, the sheet closes by itself. for the rest use the sandbox "
            "user. build the checkout button"
        ),
        "apple pay",
    ),
    ("rsync over the vpn stalls at 2 gb, mtu thing. use the jump host. please write the backup script", "mtu"),
    ("小程序审核期间不能调支付,会被拒。你先把优惠券页面做了", "审核"),
    ("测试库每天凌晨三点清一次,数据别放里面。帮我写个导出脚本", "凌晨"),
    (
        ("the lathe controller only accepts files with crlf, with lf it just beeps. add a --crlf flag to the exporter"),
        "crlf",
    ),
    ("the lidar returns zeros in direct sunlight. anyway, add the outlier filter", "sunlight"),
    ("给供应商传图超过 2M 他们那边静默丢弃,上个月丢了一批", "供应商"),
]
# reports of today's trouble, orders, rules
WORK = [
    "the map stays black on the pixel, pls have a look",
    "downloaded maps disappear after the update. start in RegionStore.kt",
    "phew. ok next: the shap plot in 04_explain.ipynb kills the kernel",
    "renaming a feed returns 500, should be 409",
    "never commit without a ticket number",
    "use tabs in makefiles, always",
    "the login page should show the remaining tries when it fails",
    "ok now add a timeout of 30 s to the client",
    "if the upload fails show a toast",
    "when a user deletes a trip the photos must go too",
    "the export takes 3h since the merge. find out why",
    "make the delete swipe undoable",
    "until the migration is done keep both columns",
    "p99 抖得厉害, 看下 batcher.py",
    "一连 wifi 读数就变成 4095,断网又正常,见鬼了",
    "导出超过 5 万行就分批",
    "失败的时候重试三次",
    "以后金额都用分存,别用浮点",
    "按钮在 iPhone SE 上被挡住了",
    "删除之前要弹确认框,不然用户会误删",
    "auc went from 0.81 to 0.97 overnight after my refactor. too good to be true. whats up",
    "lets go with sqlite, the pi has no room for postgres",
    "leave the undo thing red, we continue tomorrow",
    "new topic. column customer_ref is null for shop 7",
    "the parser drops the last line of each file",
    "hm the progress bar jumps back to zero at 50%",
    "samples from the new lab lose the first base of each target",
    "the reflow curve overshoots by 12 degrees, please tune the pid",
    "after login the menu stays empty. check menu.ts",
    "when the battery is below 5% the app must save and quit",
    "the importer deadlocks on the ledger table",
    "add an alarm that fires when the pump runs dry",
    "if the token expires refresh it once and retry",
    "users who never logged in should not get the mail",
    "the search box loses focus on every key stroke",
    "printing two labels at once prints the first one twice. go fix",
    "write a test that the server restarts after a crash",
    "the csv has 3 empty rows at the end, skip those",
    "drop python 3.8, nobody uses it",
    "rename kill() to stop()",
    "remove the sleep in test_upload, it is not needed",
    "make sure the lock is released when the worker dies",
    "we always block the main thread for 2 s at startup, move it to a worker",
    "扫码后列表没刷新,修一下",
    "支付失败要跳回订单页",
    "电量低于 10% 时停止上传",
    "用户连续输错 5 次密码就锁定账号",
    "图片上传老是失败,看看 upload.js",
    "把重复的订单合并掉",
    "第二页的数据和第一页重复了",
    "导航栏在安卓上被状态栏盖住了,调一下",
    "the wifi icon shows offline although the device is online",
    "the encoder test is red since the merge",
    "the map tiles on the android build are blurry, use the 2x ones",
    "on startup the server ignores --port. look into it",
    "the exporter writes lf, the lathe needs crlf. fix that",
    "add crlf support",
    "after the dst change the shift report shows an hour twice, can you check",
    "the menu is grey on my phone",
    "ssh to the box and restart nginx",
    "when the valve is open show a green dot",
    "the scanner screen should not go grey",
    "let's cap retries at 3",
    "the billing run starts at 1 am",
    "we use excel for the reports",
    "a 'shift' is 8 hours, a 'slot' is 30 minutes",
    "translate the error messages",
    "if the file is empty, return an error instead of crashing",
    "the upload of big images fails with 413",
    "收不到验证码的用户给个提示",
    "图片超过 2M 就压缩",
    "报表接口按时区分组",
    "急停按钮放右下角",
    "空字符串存成 null",
    "登录后七天内免登录",
    "chart labels overlap on small screens",
    "tests for the geocoder are missing, add some",
    "the tooltip stays open after the mouse leaves",
]
# (prompt, whether a test had failed, message, a word of the page)
EXPLAINED = [
    (
        "uploaded videos start playing only after the whole file is there",
        False,
        (
            "The muxer writes the moov atom at the end of the file, so the player has to fetch everything before "
            "it can start. I added `-movflags +faststart` and the three encode tests pass."
        ),
        "moov",
    ),
    (
        "embedding p99 is all over the place, check batcher.py",
        False,
        (
            "The batcher only flushes by count, so at low traffic a request waits until 64 have piled up, and p99 "
            "jumps. Added a 20 ms age limit."
        ),
        "flush",
    ),
    (
        "why do invoices from march show the wrong day",
        False,
        (
            "The dates are parsed as UTC midnight and printed in local time, which moves them to the day before. "
            "`toDateString` now works on the plain date."
        ),
        "utc",
    ),
    (
        "the thermostat page shows 0 degrees after a restart",
        False,
        (
            "It was the cache: `last_reading` is loaded before the sensor has answered, and the default of 0 "
            "stays for an hour. I wait for the first reading now."
        ),
        "last_reading",
    ),
    (
        "the shap plot kills the kernel",
        True,
        (
            "The kernel ran out of memory: `KernelExplainer` materialises background x samples, and sampling X "
            "down to 2000 rows didn't help. `TreeExplainer` reads the trees directly and finishes in 9 s."
        ),
        "treeexplainer",
    ),
    (
        "search finds nothing for umlauts",
        True,
        (
            "Postgres folds `ü` only with the `unaccent` extension, and the index was built without it. Rebuilt "
            "the index with `unaccent`, searches for Müller hit again."
        ),
        "unaccent",
    ),
    (
        "bluetooth pairing fails on the second try",
        True,
        (
            "BlueZ keeps the old link key, and the sensor refuses it after its reset. I remove the device before "
            "pairing."
        ),
        "link key",
    ),
    (
        "the build takes 20 minutes on the runner",
        False,
        (
            "Gradle downloads the whole cache each time because the runner's home is wiped after every job. The "
            "cache is in a volume now."
        ),
        "wiped",
    ),
    (
        "users get logged out every hour",
        False,
        (
            "The refresh token is rotated on each use, and two tabs race for it: the loser gets a 401. I "
            "serialise the refresh with a lock in `auth.ts`."
        ),
        "refresh token",
    ),
    (
        "orders load takes 3h since the merge",
        False,
        (
            "The MERGE has no predicate on `order_date`, hence BigQuery cannot prune partitions and reads 9.1 TB "
            "each night."
        ),
        "order_date",
    ),
    (
        "pdf text comes out as boxes",
        True,
        (
            "Tried embedding the subset with `pdftk` first: boxes again. The font has no cmap table, LibreOffice "
            "writes one when asked for PDF/A. Works with `--convert-to pdf:writer_pdf_Export:{...}`."
        ),
        "cmap",
    ),
    (
        "the scale shows negative weights in the morning",
        False,
        (
            "The load cell drifts when it is cold; tare runs once at boot and never again. I tare every 10 "
            "minutes while the pan is empty."
        ),
        "tare",
    ),
    (
        "half of the push notifications never arrive on android",
        False,
        (
            "Firebase collapses messages with the same collapse_key while the phone dozes. Each trip has its own "
            "key now."
        ),
        "collapse_key",
    ),
    (
        "gps track jumps in tunnels",
        False,
        (
            "Jumps come from the fused provider switching to cell towers without a fix. I drop points with an "
            "accuracy above 80 m."
        ),
        "fused",
    ),
    (
        "playwright test is red every other run",
        True,
        (
            "It's a race: the toast fades after 3 s, the slow runner looks for it after 4. The assertion waits "
            "for the network call now."
        ),
        "toast",
    ),
    (
        "embedding 服务 p99 抖得厉害",
        False,
        ("Batcher 只按条数 flush,流量低的时候一条请求要等凑满 64 条,所以 p99 抖。加了 20 ms 的 age 上限,测试通过。"),
        "flush",
    ),
    (
        "小程序首屏白屏好几秒",
        False,
        "主包 1.8M,其中 1.2M 是没压缩的 svg 图,首屏要全部下完才渲染,于是白屏。图挪到 CDN 了。",
        "svg",
    ),
    ("定时任务隔一天才跑一次", False, "cron 表达式里 `*/2` 放在了日的位置,本意是每两小时。改到小时位后正常。", "cron"),
    (
        "导出的 excel 打开提示损坏",
        True,
        "流没 close 就返回了,zip 的目录区没写进去,Excel 打开就报损坏。改成 try-with-resources。",
        "close",
    ),
    ("登录偶尔要点两次", False, "第一次点击被 iOS 的键盘收起吃掉了,按钮没收到事件。改成 touchend 触发。", "键盘"),
    (
        "kafka 消费重复",
        True,
        (
            "卡在 max.poll.interval 上:一批处理超过 5 分钟,broker 认为消费者挂了,触发 rebalance,同一批又发一遍。"
            "把批量降到 100。"
        ),
        "rebalance",
    ),
    ("地图瓦片对不齐", False, "后端给的是 GCJ-02,前端底图是 WGS-84,差了几百米。加了一层转换。", "gcj-02"),
    ("相册里图片顺序全乱了", False, "EXIF 里没有时区,服务器按 UTC 排,跨天的就乱。现在用文件名里的时间。", "exif"),
    (
        "video call has no sound on ipads",
        False,
        (
            "iPadOS suspends the AudioContext until a tap, and we create it on page load. The context is resumed "
            "in the join button's handler now."
        ),
        "audiocontext",
    ),
    (
        "pods get OOMKilled at night",
        True,
        (
            "The JVM takes a quarter of the host's memory, not of the pod's: `-XX:+UseContainerSupport` was off. "
            "Switched it on, 20 runs without a kill."
        ),
        "usecontainersupport",
    ),
    (
        "half of the emails land in spam",
        False,
        "Mails from the second relay carry no DKIM signature. The relay's selector was missing in DNS; added it.",
        "dkim",
    ),
    (
        "ci fails with 'too many open files'",
        True,
        (
            "Each test opens its own event loop and never closes it. 300 tests later the limit of 1024 is hit. "
            "The fixture closes it now."
        ),
        "event loop",
    ),
    (
        "why is the first page load 9 seconds",
        False,
        (
            "Nine seconds are the cold start: the function bundles all of aws-sdk and a 40 MB font. Trimmed both, "
            "cold start is 1.1 s."
        ),
        "cold start",
    ),
    (
        "the cursor jumps to the end while typing",
        False,
        "React re-mounts the input on each keystroke: `key={Math.random()}`. Removed it, the caret stays.",
        "math.random",
    ),
    (
        "shap kills the kernel",
        True,
        "`KernelExplainer`: kernel died, with 2000 rows as well. `TreeExplainer` works, 9 s.",
        "treeexplainer",
    ),
    (
        "ffmpeg output has no audio",
        True,
        "I tried `-c copy` first: silent again. The stream is PCM, mp4 cannot hold it. `-c:a aac` works.",
        "pcm",
    ),
    (
        "the sensor node dies after two days",
        False,
        (
            "Battery was fine. It's the watchdog, it fires while the radio waits for an ack longer than 8 s. Feed "
            "it inside the wait loop now."
        ),
        "watchdog",
    ),
    (
        "弹窗第二次打不开",
        False,
        "关闭时只改了 display,`visible` 状态没重置,第二次 set true 等于没变。已在 close 里重置。",
        "visible",
    ),
    (
        "部署后老用户白屏",
        True,
        "index.html 被 CDN 缓存了一天,里面引用的旧 chunk 已经删了。给 html 加了 no-cache。",
        "cdn",
    ),
    (
        "midi clock wanders after a while",
        False,
        (
            "The timer callback allocates a string on every tick, and the GC pauses it for up to 30 ms. "
            "Preallocated the buffer."
        ),
        "gc",
    ),
    (
        "new admins don't see the menu",
        False,
        ("Group claims come from the SSO cache, which lives for an hour. The menu asks the directory directly now."),
        "cache",
    ),
    (
        "pdf generation eats all the memory",
        True,
        (
            "Tried streaming first, memory still climbs. Puppeteer keeps every page object until the browser "
            "closes. A fresh browser per 50 documents works."
        ),
        "puppeteer",
    ),
    (
        "the badge count is wrong after logout",
        False,
        "Logout clears the store but not the service worker's IndexedDB. I clear both.",
        "indexeddb",
    ),
    (
        "deploy hangs at 'waiting for rollout'",
        True,
        (
            "Readiness probes hit `/health`, which needs the database, and the migration holds the lock until the "
            "pods are ready. Probe goes to `/live` now."
        ),
        "readiness",
    ),
    (
        "mails show ??? instead of names",
        False,
        "It was the JDBC url: without characterEncoding the driver sends latin1. Added it, names are fine.",
        "characterencoding",
    ),
    (
        "the simulation gives different results each run",
        False,
        (
            "Set order. Python randomises string hashes per process, so the agents act in another order each "
            "time. Sorted them."
        ),
        "hash",
    ),
    ("验证码收不到", False, "晚上十点后通道商会拦营销类模板,我们的验证码模板被归到了营销。换成通知类模板。", "营销"),
    (
        "小票打印到一半停",
        True,
        "先试了加大超时,还是停一半。缓冲区 4K,整张一次写进去就溢出。改成分段写,打印正常。",
        "缓冲区",
    ),
    ("收藏列表顺序每次不一样", False, "SQL 没写 order by,走了并行扫描后顺序就不稳定了。加上 order by id。", "order by"),
    ("图表 x 轴少一天", False, "Date 构造函数按本地时区解析,北京时间零点变成前一天。统一用 dayjs.utc。", "时区"),
]
# results, slips on the way, proposals
REPORTED = [
    ("add a csv export", True, "The first test failed because I had the column order wrong. All 4 pass now."),
    (
        "add a csv export",
        True,
        "Export is in `export.py`; the header row is written first, so readers find the columns. 4 tests pass.",
    ),
    ("退款接口加上部分退款", True, "部分退款做好了。第一次测试不过是因为税额还按原票全额算,改成按比例后通过。"),
    ("rename Foo to Bar", False, "Renamed in 14 files, so imports stay consistent."),
    ("the button is too small on phones", False, "The button is 44 px high now."),
    ("why is the sky blue test skipped", False, "It is skipped on CI by a marker. Shall I remove it?"),
    (
        "split the parser",
        True,
        ("Split into `lexer.py` and `parser.py`, so each can be tested alone. A missing import broke the first run."),
    ),
    ("make it faster", False, "The loop now runs in parallel, so it takes 2 s."),
    (
        "explain how the cache works",
        False,
        "The cache keeps rows for 60 s, so two reads in a minute hit the database once.",
    ),
    ("add dark mode", True, "Dark mode is in. I forgot to export the hook first, that is why lint failed once."),
    ("给列表加分页", True, "分页加好了。中间 lint 报错是因为少了个分号,已修。"),
    ("字体调大一点", False, "已调到 16px,所以行高也改成 24px。"),
    ("bump the deps", True, "Bumped 12 packages. `npm test` failed once since I had not run `npm ci`; 80 tests pass."),
    ("write docs for the api", False, "Docs are in `docs/api.md`. Since examples were missing I wrote four."),
    ("加个健康检查接口", False, "加了 `/healthz`,返回 200。因为 k8s 要探活,所以没加鉴权。"),
    ("the dashboard is slow", False, "Done. The query uses the new index and takes 80 ms."),
    ("the dashboard is slow", False, "I added an index on `created_at` and cached the totals for a minute."),
    ("login fails for new users", True, "Fixed in `auth.py`, 5 tests pass."),
    (
        "the list jumps when scrolling",
        False,
        "Rows have a fixed height now, so the list no longer jumps. 12 tests pass.",
    ),
    ("why does nobody use the api v1", False, "Nothing calls v1: the last client moved in March. Shall I delete it?"),
    ("errors in the log since yesterday", False, "They are warnings of the old client, harmless. Nothing to do."),
    ("the docs are wrong about the port", False, "Corrected in `docs/run.md`: the port is 8443."),
    ("tests fail on my machine", False, "They pass here: 212 passed. Which python do you use?"),
    ("the export breaks with umlauts", True, "Export writes utf-8 with BOM now. Excel opens it."),
    ("the button does nothing", False, "It is wired to `submitOrder` now; three tests cover it."),
    ("导出很慢", False, "改成流式写了,5 万行 3 秒。"),
    ("登录报错", True, "修好了,6 个用例通过。"),
    ("列表重复", False, "加了去重,测试通过。"),
    ("图表颜色不对", False, "颜色换成主题色了,深浅两套都看过。"),
    ("接口偶尔 500", False, "还没复现,日志里只有两条。先加了 trace。"),
    ("midi clock wanders after a while", False, "Clock is steady now, checked for 20 minutes."),
    ("csv opens with one column", False, "Exports use `;` for de locales now. 3 tests."),
    ("billing run started twice", False, "Which of the two boxes is the right one?"),
    ("the badge is wrong", False, "I need the log of the service worker to say more."),
    (
        "add a badge",
        True,
        "The badge sits in the header and counts unread items, so it updates on every poll. 5 tests pass.",
    ),
    ("write a csv export", False, "German locales get `;`. Everything else gets a comma."),
    ("translate the mails", False, "All 12 mails are translated. Names are escaped because some contain quotes."),
    ("验证码收不到", False, "已换成通知类模板,测试机能收到。"),
    ("加个收藏列表", False, "加好了,按时间倒序,因为用户最关心最近的。"),
    ("图表少一天", False, "修好了,时区统一用 UTC。"),
    ("make the report faster", True, "From 40 s to 3 s. The join uses the index now, and rows are streamed."),
    ("clean up the css", False, "Removed 300 unused rules; the bundle is 40 kB smaller."),
]


@pytest.mark.parametrize(("prompt", "word"), NOTED)
def test_a_person_tells_a_trap_in_passing(prompt: str, word: str) -> None:
    found = noted(prompt)
    assert [claim.source for claim in found] == ["person"]
    assert word in told(found[0])


@pytest.mark.parametrize(("prompt", "word"), BESIDE_WORK)
def test_a_person_tells_a_trap_beside_an_order(prompt: str, word: str) -> None:
    found = worked(prompt)
    assert [claim.source for claim in found] == ["person"]
    assert word in told(found[0])


@pytest.mark.parametrize("prompt", WORK)
def test_todays_trouble_is_no_trap(prompt: str) -> None:
    assert worked(prompt) == ()


# (the complaint, what the agent found and mended in the project's own code)
OWN = [
    ("账单金额差一分", "前端先四舍五入再求和,后端先求和再四舍五入。统一放到后端算。"),
    ("模型推理越来越慢", "忘了 torch.no_grad,计算图一直在涨。包上之后稳定在 40ms。"),
    ("billing run started twice", "Cron on the old box was never switched off. Disabled it and added a lock row."),
    (
        "two users got the same invoice number",
        "`max(number)+1` under read committed: both transactions see the same max. Switched to a sequence.",
    ),
]


@pytest.mark.parametrize(("prompt", "message"), OWN)
def test_a_mended_bug_of_the_project_is_no_trap(prompt: str, message: str) -> None:
    assert answered(prompt, False, message) == ()


@pytest.mark.parametrize(("prompt", "failed", "message", "word"), EXPLAINED)
def test_an_agent_explains_a_complaint(prompt: str, failed: bool, message: str, word: str) -> None:
    found = answered(prompt, failed, message)
    assert [claim.source for claim in found] == ["agent"]
    assert word in told(found[0])


@pytest.mark.parametrize(("prompt", "failed", "message"), REPORTED)
def test_a_result_is_no_explanation(prompt: str, failed: bool, message: str) -> None:
    assert answered(prompt, failed, message) == ()
