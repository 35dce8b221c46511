import { existsSync, readFileSync } from 'node:fs'
import { createContext, type Scope } from '@lamella/core'
import { bootstrap, history, memory, message, system } from '@lamella/layers'
import { openRun } from '@lamella/runs'
import type { SessionStore } from '@lamella/store'
import type { Server } from '../../../provider-postgres/test/helpers/server.ts'
import type { Section, Skipped } from '../section.ts'
import { stores } from './open-stores.ts'
import { tempFolder } from './temp-folder.ts'
import { answerOf, questionOf } from './turns.ts'

const scope = { tenant: 'acme', user: 'ada', kind: 'private' } as const
const window = 16_000
const memories = 60
/** Turns before the measured ones: the window is full then, and has been cut. */
const before = 150
const turns = 200
const start = Date.UTC(2026, 0, 1)
/** What the system counts for a process, in Linux. */
const counters = '/proc/self/io'

/** What a turn hands its store, and what the store writes for it, in bytes. */
interface TurnBytes {
  readonly said: number
  readonly handed: number
  /** `undefined` for a store that writes nothing. */
  readonly written: number | undefined
  /** What the same messages write without a run, in two appends. */
  readonly bare: number | undefined
}

/** Measures the bytes of a stored turn in four stores. */
export async function turnBytes(): Promise<Section | Skipped> {
  if (!existsSync(counters)) return { skipped: 'this system does not count what a process writes in /proc/self/io' }
  const folder = tempFolder()
  const rows: { readonly name: string; readonly bytes: TurnBytes }[] = []
  for (const [name, open] of stores(folder.path)) {
    const opened = await open()
    if (!opened) continue
    rows.push({ name, bytes: await measured(opened.sessions, writtenBy(name, opened.server)) })
    await opened.close()
  }
  folder.remove()
  const kilobytes = (bytes: number | undefined): string =>
    bytes === undefined ? '-' : `${(bytes / 1_000).toFixed(1)} kB`
  return {
    title: 'What a stored turn writes',
    about:
      `A turn of a run: \`run.next\` stores the question with its request, \`run.append\` the answer. The mean of ${turns} ` +
      `turns after ${before} others, in a window of ${window.toLocaleString('en-US')} tokens with ${memories} ` +
      'memories. *Handed*: the JSON that the store is asked to keep. *Written*: what the process has written, as the ' +
      'system counts; for PostgreSQL, its log. *Without a run*: the same two messages in two calls of `append`.',
    table: [
      ['store', 'said', 'handed', 'written', 'without a run'],
      ...rows.map(({ name, bytes: { said, handed, written, bare } }) => [
        name,
        ...[said, handed, written, bare].map(kilobytes),
      ]),
    ],
    claims: rows.flatMap(({ name, bytes: { said, handed, written } }) => [
      {
        text: `${name} is handed at most 8 times what was said, and 4 kB`,
        seen: `${kilobytes(handed)} for ${kilobytes(said)}`,
        holds: handed <= 8 * said + 4_096,
      },
      ...(name === 'SQLite' && written !== undefined
        ? [{ text: 'a turn writes at most 45 kB in SQLite', seen: kilobytes(written), holds: written <= 45_000 }]
        : []),
    ]),
  }
}

async function measured(sessions: SessionStore, writes: (() => Promise<number>) | undefined): Promise<TurnBytes> {
  let handed = 0
  const counting = counted(sessions, (bytes) => {
    handed += bytes
  })
  const entries = Array.from({ length: memories }, (_, n) => ({
    id: `m${n}`,
    text: `Ada said something worth remembering in turn ${n}.`,
  }))
  const builder = createContext()
    .use([system({ soul: 'You are Kim.', agents: 'Be brief. '.repeat(100) }), bootstrap({ clock: 'minute' })])
    .use([memory({ source: { entries: () => ({ entries }) } }), history({ maxMessages: 500 }), message()])
    .budget({ window, reserve: 1_000 })
  const run = await openRun(builder, { sessions: counting, scope, id: 'run' })
  const take = async (from: number, count: number): Promise<void> => {
    for (let turn = from; turn < from + count; turn++) {
      await run.next({ message: questionOf(turn), now: new Date(start + turn * 60_000) })
      await run.append(answerOf(turn))
    }
  }
  await take(0, before)
  handed = 0
  const written = await during(writes, () => take(before, turns))
  const bare = await during(writes, async () => {
    for (let turn = 0; turn < turns; turn++) {
      await sessions.append(scope, 'bare', [{ role: 'user', content: questionOf(turn) }])
      await sessions.append(scope, 'bare', [answerOf(turn)])
    }
  })
  const said = mean(turns, (turn) =>
    bytesOf([{ role: 'user', content: questionOf(before + turn) }, answerOf(before + turn)]),
  )
  return { said, handed: handed / turns, written, bare }
}

/** Wraps a store so that the JSON of what it is asked to keep is counted. */
function counted(sessions: SessionStore, add: (bytes: number) => void): SessionStore {
  const { runs } = sessions
  if (!runs) throw new Error('The store keeps no states of runs.')
  return {
    ...sessions,
    append: (owner: Scope, session, messages, options) => {
      add(bytesOf([messages, options ?? null]))
      return sessions.append(owner, session, messages, options)
    },
    runs: {
      ...runs,
      write: (owner, session, state, version, options) => {
        add(bytesOf(state))
        return runs.write(owner, session, state, version, options)
      },
    },
  }
}

/** Returns how to read what a store has written so far; `undefined` for one that writes nothing. */
function writtenBy(name: string, server: Server | undefined): (() => Promise<number>) | undefined {
  if (name === 'memory') return undefined
  if (!server) return async () => Number(/^wchar: (\d+)$/m.exec(readFileSync(counters, 'utf8'))?.[1])
  return async () => {
    const [row] = await server.query(`SELECT (pg_current_wal_insert_lsn() - '0/0')::float8 AS bytes`)
    return Number((row as { readonly bytes: number }).bytes)
  }
}

async function during(
  writes: (() => Promise<number>) | undefined,
  run: () => Promise<void>,
): Promise<number | undefined> {
  const from = await writes?.()
  await run()
  const to = await writes?.()
  return from === undefined || to === undefined ? undefined : (to - from) / turns
}

const mean = (count: number, of: (n: number) => number): number =>
  Array.from({ length: count }, (_, n) => of(n)).reduce((sum, one) => sum + one, 0) / count
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))
