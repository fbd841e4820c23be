"""Refining: a language model adds to what the rules found, after the pages are written. Nothing waits for it.

What of its answer holds is written once, as a `decision` in the ledger; the next compile, which follows at once, folds
it in like anything else that was decided, and no compile after it asks a model again.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from memwiki.app import backlog
from memwiki.app.backlog import Wish, is_on
from memwiki.app.desk import ME, Desk
from memwiki.app.known import facts_of
from memwiki.app.pipeline import Choice, Compiled, How, compile_projects
from memwiki.app.places import at_home
from memwiki.app.spooled import Spooled, protected, survey
from memwiki.compile import ledger as books
from memwiki.compile import modelclaims
from memwiki.compile.answers import Judged, Nonsense, judged, wire_schema
from memwiki.compile.brief import Brief, brief, tokens
from memwiki.compile.model import Command, Endpoint, Limits, Reply, TooSlow, ask
from memwiki.compile.session import Session, assemble
from memwiki.config import environment_secret, load, process_environment
from memwiki.errors import MemwikiError, ModelUnavailable, NotFound
from memwiki.files import PRIVATE_FILE, locked, private_dir
from memwiki.records import Project
from memwiki.spool.ledger import record
from memwiki.wiki.repository import Repository

GUIDE = "docs/guides/model.md"
_MOST_A_RUN = 20  # sessions that one run asks about; the others wait for the next
_IN_VAIN = 3  # answers without sense in a row that end a run
_WAIT_S = 30.0
_LINE_BYTES = 18_000  # claims in one line of the ledger, which has room for 24 KiB
_LOG_BYTES = 256 * 1024


@dataclass(slots=True)
class Refined:
    """What a run did: sessions asked about, claims taken and dropped, pages written, and why it stopped early.

    `vain` is what was wrong with the last answer that held no claims, or came too late; the run went on.
    """

    asked: int = 0
    taken: int = 0
    dropped: int = 0
    waiting: int = 0
    error: str = ""
    vain: str = ""
    compiled: list[Compiled] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Question:
    """One session with all that is asked about it."""

    desk: Desk
    key: str
    session: Session
    brief: Brief


def refine(desk: Desk, how: How | None = None) -> Refined:
    """Asks about what is due, as far as the budgets go, and folds what holds. Never raises for the model's sake."""
    if not is_on(desk):
        return Refined()
    try:
        return _run(desk, how or How(), 0.0)
    except MemwikiError as error:  # the pages are there; what is wrong with the model is told, and waits
        return Refined(waiting=len(backlog.read(desk).wishes), error=error.message)


def refine_now(desk: Desk, choice: Choice, how: How | None = None) -> Refined:
    """The same at a person's word: pauses do not count, and sessions that were compiled before may be named.

    Raises ModelUnavailable where no model is switched on, or it cannot be reached or afforded.
    """
    if not is_on(desk):
        raise ModelUnavailable(
            "no language model is switched on", hint=f"memwiki config set model.enabled true; {GUIDE}"
        )
    source_of(desk)
    named = _named(desk, choice)
    if choice.session and not named:
        raise NotFound(f"no such session: {choice.session}", hint="memwiki list --kind session")
    with backlog.opened(desk) as waiting:
        waiting.paused_until = ""
        for one in [*waiting.wishes]:
            waiting.wish(one.project, one.session, one.since)
        for project, session in named:
            waiting.wish(project, session, desk.now)
    done = _run(desk, how or How(), _WAIT_S)
    if done.error:
        raise ModelUnavailable(done.error, hint="memwiki doctor")
    return done


def _named(desk: Desk, choice: Choice) -> list[tuple[str, str]]:
    """The sessions that a person named: one, or every one of the chosen projects."""
    if not choice.session and not choice.every:
        return []
    projects = [choice.project] if choice.project else desk.home.projects()
    return [
        (project.key, key)
        for project in projects
        for key, one in _sessions(desk.at(project)).items()
        if not one.is_ledger and (choice.every or key == choice.session or key.endswith(f"-{choice.session}"))
    ]


