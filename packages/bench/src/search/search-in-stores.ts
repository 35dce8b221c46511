import { sqlite } from '@lamella/provider-sqlite'
import { createIndex } from '@lamella/ranker-bm25'
import { cpuTime, duration, times } from '../measure.ts'
import type { Section } from '../section.ts'
import { createTexts } from './texts.ts'

const scope = { tenant: 'acme', user: 'ada' }

const count = 10_000

/** Messages in one session. */
const perSession = 100

/** Questions that are asked right after a message was appended. */
const appends = 40

/** How often all questions are asked before they are timed. */
const warmUps = 15

interface Corpus {
  readonly name: string
  readonly texts: readonly string[]
  readonly queries: readonly string[]
  /** Whether they are turns of conversations, or memories that have nothing to do with each other. */
  readonly turns: boolean
}

/** Writes each word with one or two Chinese characters, the common ones with one. */
function inChinese(text: string): string {
  const characters = text
    .toLowerCase()
    .split(/[ .?]+/)
    .filter((word) => word !== '')
    .map((word) => {
      let hash = 7
      for (let i = 0; i < word.length; i++) hash = (Math.imul(hash, 31) + word.charCodeAt(i)) >>> 0
      const first = String.fromCharCode(0x4e00 + (hash % 3_000))
      return word.length < 4 ? first : first + String.fromCharCode(0x4e00 + ((hash >>> 12) % 3_000))
    })
  return `${characters.join('')}。`
}

function corpora(): readonly Corpus[] {
  const made = createTexts()
  const turns = made.documents(count)
  const queries = made.queries(turns, 200)
  const passages = Array.from({ length: count }, () => made.documents(4).join(' '))
  const asked = made.queries(passages, 200)
  return [
    { name: 'messages, English', texts: turns, queries, turns: true },
    { name: 'messages, Chinese', texts: turns.map(inChinese), queries: queries.map(inChinese), turns: true },
    { name: 'memories, English', texts: passages, queries: asked, turns: false },
    { name: 'memories, Chinese', texts: passages.map(inChinese), queries: asked.map(inChinese), turns: false },
  ]
}

interface Measured {
  readonly name: string
  readonly store: number
  readonly index: number
  readonly first: number
  readonly afterChange: number
}

/** The milliseconds of CPU that a task takes. */
async function cpuOf(task: () => Promise<unknown>): Promise<number> {
  const before = cpuTime()
  await task()
  return cpuTime() - before
}

/** The milliseconds of CPU of a question, the mean of all. */
async function meanTime(queries: readonly string[], ask: (query: string) => unknown): Promise<number> {
  // The compiler needs some thousand questions until it has seen everything.
  for (let pass = 0; pass < warmUps; pass++) for (const query of queries) await ask(query)
  const passes: number[] = []
  for (let pass = 0; pass < 3; pass++) {
    const spent = await cpuOf(async () => {
      for (const query of queries) await ask(query)
    })
    passes.push(spent / queries.length)
  }
  return passes.toSorted((a, b) => a - b)[1] as number
}

async function measureCorpus({ name, texts, queries, turns }: Corpus): Promise<Measured> {
  const { sessions, memory, close } = await sqlite(':memory:', { indexingTime: Number.MAX_SAFE_INTEGER })
  const index = createIndex({ conversation: turns })
  const session = (n: number): string => `${Math.floor(n / perSession)}`
  for (let n = 0; turns && n < texts.length; n += perSession) {
    const part = texts.slice(n, n + perSession)
    await sessions.append(
      scope,
      session(n),
      part.map((content) => ({ role: 'user', content })),
    )
  }
  for (let n = 0; !turns && n < texts.length; n++) await memory.put(scope, { id: `${n}`, text: texts[n] as string })
  index.add(texts.map((text, n) => ({ id: `${n}`, text, ...(turns && { session: session(n) }) })))

  const ask = (query: string) => (turns ? sessions.search(scope, { query }) : memory.search(scope, { query }))
  const start = performance.now()
  await ask(queries[0] as string)
  const first = performance.now() - start
  const store = await meanTime(queries, ask)
  const alone = await meanTime(queries, (query) => index.search(query))

  const spent: number[] = []
  for (let n = 0; n < appends; n++) {
    const [text, query] = [texts[n], queries[n]] as [string, string]
    const before = await cpuOf(() => ask(query))
    if (turns) await sessions.append(scope, '0', [{ role: 'user', content: text }])
    else await memory.put(scope, { id: `new ${n}`, text })
    spent.push((await cpuOf(() => ask(query))) - before)
  }
  await close()
  return { name, store, index: alone, first, afterChange: spent.toSorted((a, b) => a - b)[appends >> 1] as number }
}

/** Search in SQLite, compared with an index in memory. */
export async function searchInStores(): Promise<Section> {
  const all: Measured[] = []
  for (const corpus of corpora()) all.push(await measureCorpus(corpus))
  const slowest = Math.max(...all.map(({ store }) => store))
  const latest = Math.max(
    ...all.filter(({ name }) => name.startsWith('messages')).map(({ afterChange }) => afterChange),
  )
  return {
    title: 'Searching in SQLite',
    about:
      `The best ten of ${count.toLocaleString('en')} texts of one owner in a database in memory, for a question of 3 ` +
      `to 8 words: CPU time, the mean of 200 questions that were asked ${warmUps} times before. Messages are turns of ` +
      '100 conversations, and are also found by their neighbours; memories have four sentences each. The Chinese texts ' +
      'are the English ones with one or two characters for each word. The index is `createIndex` with the same texts, ' +
      'weights and hits; it holds everything in memory, and reads no database. "First": the first search, which for ' +
      'messages includes indexing them all. "After a change": the extra time of a search right after a message was ' +
      `appended or a memory was put, the median of ${appends} changes.`,
    table: [
      ['texts', 'SQLite', 'index', '×', 'first', 'after a change'],
      ...all.map(({ name, store, index, first, afterChange }) => [
        ...[name, duration(store), duration(index), times(store / index), duration(first)],
        duration(Math.max(0, afterChange)),
      ]),
    ],
    claims: [
      { text: 'less than 1 ms a question, in any script', seen: duration(slowest), holds: slowest < 1 },
      {
        text: 'a search right after an append takes less than 1 ms longer',
        seen: duration(Math.max(0, latest)),
        holds: latest < 1,
      },
    ],
  }
}
