// memwiki's plugin for OpenCode, written by `memwiki install opencode`; changes are lost, `memwiki uninstall opencode`
// takes it out. It hands events to memwiki's hook and its blocks to the model. Nothing here throws, and only a person's
// message waits for the hook, for a moment.
import { spawn } from "node:child_process"

const COMMAND = ["memwiki", "hook", "--agent", "opencode"]
const START_MS = 6000 // the first message waits this long for the block
const PROMPT_MS = 1000 // and each for what fits it
const HOOK_MS = 10000 // a hook that takes longer is killed
const END_MS = 2500 // how long OpenCode's own end waits for what is still on its way
const MOST_WAITING = 500
const MOST_SESSIONS = 500
const HALF = 400000 // of a text that is too long, head and tail go

function short(_key, value) {
  const long = typeof value === "string" && value.length > 2 * HALF
  return long ? value.slice(0, HALF) + "\n[cut]\n" + value.slice(-HALF) : value
}

// Runs the hook with one event; gives what it printed, "" whatever goes wrong.
function run(payload) {
  return new Promise((done) => {
    let printed = ""
    try {
      const child = spawn(COMMAND[0], COMMAND.slice(1), { stdio: ["pipe", "pipe", "ignore"], windowsHide: true })
      const timer = setTimeout(() => child.kill("SIGKILL"), HOOK_MS)
      const end = (text) => (clearTimeout(timer), done(text))
      child.on("error", () => end(""))
      child.on("close", () => end(printed))
      child.stdout.setEncoding("utf8")
      child.stdout.on("data", (text) => (printed = (printed + text).slice(0, 65536)))
      child.stdin.on("error", () => {})
      child.stdin.end(JSON.stringify(payload, short))
    } catch {
      done("")
    }
  })
}

