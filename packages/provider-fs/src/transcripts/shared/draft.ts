import type { Part } from '@lamella/core'
import type { Writer } from '../contract/transcript.ts'

/**
 * A message before its place in a view is known: a result gets the name of its tool where it is paired with its call, and
 * that depends on the branch.
 */
export interface Draft {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly parts: readonly Part[]
  readonly by: Writer
  readonly lines: readonly number[]
  readonly id?: string | undefined
  readonly at?: string | undefined
  readonly model?: string | undefined
  readonly cut?: number | undefined
  readonly elsewhere?: number | undefined
}

/** The name of a tool whose call is not there. */
export const unknownTool = 'unknown'

/** Splits the parts of a message of a user into drafts: results answer before anything else is said. */
export function userDrafts(
  parts: readonly Part[],
  rest: Omit<Draft, 'role' | 'parts' | 'by'> & { by: Writer },
): Draft[] {
  const results = parts.filter(({ type }) => type === 'tool-result')
  const others = parts.filter(({ type }) => type !== 'tool-result')
  const { elsewhere, ...own } = rest
  return [
    ...(results.length > 0 ? [{ role: 'tool' as const, parts: results, ...own, by: 'tool' as const, elsewhere }] : []),
    ...(others.length > 0 || results.length === 0 ? [{ role: 'user' as const, parts: others, ...own }] : []),
  ]
}
