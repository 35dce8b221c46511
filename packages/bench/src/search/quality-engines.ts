import type { Message } from '@lamella/core'
import { sqlite } from '@lamella/provider-sqlite'
import { createIndex, type IndexDocument, type IndexOptions } from '@lamella/ranker-bm25'
import Database from 'better-sqlite3'
import type { Group, Said } from './quality-sets.ts'

/** Returns the ids of the best ten texts of a group for each of its questions. */
export type Answer = (group: Group) => Promise<readonly (readonly string[])[]>

const documentOf = ({ id, text, session, speaker, date }: Said): IndexDocument => ({
  ...{ id, text },
  ...(session === undefined ? {} : { session }),
  ...(speaker === undefined ? {} : { speaker }),
  ...(date === undefined ? {} : { date }),
})

/** An index with these options. */
export function byIndex(options: IndexOptions): Answer {
  return async ({ texts, questions }) => {
    const index = createIndex(options)
    index.add(texts.map(documentOf))
    return questions.map(({ text }) => index.search(text).map(({ id }) => id))
  }
}

/** FTS5 of SQLite with Porter's stems: any word of the question may match, best BM25 first. */
export const byFts5: Answer = async ({ texts, questions }) => {
  const db = new Database(':memory:')
  db.exec("CREATE VIRTUAL TABLE texts USING fts5(text, tokenize = 'porter unicode61')")
  const insert = db.prepare('INSERT INTO texts (rowid, text) VALUES (?, ?)')
  db.transaction(() => {
    for (const [row, { text }] of texts.entries()) insert.run(row + 1, text)
  })()
  const find = db.prepare('SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT 10').pluck()
  const found = questions.map(({ text }) => {
    const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
    const rows = words.length === 0 ? [] : (find.all(words.map((word) => `"${word}"`).join(' OR ')) as number[])
    return rows.map((row) => texts[row - 1]?.id ?? '')
  })
  db.close()
  return found
}

/** Sessions in SQLite, with the roles that an application would use: those of a chat, or users with names. */
export const bySessions: Answer = async ({ texts, questions }) => {
  const nameOf = ({ providerOptions }: Message): string | undefined =>
    providerOptions?.['bench']?.['speaker'] as string | undefined
  const { sessions, close } = await sqlite(':memory:', { indexingTime: Number.MAX_SAFE_INTEGER, speaker: nameOf })
  const scope = { tenant: 'acme', user: 'ada' }
  for (const { id, text, session = 'all', speaker, date } of texts) {
    const isRole = speaker === 'user' || speaker === 'assistant'
    const bench = { id, ...(speaker === undefined || isRole ? {} : { speaker }) }
    const message = { role: speaker === 'assistant' ? 'assistant' : 'user', content: text, providerOptions: { bench } }
    await sessions.append(scope, session, [message as Message], date === undefined ? {} : { at: new Date(date) })
  }
  const found: string[][] = []
  for (const { text } of questions) {
    const { hits } = await sessions.search(scope, { query: text })
    found.push(hits.map(({ item }) => item.message.providerOptions?.['bench']?.['id'] as string))
  }
  await close()
  return found
}
