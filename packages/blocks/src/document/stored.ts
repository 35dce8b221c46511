import type { JsonValue } from '@lamella/core'
import { isContainer, type LoroList, type LoroMap, type LoroMovableList, LoroText } from 'loro-crdt'
import { copyJson } from '../schema/json.ts'

/**
 * What the library gives, or `undefined` where it refuses: bytes can name containers of kinds that it does not know, and it
 * refuses to read whatever has one of them in it.
 */
export function unlessRefused<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch (cause) {
    if (typeof cause === 'string') return undefined
    throw cause
  }
}

/** What stands in a list, `undefined` for what cannot be read. */
export function storedItems(list: LoroList | LoroMovableList): readonly unknown[] {
  const all = unlessRefused(() => list.toArray())
  if (all !== undefined) return all
  return Array.from({ length: list.length }, (_, index) => unlessRefused(() => list.get(index)))
}

/** What is stored as JSON, with keys in order; `undefined` for what this package never puts there. */
export function plain(stored: unknown): JsonValue | undefined {
  if (typeof stored === 'object' && stored !== null && isContainer(stored)) {
    const text = stored instanceof LoroText ? unlessRefused(() => stored.toString()) : undefined
    stored.free()
    return text
  }
  // Most values are texts, and those of the library are well formed.
  if (typeof stored === 'string' || typeof stored === 'boolean') return stored
  const copied = copyJson(stored)
  return 'value' in copied ? copied.value : undefined
}

/** What the container of an item holds. */
export interface StoredObject {
  /** `undefined`: it cannot be read. */
  readonly value: JsonValue | undefined
  /** How many of its keys hold what is no value. */
  readonly lost: number
}

/** Reads the container of an item. What stands in it that is no value is not read: it may be a chain without end. */
export function objectIn(map: LoroMap): StoredObject {
  const stored = unlessRefused(() => map.entries())
  map.free()
  if (stored === undefined) return { value: undefined, lost: 0 }
  const entries: [string, JsonValue][] = []
  for (const [key, one] of stored) {
    const value = key === '__proto__' ? undefined : plain(one)
    if (value !== undefined) entries.push([key, value])
  }
  const value = Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
  return { value, lost: stored.length - entries.length }
}
