"""Standing rules that a person states, in words nobody planned for, become preferences."""

from __future__ import annotations

import pytest

from memwiki.compile.session import assemble
from memwiki.compile.statements import statements
from memwiki.records import Claim, Observation

# prompt, words that must stand in the claim
TOLD = [
    ("always put units in variable names, like speed_mps, i keep mixing them up", "units,variable names"),
    ("pls dont use singletons in the gameplay code, we had enough of that", "singletons"),
    ("from now on answer me in german please", "german"),
    ("never force push to main. ever.", "force push,main"),
    ("remember: the eval set is frozen, never train on anything under data/eval", "train,data/eval"),
    ("keep answers short, i read them on my phone", "short,answers"),
    ("no print debugging in committed code, use the logger", "print,logger"),
    ("whenever you add a new endpoint also add it to the postman collection", "endpoint,postman"),
    ("if you touch the bootloader, tell me before you flash anything", "bootloader,flash"),
    ("stop asking me for confirmation on every file, it drives me nuts", "confirmation"),
    ("i prefer composition over inheritance, keep that in mind", "composition,inheritance"),
    ("commits small and one topic each please", "commits,small"),
    ("all new components must be function components, no classes", "function components"),
    ("branch names always start with the jira key", "branch names,jira"),
    ("don't mock the database in tests, use the testcontainer", "mock,database"),
    ("please write docstrings in numpy style in this repo", "docstrings,numpy"),
    ("rule: no new dependency without asking me first", "dependency,asking"),
    ("we never use floats for coordinates here, it's fixed point q16.16", "floats,coordinates"),
    ("for the last time: tabs, not spaces, in the go code. third time i say this", "tabs,spaces"),
    ("timestamps are always utc, iso 8601 with a Z", "utc,timestamps"),
    ("dont ever commit notebooks with outputs", "notebooks,outputs"),
    ("ok lgtm also from now on run clang-format before you show me a diff", "clang-format"),
    ("btw i hate when you rename things while fixing a bug. keep those separate", "rename"),
    ("in this codebase errors are wrapped with %w, never swallowed", "errors,swallowed"),
    ("all strings shown to users go through t(), no exceptions", "t()"),
    ("every PR needs a screenshot when ui changes", "screenshot"),
    ("use conventional commits everywhere", "conventional commits"),
    ("dont add emojis to the log messages", "emojis"),
    ("prefer early returns over nested ifs", "early returns"),
    ("when you explain something to me use an example first", "example"),
    ("please never touch the generated files under gen/", "generated"),
    ("going forward seeds are fixed to 1337 in every experiment script", "1337"),
    ("i want you to always show the query plan before adding an index", "query plan"),
    ("no abbreviations in public api names please", "abbreviations"),
    ("make it a habit to run the emulator smoke test after each gradle bump", "smoke test"),
    ("all temperatures in kelvin internally, convert only in the ui", "kelvin"),
    ("logs must never contain player names", "player names"),
    ("plots: always label axes with units, reviewers complain otherwise", "axes"),
    ("oh and never run terraform apply yourself, i do that", "terraform apply"),
    ("deploys only from ci. nobody runs kubectl apply by hand, you included", "kubectl"),
    ("could you please stop adding `# type: ignore` everywhere", "type: ignore"),
    ("answer in bullet points when i ask for options", "bullet points"),
    ("we use british english in all user facing text", "british english"),
    ("remember that shaders go in assets/shaders, not next to the scene", "shaders,assets/shaders"),
    ("functions longer than 40 lines get split, always", "40 lines"),
    ("good. one more rule: migrations are forward only, never edit an old one", "migrations,forward"),
    ("ask me before you delete anything", "delete"),
    ("merke dir: keine englischen kommentare im frontend", "kommentare"),
    ("recuerda: siempre usa euros con dos decimales", "euros"),
    ("for all my projects: license headers are spdx one-liners", "spdx"),
    ("don't use magic numbers. constants go to config/limits.toml", "magic numbers"),
    ("write tests first, then the code. always", "tests"),
    ("secrets go in vault, never in env files", "vault"),
    ("please use pathlib instead of os.path in all scripts", "pathlib"),
    ("quote identifiers in sql always, half our tables have reserved names", "quote,sql"),
    ("no more one letter variables, i cant follow your code", "one letter"),
    ("test names should read like sentences in this repo", "test names"),
    ("before you commit, run make lint", "make lint"),
    ("i want all diffs under 300 lines", "300 lines"),
    ("never assume gpu is available, ci runs on cpu", "gpu"),
    ("you always forget the license header. every new file needs one", "license header"),
    ("以后变量名都用英文全拼,别用拼音缩写", "变量名,拼音"),
    ("记住:线上库只读,不要跑任何 update", "线上库,update"),
    ("回复尽量简短,我在地铁上看", "简短"),
    ("commit 一律用英文写", "commit,英文"),
    ("别再给我加 emoji 了,第三次了", "emoji"),
    ("日志里不要打印手机号和身份证", "日志,手机号"),
    ("单元测试统一放在 tests/unit 下面", "tests/unit"),
    ("以后改表结构之前先给我看 SQL", "sql"),
    ("所有金额字段都用分为单位的整数,不要用浮点", "金额,浮点"),
    ("禁止在循环里查数据库", "循环,数据库"),
    ("每次提交前都跑一遍 make lint", "make lint"),
    ("我更喜欢函数式组件,别写 class", "函数式"),
    ("从现在开始,解释都用中文,代码里的注释用英文", "中文"),
    ("规矩:没有我同意不准升级依赖", "依赖"),
    ("时间一律存 UTC,展示的时候再转", "utc"),
    ("不要用 any,统一用 unknown", "any"),
    ("以后画图都带单位和图例", "单位"),
    ("说过好几次了,不要直接改 gen 目录下的文件", "gen"),
    ("接口报错统一返回 {code, msg} 格式", "code"),
    ("凡是涉及支付的改动,必须先问我", "支付"),
    ("命名用下划线,不要驼峰", "下划线"),
    ("以后不要自动提交,我自己来", "提交"),
    ("中断里严禁调用 malloc", "malloc"),
    ("给我看的代码 diff 不要超过 200 行", "200"),
    ("记得:训练脚本的随机种子固定 42", "42"),
    ("文档用中文,README 用英文", "readme"),
    ("千万别在主分支上直接改", "主分支"),
    ("写完代码一定要跑测试再跟我说完成", "测试"),
    ("分支名用 feat/ 或 fix/ 开头", "分支名"),
    ("以后别用三元嵌套,看着累", "三元"),
    ("新加的接口都要写 swagger 注释", "swagger"),
    ("我的所有项目里都用 4 个空格缩进", "4 个空格"),
    ("hey quick one: pls make sure every sql migration has a down step from now on", "migration,down"),
    ("i really dont want to see any `unwrap()` in library code", "unwrap()"),
    ("and btw: never log request bodies, gdpr", "request bodies"),
    ("use metric units only in docs and code", "metric"),
    ("no force unwraps in swift please", "force unwraps"),
    ("i like my functions small, split them when they go over a screen", "functions"),
    ("generally avoid globals in the firmware, pass a context struct", "globals"),
    ("please always ask before installing anything system wide", "installing"),
    ("don't leave TODOs in code without a ticket id", "todos,ticket"),
    ("enum values are SCREAMING_CASE in this project, keep it that way", "screaming_case"),
    ("as a rule we dont merge on fridays", "fridays"),
    ("could you stop rewriting my comments? third time now", "comments"),
    ("reports in pdf please, never docx", "pdf"),
    ("hyperparameters belong in yaml, never hardcoded", "hyperparameters"),
    ("when adding a table, also add it to the erd in docs/erd.md", "erd"),
    ("if you add a dependency, pin the exact version", "pin"),
    ("textures must be power of two, all of them", "textures"),
    ("our convention: feature flags are named ff_<team>_<name>", "feature flags"),
    ("don't ever use sudo in scripts", "sudo"),
    ("pls answer with the code first and the explanation after, i always scroll past the talk", "code first"),
    ("only use parameterized queries. no string formatting in sql, ever", "parameterized"),
    ("keep the public api docs in sync whenever you change a signature", "signature"),
    ("variable names in english, even if the domain is german", "variable names,english"),
    ("new files get the spdx header, always", "spdx"),
    ("dont use em dashes in anything you write for me", "em dashes"),
    ("every experiment logs its git sha, no exceptions", "git sha"),
    ("never upgrade gradle without telling me", "gradle"),
    ("i told you already, no default exports", "default exports"),
    ("memory is tight, so no std::string in the isr path, ever", "std::string"),
    ("don't squash my commits", "squash"),
    ("tables in markdown need to stay under 100 columns", "100 columns"),
    ("show me the plan before you touch more than three files", "three files"),
    ("接口文档记得同步更新，每次改签名都要改", "接口文档"),
    ("以后回答先给结论，再讲原因", "结论"),
    ("固件里不准用动态内存", "动态内存"),
    ("别用 var，一律 const 或 let", "var"),
    ("PR 描述写清楚动机，用中文", "pr,中文"),
    ("测试数据不要用真实用户的", "测试数据"),
    ("今后发版前必须先在灰度环境跑一天", "灰度"),
    ("我习惯看单行的 commit，别写长篇大论", "commit"),
    ("请记住，数据库字段命名统一小写加下划线", "下划线"),
    ("不要老是给我加注释，代码自己能说明白", "注释"),
    ("以后有不确定的地方先问我，不要自己猜", "问我"),
    ("所有配置都从环境变量读，不能写死在代码里", "环境变量"),
    ("画质设置默认中档，以后新场景都这样", "中档"),
    ("浮点数比较一律带误差，不许直接 ==", "浮点"),
    ("强调一遍：任何脚本都不能删 prod 的数据", "prod"),
    ("每个实验都要记录 git sha", "git sha"),
    ("错误信息别用英文，用户看不懂", "错误信息"),
    ("资源命名按 类型_场景_编号 的格式", "类型_场景_编号"),
    ("依赖版本要锁死，别用 ^", "锁死"),
    (
        (
            "the crash on android 12 is back. before anything else though: never ship with the debug "
            "keystore again, that cost us a week"
        ),
        "debug keystore",
    ),
    ("add the rate column to the report. also btw all money columns are decimal(12,2), never double", "money,double"),
    (
        "hey can you rename the env var to APP_REGION. and rule for the future: env vars always have the APP_ prefix",
        "app_",
    ),
    ("that regex is unreadable. please use named groups in every regex you write", "named groups"),
    ("from today on: no merges without two approvals. yes, that includes me", "two approvals"),
    ("can we please stop using default exports? every refactor breaks the imports", "default exports"),
    ("my preference is explicit types over inference in public functions", "explicit types"),
    ("dont use lombok here. we had it and regretted it", "lombok"),
    ("remember the naming thing: handlers end with Handler, services end with Service", "handler"),
    ("log levels: debug only for traces, info for state changes, everything else warn or error. always", "log levels"),
    (
        "screenshots in the docs must come from the demo tenant. customer data in docs got us a gdpr complaint",
        "demo tenant",
    ),
    ("可以了。另外以后改完前端记得跑一下 eslint,CI 老因为这个挂", "eslint"),
    ("这个接口再加个字段 region。对了,所有接口的时间字段一律返回毫秒时间戳", "毫秒"),
    ("早。先看下昨晚的告警。还有,以后告警阈值改动都要先跟我说", "告警阈值"),
    ("不要再用 print 调试了,提交前都清掉", "print"),
    ("我们组的规矩:周五不发版", "周五"),
    ("字段注释必须写,不写不给过", "字段注释"),
    ("以后别一次改这么多文件,review 不过来", "文件"),
    ("文案统一用「您」,不要用「你」", "您"),
    ("记一下:测试环境的短信不会真发", "短信"),
]