def source_of(desk: Desk) -> Endpoint | Command:
    """How the model is asked, by the settings; ModelUnavailable where they do not say."""
    model = desk.config.settings.model
    if model.provider == "openai":
        if not model.url or not model.name:
            raise ModelUnavailable("the model has no address or no name", hint=f"model.url, model.name: {GUIDE}")
        key = environment_secret(model.key_env)
        if model.key_env and not key:
            raise ModelUnavailable(f"the variable {model.key_env} is not set", hint="it holds the endpoint's key")
        return Endpoint(model.url, model.name, key)
    if not model.command:
        raise ModelUnavailable("the model has no command", hint=f"model.command: {GUIDE}")
    # An empty folder of our own, so that the agent finds no project; and a word that tells its hooks to keep quiet.
    folder = private_dir(desk.home.state / "model" / "desk")
    return Command(model.command, folder, process_environment(MEMWIKI_INTERNAL="1"))


def model_id(desk: Desk) -> str:
    """The name under which the model's claims stand in pages."""
    model = desk.config.settings.model
    return model.name or f"command:{model.command[0].replace(chr(92), '/').rpartition('/')[2][:60]}"


def _run(desk: Desk, how: How, wait_s: float) -> Refined:
    """One process at a time asks; another one leaves its sessions to it."""
    done = Refined()
    touched: list[Project] = []
    with locked(backlog.file_of(desk).with_name("asking.lock"), "the model", wait_s):
        vain = 0
        while done.asked < _MOST_A_RUN and vain < _IN_VAIN:
            wish = _next(desk)
            if wish is None or not load(desk.home.root, desk.cwd).settings.model.enabled:
                break  # the switch counts for a run that has begun, too
            vain = 0 if _answer(desk, wish, done, touched) else vain + 1
            if done.error:
                break
        if vain >= _IN_VAIN:
            with backlog.opened(desk) as waiting:
                waiting.pause(desk.now, waiting.error)
            done.error = backlog.read(desk).error
    for project in touched:
        by_hand = Choice(project=project, by_hand=True, refines=True)
        done.compiled += compile_projects(desk, by_hand, how)
    done.waiting = len(backlog.read(desk).wishes)
    return done


def _next(desk: Desk) -> Wish | None:
    found = backlog.read(desk)
    return None if found.paused_until > desk.now else found.due(desk.now)


def _answer(desk: Desk, wish: Wish, done: Refined, touched: list[Project]) -> bool:
    """Asks about one session; whether that led to something, or there was nothing to ask."""
    space, _, name = wish.project.rpartition("/")
    try:
        place = at_home(desk, Project(space, name))
        question = _question(place, wish.session)
    except MemwikiError as error:  # a broken marker or wiki of one project must not hold up the others
        with backlog.opened(desk) as waiting:
            waiting.put_off(wish, desk.now, error.message)
        return True
    if question is None:
        with backlog.opened(desk) as waiting:
            waiting.drop(wish.project, wish.session)
        return True
    source, limits = source_of(desk), _limits(desk, question.brief)
    cost = question.brief.tokens + limits.tokens
    if not _set_aside(desk, cost):
        done.error = f"today's {desk.config.settings.model.tokens_per_day} tokens are spent"
        return True
    done.asked += 1
    try:
        reply = ask(source, question.brief, wire_schema(), limits)
        _settle(desk, cost, _cost(question.brief, reply))
        found = judged(place.redacted(reply.text), question.brief, question.session, model_id(desk))
    except (TooSlow, Nonsense) as error:
        _log(question, [f"no claims: {json.dumps(error.message)}"])
        done.vain = error.message
        with backlog.opened(desk) as waiting:
            waiting.put_off(wish, desk.now, error.message)
        return False
    except ModelUnavailable as error:
        _settle(desk, cost, 0)
        _log(question, [f"not asked: {json.dumps(error.message)}"])
        with backlog.opened(desk) as waiting:
            waiting.pause(desk.now, error.message)
        done.error = error.message
        return True
    if _store(question, found):
        touched += [place.project] if place.project not in touched else []
    _log(question, [f"dropped, {json.dumps(one.reason)}: {json.dumps(one.title)}" for one in found.dropped])
    with backlog.opened(desk) as waiting:
        waiting.answered(desk.now)
        waiting.drop(wish.project, wish.session)
    done.taken += len(found.claims)
    done.dropped += len(found.dropped)
    return True


