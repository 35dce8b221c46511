import { isObject } from '@lamella/core/plugin'

/** An object of unknown shape. */
export type Fields = Readonly<Record<string, unknown>>

/** Returns an object's fields; none for anything else. */
export function fields(value: unknown): Fields {
  return isObject(value) ? value : {}
}

/** Returns a text that is not empty; `undefined` for anything else. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns a list; an empty one for anything else. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns a whole number from 0; `undefined` for anything else. */
export function count(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined
}

/** Returns a finite number; `undefined` for anything else. */
export function amount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** Returns an instant in ISO 8601, of a text or of milliseconds; `undefined` for anything else. */
export function instant(value: unknown): string | undefined {
  if (typeof value === 'string') return text(value)
  const date = typeof value === 'number' ? new Date(value) : undefined
  return date && !Number.isNaN(date.getTime()) ? date.toISOString() : undefined
}
