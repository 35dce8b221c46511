import type { Asked, Extent, Holder, HoldersOf } from '@lamella/core/search'
import type { Statements } from '../database/connector.ts'
import { type IndexPart, keysOf } from './kinds.ts'
import { eachPosting, lengthAt, lengthSize } from './postings.ts'

/** What a search has found so far, in one transaction. */
export interface Reading {
  readonly statements: Statements
  readonly part: IndexPart
  readonly runs: Runs
}

/** A run of texts with adjacent numbers. */
export interface Run {
  readonly number: number
  readonly count: number
  readonly item: number
  readonly position: number
  readonly lengths: Uint8Array
}

/** What an owner's part of the index has of a query. */
export interface FoundWords {
  readonly extent: Extent
  /** Messages are named by their number in the index, memories and blocks by their number in their table. */
  readonly holdersOf: HoldersOf
  readonly runs: Runs
}

/** Runs in the order of their numbers. */
export interface Runs {
  /** Returns the run that has a number. */
  of(number: number): Run | undefined
  /** Returns the number of a message at a position of a session. */
  numberOf(item: number, position: number): number | undefined
}

interface RunRow {
  readonly number: number
  readonly item: number | string
  readonly position: number
  readonly lengths: Uint8Array
}

/** Reads the postings of a query's words. Call it in a transaction. */
export async function readIndex(
  schema: string,
  statements: Statements,
  part: IndexPart,
  asked: readonly Asked[],
): Promise<FoundWords> {
  const keys = keysOf(part)
  const extent = await readExtent(schema, statements, part)
  const rows = await statements.query<{
    readonly chunk: number
    readonly term: string
    readonly postings: Uint8Array
  }>(
    `SELECT chunk, term, postings FROM ${schema}.words
     WHERE tenant = $1 AND owner = $2 AND kind = $3 AND term = ANY($4::text[]) ORDER BY chunk`,
    ...[...keys, asked.map(({ term }) => term)],
  )
  const isMessage = part.kind === 'message'
  const byTerm = new Map<string, { readonly chunk: number; readonly postings: Uint8Array }[]>()
  const numbers = new Set<number>()
  for (const { chunk, term, postings } of rows) {
    const parts = byTerm.get(term)
    if (parts) parts.push({ chunk, postings })
    else byTerm.set(term, [{ chunk, postings }])
    if (!isMessage) eachPosting(postings, (offset) => numbers.add(chunk + offset))
  }
  // Neighbours of a message count too; a memory or block is a run of its own.
  const runs = await readRuns(schema, statements, part, isMessage ? undefined : [...numbers])
  const holdersOf = (term: string): readonly Holder[] => {
    const holders: Holder[] = []
    for (const { chunk, postings } of byTerm.get(term) ?? []) {
      eachPosting(postings, (offset, said, around) => {
        const number = chunk + offset
        const run = runs.of(number)
        if (run === undefined) return
        const length = lengthAt(run.lengths, number - run.number)
        holders.push({ id: isMessage ? number : run.item, length, said, around })
      })
    }
    return holders
  }
  return { extent, holdersOf, runs }
}

/** Reads the size of an owner's part. */
async function readExtent(schema: string, statements: Statements, part: IndexPart): Promise<Extent> {
  const [row] = await statements.query<{ readonly count: number; readonly terms: number | string }>(
    `SELECT count, terms FROM ${schema}.indexed_extents WHERE tenant = $1 AND owner = $2 AND kind = $3`,
    ...keysOf(part),
  )
  return { count: Number(row?.count ?? 0), terms: Number(row?.terms ?? 0) }
}

/** @param numbers Those to read; all of them if it is `undefined`. */
async function readRuns(
  schema: string,
  statements: Statements,
  part: IndexPart,
  numbers: readonly number[] | undefined,
): Promise<Runs> {
  const rows = await statements.query<RunRow>(
    `SELECT number, item, position, lengths FROM ${schema}.indexed_texts
     WHERE tenant = $1 AND owner = $2 AND kind = $3${numbers ? ' AND number = ANY($4::integer[])' : ''}
     ORDER BY number`,
    ...[...keysOf(part), ...(numbers ? [numbers] : [])],
  )
  const runs = rows.map(
    ({ item, ...row }): Run => ({ ...row, item: Number(item), count: row.lengths.length / lengthSize }),
  )
  let byItem: Map<number, Run[]> | undefined
  // Numbers are asked for in order, so most of them are in the run of the one before.
  let last: Run | undefined
  return {
    of: (number) => {
      if (last !== undefined && number >= last.number && number < last.number + last.count) return last
      let low = 0
      let high = runs.length - 1
      while (low <= high) {
        const middle = (low + high) >> 1
        const run = runs[middle] as Run
        if (number < run.number) high = middle - 1
        else if (number >= run.number + run.count) low = middle + 1
        else {
          last = run
          return run
        }
      }
      return undefined
    },
    numberOf: (item, position) => {
      byItem ??= grouped(runs)
      const run = byItem.get(item)?.find((one) => position >= one.position && position < one.position + one.count)
      return run && run.number + position - run.position
    },
  }
}

function grouped(runs: readonly Run[]): Map<number, Run[]> {
  const byItem = new Map<number, Run[]>()
  for (const run of runs) {
    const same = byItem.get(run.item)
    if (same) same.push(run)
    else byItem.set(run.item, [run])
  }
  return byItem
}

/** Returns the position of a message in its session. */
export function placeIn(run: Run, number: number): number {
  return run.position + number - run.number
}
