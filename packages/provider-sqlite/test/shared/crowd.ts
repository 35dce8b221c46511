import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import { createContext, defineLayer, isLamellaError, type Message } from '@lamella/core'
import { openRun, type Run, type RunContext } from '@lamella/runs'
import type { MemoryStore, SessionStore } from '@lamella/store'
import { numbers } from '../helpers/embedders.ts'

/** What a process of a crowd prints, one line of JSON each. */
export type Said =
  /** It waits for a line: to make a request, or alone, to erase something. */
  | { readonly type: 'may'; readonly what: 'ask' | 'erase' }
  /** It has made its request. */
  | { readonly type: 'done' }
  | Sent
  | Answered
  /** `scrub` has declared a cut. */
  | { readonly type: 'scrubbed'; readonly epoch: number }
  | { readonly type: 'erased'; readonly markers: readonly string[] }
  | { readonly type: 'failed'; readonly code: string }

/** A request that was sent. */
export interface Sent {
  readonly type: 'sent'
  readonly question: string
  readonly cut: string | undefined
  readonly epoch: number
  readonly head: string
  /** A fingerprint of each message. */
  readonly messages: readonly string[]
}

/** An answer that was acknowledged. */
export interface Answered {
  readonly type: 'answered'
  readonly question: string
  /** The position of the question. */
  readonly start: number
}

const scope = { tenant: 'acme', user: 'ada' }
const id = 's'
/** Errors that one of several processes may get, and after which it goes on. */
const expected = new Set(['SESSION_CONFLICT', 'RUN_CONFLICT', 'RUN_ANSWERED', 'DATABASE_BUSY', 'ERASE_INCOMPLETE'])

const hash = (value: unknown): string => createHash('sha1').update(JSON.stringify(value)).digest('base64').slice(0, 10)
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Memory that is told in updates, the end of the session, and the new message. */
function builderOf(memory: MemoryStore) {
  return createContext()
    .budget({ window: 1_200, reserve: 100 })
    .use([
      defineLayer('memory', {
        order: 1,
        update: 'add',
        load: async ({ run }) => {
          const { entries } = await memory.list(scope, { limit: 100 })
          const ids = new Set(entries.map((one) => one.id))
          return {
            fragments: entries.map((one) => ({ id: one.id, content: one.text })),
            ...(run && { revoked: run.told.filter((one) => !ids.has(one)) }),
          }
        },
      }),
      defineLayer('history', {
        order: 600,
        placement: 'messages',
        load: async ({ session, run, signal }) => {
          const from = run?.kept?.[0]?.[0] ?? Math.max(0, session.length - 12)
          const messages = await session.read(from, session.length, { signal })
          const placed = messages.map((message, index) => ({ message, position: from + index }))
          const [, end] = run?.kept?.at(-1) ?? [0, 0]
          const kept = placed.filter(
            ({ position }) => position >= end || run?.kept?.some(([a, b]) => a <= position && position < b) !== false,
          )
          return kept.map(({ message, position }) => ({ id: `m${position}`, content: [message], position }))
        },
      }),
      defineLayer('question', {
        order: 700,
        placement: 'messages',
        load: ({ message, session }) =>
          message && [{ id: 'question', content: [message], pinned: true, position: session.length }],
      }),
    ])
}

/**
 * One of several processes that talk in one session, until it has answered a number of turns. It opens the run again and again,
 * gives questions up, answers those of others, remembers and erases. What it says is judged by `watchCrowd`.
 */
export async function joinCrowd(
  { sessions, memory }: { readonly sessions: SessionStore; readonly memory: MemoryStore },
  name: string,
  turns: number,
  seed: number,
): Promise<void> {
  const next = numbers(seed)
  const lines = createInterface(process.stdin)[Symbol.asyncIterator]()
  const say = (said: Said): void => void process.stdout.write(`${JSON.stringify(said)}\n`)
  const may = async (what: 'ask' | 'erase'): Promise<void> => {
    say({ type: 'may', what })
    await lines.next()
  }
  const builder = builderOf(memory)
  const open = (): Promise<Run> => openRun(builder, { sessions, scope, id })
  const answerTo = (question: string): Message => ({
    role: 'assistant',
    content: [
      { type: 'reasoning', text: `Thinking of ${question}`, providerOptions: { anthropic: { signature: 's' } } },
      { type: 'text', text: `Answer to ${question}` },
    ],
  })
  let [asked, answered] = [0, 0]
  let run = await open()
  const ask = async (question: string): Promise<void> => {
    const operation = next() < 0.5 ? { operation: question } : {}
    say(sentOf(question, await run.next({ message: question, ...operation })))
  }
  const append = async (question: string): Promise<void> => {
    const { start, repeated } = await run.append(answerTo(question))
    // By the name of its operation: another process has appended the same answer.
    if (repeated) return
    answered++
    say({ type: 'answered', question, start })
  }
  const erase = async (): Promise<string> => {
    await may('erase')
    const { entries } = await memory.list(scope, { limit: 100 })
    const gone = entries.filter(() => next() < 0.4).map((entry) => entry.id)
    for (const one of gone) await memory.delete(scope, one)
    if (next() < 0.3) run = await open()
    if (next() < 0.2 && (await run.scrub())) say({ type: 'scrubbed', epoch: run.state?.epoch ?? 0 })
    const question = `${name}-${asked++}`
    await ask(question)
    say({ type: 'erased', markers: gone })
    await lines.next()
    return question
  }
  const turn = async (): Promise<void> => {
    if (next() < 0.3) run = await open()
    if (next() < 0.15) {
      const marker = hash([name, asked, next()]).replaceAll(/[+/]/g, 'x').repeat(2)
      await memory.put(scope, { id: marker, text: `Note ${marker}` })
    }
    const waiting = run.pending?.message?.content
    // Each process erases at least once.
    const isLast = answered === turns - 1
    if (!isLast && typeof waiting === 'string' && next() < 0.1) return append(waiting)
    let question = `${name}-${asked++}`
    if (isLast || next() < 1 / 40) question = await erase()
    else {
      await may('ask')
      await ask(question).finally(() => say({ type: 'done' }))
    }
    if (next() < 0.1) return
    await pause(next() * 8)
    await append(question)
  }
  while (answered < turns) {
    try {
      await turn()
    } catch (error) {
      if (!isLamellaError(error) || !expected.has(error.code)) throw error
      say({ type: 'failed', code: error.code })
      run = await open()
    }
  }
}

function sentOf(question: string, { system, messages, report, run }: RunContext): Sent {
  return {
    type: 'sent',
    question,
    cut: report.run?.cut?.reason,
    epoch: run?.epoch ?? 0,
    head: hash(system),
    messages: messages.map(hash),
  }
}
