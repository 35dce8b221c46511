import { isObject } from '@lamella/core/plugin'
import { canonical } from '../kit/same.ts'

/** Cache marks, which providers do not compare. */
const cacheMarks: readonly string[] = ['cache_control', 'cachePoint', 'prompt_cache_breakpoint']

/**
 * Writes a value as text with sorted keys and without cache marks, so that values that a provider treats alike have the
 * same text. A block that consists of a cache mark becomes ''.
 */
export function textWithoutMarks(value: unknown): string {
  const plain = withoutMarks(value)
  return plain === undefined ? '' : canonical(plain)
}

function withoutMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMarks).filter((item) => item !== undefined)
  if (!isObject(value)) return value
  const entries = Object.entries(value)
  const kept = entries.filter(([key]) => !cacheMarks.includes(key))
  if (kept.length === 0 && entries.length > 0) return undefined
  return Object.fromEntries(kept.map(([key, field]) => [key, withoutMarks(field)]))
}
