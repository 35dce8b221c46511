import { createHash } from 'node:crypto'
import type { Nearest } from '@lamella/store/search'
import type { Statements } from '../database/connector.ts'
import { type IndexPart, keysOf, kindNumbers } from '../search/kinds.ts'
import { realArray, type Similar, type VectorExtension } from './likeness.ts'

/** The nearest vectors of an owner and kind, and measures of the others. */
export interface NearestVectors extends Nearest {
  readonly similar: readonly Similar[]
}

/** A text: the number of its item, and its position there. */
export type Place = Pick<Similar, 'item' | 'position'>

/**
 * Finds vectors by an HNSW index, where there is one (index-vectors.ts). Each index has the vectors of one owner, kind and
 * embedder: in a common one, those of other owners would cost time and recall, and most owners have too few to need one.
 *
 * Source: https://github.com/pgvector/pgvector, "Filtering" and "Multitenancy", 0.8.6; read 2026-11-23.
 */
export interface NearestFinder {
  /** `undefined` if there is no index, or if it does not find as many. Call it in a transaction. */
  nearest(
    statements: Statements,
    part: IndexPart,
    vector: Float32Array,
    count: number,
  ): Promise<NearestVectors | undefined>
  /** The similarities of these texts. Call it in a transaction, after `nearest` has found some. */
  likenessAt(
    statements: Statements,
    part: IndexPart,
    vector: Float32Array,
    places: readonly Place[],
  ): Promise<readonly Similar[]>
}

/** The most dimensions that an index of `halfvec` can have. Source as above, "HNSW". */
export const mostDimensions = 4000

/**
 * From this number of vectors an index pays: of 384 dimensions, 10,000 take 34 ms to compare, and 13 ms with it; 100,000
 * take 293 and 19 ms; with 1,000 there is no gain.
 */
export const worthAnIndex = 10_000

/** With more wanted than this, comparing all is not much slower. */
const most = 5000

/** The largest `hnsw.ef_search`. Source: pgvector, src/hnsw.h. */
const widest = 1000

/** The number of vectors that stand for all: their ranks are off by 1.6% on average. */
const sampled = 1000

interface SimilarRow {
  readonly item: number | string
  readonly position: number
  readonly likeness: number
}

/** @param embedder Its number. */
export function createNearestFinder(
  schema: string,
  embedder: number,
  extension: VectorExtension | undefined,
): NearestFinder {
  if (!extension?.isIterative) return { nearest: async () => undefined, likenessAt: async () => [] }
  const at = extension.schema
  // Vectors have length 1, so the inner product is the cosine; the operator is its negative.
  const likenessTo = (value: string): string =>
    `-(vector::${at}.vector OPERATOR(${at}.<#>) ${value}::real[]::${at}.vector) AS likeness`
  return {
    nearest: async (statements, part, vector, count) => {
      if (vector.length > mostDimensions || count > most) return undefined
      const [index] = await statements.query<{ readonly valid: boolean }>(
        'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
        `${schema}.${indexName(part, embedder)}`,
      )
      if (index?.valid !== true) return undefined
      const half = `${at}.halfvec(${vector.length})`
      const these = `tenant = $1 AND ${indexedRows(part, embedder, vector.length)}`
      const values = [part.tenant, realArray(vector)]
      // Estimates of rows are too low where columns depend on each other, and would prefer a sort of all vectors.
      await statements.script(
        `SAVEPOINT nearest; SET LOCAL enable_sort = off; SET LOCAL hnsw.iterative_scan = strict_order;
         SET LOCAL hnsw.ef_search = ${Math.min(widest, count)}`,
      )
      const rows = await statements.query<SimilarRow>(
        `SELECT item, position, ${likenessTo('$2')} FROM (
           SELECT item, position, vector FROM ${schema}.vectors WHERE ${these}
           ORDER BY (vector::${half}) OPERATOR(${at}.<#>) $2::real[]::${half} LIMIT ${count}) AS nearest`,
        ...values,
      )
      // Hashes of texts have nothing to do with their meaning: the first ones are a random sample, always the same.
      const sample = await statements.query<Pick<SimilarRow, 'likeness'>>(
        `SELECT ${likenessTo('$2')} FROM ${schema}.vectors WHERE ${these} ORDER BY hash LIMIT ${sampled}`,
        ...values,
      )
      await statements.script('ROLLBACK TO SAVEPOINT nearest; RELEASE SAVEPOINT nearest')
      if (rows.length < count) return undefined
      const similar = rows.map(similarOf)
      return {
        similar,
        floor: similar.reduce((least, { likeness }) => Math.min(least, likeness), 1),
        sample: sample.map(({ likeness }) => likeness),
      }
    },
    likenessAt: async (statements, part, vector, places) => {
      const rows = await statements.query<SimilarRow>(
        `SELECT v.item, v.position, ${likenessTo('$5')}
         FROM unnest($6::bigint[], $7::integer[]) AS n (item, position)
         JOIN ${schema}.vectors v ON v.tenant = $1 AND v.owner = $2 AND v.kind = $3 AND v.embedder = $4
           AND v.item = n.item AND v.position = n.position AND cardinality(v.vector) = $8`,
        ...[...keysOf(part), embedder, realArray(vector)],
        ...[places.map(({ item }) => item), places.map(({ position }) => position), vector.length],
      )
      return rows.map(similarOf)
    },
  }
}

/** Returns the name of the index of an owner, kind and embedder. It begins with a hash of the tenant (`indexPrefix`). */
export function indexName({ tenant, owner, kind }: IndexPart, embedder: number): string {
  return `${indexPrefix(tenant)}${owner}_${kindNumbers[kind]}_${embedder}`
}

/** @param tenant As stored. */
export function indexPrefix(tenant: string): string {
  return `nearest_${createHash('sha256').update(tenant).digest('hex').slice(0, 12)}_`
}

/** Returns the condition of an index, which must stand in a query word by word. Texts without words have empty vectors. */
export function indexedRows({ owner, kind }: IndexPart, embedder: number, dimensions: number): string {
  return `owner = ${owner} AND kind = ${kindNumbers[kind]} AND embedder = ${embedder} AND cardinality(vector) = ${dimensions}`
}

function similarOf({ item, position, likeness }: SimilarRow): Similar {
  return { item: Number(item), position, likeness }
}
