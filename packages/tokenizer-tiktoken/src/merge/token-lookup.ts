import { shortToken, type Table, tinyToken } from '../table/table.ts'
import { hashBytes, hashWords, maskOf, sameBytes, slotOf } from './bytes.ts'

/** Returns the id of the token with the bytes from `from` to `to`, or -1. */
export function findToken(table: Table, view: DataView, from: number, to: number): number {
  const length = to - from
  if (length <= tinyToken) return findTiny(table, view, from, length)
  return length <= shortToken ? findShort(table, view, from, length) : findLong(table, view, from, length)
}

function findTiny({ tinySlots }: Table, view: DataView, from: number, length: number): number {
  const count = tinySlots.length / 2
  const word = view.getInt32(from, true) & maskOf(length)
  for (let slot = slotOf(hashWords(word, 0), count); ; slot = after(slot, count)) {
    const value = tinySlots[2 * slot + 1] as number
    if (value === 0) return -1
    if (tinySlots[2 * slot] === word && (value & 15) === length) return value >>> 4
  }
}

function findShort({ shortSlots }: Table, view: DataView, from: number, length: number): number {
  const count = shortSlots.length / 3
  const low = view.getInt32(from, true)
  const high = view.getInt32(from + 4, true) & maskOf(length - 4)
  for (let slot = slotOf(hashWords(low, high), count); ; slot = after(slot, count)) {
    const value = shortSlots[3 * slot + 2] as number
    if (value === 0) return -1
    if (shortSlots[3 * slot] === low && shortSlots[3 * slot + 1] === high && (value & 15) === length) return value >>> 4
  }
}

function findLong({ longSlots, starts, poolView }: Table, view: DataView, from: number, length: number): number {
  const count = longSlots.length / 2
  const hash = hashBytes(view, from, from + length)
  for (let slot = slotOf(hash, count); ; slot = after(slot, count)) {
    const id = (longSlots[2 * slot + 1] as number) - 1
    if (id < 0) return -1
    if (longSlots[2 * slot] !== hash) continue
    const start = starts[id] as number
    if ((starts[id + 1] as number) - start === length && sameBytes(poolView, start, view, from, length)) return id
  }
}

export function addToken({ tinySlots, shortSlots, longSlots, starts, poolView }: Table, id: number): void {
  const start = starts[id] as number
  const length = (starts[id + 1] as number) - start
  const low = poolView.getInt32(start, true) & maskOf(Math.min(length, 4))
  if (length <= tinyToken) {
    const at = 2 * emptySlot(tinySlots, 2, hashWords(low, 0))
    tinySlots[at] = low
    tinySlots[at + 1] = (id << 4) | length
  } else if (length <= shortToken) {
    const high = poolView.getInt32(start + 4, true) & maskOf(length - 4)
    const at = 3 * emptySlot(shortSlots, 3, hashWords(low, high))
    shortSlots[at] = low
    shortSlots[at + 1] = high
    shortSlots[at + 2] = (id << 4) | length
  } else {
    const hash = hashBytes(poolView, start, start + length)
    const at = 2 * emptySlot(longSlots, 2, hash)
    longSlots[at] = hash
    longSlots[at + 1] = id + 1
  }
}

/** Returns the first empty slot from the hash on. The last word of a slot is 0 if it is empty. */
function emptySlot(slots: Int32Array, words: number, hash: number): number {
  const count = slots.length / words
  let slot = slotOf(hash, count)
  while (slots[words * (slot + 1) - 1] !== 0) slot = after(slot, count)
  return slot
}

/** The next slot; the first one follows the last. */
function after(slot: number, count: number): number {
  return slot + 1 === count ? 0 : slot + 1
}
