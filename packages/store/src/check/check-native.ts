import type { JsonValue } from '@lamella/core'
import type { NativeSummary } from '@lamella/core/plugin'
import { isObject } from '@lamella/core/plugin'
import { checkText, invalid } from './check.ts'
import { lostByJson } from './json.ts'

/** The maximum size of a native summary's content, in UTF-16 units of its JSON text. */
const largestContent = 4 * 1024 * 1024

/** The maximum number of characters (UTF-16 units) in the name of a format, and in a fingerprint. */
const longestFormat = 64

/**
 * Checks a native summary, and returns a copy as a store keeps it. Other keys are dropped.
 *
 * @throws LamellaError `STORE_VALUE_INVALID` for content that is not plain JSON, or larger than 4 MiB
 */
export function checkNative(what: string, value: unknown): NativeSummary {
  if (!isObject(value)) throw invalid(what, 'is not an object')
  const { format, content, opaque, prefix } = value
  const name = checkText(`${what}.format`, format, longestFormat)
  if (opaque !== undefined && typeof opaque !== 'boolean') throw invalid(`${what}.opaque`, 'is not true or false')
  const seen = prefix === undefined ? undefined : checkText(`${what}.prefix`, prefix, longestFormat)
  // Before anything walks through the whole value, which may share objects exponentially often.
  if (roomAfter(content, largestContent, 0) < 0) {
    throw invalid(`${what}.content`, `is larger than ${largestContent} characters, a cycle, or deeper than 500 levels`)
  }
  const lost = content === undefined ? 'no value' : lostByJson(content, 0)
  if (lost !== undefined) throw invalid(`${what}.content`, `has ${lost}, which JSON cannot store`)
  const text = JSON.stringify(content)
  if (text.length > largestContent) throw invalid(`${what}.content`, `is larger than ${largestContent} characters`)
  return {
    format: name,
    content: JSON.parse(text) as JsonValue,
    ...(opaque === true && { opaque }),
    ...(seen !== undefined && { prefix: seen }),
  }
}

/** Whether two native summaries have the same bytes. */
export function sameNative(one: NativeSummary | undefined, other: NativeSummary | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Returns how many of `room` characters remain after the JSON text of a value, at least; negative: none. */
function roomAfter(value: unknown, room: number, depth: number): number {
  if (room < 0 || depth > 500) return -1
  if (typeof value === 'string') return room - value.length
  if (typeof value !== 'object' || value === null) return room - 1
  let left = room - 2
  for (const [key, item] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    if (left < 0) return -1
    left = roomAfter(item, left - (typeof key === 'string' ? key.length : 0) - 1, depth + 1)
  }
  return left
}
