import { check } from 'recheck'
import type { Expression } from './expressions.ts'

// No time limits: the same expressions have the same result on every machine.
const parameters = { timeout: null, attackTimeout: null, incubationTimeout: null } as const

/** Checks whether an expression has an unlimited repetition. One without takes linear time. */
export function repeats({ source }: Expression): boolean {
  return /[*+]|\{\d+,\}/.test(source)
}

/**
 * Returns why untrusted text could make an expression take quadratic time or worse, with an example; `undefined` if
 * none can. The analysis is recheck's: automata, and generated texts for what automata do not cover (lookahead and
 * lookbehind).
 */
export async function slowness({ place, source, flags }: Expression): Promise<string | undefined> {
  const found = await check(source, flags, parameters)
  const what = `${place} /${source}/${flags}`
  if (found.status === 'safe') return undefined
  if (found.status === 'unknown') return `${what}: cannot be checked (${found.error.kind})`
  return `${what}: ${found.complexity.summary}, as with ${found.attack.pattern}`
}
