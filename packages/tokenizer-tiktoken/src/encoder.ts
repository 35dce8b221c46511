import { createWaiting, mergeLong, type Waiting } from './merge/merge-long.ts'
import { createParts, mergeShort, shortPiece } from './merge/merge-short.ts'
import { countAt, createPieceCache, idsAt, recall, remember } from './merge/piece-cache.ts'
import { isWide, nextSeam } from './merge/seams.ts'
import { findToken } from './merge/token-lookup.ts'
import { createReader } from './split/reader.ts'
import type { Rule } from './split/scan.ts'
import type { Table } from './table/table.ts'

/** Counts and encodes text in one encoding; shared by all tokenizers of it. */
export interface Encoder {
  /** Returns the number of tokens. Stops soon after exceeding `limit`, and then returns some number above it. */
  count(text: string, limit?: number): number
  /** Returns the tokens of a text, or of a start of it that has at least `limit` tokens. */
  encode(text: string, limit?: number): Uint32Array<ArrayBuffer>
  /** Returns the bytes of a token, or `undefined` for an unknown id. */
  bytesOf(id: number): Uint8Array | undefined
}

/** The initial capacity in tokens, and the largest one that is kept. */
const usualTokens = 1 << 10
const mostTokens = 1 << 20

/** @param special - tokens that no text leads to, which only `bytesOf` knows */
export function createEncoder(table: Table, rule: Rule, special: ReadonlyMap<number, string>): Encoder {
  const read = createReader(table.classes)
  const parts = createParts()
  const cache = createPieceCache()
  let waiting: Waiting | undefined
  /** The tokens of the piece that was merged last. */
  let merged = parts.ids

  const merge = (bytes: Uint8Array, from: number, to: number): number => {
    if (to - from <= shortPiece) {
      merged = parts.ids
      return mergeShort(table, parts, bytes, from, to)
    }
    waiting ??= createWaiting(table)
    merged = mergeLong(table, waiting, bytes, from, to)
    return merged.length
  }

  /** Counts the tokens of bytes that are not a single token. */
  const countMerged = (bytes: Uint8Array, view: DataView, from: number, to: number): number => {
    const known = recall(cache, view, from, to)
    if (known >= 0) return countAt(cache.young.words, known)
    const size = merge(bytes, from, to)
    remember(cache, view, from, to, merged, size)
    return size
  }

  const countWide = (bytes: Uint8Array, view: DataView, from: number, to: number): number => {
    let total = 0
    for (let start = from; start < to; ) {
      const end = nextSeam(table, bytes, start, to)
      total += findToken(table, view, start, end) >= 0 ? 1 : countMerged(bytes, view, start, end)
      start = end
    }
    return total
  }

  const count = (text: string, limit = Number.POSITIVE_INFINITY): number => {
    const scan = read(text)
    const { bytes, view, end } = scan
    let total = 0
    for (let from = 0; from < end && total <= limit; ) {
      const to = rule(scan, from)
      if (isWide(bytes, from)) total += countWide(bytes, view, from, to)
      else if (findToken(table, view, from, to) >= 0) total++
      else total += countMerged(bytes, view, from, to)
      from = to
    }
    merged = parts.ids
    return total
  }

  /** The buffer that `encode` writes tokens to. */
  let ids = new Uint32Array(usualTokens)
  let total = 0

  const encodeMerged = (bytes: Uint8Array, view: DataView, from: number, to: number): void => {
    const known = recall(cache, view, from, to)
    if (known >= 0) {
      const { words } = cache.young
      const first = idsAt(words, known)
      const after = first + countAt(words, known)
      for (let i = first; i < after; i++) ids[total++] = words[i] as number
      return
    }
    const size = merge(bytes, from, to)
    remember(cache, view, from, to, merged, size)
    for (let i = 0; i < size; i++) ids[total++] = merged[i] as number
  }

  const encodeWide = (bytes: Uint8Array, view: DataView, from: number, to: number): void => {
    for (let start = from; start < to; ) {
      const end = nextSeam(table, bytes, start, to)
      const id = findToken(table, view, start, end)
      if (id >= 0) ids[total++] = id
      else encodeMerged(bytes, view, start, end)
      start = end
    }
  }

  const encode = (text: string, limit = Number.POSITIVE_INFINITY): Uint32Array<ArrayBuffer> => {
    const scan = read(text)
    const { bytes, view, end } = scan
    total = 0
    for (let from = 0; from < end && total < limit; ) {
      const to = rule(scan, from)
      // A piece has at most as many tokens as bytes.
      if (total + to - from > ids.length) ids = grown(ids, total + to - from)
      if (isWide(bytes, from)) encodeWide(bytes, view, from, to)
      else {
        const id = findToken(table, view, from, to)
        if (id >= 0) ids[total++] = id
        else encodeMerged(bytes, view, from, to)
      }
      from = to
    }
    merged = parts.ids
    const result = ids.slice(0, total)
    if (ids.length > mostTokens) ids = new Uint32Array(usualTokens)
    return result
  }

  const bytesOf = (id: number): Uint8Array | undefined => {
    const text = special.get(id)
    if (text !== undefined) return new TextEncoder().encode(text)
    const [start, end] = [table.starts[id], table.starts[id + 1]]
    return start === undefined || end === undefined || start === end ? undefined : table.pool.subarray(start, end)
  }
  return { count, encode, bytesOf }
}

function grown(ids: Uint32Array<ArrayBuffer>, atLeast: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(2 * ids.length, atLeast))
  larger.set(ids)
  return larger
}
