import { createWaiting, mergeLong } from '../merge/merge-long.ts'
import { createParts, mergeShort, shortPiece } from '../merge/merge-short.ts'
import { addPair } from '../merge/pair-lookup.ts'
import { addSeams, seamWords } from '../merge/seams.ts'
import { addToken } from '../merge/token-lookup.ts'
import type { CharClasses } from '../split/char-class.ts'
import type { TokenBytes } from './ranks.ts'
import { emptyLookup, longestToken, type Table, type TableCore, toTable } from './table.ts'
import { unicodeRuns } from './unicode-classes.ts'

/**
 * Computes the table of an encoding from its tokens. This takes half a second, so it happens when the package is built.
 */
export function computeTable(tokens: TokenBytes): Table {
  if (tokens.some((token) => token !== undefined && token.length > longestToken))
    throw new Error('A token is longer than longestToken.')
  const lengths = Uint8Array.from(tokens, (token) => token?.length ?? 0)
  const core: TableCore = {
    byteIds: new Int32Array(256),
    starts: startsOf(lengths),
    halves: new Int32Array(2 * tokens.length).fill(-1),
    seams: new Int32Array(seamWords),
    classes: computeClasses(),
  }
  const table = toTable(core, emptyLookup(core.starts))
  for (const [id, token] of tokens.entries()) if (token) table.pool.set(token, table.starts[id])
  for (const [id, token] of tokens.entries()) {
    if (token === undefined) continue
    if (token.length === 1) table.byteIds[token[0] as number] = id
    addToken(table, id)
    addSeams(table, token)
  }
  addHalves(table, lengths)
  return table
}

function startsOf(lengths: Uint8Array): Int32Array {
  const starts = new Int32Array(lengths.length + 1)
  for (const [id, length] of lengths.entries()) starts[id + 1] = (starts[id] as number) + length
  return starts
}

/** Finds the last merge of each token, by merging its bytes until two parts remain. */
function addHalves(table: Table, lengths: Uint8Array): void {
  const { starts, halves, pool } = table
  const parts = createParts()
  const waiting = createWaiting(table)
  // Short tokens first: the halves of a token are shorter than itself, and known by then.
  const byLength = Array.from(lengths, (_, id) => id).filter((id) => (lengths[id] as number) > 1)
  byLength.sort((a, b) => (lengths[a] as number) - (lengths[b] as number) || a - b)
  for (const id of byLength) {
    const [from, to] = [starts[id] as number, starts[id + 1] as number]
    const isShort = to - from <= shortPiece
    const ids = isShort ? parts.ids : mergeLong(table, waiting, pool, from, to, 2)
    const size = isShort ? mergeShort(table, parts, pool, from, to, 2) : ids.length
    // A token that merging does not produce could occur only as a whole piece. No encoding has any.
    if (size !== 2) throw new Error(`Merging does not produce token ${id}.`)
    if (Math.max(ids[0] as number, ids[1] as number) >= id) throw new Error(`Token ${id} ranks before its halves.`)
    halves.set([ids[0] as number, ids[1] as number], 2 * id)
    addPair(table, id)
  }
}

function computeClasses(): CharClasses {
  const flat = new Uint8Array(0x110000)
  let from = 0
  for (const run of unicodeRuns.flatMap((line) => line.split(' '))) {
    const to = from + Number.parseInt(run.slice(1), 36)
    flat.fill(1 << Number(run[0]), from, to)
    from = to
  }
  const pageOf = new Uint8Array(flat.length / 256)
  const known = new Map<string, number>()
  const pages: Uint8Array[] = []
  for (let page = 0; page < pageOf.length; page++) {
    const classes = flat.subarray(256 * page, 256 * (page + 1))
    // The first eight pages are always kept: characters of two bytes are looked up there.
    const key = page < 8 ? String(page) : classes.join()
    if (!known.has(key)) known.set(key, pages.push(classes) - 1)
    pageOf[page] = known.get(key) as number
  }
  const joined = new Uint8Array(256 * pages.length)
  for (const [i, page] of pages.entries()) joined.set(page, 256 * i)
  return { pageOf, pages: joined }
}
