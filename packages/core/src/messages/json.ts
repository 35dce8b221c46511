import type { Message } from '../contract/message.ts'

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

/** Returns the JSON text of a value; '' for one that cannot be JSON (a cycle, a BigInt): the encoder rejects it with a path. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}

/**
 * How deep JSON in messages, schemas and options may nest: as deep as stores support, and far below a stack overflow in the
 * functions that read it.
 */
export const deepestJson = 500

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

/** Returns a message as plain JSON: bytes as base64 text, a URL as text. The same object if it has neither. */
export function plainMessage(message: Message): Message {
  return plainValue(message) as Message
}

/** Returns a value as plain JSON: bytes as base64 text, a URL as text. The same object if it has neither. */
export function plainValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof URL) return value.href
  const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : value
  if (bytes instanceof Uint8Array) return base64(bytes)
  const entries = Object.entries(value)
  const plain = entries.map(([key, held]) => [key, plainValue(held)] as const)
  if (plain.every(([, held], index) => held === entries[index]?.[1])) return value
  return Array.isArray(value) ? plain.map(([, held]) => held) : Object.fromEntries(plain)
}

function base64(bytes: Uint8Array): string {
  let text = ''
  // Engines limit the number of arguments.
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(text)
}
