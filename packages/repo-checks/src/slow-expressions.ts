import { check } from 'recheck'
import type { Expression } from './expressions.ts'

// No limits by the clock: the same expressions have the same answer on every machine.
const parameters = { timeout: null, attackTimeout: null, incubationTimeout: null } as const

/** Whether an expression repeats anything without a limit. One that does not takes linear time. */
export function repeats({ source }: Expression): boolean {
  return /[*+]|\{\d+,\}/.test(source)
}

/**
 * Why a text of somebody else could make an expression take quadratic time or worse, with such a text; `undefined` where none
 * can. The analysis is recheck's: automata, and generated texts for what automata do not cover (looking ahead and back).
 */
export async function slowness({ place, source, flags }: Expression): Promise<string | undefined> {
  const found = await check(source, flags, parameters)
  const what = `${place} /${source}/${flags}`
  if (found.status === 'safe') return undefined
  if (found.status === 'unknown') return `${what}: cannot be checked (${found.error.kind})`
  return `${what}: ${found.complexity.summary}, as with ${found.attack.pattern}`
}
