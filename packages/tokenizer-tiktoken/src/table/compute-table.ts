import { createWaiting, mergeLong } from '../merge/merge-long.ts'
import { createParts, mergeShort, shortPiece } from '../merge/merge-short.ts'
import { addPair } from '../merge/pair-lookup.ts'
import { addSeams, seamWords } from '../merge/seams.ts'
import { addToken, shortToken, tinyToken } from '../merge/token-lookup.ts'
import type { CharClasses } from '../split/char-class.ts'
import type { TokenBytes } from './ranks.ts'
import { longestToken, type Table } from './table.ts'
import { unicodeRuns } from './unicode-classes.ts'

/**
 * Computes the table of an encoding from its tokens. This takes half a second, so it happens when the package is built.
 */
export function computeTable(tokens: TokenBytes): Table {
  const lengths = tokens.map((token) => token?.length ?? 0)
  if (Math.max(...new Set(lengths)) > longestToken) throw new Error('A token is longer than longestToken.')
  const starts = new Int32Array(tokens.length + 1)
  for (const [id, length] of lengths.entries()) starts[id + 1] = (starts[id] as number) + length
  // Eight extra bytes, since tokens are read four bytes at a time.
  const pool = new Uint8Array((starts[tokens.length] as number) + 8)
  for (const [id, token] of tokens.entries()) if (token) pool.set(token, starts[id])
  const between = (least: number, most: number): number =>
    lengths.filter((length) => length >= least && length <= most).length
  const table: Table = {
    starts,
    pool,
    poolView: new DataView(pool.buffer),
    byteIds: new Int32Array(256),
    tinySlots: new Int32Array(2 * slotsFor(between(1, tinyToken))),
    shortSlots: new Int32Array(3 * slotsFor(between(tinyToken + 1, shortToken))),
    longSlots: new Int32Array(2 * slotsFor(between(shortToken + 1, longestToken))),
    pairSlots: new Int32Array(slotsFor(tokens.length)),
    halves: new Int32Array(2 * tokens.length).fill(-1),
    seams: new Int32Array(seamWords),
    classes: computeClasses(),
  }
  for (const [id, token] of tokens.entries()) {
    if (token === undefined) continue
    if (token.length === 1) table.byteIds[token[0] as number] = id
    addToken(table, id)
    addSeams(table, token)
  }
  addHalves(table, lengths)
  return table
}

/** Returns a power of two with room to spare, so that a search ends after a step or two. */
function slotsFor(count: number): number {
  return 2 ** Math.ceil(Math.log2(1.6 * count))
}

/** Finds the last merge of each token, by merging its bytes until two parts remain. */
function addHalves(table: Table, lengths: readonly number[]): void {
  const { starts, halves, pool } = table
  const parts = createParts()
  const waiting = createWaiting(table)
  // Short tokens first: the halves of a token are shorter than itself, and known by then.
  const byLength = lengths.map((_, id) => id).filter((id) => (lengths[id] as number) > 1)
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
