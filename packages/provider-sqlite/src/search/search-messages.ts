import type { Message } from '@lamella/core'
import { messageText } from '@lamella/core/plugin'
import type { CheckedSearch, FoundMessage, Indexed, Owner } from '@lamella/store'
import { type Findable, kept, type Ranking } from '@lamella/store/search'
import type { Access } from '../database/access.ts'
import { createOwners } from '../database/owners.ts'
import { sortKey } from '../database/sort-key.ts'
import type { Settings } from '../options.ts'
import { createHeads } from '../sessions/heads.ts'
import { keysOf, placeOf } from '../sessions/keys.ts'
import { type Texts, textsOf, type Vectors } from '../vectors/vectors.ts'
import { kindNumbers } from './kinds.ts'
import type { CatchUp } from './message-index.ts'
import { createSearch } from './search.ts'
import type { WordSearch } from './word-search.ts'

/** Searches the messages of an owner's sessions, or of one of them. */
export type SearchMessages = (owner: Owner, request: CheckedSearch, session?: string) => Promise<Ranking<FoundMessage>>

/** The number of no session. */
const none = -1

interface FoundRow {
  readonly key: number
  readonly at: number | null
  readonly json: string
  readonly name: string
}

/** The number of a session's messages that are not indexed. */
const left = `(
  SELECT max(m.key) FROM messages m WHERE m.key >= s.id * 100000000 AND m.key < (s.id + 1) * 100000000
) + 1 - s.id * 100000000 - s.indexed`

export function createSearchMessages(
  access: Access,
  words: WordSearch,
  vectors: Vectors | undefined,
  catchUp: CatchUp,
  settings: Settings,
): SearchMessages {
  const { db } = access
  const owners = createOwners(db)
  const heads = createHeads(db)
  const ofOwner = db.prepare(
    `SELECT 0 AS indexed, coalesce(sum(${left}), 0) AS left FROM sessions s WHERE s.owner = ? AND s.waiting = 1`,
  )
  const ofSession = db.prepare(`SELECT s.indexed, coalesce(${left}, 0) AS left FROM sessions s WHERE s.id = ?`)
  const load = db.prepare(`
    SELECT m.key, m.at, m.json, s.name FROM messages m JOIN sessions s ON s.id = m.key / 100000000
    WHERE m.key IN (SELECT value FROM json_each(?))
  `)
  const search = createSearch<FoundMessage>(
    access,
    owners,
    {
      score: words.score,
      load: (ids) => new Map((load.all(JSON.stringify(ids)) as FoundRow[]).flatMap(findable)),
    },
    vectors,
    settings,
  )
  /** Returns how far the index of an owner has come, or that of one session, given by its number. Call it in a transaction. */
  const indexedOf = (owner: number, session: number | undefined): Indexed => {
    const row = session === undefined ? ofOwner.get(owner) : ofSession.get(session)
    const waiting = (row ?? { indexed: 0, left: 0 }) as { readonly indexed: number; readonly left: number }
    const sizes = words.sizes(owner)
    const indexed = session === undefined ? sizes.indexed : waiting.indexed
    const of = indexed + waiting.left
    // The tail has all that is left, or nothing.
    return { of, done: sizes.tail > 0 ? of : indexed }
  }
  return async (owner, request, session) => {
    const sort = session === undefined ? undefined : sortKey(session)
    const numberOf = (): number | undefined => sort && (heads.state(owner, sort)?.id ?? none)
    const [id, one] = await access.read(() => [owners.find(owner), numberOf()])
    if (id !== undefined) {
      // Vectors are given to indexed messages.
      const tail = vectors === undefined || request.mode === 'keyword'
      await catchUp({ owner: id, tail, session: one, time: settings.indexingTime, signal: request.signal })
    }
    const numbers =
      sort &&
      ((): ((key: number) => boolean) => {
        const { first, end } = keysOf(numberOf() ?? none)
        return (key) => key >= first && key < end
      })
    return search(owner, request, { numbers, indexed: (of) => indexedOf(of, numberOf()) })
  }
}

/** Messages without a vector, and their texts. */
export function textsOfMessages({ db }: Access): Texts {
  const waiting = db.prepare(`
    SELECT t.id, s.owner, m.json AS kept FROM sessions s
    JOIN indexed_texts t ON t.kind = ${kindNumbers.message} AND t.id >= s.id * 100000000 AND t.id < (s.id + 1) * 100000000
    JOIN messages m ON m.key = t.id
    LEFT JOIN message_vectors v ON v.embedder = ? AND v.owner = s.owner AND v.item = t.id
    WHERE s.owner = ? AND t.id > ? AND v.item IS NULL ORDER BY t.id LIMIT 1000
  `)
  return textsOf(waiting, db.prepare('SELECT json AS kept FROM messages WHERE key = ?'), (json) => {
    return messageText(JSON.parse(json) as Message)
  })
}

function findable({ key, at, json, name }: FoundRow): readonly (readonly [number, Findable<FoundMessage>])[] {
  try {
    return [[key, kept.findable(name, placeOf(key).position, at, json)]]
  } catch {
    // Damaged: verify() reports it.
    return []
  }
}
