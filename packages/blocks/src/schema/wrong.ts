import type { LamellaError } from '@lamella/core'
import { blockError } from '../errors.ts'

/** An object of which nothing is known but that it is JSON. */
export type Raw = Readonly<Record<string, unknown>>

/** The error for something in a schema. */
export function wrong(path: string, problem: string): LamellaError<'BLOCK_SCHEMA_INVALID'> {
  const end = /[.?]$/.test(problem) ? '' : '.'
  return blockError(
    'BLOCK_SCHEMA_INVALID',
    `${path === '' ? 'The schema' : `The schema's ${path}`} ${problem}${end}`,
    'Correct the schema of the block.',
    { path, problem },
  )
}

/** What a value is, for a message. */
export function nameOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}
