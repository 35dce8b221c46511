import { isRecord } from './guards.ts'

/**
 * Whether two values are the same JSON. Undefined fields count as missing. A value that contains itself is never the
 * same.
 */
export function sameJson(one: unknown, other: unknown): boolean {
  try {
    return isSame(one, other)
  } catch {
    return false // As deep as the stack allows.
  }
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]))
  }
  if (!isRecord(one) || !isRecord(other)) return false
  for (const key of Object.keys(one)) if (!isSame(one[key], other[key])) return false
  for (const key of Object.keys(other)) if (other[key] !== undefined && one[key] === undefined) return false
  return true
}
