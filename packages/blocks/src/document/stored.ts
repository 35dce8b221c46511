import type { JsonValue } from '@lamella/core'
import { isContainer, type LoroList, type LoroMap, type LoroMovableList, LoroText } from 'loro-crdt'
import { copyJson } from '../schema/json.ts'

/**
 * Returns the library's result, or `undefined` if it refuses: it cannot read a container that holds a container of an
 * unknown type, and forged bytes can name such types.
 */
export function unlessRefused<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch (cause) {
    if (typeof cause === 'string') return undefined
    throw cause
  }
}

/** The values in a list, `undefined` for unreadable ones. */
export function storedItems(list: LoroList | LoroMovableList): readonly unknown[] {
  const all = unlessRefused(() => list.toArray())
  if (all !== undefined) return all
  return Array.from({ length: list.length }, (_, index) => unlessRefused(() => list.get(index)))
}

/** A stored value as JSON with sorted keys; `undefined` for a value that this package never stores. */
export function plain(stored: unknown): JsonValue | undefined {
  if (typeof stored === 'object' && stored !== null && isContainer(stored)) {
    const text = stored instanceof LoroText ? unlessRefused(() => stored.toString()) : undefined
    stored.free()
    return text
  }
  // The common case: texts from the library are well formed.
  if (typeof stored === 'string' || typeof stored === 'boolean') return stored
  const copied = copyJson(stored)
  return 'value' in copied ? copied.value : undefined
}

/** The content of an item's container. */
export interface StoredObject {
  /** `undefined` if it cannot be read. */
  readonly value: JsonValue | undefined
  /** The number of keys whose values cannot be read. */
  readonly lost: number
}

/** Reads an item's container. Skips nested containers: forged ones may be nested without end. */
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
