import { cutText } from '@lamella/core/plugin'

const longest = 120

/** A value in one short line, for messages. Lone surrogates and control characters are escaped, so that they are seen. */
export function show(value: unknown): string {
  if (value instanceof Error) return `${value.name}: ${cutText(value.message, longest)}`
  if (value === undefined || typeof value === 'number' || typeof value === 'function') return String(value)
  return cutText(json(value) ?? String(value), longest)
}

function json(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    // Cycles and BigInt: what String makes of them is better than a second error about the first.
    return undefined
  }
}
