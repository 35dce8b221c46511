import { collectTexts, type StoreConversation, type TextCollection } from '@lamella/ranker-bm25/stores'
import type { Statements } from '../database/connector.ts'
import { type ChunkTexts, joinTexts, type RunTexts } from './chunk-texts.ts'
import { type IndexPart, keysOf } from './kinds.ts'
import { createRuns, type Run, type Runs } from './runs.ts'

/** The texts of an owner's part of the index, without their words. Nothing of it changes. */
export interface OwnTexts {
  readonly chunks: readonly ChunkTexts[]
  collection(): TextCollection
  /** How many texts there are. */
  readonly count: number
  /** The runs of messages; empty for memories and blocks. */
  readonly runs: Runs
  /** Whether a text may have importance. */
  readonly isImportant: boolean
}

/** Reads the texts of an owner's part, and remembers them. Call it in a transaction that sees one state. */
export type ReadTexts = (statements: Statements, part: IndexPart) => Promise<OwnTexts>

interface ExtentRow {
  readonly id: number | string
  readonly version: number | string
  readonly next: number
  readonly count: number
  readonly important: boolean
}

interface RunRow extends RunTexts {
  readonly item: number | string
  readonly position: number
  readonly count: number
}

interface Known extends OwnTexts {
  /** Another state of the texts before `next` has another name. */
  readonly state: string
  readonly next: number
  readonly list: readonly Run[]
  /** The number of the last run, which may grow. */
  readonly last: number
  readonly size: number
}

/** The maximum number of owners whose texts are kept between searches, and of texts of them all: about 100 bytes each. */
const mostOwners = 1000
const mostTexts = 500_000

/**
 * What was read is used as long as the part has the same row with the same version, which every removal changes; numbers of
 * rows are never used again. What was added since has higher numbers, and only that is read. So nothing is stale, whoever
 * else changes the index.
 */
export function createReadTexts(schema: string, weights: StoreConversation): ReadTexts {
  const known = new Map<string, Known>()
  let kept = 0

  const remember = (key: string, texts: Known): void => {
    kept += texts.size - (known.get(key)?.size ?? 0)
    known.delete(key)
    known.set(key, texts)
    for (const [oldest, { size }] of known) {
      if (known.size <= mostOwners && kept <= mostTexts) break
      known.delete(oldest)
      kept -= size
    }
  }
  const readRuns = (statements: Statements, part: IndexPart, from: number): Promise<readonly RunRow[]> =>
    statements.query<RunRow>(
      `SELECT number, chunk, item, position, count, texts FROM ${schema}.indexed_texts
       WHERE tenant = $1 AND owner = $2 AND kind = $3 AND number >= $4 ORDER BY number`,
      ...[...keysOf(part), from],
    )

  return async (statements, part) => {
    const [extent] = await statements.query<ExtentRow>(
      `SELECT id, version, next, count, important FROM ${schema}.indexed_extents WHERE tenant = $1 AND owner = $2 AND kind = $3`,
      ...keysOf(part),
    )
    const key = JSON.stringify(keysOf(part))
    const state = extent === undefined ? '' : `${extent.id} ${extent.version}`
    const next = extent?.next ?? 0
    const found = known.get(key)
    let texts = found?.state === state && found.next <= next ? found : undefined
    if (texts?.next !== next) {
      const rows = await readRuns(statements, part, texts?.last ?? 0)
      texts = {
        ...grown(part, texts, rows, weights),
        state,
        next,
        count: extent?.count ?? 0,
        isImportant: extent?.important ?? false,
      }
    }
    remember(key, texts)
    return texts
  }
}

/** Returns texts with runs that follow; the last known one is among them. */
function grown(
  { kind }: IndexPart,
  before: Known | undefined,
  rows: readonly RunRow[],
  weights: StoreConversation,
): Omit<Known, 'state' | 'next' | 'count' | 'isImportant'> {
  const last = rows.at(-1)?.number ?? before?.last ?? 0
  const chunks = joinTexts(before?.chunks ?? [], rows)
  const added = rows.map(({ number, item, position, count }) => ({ number, item: Number(item), position, count }))
  const list = kind === 'message' ? [...(before?.list.slice(0, -1) ?? []), ...added] : []
  let collection: TextCollection | undefined
  return {
    ...{ chunks, list, last },
    size: chunks.reduce((sum, { texts }) => sum + texts.ids.length, list.length),
    runs: createRuns(list),
    collection: () => {
      collection ??= collectTexts(
        chunks.map(({ texts }) => texts),
        weights,
      )
      return collection
    },
  }
}
