import { createHash } from 'node:crypto'
import type { Embedder } from '@lamella/store'
import {
  createTextVectors,
  type EmbedderFailed,
  embedQuestions,
  type TextVectors,
  type VectorItem,
  type VectorRows,
} from '@lamella/store/search'
import type { SqliteDatabase, SqliteStatement } from '../contract/sqlite-database.ts'
import type { Access } from '../database/access.ts'
import { sqliteError } from '../errors.ts'
import { notice } from '../notices.ts'
import type { Settings } from '../options.ts'
import { bytesOf, createLikeness, loadVectorExtension, type VectorTable, vectorOf } from './likeness.ts'

/** The methods that a kind of text must provide for its vectors. Both are called in a transaction. */
export interface Texts {
  /** An owner's texts that have no vector of this embedder yet, after a given number, in ascending order. */
  waiting(embedder: number, owner: number, after: number): readonly VectorItem[]
  /** Returns the current text of a number. */
  textOf(id: number): string | undefined
}

/** Vectors of one kind of text. */
export interface Vectors extends TextVectors<VectorItem> {
  /** Call it in a transaction. */
  likeness(owner: number, vector: Float32Array): Map<number, number>
}

/** Returns the vectors of a kind of text, if there is an embedder. */
export type VectorsOf = (table: VectorTable, texts: Texts) => Vectors | undefined

/** @throws LamellaError `EMBEDDER_MISMATCH` */
export async function openVectors(
  db: SqliteDatabase,
  access: Access,
  { embedder, tell }: Settings,
): Promise<VectorsOf> {
  if (embedder === undefined) return () => undefined
  const hasExtension = await loadVectorExtension(db)
  const number = await access.write(() => embedderNumber(access.db, embedder))
  const failed: EmbedderFailed = (...error) => sqliteError('EMBEDDER_FAILED', ...error)
  const ofQuestion = embedQuestions(embedder, failed)
  return (table, texts) => {
    const likeness = createLikeness(access.db, table, hasExtension)
    const vectors = createTextVectors<VectorItem>(vectorRows(access, table, texts, number), embedder, failed, (what) =>
      tell(notice('EMBEDDING_FAILED', what, embedder.name)),
    )
    return { ...vectors, ofQuestion, likeness: (owner, vector) => likeness(number, owner, vector) }
  }
}

/**
 * Returns the number of an embedder in the database. Call it in a transaction. @throws LamellaError `EMBEDDER_MISMATCH`
 */
function embedderNumber(db: SqliteDatabase, { name, dimensions }: Embedder): number {
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

/** Texts that are kept in a form of their own, in a column `kept`. @param read Returns the text; a damaged one is empty. */
export function textsOf(waiting: SqliteStatement, one: SqliteStatement, read: (kept: string) => string): Texts {
  interface Row extends Omit<VectorItem, 'text'> {
    readonly kept: string
  }
  const textOf = (kept: string): string => {
    try {
      return read(kept)
    } catch {
      return ''
    }
  }
  return {
    waiting: (embedder, owner, after) =>
      (waiting.all(embedder, owner, after) as Row[]).map(({ kept, ...item }) => ({ ...item, text: textOf(kept) })),
    textOf: (id) => {
      const row = one.get(id) as Pick<Row, 'kept'> | undefined
      return row && textOf(row.kept)
    },
  }
}

function vectorRows(
  { db, read, write }: Access,
  table: VectorTable,
  texts: Texts,
  number: number,
): VectorRows<VectorItem> {
  const known = db.prepare(`SELECT vector FROM ${table} WHERE embedder = ? AND owner = ? AND hash = ? LIMIT 1`)
  const insert = db.prepare(
    `INSERT INTO ${table} (embedder, owner, item, hash, vector) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  )
  return {
    waiting: (owner, after) => read(() => texts.waiting(number, owner, after)),
    known: (items) =>
      read(() =>
        items.map(({ owner, text }) => {
          if (text === '') return new Float32Array()
          const row = known.get(number, owner, hashOf(text)) as { readonly vector: Uint8Array } | undefined
          return row && vectorOf(row.vector)
        }),
      ),
    keep: (items, given) =>
      write(() => {
        for (const [index, { id, owner, text }] of items.entries()) {
          // It may have been changed or deleted while the embedder ran.
          if (texts.textOf(id) !== text) continue
          insert.run(number, owner, id, hashOf(text), bytesOf(given[index] as Float32Array))
        }
      }),
  }
}

function hashOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}
