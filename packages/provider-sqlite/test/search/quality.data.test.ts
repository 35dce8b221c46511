import type { Message, Scope } from '@lamella/core'
import { type SqliteOptions, type SqliteStores, sqlite } from '@lamella/provider-sqlite'
import type { NewMemory } from '@lamella/store'
import { describe, expect, it } from 'vitest'
import { type Doc, measure, noData, type Quality, type Query, readSet } from '../helpers/data.ts'
import { direction, embedderOf, nonsense } from '../helpers/embedders.ts'
import { sentenceEncoder } from '../helpers/sentence-encoder.ts'

const every = Number(process.env['LAMELLA_EVERY'] ?? 5)

/** Every nth conversation, and the questions about it. */
function someOf({ docs, queries }: ReturnType<typeof readSet>): ReturnType<typeof readSet> {
  const groups = new Set([...new Set(docs.map(({ group }) => group))].filter((_, index) => index % every === 0))
  const isChosen = ({ group }: { readonly group: string }): boolean => groups.has(group)
  return { docs: docs.filter(isChosen), queries: queries.filter(isChosen) }
}

const scopeOf = (group: string | undefined): Scope => ({ tenant: 'data', user: group ?? 'all' })
const shown = ({ ndcg, recall }: Quality): string => `nDCG@10 ${ndcg.toFixed(4)}, recall@10 ${recall.toFixed(4)}`

/** Each message has its role, which is user for a named speaker; the name is where an application would put it. */
async function conversations(docs: readonly Doc[], options: SqliteOptions = {}): Promise<SqliteStores> {
  const stores = await sqlite(':memory:', {
    indexingTime: Number.MAX_SAFE_INTEGER,
    speaker: ({ providerOptions }) => providerOptions?.['chat']?.['speaker'] as string,
    ...options,
  })
  for (const { group, session, text, speaker, ts, id } of docs) {
    const role = speaker === 'assistant' ? speaker : 'user'
    const message: Message = { role, content: text, providerOptions: { chat: { speaker, id } } }
    await stores.sessions.append(scopeOf(group), `session_${session}`, [message], { at: new Date(ts) })
  }
  return stores
}

async function memories(docs: readonly Doc[], options: SqliteOptions = {}): Promise<SqliteStores> {
  const stores = await sqlite(':memory:', { indexingTime: Number.MAX_SAFE_INTEGER, ...options })
  for (const { group, id, text } of docs) await stores.memory.put(scopeOf(group), { id, text } satisfies NewMemory)
  return stores
}

const askSessions =
  ({ sessions }: SqliteStores, mode: 'keyword' | 'vector' | 'hybrid') =>
  async ({ text, group }: Query): Promise<readonly string[]> =>
    (await sessions.search(scopeOf(group), { query: text, mode })).hits.map(
      ({ item }) => item.message.providerOptions?.['chat']?.['id'] as string,
    )

const askMemory =
  ({ memory }: SqliteStores) =>
  async ({ text, group }: Query): Promise<readonly string[]> =>
    (await memory.search(scopeOf(group), { query: text })).hits.map(({ item }) => item.id)

