import { createContext, type Message, type UserMessage } from '@lamella/core'
import { messageText } from '@lamella/core/plugin'
import { type HistoryOptions, history, memory, message } from '@lamella/layers'
import { contextTools } from '@lamella/layers/tools'
import { offload, readResult, withOffload } from '@lamella/offload'
import { bm25 } from '@lamella/ranker-bm25'
import { openRun } from '@lamella/runs'
import { createBlobStore, createSessionStore } from '@lamella/store/memory'
import type { RetentionRequest, RetentionStrategy } from '@lamella/testkit/retention'
import { asking, promptLayer, unlessTooLarge } from '../prefix/requests.ts'

/** The pattern with which a model would search for a subject: its words, upper and lower case alike. */
function patternFor(subject: string): string {
  return `(?i)${subject.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`
}

export const scope = { tenant: 'bench', user: 'ada', session: 's', kind: 'private' } as const
export const session = 's'

/** Settings of a run that the bench varies. */
export interface RunSettings {
  readonly history?: HistoryOptions
  /** The share of the budget that a cut keeps. */
  readonly keep?: number
  /** The tool that reads messages and results of the session. */
  readonly reads?: boolean
  /** Results above this share of the window are put aside. */
  readonly aside?: number
  /** `prompt`: the memory layer shows the best entries. `search`: it shows five, and a tool searches what was said, too. */
  readonly memory?: 'prompt' | 'search'
}

/** Each request is made on its own: the classic cut. */
export const classic: RetentionStrategy = (task) => {
  const source = { entries: () => ({ entries: task.memory }) }
  const builder = createContext()
    .use([promptLayer(task.system), memory({ source }), history(), message()])
    .tokenizer(task.counter.tokenizer)
    .framing(task.counter.framing)
    .tools(task.tools)
    .budget({ window: task.window, reserve: task.reserve })
  return (messages) => unlessTooLarge(() => builder.build({ scope, ...asking(messages) }))
}

/** A run in a store: each request extends the one before, until a cut. */
export const runWith =
  (settings: RunSettings = {}): RetentionStrategy =>
  (task) => {
    const { counter, window, reserve } = task
    const plain = createSessionStore()
    const blobs = createBlobStore()
    const sessions =
      settings.aside === undefined
        ? plain
        : withOffload(plain, offload({ blobs, limit: Math.max(400, Math.floor(settings.aside * window)) }))
    const searches = settings.memory === 'search'
    const said: { id: string; text: string }[] = []
    const source = { entries: () => ({ entries: task.memory }) }
    const remembered = { entries: () => ({ entries: [...task.memory, ...said] }) }
    const tools = contextTools({
      ...(searches && { memory: remembered, ranker: bm25() }),
      more: settings.reads || settings.aside !== undefined ? [readResult({ sessions, blobs, scope })] : [],
      scope,
    })
    const memoryLayer = searches ? memory({ source, ranker: bm25(), maxEntries: 5 }) : memory({ source })
    const builder = createContext()
      .use([promptLayer(task.system), memoryLayer, history(settings.history), message()])
      .tokenizer(counter.tokenizer)
      .framing(counter.framing)
      .tools([...task.tools, ...tools.definitions])
      .budget({ window, reserve, ...(settings.keep !== undefined && { keep: settings.keep }) })
    const opened = openRun(builder, { sessions, scope, id: session })
    let stored = 0
    let waiting: UserMessage | undefined
    return async (messages) => {
      const run = await opened
      const newest = messages.at(-1)
      const question = newest?.role === 'user' ? (newest as UserMessage) : undefined
      const fresh = messages.slice(stored, question ? -1 : undefined)
      if (waiting) await sessions.append(scope, session, [waiting])
      if (fresh.length > 0) await (run.pending && !waiting ? run.append(fresh) : sessions.append(scope, session, fresh))
      for (const [index, one] of fresh.entries()) if (searches) said.push(...entryOf(one, stored + index))
      stored = messages.length
      waiting = question
      const request = await unlessTooLarge(() => run.next(question ? { message: question, interrupt: true } : {}))
      if (request) waiting = undefined
      return request && { ...request, look: lookWith(tools, searches) }
    }
  }

type ToolsOfRun = ReturnType<typeof contextTools>

function entryOf(one: Message, position: number): readonly { id: string; text: string }[] {
  return one.role === 'tool' ? [] : [{ id: `said-${position}`, text: messageText(one) }]
}

/** The calls that the tools of a request allow: a search in memory, and one for the subject in the session. */
function lookWith({ definitions, handle }: ToolsOfRun, searches: boolean): NonNullable<RetentionRequest['look']> {
  const names = new Set(definitions.map(({ name }) => name))
  return async ({ subject, question }) => {
    const answers = [
      ...(searches ? [await handle('search_memory', { query: question }, { scope })] : []),
      ...(names.has('read_result')
        ? [await handle('read_result', { handle: 'session', pattern: patternFor(subject), context: 1 }, { scope })]
        : []),
    ]
    return answers.map(({ value }) => String(value))
  }
}
