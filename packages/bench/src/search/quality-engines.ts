import type { Message } from '@lamella/core'
import { sqlite } from '@lamella/provider-sqlite'
import { createIndex, type IndexDocument, type IndexOptions } from '@lamella/ranker-bm25'
import type { Group, Said } from './quality-sets.ts'
import { fts5Of } from './rivals.ts'

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
  const find = fts5Of(
    texts.map(({ text }) => text),
    10,
    'porter unicode61',
  )
  return questions.map(({ text }) => find(text).map((place) => texts[place]?.id ?? ''))
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
