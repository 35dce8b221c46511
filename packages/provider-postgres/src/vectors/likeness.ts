import { dot } from '@lamella/store/search'
import type { Statements } from '../database/connector.ts'
import { identifier } from '../database/identifier.ts'
import { type IndexPart, keysOf } from '../search/kinds.ts'

/** The similarity of a text to a vector: the cosine, -1 to 1. */
export interface Similar {
  readonly item: number
  readonly position: number
  readonly likeness: number
}

interface PlaceRow {
  readonly item: number | string
  readonly position: number
}

/**
 * Compares a vector with all vectors of an owner and kind, or with those of one item, such as a session. Call it in a
 * transaction.
 */
export type Likeness = (
  statements: Statements,
  part: IndexPart,
  vector: Float32Array,
  item?: number,
) => Promise<readonly Similar[]>

/** What this database has of pgvector. */
export interface VectorExtension {
  /** Its quoted schema. */
  readonly schema: string
  /** Whether its scans of an index go on until enough rows are found, so that filters lose none: since 0.8.0. */
  readonly isIterative: boolean
}

/** The longest vector that pgvector accepts. Source: https://github.com/pgvector/pgvector, 2026-11-23. */
const longest = 16_000

/** The number of vectors per read where this process compares them. */
const step = 1000

/**
 * @param embedder Its number.
 * @param extension With it, the database compares, and sends no vectors.
 */
export function createLikeness(schema: string, embedder: number, extension: VectorExtension | undefined): Likeness {
  const inThisProcess = inProcess(schema, embedder)
  if (extension === undefined) return inThisProcess
  const at = extension.schema
  return async (statements, part, vector, within) => {
    if (vector.length > longest) return inThisProcess(statements, part, vector, within)
    const rows = await statements.query<PlaceRow & { readonly distance: number | null }>(
      `SELECT item, position, vector::${at}.vector OPERATOR(${at}.<=>) $5::real[]::${at}.vector AS distance
       FROM ${schema}.vectors
       WHERE tenant = $1 AND owner = $2 AND kind = $3 AND embedder = $4 AND cardinality(vector) = $6
         AND ($7::bigint IS NULL OR item = $7)`,
      ...[...keysOf(part), embedder, realArray(vector), vector.length, within ?? null],
    )
    return rows.map(({ item, position, distance }) => {
      const cosine = 1 - Number(distance ?? 1)
      // A zero vector has no direction, and its distance is NaN.
      return { item: Number(item), position, likeness: Number.isNaN(cosine) ? 0 : cosine }
    })
  }
}

/** Returns what this database has of pgvector, if the role may use it. */
export async function vectorExtension(statements: Statements): Promise<VectorExtension | undefined> {
  const [row] = await statements.query<{ readonly name: string; readonly version: string }>(
    `SELECT n.nspname::text AS name, e.extversion AS version
     FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
     WHERE e.extname = 'vector' AND has_schema_privilege(n.oid, 'USAGE')`,
  )
  if (row === undefined) return undefined
  const [major = 0, minor = 0] = row.version.split('.').map(Number)
  return { schema: identifier(row.name), isIterative: major > 0 || minor >= 8 }
}

/** Returns a vector as PostgreSQL writes an array of `real`. */
export function realArray(vector: Float32Array): string {
  return `{${vector.join(',')}}`
}

function inProcess(schema: string, embedder: number): Likeness {
  return async (statements, part, vector, within) => {
    const found: Similar[] = []
    for (let last = { item: -1, position: -1 }; ; ) {
      const rows = await statements.query<PlaceRow & { readonly bytes: Uint8Array }>(
        `SELECT item, position, array_send(vector) AS bytes FROM ${schema}.vectors
         WHERE tenant = $1 AND owner = $2 AND kind = $3 AND (item, position) > ($5::bigint, $6::integer)
           AND embedder = $4 AND cardinality(vector) = $7 AND ($8::bigint IS NULL OR item = $8)
         ORDER BY item, position LIMIT ${step}`,
        ...[...keysOf(part), embedder, last.item, last.position, vector.length, within ?? null],
      )
      for (const { item, position, bytes } of rows) {
        found.push({ item: Number(item), position, likeness: dot(vector, readArray(bytes, vector.length)) })
      }
      const end = rows.at(-1)
      if (end === undefined || rows.length < step) return found
      last = { item: Number(end.item), position: end.position }
    }
  }
}

/**
 * Reads an array of `real` in PostgreSQL's binary form: 20 bytes for the array, then for each number its length and its
 * four bytes, high byte first. As text, reading 20,000 vectors would take longer than comparing them.
 */
function readArray(bytes: Uint8Array, length: number): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const vector = new Float32Array(length)
  for (let i = 0; i < length; i++) vector[i] = view.getFloat32(24 + 8 * i)
  return vector
}
