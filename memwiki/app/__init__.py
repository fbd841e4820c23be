"""One function per user verb: front ends call these, never a room.

    pipeline   compile
    refresh    reindex
    finding    search, recall
    reading    show, list, history, diff, log, open
    proof      why, lint, verify
    telling    remember, pin, feedback, forget
    handing    handoff show, list, begin, accept, cancel, log; batons holds what stands behind them
    context    context: the project in ten lines
    running    run; workstreams: which there are, what is in them
    health     status, stats, doctor
    places     projects, config set

Each is imported by itself, so that a verb loads only what it needs.
"""