describe.skipIf(noData !== undefined)('search with real questions', () => {
  it('finds turns of long conversations by their text alone, where FTS5 with Porter has 0.41', async () => {
    const { docs, queries } = someOf(readSet('locomo'))
    const quality = await measure(queries, askMemory(await memories(docs)))
    console.log(`LoCoMo, text alone: ${shown(quality)}`)
    expect(quality.ndcg).toBeGreaterThan(every === 1 ? 0.47 : 0.46)
  })

  it('finds them better with session data: speaker, time and neighbouring turns', async () => {
    const { docs, queries } = someOf(readSet('locomo'))
    const quality = await measure(queries, askSessions(await conversations(docs), 'keyword'))
    console.log(`LoCoMo, in sessions: ${shown(quality)}`)
    expect(quality.ndcg).toBeGreaterThan(every === 1 ? 0.58 : 0.55)
  })

  it('finds what users said in chats with an assistant by roles alone, where FTS5 with Porter has 0.31', async () => {
    const { docs, queries } = someOf(readSet('beam-100k'))
    const quality = await measure(
      queries,
      askSessions(await conversations(docs, { speaker: () => undefined }), 'keyword'),
    )
    console.log(`BEAM, chats of 100,000 tokens: ${shown(quality)}`)
    expect(quality.ndcg).toBeGreaterThan(every === 1 ? 0.475 : 0.42)
  })

  it('finds Chinese passages, where unicode61 has a recall of 0.17', async () => {
    const { docs, queries } = readSet('cmrc-zh')
    const quality = await measure(queries.slice(0, 1000 / every), askMemory(await memories(docs)))
    console.log(`CMRC 2018: ${shown(quality)}`)
    expect(quality.recall).toBeGreaterThan(0.98)
  })
})

const add = (a: Float32Array, b: Float32Array): Float32Array => a.map((value, i) => value + (b[i] as number))

describe.skipIf(noData !== undefined)('hybrid search with real questions', () => {
  it('is not worse with meaningless vectors', async () => {
    const { docs, queries } = someOf(readSet('locomo'))
    const stores = await conversations(docs, { embedder: nonsense(), embed: 'all' })
    const [words, both] = [
      await measure(queries, askSessions(stores, 'keyword')),
      await measure(queries, askSessions(stores, 'hybrid')),
    ]
    console.log(`LoCoMo, vectors of chance: words ${shown(words)}; both ${shown(both)}`)
    expect(both.ndcg).toBeGreaterThan(words.ndcg - 0.005)
  })

  // At night: the model needs several minutes for all conversations.
  it.skipIf(every > 1)('loses little with a weak model', async () => {
    const { docs, queries } = readSet('locomo')
    const stores = await conversations(docs, { embedder: sentenceEncoder(), embed: 'all' })
    const qualities: Quality[] = []
    for (const mode of ['keyword', 'vector', 'hybrid'] as const)
      qualities.push(await measure(queries, askSessions(stores, mode)))
    const [words, vectors, both] = qualities as [Quality, Quality, Quality]
    console.log(`LoCoMo, a weak model: words ${shown(words)}; vectors ${shown(vectors)}; both ${shown(both)}`)
    expect(vectors.ndcg).toBeLessThan(0.2)
    expect(both.ndcg).toBeGreaterThan(words.ndcg - 0.015)
  })

  it('is better with meaningful vectors', async () => {
    const { docs, queries } = someOf(readSet('locomo'))
    const some = queries.filter((_, index) => index % 4 === 0)
    // Simulates a model: a query is near the turns that answer it, among noise, and texts are near others with the same
    // words.
    const answers = new Map(
      some.map(({ text, group, relevant }) => [
        text,
        docs.filter((doc) => doc.group === group && relevant.includes(doc.id)).map((doc) => doc.text),
      ]),
    )
    const mixed = (text: string): Float32Array => {
      const words = text.toLowerCase().match(/[a-z]{4,}/g) ?? []
      const parts = [
        ...words,
        ...Array(6).fill(text),
        ...(answers.get(text) ?? []).flatMap((one) => Array(6).fill(one)),
      ]
      return parts.reduce((sum, part) => add(sum, direction(part, 128)), new Float32Array(128))
    }
    const stores = await conversations(docs, {
      embedder: embedderOf('answers', mixed, { dimensions: 128 }),
      embed: 'all',
    })
    const qualities: Quality[] = []
    for (const mode of ['keyword', 'vector', 'hybrid'] as const)
      qualities.push(await measure(some, askSessions(stores, mode)))
    const [words, vectors, both] = qualities as [Quality, Quality, Quality]
    console.log(`LoCoMo, made-up vectors: words ${shown(words)}; vectors ${shown(vectors)}; both ${shown(both)}`)
    expect(both.ndcg).toBeGreaterThan(words.ndcg + 0.03)
  })
})
