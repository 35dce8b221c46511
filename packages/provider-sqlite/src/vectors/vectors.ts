import { createHash } from 'node:crypto'
import { isLamellaError } from '@lamella/core'
import { throwIfAborted } from '@lamella/core/plugin'
import type { Embedder } from '@lamella/core/store'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import type { Access } from '../database/access.ts'
import { sqliteError } from '../errors.ts'
import { notice } from '../notices.ts'
import type { Tell } from '../options.ts'
import { createEmbed, type Waiting } from './embed.ts'
import { bytesOf, createLikeness, type VectorTable } from './likeness.ts'

/** A text of an owner that may need a vector. */
export interface Item extends Waiting {
  readonly owner: number
}

/** The methods that a kind of text must provide for its vectors. Both are called in a transaction. */
export interface Texts {
  /** An owner's texts that have no vector of this embedder yet, after a given number, in ascending order. */
  waiting(embedder: number, owner: number, behind: number): readonly Item[]
  /** Returns the current text of a number. */
  textOf(id: number): string | undefined
}

/** Vectors of one kind of text. */
export interface Vectors {
  /** Gets a vector for a text, together with all others requested at the same time. Does not throw without a vector. */
  give(item: Item): Promise<void>
  /** Requests vectors for all of an owner's texts without one. */
  catchUp(owner: number, signal: AbortSignal | undefined): Promise<void>
  /** @throws LamellaError `EMBEDDER_FAILED` */
  ofQuestion(text: string, signal: AbortSignal | undefined): Promise<Float32Array>
  /** Call it in a transaction. */
  likeness(owner: number, vector: Float32Array): Map<number, number>
}

/**
 * Returns the number of an embedder in the database. Call it in a transaction. @throws LamellaError `EMBEDDER_MISMATCH`
 */
export function embedderNumber(db: SqliteDatabase, { name, dimensions }: Embedder): number {
  const find = db.prepare('SELECT id, dimensions FROM embedders WHERE name = ?')
  const make = db.prepare('INSERT INTO embedders (name, dimensions) VALUES (?, ?) RETURNING id, dimensions')
  const row = (find.get(name) ?? make.get(name, dimensions)) as { readonly id: number; readonly dimensions: number }
  if (row.dimensions === dimensions) return row.id
  throw sqliteError(
    'EMBEDDER_MISMATCH',
    `The database has vectors of "${name}" with ${row.dimensions} numbers, not ${dimensions}.`,
    'Give each model its own name: vectors with the same name are compared with each other.',
    { embedder: name, dimensions, kept: row.dimensions },
  )
}

export function createVectors(
  access: Access,
  table: VectorTable,
  texts: Texts,
  embedder: Embedder,
  number: number,
  hasExtension: boolean,
  tell: Tell,
): Vectors {
  const { db } = access
  const embed = createEmbed(embedder)
  const likeness = createLikeness(db, table, hasExtension)
  const known = db.prepare(`SELECT vector FROM ${table} WHERE embedder = ? AND owner = ? AND hash = ? LIMIT 1`)
  const insert = db.prepare(
    `INSERT INTO ${table} (embedder, owner, item, hash, vector) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  )

  const keep = (items: readonly Item[], vectors: readonly Uint8Array[]): Promise<void> =>
    access.write(() => {
      for (const [index, { id, owner, text }] of items.entries()) {
        // It may have been changed or deleted while the embedder ran.
        if (texts.textOf(id) === text) insert.run(number, owner, id, hashOf(text), vectors[index] as Uint8Array)
      }
    })
  /** Reuses the owner's existing vectors of the same text; returns the other texts, each once. */
  const reuse = async (items: readonly Item[]): Promise<ReadonlyMap<string, readonly Item[]>> => {
    const found = await access.read(() =>
      items.map(({ owner, text }) => {
        if (text === '') return new Uint8Array()
        return (known.get(number, owner, hashOf(text)) as { readonly vector: Uint8Array } | undefined)?.vector
      }),
    )
    const isFound = (_: unknown, index: number): boolean => found[index] !== undefined
    const vectors = found.filter((vector) => vector !== undefined)
    if (vectors.length > 0) await keep(items.filter(isFound), vectors)
    const missing = new Map<string, Item[]>()
    for (const item of items.filter((one, index) => !isFound(one, index))) {
      const key = `${item.owner} ${item.text}`
      const same = missing.get(key)
      if (same) same.push(item)
      else missing.set(key, [item])
    }
    return missing
  }
  const giveAll = async (items: readonly Item[], signal: AbortSignal | undefined): Promise<number> => {
    const groups = [...(await reuse(items)).values()]
    const waiting = groups.map((group, index) => ({ id: index, text: group[0]?.text ?? '' }))
    const keepGroups = async (done: readonly Waiting[], vectors: readonly Float32Array[]): Promise<void> => {
      const all = done.flatMap(({ id }, index) =>
        (groups[id] ?? []).map((item) => [item, bytesOf(vectors[index] as Float32Array)] as const),
      )
      await keep(
        all.map(([item]) => item),
        all.map(([, vector]) => vector),
      )
    }
    const { left, error } = await embed.all(waiting, keepGroups, signal)
    if (left > 0) tellLeft(left, error)
    return left
  }
  const tellLeft = (left: number, error: unknown): void => {
    const why = isLamellaError(error) ? error.what : error instanceof Error ? error.message : String(error)
    tell(notice('EMBEDDING_FAILED', `${left} texts have no vector yet: ${why}`, embedder.name))
  }

  let queue: Item[] = []
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<unknown> | undefined
  return {
    give: async (item) => {
      queue.push(item)
      next ??= last.then(() => {
        const items = queue
        queue = []
        next = undefined
        // The texts are stored already: a failure to write vectors must not hide that.
        return giveAll(items, undefined).catch((error: unknown) => tellLeft(items.length, error))
      })
      last = next.catch(() => {})
      await next
    },
    catchUp: async (owner, signal) => {
      for (let behind = -1; ; ) {
        throwIfAborted(signal, 'The search')
        const items = await access.read(() => texts.waiting(number, owner, behind))
        if (items.length === 0) return
        // A text that fails once is left for the next search, instead of being retried indefinitely.
        if ((await giveAll(items, signal)) === items.length) return
        behind = items.at(-1)?.id ?? behind
      }
    },
    ofQuestion: embed.one,
    likeness: (owner, vector) => likeness(number, owner, vector),
  }
}

function hashOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}
