import { dot } from '@lamella/store/search'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'

/**
 * Returns the similarity of an owner's texts to a vector, by number of the text: the cosine, -1 to 1. Call it in a
 * transaction.
 */
export type Likeness = (embedder: number, owner: number, vector: Float32Array) => Map<number, number>

/** Tables of vectors. */
export type VectorTable = 'message_vectors' | 'entry_vectors' | 'block_vectors'

/** The number of vectors per read if SQLite cannot compare them itself. */
const step = 500

/**
 * Compares with every vector of the owner: exact, and without an index that could be outdated or keep deleted data.
 * With sqlite-vec, SQLite compares them (20,000 vectors of 384 numbers in 50 ms); without, this process does (75 ms).
 */
export function createLikeness(db: SqliteDatabase, table: VectorTable, hasExtension: boolean): Likeness {
  return hasExtension ? inDatabase(db, table) : inProcess(db, table)
}

/** Loads sqlite-vec into a database, if both allow it. */
export async function loadVectorExtension(db: SqliteDatabase): Promise<boolean> {
  try {
    const { getLoadablePath } = await import('sqlite-vec')
    if (db.loadExtension === undefined) return false
    db.loadExtension(getLoadablePath())
    db.prepare("SELECT vec_distance_cosine('[1, 0]', '[1, 0]')").get()
    return true
  } catch {
    // Not installed, not available for this machine, or the database was opened without permission to load extensions.
    return false
  }
}

function inDatabase(db: SqliteDatabase, table: VectorTable): Likeness {
  const compare = db.prepare(`
    SELECT json_group_array(item) AS items, json_group_array(vec_distance_cosine(vector, ?)) AS distances
    FROM ${table} WHERE embedder = ? AND owner = ? AND length(vector) = ?
  `)
  return (embedder, owner, vector) => {
    const bytes = bytesOf(vector)
    const row = compare.get(bytes, embedder, owner, bytes.length) as {
      readonly items: string
      readonly distances: string
    }
    const distances = JSON.parse(row.distances) as readonly (number | null)[]
    // A zero vector has no direction, and its distance is NULL.
    return new Map(
      (JSON.parse(row.items) as readonly number[]).map((item, index) => [item, 1 - (distances[index] ?? 1)]),
    )
  }
}

function inProcess(db: SqliteDatabase, table: VectorTable): Likeness {
  const read = db.prepare(`
    SELECT item, vector FROM ${table} WHERE embedder = ? AND owner = ? AND item > ? AND length(vector) = ?
    ORDER BY item LIMIT ${step}
  `)
  return (embedder, owner, vector) => {
    const found = new Map<number, number>()
    for (let last = -1; ; ) {
      const rows = read.all(embedder, owner, last, vector.byteLength) as {
        readonly item: number
        readonly vector: Uint8Array
      }[]
      for (const { item, vector: other } of rows) found.set(item, dot(vector, vectorOf(other)))
      if (rows.length < step) return found
      last = rows.at(-1)?.item ?? last
    }
  }
}

/** Returns a vector in its stored form: 32-bit floats, low byte first. */
export function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
}

/** Returns a stored vector. */
export function vectorOf(bytes: Uint8Array): Float32Array {
  // Floats must be aligned to four bytes, which a slice of a larger buffer may not be.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4)
}
