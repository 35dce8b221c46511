import { cutText } from '@lamella/core/plugin'
import { canonical } from './same.ts'

const longest = 120

/**
 * Formats a value as one short line for messages, so that values which are not the same look different. Escapes lone surrogates and
 * control characters to make them visible.
 */
export function show(value: unknown): string {
  if (value instanceof Error) return `${value.name}: ${cutText(value.message, longest)}`
  try {
    return shortened(canonical(value))
  } catch {
    // A cycle: the result of String is better than an error about the error.
    return shortened(String(value))
  }
}

/** Shortens a canonical text for a message. */
export function shortened(text: string): string {
  return cutText(text, longest)
}
