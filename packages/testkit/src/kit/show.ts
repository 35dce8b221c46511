import { cutText } from '@lamella/core/plugin'

const longest = 120

/**
 * Formats a value as one short line for messages. Escapes lone surrogates and control characters to make them visible.
 */
export function show(value: unknown): string {
  if (value instanceof Error) return `${value.name}: ${cutText(value.message, longest)}`
  if (value === undefined || typeof value === 'number' || typeof value === 'function') return String(value)
  return cutText(json(value) ?? String(value), longest)
}

function json(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    // Cycles and BigInt: the result of String is better than an error about the error.
    return undefined
  }
}
