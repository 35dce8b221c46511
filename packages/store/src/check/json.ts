import { deepestJson } from '@lamella/core/plugin'

/** Names the first thing in a value that JSON would lose. `undefined` properties count as omitted. */
export function lostByJson(value: unknown, depth: number): string | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return undefined
    case 'number':
      return Number.isFinite(value) ? undefined : String(value)
    case 'object':
      return value === null ? undefined : lostInObject(value, depth)
    default:
      return `a ${typeof value}`
  }
}

function lostInObject(value: object, depth: number): string | undefined {
  if (depth > 500) return 'a cycle, or 500 levels'
  const isList = Array.isArray(value)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (!isList && prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    return `an object of the class ${Object.prototype.toString.call(value).slice(8, -1)}`
  }
  if (isList) return lostInList(value, depth)
  for (const key of Object.keys(value)) {
    const lost = lostByJson((value as Readonly<Record<string, unknown>>)[key], depth + 1)
    if (lost !== undefined) return lost
  }
  return undefined
}

function lostInList(list: readonly unknown[], depth: number): string | undefined {
  for (const item of list) {
    if (item === undefined) return 'an undefined list item'
    const lost = lostByJson(item, depth + 1)
    if (lost !== undefined) return lost
  }
  return undefined
}

/**
 * Whether a value nests deeper than `deepestJson` levels, or contains itself. Reads no deeper than that.
 *
 * @example
 * if (nestsTooDeep(value)) return 'The value is nested too deep.'
 */
export function nestsTooDeep(value: unknown, level = 0): boolean {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false
  if (level > deepestJson) return true
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  return items.some((item) => nestsTooDeep(item, level + 1))
}
