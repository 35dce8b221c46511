import type { Table } from '../table/table.ts'
import { hashBytes, hashWords, maskOf, sameBytes } from './bytes.ts'

/**
 * The length in bytes of the longest token in `tinySlots` (one word) and in `shortSlots` (two words). Slots of longer
 * tokens have a hash.
 */
export const tinyToken = 4
export const shortToken = 8

/** Returns the id of the token with the bytes from `from` to `to`, or -1. */
export function findToken(table: Table, view: DataView, from: number, to: number): number {
  const length = to - from
  if (length <= tinyToken) return findTiny(table, view, from, length)
  return length <= shortToken ? findShort(table, view, from, length) : findLong(table, view, from, length)
}

function findTiny({ tinySlots }: Table, view: DataView, from: number, length: number): number {
  const mask = tinySlots.length / 2 - 1
  const word = view.getInt32(from, true) & maskOf(length)
  for (let slot = hashWords(word, 0) & mask; ; slot = (slot + 1) & mask) {
    const value = tinySlots[2 * slot + 1] as number
    if (value === 0) return -1
    if (tinySlots[2 * slot] === word && (value & 15) === length) return value >>> 4
  }
}

function findShort({ shortSlots }: Table, view: DataView, from: number, length: number): number {
  const mask = shortSlots.length / 3 - 1
  const low = view.getInt32(from, true)
  const high = view.getInt32(from + 4, true) & maskOf(length - 4)
  for (let slot = hashWords(low, high) & mask; ; slot = (slot + 1) & mask) {
    const value = shortSlots[3 * slot + 2] as number
    if (value === 0) return -1
    if (shortSlots[3 * slot] === low && shortSlots[3 * slot + 1] === high && (value & 15) === length) return value >>> 4
  }
}

function findLong({ longSlots, starts, poolView }: Table, view: DataView, from: number, length: number): number {
  const mask = longSlots.length / 2 - 1
  const hash = hashBytes(view, from, from + length)
  for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
    const id = (longSlots[2 * slot + 1] as number) - 1
    if (id < 0) return -1
    if (longSlots[2 * slot] !== hash) continue
    const start = starts[id] as number
    if ((starts[id + 1] as number) - start === length && sameBytes(poolView, start, view, from, length)) return id
  }
}

/** Adds a token from the pool to its slot. */
export function addToken({ tinySlots, shortSlots, longSlots, starts, poolView }: Table, id: number): void {
  const start = starts[id] as number
  const length = (starts[id + 1] as number) - start
  const low = poolView.getInt32(start, true) & maskOf(Math.min(length, 4))
  if (length <= tinyToken) {
    put(tinySlots, 2, 1, hashWords(low, 0), [low, (id << 4) | length])
  } else if (length <= shortToken) {
    const high = poolView.getInt32(start + 4, true) & maskOf(length - 4)
    put(shortSlots, 3, 2, hashWords(low, high), [low, high, (id << 4) | length])
  } else {
    const hash = hashBytes(poolView, start, start + length)
    put(longSlots, 2, 1, hash, [hash, id + 1])
  }
}

/** Fills the first empty slot from the hash on. `value` is the index of the word that is 0 in an empty slot. */
function put(slots: Int32Array, words: number, value: number, hash: number, entry: readonly number[]): void {
  const mask = slots.length / words - 1
  let slot = hash & mask
  while (slots[words * slot + value] !== 0) slot = (slot + 1) & mask
  slots.set(entry, words * slot)
}