def claims(prompt: str) -> tuple[Claim, ...]:
    said = Observation(
        id="o1",
        ts="2026-03-02T10:00:00.000Z",
        agent="claude-code",
        session="s1",
        event="user-prompt",
        text=prompt,
        operator="kim",
        segment="claude-code-s1/0001",
        line=1,
    )
    return statements(assemble([said]))


def told(claim: Claim) -> str:
    parts = (line for lines in claim.parts.values() for line in lines)
    return "\n".join((claim.title, claim.text, *parts, *claim.aliases)).lower()


@pytest.mark.parametrize(("prompt", "words"), TOLD)
def test_a_preference_is_heard(prompt: str, words: str) -> None:
    heard = [claim for claim in claims(prompt) if claim.kind == "preference"]
    assert any(all(word in told(claim) for word in words.split(",")) for claim in heard), heard


@pytest.mark.parametrize("prompt", [prompt for prompt, _ in TOLD])
def test_a_title_is_short_and_whole(prompt: str) -> None:
    for claim in claims(prompt):
        assert 0 < len(claim.title) <= 80
        assert not claim.title.lower().startswith(("ok", "btw", "remember", "pls", "please", "记住"))
        assert not claim.title.lower().endswith((" pls", " please", ",", " the", " and"))
        assert claim.title.count("`") % 2 == 0
