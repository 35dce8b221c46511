import { hashBytes, maskOf } from './bytes.ts'

/** The length in bytes of the longest piece that is cached. */
const longest = 64
/** The maximum number of pieces per generation: half of the slots, so that a search ends after a step or two. */
const most = 1 << 15
/** The number of words per generation: 2 MB. */
const room = 1 << 19
/** The bits of a slot that hold a piece's place in these words, plus 1; the other bits come from its hash. */
const placeMask = 2 * room - 1

interface Generation {
  readonly slots: Int32Array
  /** One piece after another: `number of tokens << 8 | bytes`, the zero-padded bytes, the tokens. */
  readonly words: Int32Array
  used: number
  pieces: number
}

/**
 * Caches the tokens of pieces that are not a single token, in 5 MB at most. A full young generation becomes the old
 * one, and the old one is dropped. Pieces in use survive without being kept in order.
 */
export interface PieceCache {
  young: Generation
  old: Generation
}

export function createPieceCache(): PieceCache {
  return { young: createGeneration(), old: createGeneration() }
}

function createGeneration(): Generation {
  return { slots: new Int32Array(2 * most), words: new Int32Array(room), used: 0, pieces: 0 }
}

/** Returns the place of a piece in the words of the young generation, or -1 if it is not cached. */
export function recall(cache: PieceCache, view: DataView, from: number, to: number): number {
  if (to - from > longest) return -1
  const hash = hashBytes(view, from, to)
  const place = find(cache.young, view, from, to, hash)
  if (place >= 0 || cache.old.pieces === 0) return place
  const { words } = cache.old
  const before = find(cache.old, view, from, to, hash)
  if (before < 0) return -1
  const ids = idsAt(words, before)
  // Copies the tokens, since a full young generation gives up its words.
  return remember(cache, view, from, to, words.slice(ids, ids + countAt(words, before)), countAt(words, before))
}

function find({ slots, words }: Generation, view: DataView, from: number, to: number, hash: number): number {
  for (let slot = hash & (2 * most - 1); ; slot = (slot + 1) & (2 * most - 1)) {
    const value = slots[slot] as number
    if (value === 0) return -1
    if (((value ^ hash) & ~placeMask) !== 0) continue
    const place = (value & placeMask) - 1
    if (isAt(words, place, view, from, to)) return place
  }
}

function isAt(words: Int32Array, place: number, view: DataView, from: number, to: number): boolean {
  if (((words[place] as number) & 0xff) !== to - from) return false
  let at = place + 1
  let left = from
  for (; left + 4 <= to; left += 4) if (words[at++] !== view.getInt32(left, true)) return false
  return left === to || words[at] === (view.getInt32(left, true) & maskOf(to - left))
}

/** Caches the first `count` of `ids` as the tokens of a piece, unless it is long. Returns its place, or -1. */
export function remember(
  cache: PieceCache,
  view: DataView,
  from: number,
  to: number,
  ids: Int32Array,
  count: number,
): number {
  const length = to - from
  if (length > longest) return -1
  if (cache.young.pieces === most || cache.young.used + 1 + longest / 4 + count > room) turn(cache)
  const { young } = cache
  const { slots, words } = young
  const place = young.used
  let at = place
  words[at++] = (count << 8) | length
  let left = from
  for (; left + 4 <= to; left += 4) words[at++] = view.getInt32(left, true)
  if (left < to) words[at++] = view.getInt32(left, true) & maskOf(to - left)
  for (let i = 0; i < count; i++) words[at++] = ids[i] as number
  young.used = at
  young.pieces++
  const hash = hashBytes(view, from, to)
  let slot = hash & (2 * most - 1)
  while (slots[slot] !== 0) slot = (slot + 1) & (2 * most - 1)
  slots[slot] = (hash & ~placeMask) | (place + 1)
  return place
}

function turn(cache: PieceCache): void {
  const { young, old } = cache
  old.slots.fill(0)
  old.used = 0
  old.pieces = 0
  cache.young = old
  cache.old = young
}

/** Returns the number of tokens of the piece at a place. */
export function countAt(words: Int32Array, place: number): number {
  return (words[place] as number) >>> 8
}

/** Returns where the tokens of the piece at a place start. */
export function idsAt(words: Int32Array, place: number): number {
  return place + 1 + ((((words[place] as number) & 0xff) + 3) >> 2)
}
