"""compile, reindex, verify, lint: sessions to pages, and the proof that the pages are right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from memwiki.cli.options import DryRun, Json, desk
from memwiki.cli.screen import emit, note, progress, say, say_wrapped
from memwiki.errors import Invalid, MemwikiError, NeedsReview, NotFound, PartlyDone, UsageError

if TYPE_CHECKING:
    from memwiki.app.desk import Desk
    from memwiki.app.pipeline import Choice, Compiled, How
    from memwiki.app.refining import Refined
    from memwiki.app.verifying import Verified


def register(app: typer.Typer) -> None:
    """Adds these verbs."""
    app.command("compile")(compile_)
    app.command()(lint)
    app.command()(verify)
    app.command()(reindex)


def compile_(
    context: typer.Context,
    every: Annotated[bool, typer.Option("--all", help="Sessions that are still open, too.")] = False,
    session: Annotated[str, typer.Option(help="This session only, open or not.")] = "",
    no_vectors: Annotated[bool, typer.Option("--no-vectors", help="Leave vectors for the next compile.")] = False,
    refine: Annotated[
        bool, typer.Option("--refine", help="Ask the language model now; with --session or --all, about these again.")
    ] = False,
    detached: Annotated[bool, typer.Option("--detached", hidden=True)] = False,
    for_start: Annotated[bool, typer.Option("--for-start", hidden=True)] = False,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Turn finished sessions into pages: one commit a project; the index follows."""
    from memwiki.app.pipeline import Choice, How, compile_projects

    place = desk(context)
    if place.named:
        place.existing()
    choice = Choice(every, session, place.project if place.named or for_start else None)
    with progress("compile") as show:
        how = How(dry_run, not no_vectors, not for_start, detached, show)
        try:
            done = compile_projects(place, choice, how)
        except NotFound:
            if not refine:
                raise
            done = []  # it may be compiled already; what is asked about it is another matter
        refined, failed = _refine(place, choice, how, refine)
    if as_json:
        from memwiki.cli import state_outputs as outputs

        parts = [outputs.CompiledPart.model_validate(one) for one in done]
        added = outputs.RefinedPart.model_validate(refined) if refined else None
        emit(outputs.Compiled(dry_run=dry_run, projects=parts, refined=added))
    elif not detached:
        for one in done:
            _tell(one, dry_run)
        if not done:
            note("nothing to compile")
        _tell_refined(refined, refine)
    if done and not dry_run and not no_vectors:
        _fill_later(place, [one.project for one in done if one.indexed])
    if failed:
        raise failed
    warnings = [f"{one.project}: {warning}" for one in done for warning in one.warnings]
    for warning in warnings:
        note(f"warning: {warning}")
    if warnings:
        raise PartlyDone(
            f"compiled, with {len(warnings)} warning{'s' if len(warnings) > 1 else ''}", hint="memwiki doctor"
        )


def _fill_later(place: Desk, projects: list[str]) -> None:
    """Starts the making of many vectors, which nobody waits for."""
    from memwiki.app.embedding import vectors_of
    from memwiki.hooks.launch import default_command, start
    from memwiki.records import Project

    for key in projects if not place.fixed else ():
        far = vectors_of(place.at(Project(*key.split("/", 1))))
        if far.pending > 0:
            start([*default_command(), "--home", str(place.home.root), "--project", key, "reindex", "--pending"])
            note(f"{key}: {far.pending} vectors are made in the background; search by words works meanwhile")


def _tell(one: Compiled, dry_run: bool) -> None:
    if one.failed:  # why is told with the warnings
        note(f"{one.project}: failed, nothing was compiled")
        return
    for sign, pages in (("+", one.added), ("~", one.changed), ("-", one.removed)):
        for page in pages if dry_run else ():
            say(f"{sign} {page}")
    if one.edits:
        note(f"{one.project}: your own edits are committed{_seven(one.edits)}")
        if not one.sessions and not (one.added or one.changed or one.removed):
            return
    would = "would write " if dry_run else ""
    counts = f"+{len(one.added)} ~{len(one.changed)} -{len(one.removed)} pages"
    sessions = f"{len(one.sessions)} session{'' if len(one.sessions) == 1 else 's'}"
    note(f"{one.project}: {would}{counts} from {sessions}{_seven(one.commit)}")


def _refine(place: Desk, choice: Choice, how: How, asked: bool) -> tuple[Refined | None, MemwikiError | None]:
    """What the language model added, and what is wrong with it where a person asked for it."""
    if how.dry_run or not how.index or not (asked or place.config.settings.model.enabled):
        return None, None  # a session that starts does not wait for a model
    from memwiki.app.refining import refine, refine_now

    if not asked:
        return refine(place, how), None
    try:
        return refine_now(place, choice, how), None
    except MemwikiError as error:  # told at the end: the pages are written
        return None, error


def _tell_refined(done: Refined | None, asked: bool) -> None:
    if done is None:
        return
    if done.asked or done.waiting:
        still = f", {done.waiting} wait{'s' if done.waiting == 1 else ''}" if done.waiting else ""
        sessions = f"{done.asked} session{'' if done.asked == 1 else 's'}"
        note(f"model: asked about {sessions}, claims taken: {done.taken}, dropped: {done.dropped}{still}")
        if done.vain and not done.error:
            note(f"model: {done.vain}; memwiki status tells when it is asked again")
    elif asked and not done.error:
        note("model: nothing to ask")
    for one in done.compiled:
        note(f"{one.project}: +{len(one.added)} ~{len(one.changed)} pages from the model's claims{_seven(one.commit)}")
    if done.error:
        note(f"model: {done.error}")


