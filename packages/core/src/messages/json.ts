import type { Message } from '../contract/message.ts'

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

/** Returns a message, or another value, as plain JSON: bytes as base64 text, a URL as text. The same object if it has neither. */
export function plainValue(message: Message): Message
export function plainValue(value: unknown): unknown
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
