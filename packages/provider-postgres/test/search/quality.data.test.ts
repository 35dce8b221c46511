import type { Message, Scope } from '@lamella/core'
import { type PostgresStores, postgres } from '@lamella/provider-postgres'
import { sqlite } from '@lamella/provider-sqlite'
import { describe, expect, it } from 'vitest'
import { type Doc, measure, noData, type Query, readSet } from '../../../provider-sqlite/test/helpers/data.ts'
import { database } from '../helpers/database.ts'
import { newSchema } from '../helpers/engines.ts'

const every = Number(process.env['LAMELLA_EVERY'] ?? 5)

/** Every nth conversation of LoCoMo, and the questions about it. */
function someOf({ docs, queries }: ReturnType<typeof readSet>): ReturnType<typeof readSet> {
  const groups = new Set([...new Set(docs.map(({ group }) => group))].filter((_, index) => index % every === 0))
  const isChosen = ({ group }: { readonly group: string }): boolean => groups.has(group)
  return { docs: docs.filter(isChosen), queries: queries.filter(isChosen) }
}

type Stores = Pick<PostgresStores, 'sessions' | 'memory'>

const scopeOf = (group: string | undefined): Scope => ({ tenant: 'data', user: group ?? 'all' })
const speaker = ({ providerOptions }: Message): string => providerOptions?.['chat']?.['speaker'] as string

/** Each turn as a message, whose role is user and whose speaker is where an application would put it, and as an entry. */
async function fill({ sessions, memory }: Stores, docs: readonly Doc[]): Promise<void> {
  for (const { group, session, text, speaker: name, ts, id } of docs) {
    const message: Message = { role: 'user', content: text, providerOptions: { chat: { speaker: name, id } } }
    await sessions.append(scopeOf(group), `session_${session}`, [message], { at: new Date(ts) })
    await memory.put(scopeOf(group), { id, text, speaker: name, date: ts, session: `session_${session}` })
  }
}

const askSessions =
  ({ sessions }: Stores) =>
  async ({ text, group }: Query): Promise<readonly string[]> =>
    ((await sessions.search?.(scopeOf(group), { query: text }))?.hits ?? []).map(
      ({ item }) => item.message.providerOptions?.['chat']?.['id'] as string,
    )

const askMemory =
  ({ memory }: Stores) =>
  async ({ text, group }: Query): Promise<readonly string[]> =>
    (await memory.search(scopeOf(group), { query: text })).hits.map(({ item }) => item.id)

describe.skipIf(noData !== undefined)('search with real questions', () => {
  it('finds turns of long conversations as well as SQLite does', async () => {
    const { docs, queries } = someOf(readSet('locomo'))
    const here = await postgres(await database(), {
      schema: newSchema(),
      speaker,
      indexingTime: Number.MAX_SAFE_INTEGER,
    })
    const there = await sqlite(':memory:', { speaker, indexingTime: Number.MAX_SAFE_INTEGER })
    for (const stores of [here, there]) await fill(stores, docs)
    for (const [kind, ask] of [
      ['sessions', askSessions],
      ['memory', askMemory],
    ] as const) {
      const [ours, other] = [await measure(queries, ask(here)), await measure(queries, ask(there))]
      console.log(`LoCoMo, in ${kind}: PostgreSQL ${ours.ndcg.toFixed(4)}, SQLite ${other.ndcg.toFixed(4)}`)
      expect(ours.ndcg).toBeGreaterThan(0.6)
      expect(Math.abs(ours.ndcg - other.ndcg)).toBeLessThanOrEqual(0.001)
    }
  })

  it('finds Chinese passages, with a recall of 0.99', async () => {
    const { docs, queries } = readSet('cmrc-zh')
    const stores = await postgres(await database(), { schema: newSchema(), indexingTime: Number.MAX_SAFE_INTEGER })
    for (const { group, id, text } of docs) await stores.memory.put(scopeOf(group), { id, text })
    const quality = await measure(queries.slice(0, 500 / every), askMemory(stores))
    console.log(`CMRC 2018: nDCG@10 ${quality.ndcg.toFixed(4)}, recall@10 ${quality.recall.toFixed(4)}`)
    expect(quality.recall).toBeGreaterThanOrEqual(0.99)
  })
})