function within(ms, promise) {
  let timer
  const late = new Promise((done) => (timer = setTimeout(() => done(""), ms)))
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

// Adds to what a session has in its system prompt.
function keep(one, text) {
  one.block = [one.block, text.trim()].filter(Boolean).join("\n")
}

// A part of a message that the model reads and the person does not see. Parts are sorted by their ids.
function hidden(parts, text) {
  const last = parts[parts.length - 1]
  if (!text || typeof last?.id !== "string") return
  const { messageID, sessionID } = last
  parts.push({ id: last.id.slice(0, -4) + "zzzz", messageID, sessionID, type: "text", text, synthetic: true })
}

// What is known of the sessions of one folder; events go out one after the other, in order.
function memory(directory) {
  const sessions = new Map()
  let line = Promise.resolve("")
  let waiting = 0

  function session(id) {
    let found = sessions.get(id)
    if (!found) {
      if (sessions.size >= MOST_SESSIONS) sessions.delete(sessions.keys().next().value)
      sessions.set(id, (found = { cwd: directory, block: "", said: "" }))
    }
    return found
  }

  function send(event, id, fields = {}) {
    if (waiting >= MOST_WAITING) return Promise.resolve("")
    const { parent, cwd, version } = session(id)
    const payload = { event, session_id: id, parent_session_id: parent, cwd, agent_version: version, ...fields }
    waiting++
    line = line.then(() => run(payload)).finally(() => waiting--)
    return line
  }

  return {
    knows: (id) => sessions.has(id),
    created(id, { parentID, directory: cwd, version } = {}) {
      if (typeof id !== "string") return
      Object.assign(session(id), { fresh: true, parent: parentID, cwd: cwd || directory, version })
    },
    // Gives what fits this message. The session's block comes with the first, for a session without one is nobody's.
    async prompt(id, parts) {
      const one = session(id)
      if (one.parent) return ""
      one.dirty = true
      if (!one.started) {
        one.started = true
        const start = send("session.created", id, { source: one.fresh ? "startup" : "resume" })
        start.then((text) => keep(one, text))
        await within(START_MS, start)
      }
      let late = false
      const told = send("chat.message", id, { items: [{ parts }] })
      told.then((text) => late && keep(one, text)) // what was handed over once is not lost
      const text = await within(PROMPT_MS, told)
      late = !text
      return text.trim()
    },
    keep: (id, text) => keep(session(id), text),
    tool(id, input, output) {
      session(id).dirty = true
      send("tool.execute.after", id, { items: [input, output] })
    },
    said(id, text) {
      if (typeof text === "string" && text.trim()) session(id).said = text
    },
    idle(id) {
      const one = session(id)
      if (!one.dirty) return
      one.dirty = false
      send("session.idle", id, { last_assistant_message: one.said })
      one.said = ""
    },
    compacted: (id) => send("session.compacted", id),
    block: (id) => sessions.get(id)?.block || "",
    ended(id) {
      const one = sessions.get(id)
      sessions.delete(id)
      if (one?.started) send("session.deleted", id, { cwd: one.cwd, reason: "deleted" })
    },
    async disposed() {
      for (const [id, one] of sessions) if (one.started) send("dispose", id, { reason: "exit" })
      sessions.clear()
      await within(END_MS, line)
    },
  }
}

// Of a tool's result, what memwiki keeps.
function result(output) {
  const { title, output: text, content, error, metadata } = output || {}
  const { exit, exists, display } = metadata || {}
  return { title, output: text, content, error, metadata: { exit, exists, display } }
}

function safely(work) {
  return async (...given) => {
    try {
      await work(...given)
    } catch {
      // memory is never worth an error in the agent
    }
  }
}

// OpenCode 1
async function server({ directory, worktree }) {
  const mine = memory(directory || worktree || process.cwd())
  const events = {
    "session.created": ({ info }) => mine.created(info?.id, info),
    "session.idle": ({ sessionID }) => mine.idle(sessionID),
    "session.status": ({ sessionID, status }) => status?.type === "idle" && mine.idle(sessionID),
    "session.compacted": ({ sessionID }) => mine.compacted(sessionID),
    "session.deleted": ({ info, sessionID }) => mine.ended(info?.id || sessionID),
  }
  return {
    event: safely(({ event }) => events[event.type]?.(event.properties || {})),
    "chat.message": safely(async ({ sessionID }, { parts }) => hidden(parts, await mine.prompt(sessionID, [...parts]))),
    "tool.execute.after": safely((input, output) => {
      const { tool, callID, args } = input
      mine.tool(input.sessionID, { tool, callID, args }, result(output))
    }),
    "experimental.text.complete": safely((input, output) => mine.said(input.sessionID, output.text)),
    "experimental.chat.system.transform": safely((input, output) => {
      const block = mine.block(input.sessionID)
      if (block && Array.isArray(output.system)) output.system.push(block)
    }),
    dispose: safely(() => mine.disposed()),
  }
}

// OpenCode 2
async function setup(ctx) {
  const mine = memory(ctx.location?.directory || process.cwd())
  const stop = new AbortController()
  const events = {
    "session.created": (data) => mine.created(data.sessionID, { ...data, directory: data.location?.directory }),
    "session.text.ended": (data) => mine.said(data.sessionID, data.text),
    "session.execution.succeeded": (data) => mine.idle(data.sessionID),
    "session.execution.failed": (data) => mine.idle(data.sessionID),
    "session.execution.interrupted": (data) => mine.idle(data.sessionID),
    "session.compaction.ended": (data) => mine.compacted(data.sessionID),
    "session.deleted": (data) => mine.ended(data.sessionID),
  }
  const listen = safely(async () => {
    for await (const event of ctx.event.subscribe({ signal: stop.signal })) {
      const data = event.data || {}
      // one stream tells of every folder: what belongs to another is not ours
      if (event.type === "session.created" || mine.knows(data.sessionID)) await safely(events[event.type] || (() => {}))(data)
    }
  })
  const hook = safely((domain, name, work) => ctx[domain]?.hook?.(name, safely(work)))
  await hook("session", "prompt", async ({ sessionID, prompt }) => {
    mine.keep(sessionID, await mine.prompt(sessionID, [{ type: "text", text: prompt?.text }]))
  })
  await hook("session", "context", ({ sessionID, system }) => {
    const block = mine.block(sessionID)
    if (block && Array.isArray(system)) system.push({ type: "text", text: block })
  })
  await hook("tool", "execute.after", (event) => {
    const { tool, id, input } = event
    const given = event.result || {}
    const output = { ...result(given), output: given.content ?? given.output, error: event.error, status: event.status }
    mine.tool(event.sessionID, { tool, callID: id, args: input }, output)
  })
  listen()
  return safely(async () => {
    stop.abort()
    await mine.disposed()
  })
}

export default { id: "memwiki", server, setup }
