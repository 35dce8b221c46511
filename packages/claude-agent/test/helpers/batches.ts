import type { ClaudeEntry } from '../../src/index.ts'

/** Entries of one call: every third has no uuid, and sizes differ, so that a kill finds writes of all lengths. */
export function batch(number: number): ClaudeEntry[] {
  const size = 1 + (number % 13)
  return Array.from({ length: size }, (_, part) => {
    const text = 'x'.repeat((number * 7_919 + part * 104_729) % 20_000)
    const entry = { type: 'user', number, part, size, text }
    return part % 3 === 2 ? entry : { ...entry, uuid: `${number}-${part}` }
  })
}
