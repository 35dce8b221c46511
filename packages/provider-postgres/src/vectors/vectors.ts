import { createHash } from 'node:crypto'
import type { Embedder } from '@lamella/store'
import { createTextVectors, type EmbedderFailed, type TextVectors, type VectorItem } from '@lamella/store/search'
import type { Statements } from '../database/connector.ts'
import type { Database } from '../database/database.ts'
import { fromStored } from '../database/plain-text.ts'
import { notice } from '../notices.ts'
import type { Tell } from '../options.ts'
import { type IndexPart, type Kind, keysOf, kindNumbers } from '../search/kinds.ts'
import { embedderNumber, keepEmbedder, mustMatch } from './embedders.ts'
import { createLikeness, type Likeness, realArray, type VectorExtension } from './likeness.ts'
import { createNearestFinder, mostDimensions, type NearestFinder, worthAnIndex } from './nearest.ts'

/** A text that may need a vector. */
interface TextItem extends VectorItem {
  /** As stored (`toStored`). */
  readonly tenant: string
  /** The number of its session, memory or block. */
  readonly item: number
  /** The position of a message; 0 for others. */
  readonly position: number
}

/** What a kind of text provides for its vectors. Both are called in a transaction. */
export interface Texts {
  readonly kind: Kind
  /** An owner's texts that have no vector of this embedder yet, after a given number, in ascending order. */
  waiting(statements: Statements, part: IndexPart, embedder: number, after: number): Promise<readonly TextItem[]>
  /**
   * Returns the current texts of items, and locks them against deletion until the transaction ends; `undefined` for one
   * that is gone.
   */
  lock(statements: Statements, items: readonly TextItem[]): Promise<readonly (string | undefined)[]>
}

/** Vectors of one kind of text. */
export interface Vectors extends TextVectors<TextItem, IndexPart>, NearestFinder {
  readonly likeness: Likeness
  /** Reports an owner with many vectors and no index, once. */
  reportUnindexed(part: IndexPart, count: number): void
}

/** What all kinds share. */
export interface VectorSetup {
  readonly embedder: Embedder
  readonly failed: EmbedderFailed
  readonly extension: VectorExtension | undefined
  /** The embedder, which remembers the last query: a search of several kinds asks several times. */
  readonly ofQuestion: Vectors['ofQuestion']
  readonly tell: Tell
}

export function createVectors(database: Database, texts: Texts, setup: VectorSetup): Vectors {
  const { schema } = database
  const { embedder, failed, ofQuestion, extension, tell } = setup
  const number = embedderNumber(embedder)
  const told = new Set<number>()
  return {
    ...createTextVectors<TextItem, IndexPart>(
      {
        waiting: (part, after) =>
          database.read(fromStored(part.tenant), async (statements) => {
            await mustMatch(schema, statements, part, embedder)
            return texts.waiting(statements, part, number, after)
          }),
        known: async (items) => {
          const found = new Map<TextItem, Float32Array>()
          for (const own of byOwner(items)) {
            await database.read(fromStored(own[0].tenant), (statements) => findKnown(statements, own, found))
          }
          return items.map((item) => found.get(item))
        },
        keep: async (items, vectors) => {
          const given = new Map(items.map((item, index) => [item, vectors[index] as Float32Array]))
          for (const own of byOwner(items)) {
            await database.write(fromStored(own[0].tenant), (statements) => keep(statements, own, given))
          }
        },
      },
      embedder,
      failed,
      (what) => tell(notice('EMBEDDING_FAILED', what, embedder.name)),
    ),
    ofQuestion,
    likeness: createLikeness(schema, number, extension),
    ...createNearestFinder(schema, number, extension),
    reportUnindexed: ({ owner }, count) => {
      if (count < worthAnIndex || embedder.dimensions > mostDimensions || told.has(owner)) return
      told.add(owner)
      tell(notice('VECTORS_UNINDEXED', `Each search of an owner compares ${count} vectors.`, texts.kind))
    },
  }

  async function findKnown(statements: Statements, items: Owned, found: Map<TextItem, Float32Array>): Promise<void> {
    const rows = await statements.query<{ readonly hash: string; readonly vector: readonly number[] }>(
      `SELECT DISTINCT ON (hash) encode(hash, 'hex') AS hash, vector FROM ${schema}.vectors
       WHERE tenant = $1 AND owner = $2 AND kind = $3 AND embedder = $4
         AND hash = ANY (SELECT decode(h, 'hex') FROM unnest($5::text[]) AS h)`,
      ...[...keysOf({ ...items[0], kind: texts.kind }), number, items.map(({ text }) => hashOf(text))],
    )
    const byHash = new Map(rows.map(({ hash, vector }) => [hash, Float32Array.from(vector)]))
    for (const item of items) {
      const vector = item.text === '' ? new Float32Array() : byHash.get(hashOf(item.text))
      if (vector) found.set(item, vector)
    }
  }

  async function keep(statements: Statements, items: Owned, given: ReadonlyMap<TextItem, Float32Array>): Promise<void> {
    const [{ tenant, owner }] = items
    const now = await texts.lock(statements, items)
    // A text may have been changed or deleted while the embedder ran.
    const kept = items.filter(({ text }, index) => now[index] === text)
    if (kept.length === 0) return
    await keepEmbedder(schema, statements, items[0], embedder)
    await statements.query(
      `INSERT INTO ${schema}.vectors (tenant, owner, kind, embedder, item, position, hash, vector)
       SELECT $1, $2, $3, $4, n.item, n.position, decode(n.hash, 'hex'), n.vector::real[]
       FROM unnest($5::bigint[], $6::integer[], $7::text[], $8::text[]) AS n (item, position, hash, vector)
       ON CONFLICT DO NOTHING`,
      ...[tenant, owner, kindNumbers[texts.kind], number],
      ...(['item', 'position'] as const).map((field) => kept.map((item) => item[field])),
      kept.map(({ text }) => hashOf(text)),
      kept.map((item) => realArray(given.get(item) as Float32Array)),
    )
  }
}

/** Texts of one owner. */
type Owned = readonly [TextItem, ...TextItem[]]

function byOwner(items: readonly TextItem[]): Iterable<Owned> {
  const groups = new Map<number, [TextItem, ...TextItem[]]>()
  for (const item of items) {
    const group = groups.get(item.owner)
    if (group) group.push(item)
    else groups.set(item.owner, [item])
  }
  return groups.values()
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