def _question(place: Desk, key: str) -> _Question | None:
    """What to ask about a session; None where there is nothing, or it was asked before."""
    if place.project.name == ME or place.config.settings.compile.mode == "manual":
        return None
    sessions = _sessions(place)
    spooled = sessions.get(key)
    if spooled is None or not spooled.sealed:
        return None
    ledger = [seen for one in sessions.values() if one.is_ledger for seen in one.observations()]
    if any(ruling.event == "forget" and key in ruling.sessions for ruling in books.rulings(ledger)):
        return None
    session = assemble(protected(place, seen) for seen in spooled.observations(spooled.sealed))
    most = place.config.settings.model.tokens_per_session
    asked = brief(session, facts_of(place, spooled, store=False).claims, most - _answer_tokens(most))
    if asked is None or any(
        one.extra.get("digest") == asked.digest and one.extra.get("model") == model_id(place)
        for one in modelclaims.told(ledger).get(key, ())
    ):
        return None
    return _Question(place, key, session, asked)


def _sessions(desk: Desk) -> dict[str, Spooled]:
    sealed = Repository.open(desk.wiki).sealed() if (desk.wiki / ".git").exists() else {}
    return survey(desk.home.raw(desk.project), sealed)


def _answer_tokens(most: int) -> int:
    """The part of a session's tokens that is kept for the answer."""
    return min(4000, most // 3)


def _limits(desk: Desk, asked: Brief) -> Limits:
    model = desk.config.settings.model
    left = max(_answer_tokens(model.tokens_per_session), model.tokens_per_session - asked.tokens)
    return Limits(model.timeout_s, min(4000, left))


def _cost(asked: Brief, reply: Reply) -> int:
    """What an answer cost: what the server says, but never less than its words."""
    return max(reply.tokens, asked.tokens + tokens(reply.text))


def _set_aside(desk: Desk, cost: int) -> bool:
    """Takes the tokens of one question from the day's, before it is asked: a process that is killed has paid."""
    with backlog.opened(desk) as waiting:
        most = desk.config.settings.model.tokens_per_day
        if waiting.spent(desk.now) + cost > most:
            waiting.pause(desk.now, f"today's {most} tokens are spent", backlog.midnight(desk.now))
            return False
        waiting.spend(desk.now, cost)
        return True


def _settle(desk: Desk, cost: int, real: int) -> None:
    with backlog.opened(desk) as waiting:
        waiting.spend(desk.now, real - cost)


def _store(question: _Question, found: Judged) -> bool:
    """Writes what holds into the ledger, once; whether there was anything."""
    claims = [modelclaims.to_json(claim) for claim in found.claims]
    while claims and len(json.dumps(claims).encode()) > _LINE_BYTES:
        claims.pop()
    if not claims:
        return False
    place, model = question.desk, model_id(question.desk)
    extra = {
        "kind": modelclaims.KIND,
        "of": question.key,
        "model": model,
        "digest": question.brief.digest,
        "claims": claims,
    }
    text = f"{len(claims)} of {len(claims) + len(found.dropped)} claims of {model} about {question.key}"
    record(place.home, place.project, "memwiki", "decision", text, place.now, place.operator, extra)
    return True


def _log(question: _Question, told: list[str]) -> None:
    """A line for each claim that was dropped, or an answer that held none, in logs/model.log; bounded, in ASCII."""
    if not told:
        return
    file = private_dir(question.desk.home.logs) / "model.log"
    lines = [f"{question.desk.now} {question.desk.project.key} {question.key}: {line}\n" for line in told]
    if file.exists() and file.stat().st_size > _LOG_BYTES:
        file.replace(file.with_suffix(".log.1"))
    with file.open("a", encoding="utf-8") as out:
        out.writelines(lines)
    file.chmod(PRIVATE_FILE)