def lint(context: typer.Context, as_json: Json = False) -> None:
    """Look for broken pages, links and contradictions; tell hubs, and pages joined to no other."""
    from memwiki.app.proof import lint as run

    place = desk(context)
    findings = run(place)
    if as_json:
        from memwiki.cli.state_outputs import Finding, Lint

        parts = [Finding.model_validate(finding) for finding in findings]
        emit(Lint(project=place.project.key, findings=parts))
    else:
        for finding in findings:
            say(f"{finding.path}:{finding.line}: {finding.severity}: {finding.message} [{finding.code}]")
    errors = sum(finding.severity == "error" for finding in findings)
    if errors:
        raise Invalid(
            f"{errors} error{'s' if errors > 1 else ''} in {place.project.key}", hint="edit the pages named above"
        )
    warnings = sum(finding.severity == "warning" for finding in findings)
    if warnings:
        raise PartlyDone(f"{warnings} warning{'s' if warnings > 1 else ''} in {place.project.key}")
    note(f"{place.project.key}: {'nothing wrong' if findings else 'no findings'}")


def verify(context: typer.Context, as_json: Json = False) -> None:
    """Compile raw/ again in a scratch folder and compare the bytes; check seals and sources."""
    from memwiki.app.verifying import verify as run

    place = desk(context)
    proof = run(place)
    if as_json:
        from memwiki.cli.state_outputs import Finding, Verify

        parts = [Finding.model_validate(finding) for finding in proof.findings]
        emit(
            Verify(
                project=proof.project,
                verified=proof.verified,
                pages=proof.pages,
                segments=proof.segments,
                findings=parts,
                edited=proof.edited,
                would_change=proof.would_change,
                waiting=proof.waiting,
            )
        )
    else:
        _found(proof)
    if not proof.verified:
        errors = sum(finding.severity == "error" for finding in proof.findings)
        raise NeedsReview(
            f"{proof.project}: {errors} difference{'' if errors == 1 else 's'}",
            hint="memwiki log shows the last commits",
        )
    told = [
        f"{proof.pages} pages and {proof.segments} sealed segments agree",
        *([f"{proof.edited} with your edits, set aside"] if proof.edited else []),
        *([f"{proof.would_change} would change under newer rules or settings"] if proof.would_change else []),
        *([f"{_segments(proof.waiting)} for the next compile, not compared"] if proof.waiting else []),
    ]
    if proof.lost:
        lost = f"{proof.lost} source{'' if proof.lost == 1 else 's'} cannot be found"
        raise PartlyDone(f"{proof.project}: {'; '.join([*told, lost])}", hint="memwiki why PAGE shows what is left")
    if proof.copied:
        copied = f"{proof.copied} segment{' is a copy' if proof.copied == 1 else 's are copies'}"
        raise PartlyDone(f"{proof.project}: {'; '.join([*told, copied])}", hint="memwiki doctor names them")
    note(f"{proof.project}: {'; '.join(told)}")


def _segments(count: int) -> str:
    return "1 segment waits" if count == 1 else f"{count} segments wait"


def _found(proof: Verified) -> None:
    """Findings by what they are about, and the remedies, each once."""
    about = ""
    for one in proof.findings:
        if one.path != about:
            about = one.path
            say(about)
        say_wrapped(f"{one.code}: {one.message}", "    ")
    for hint in dict.fromkeys(one.hint for one in proof.findings if one.hint):
        note(f"hint: {hint}")


def reindex(
    context: typer.Context,
    no_vectors: Annotated[bool, typer.Option("--no-vectors", help="Words only.")] = False,
    pending: Annotated[
        bool, typer.Option("--pending", help="Only make the vectors that are missing; search goes on meanwhile.")
    ] = False,
    download: Annotated[
        bool, typer.Option("--download", help="The embedding model of index.model may be fetched from its maker.")
    ] = False,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Build the project's index again from wiki/ and raw/."""
    from memwiki.app.refresh import fill
    from memwiki.app.refresh import reindex as run

    if pending and no_vectors:
        raise UsageError("--pending makes vectors, --no-vectors makes none", hint="leave one of them out")
    place = desk(context)
    with progress("index") as show:
        if pending and not dry_run:
            info = fill(place, show, download)
        else:
            info = run(place, not no_vectors, show, dry_run, download)
    if as_json:
        from memwiki.cli.state_outputs import Reindexed

        emit(Reindexed.model_validate(info))
    else:
        what = f"{info.pages} pages" + (f", {info.chunks} chunks" if info.chunks else "")
        words = (
            "" if info.vectors else f", {info.pending} of them without a vector" if not no_vectors else ", words only"
        )
        note(f"{info.project}: {'would index ' if dry_run else ''}{what}{words if not dry_run else ''}")
    if info.note:
        note(info.note)


def _seven(commit: str) -> str:
    return f" ({commit[:7]})" if commit else ""
