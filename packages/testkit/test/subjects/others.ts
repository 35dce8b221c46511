import type { Scope } from '@lamella/core'

/** Scopes that have nothing of what Ada has, for suites whose subjects are asked for Ada. */
export const others: readonly Scope[] = [
  { tenant: 'acme' },
  { tenant: 'acme', user: 'bob' },
  { tenant: 'umbrella', user: 'ada' },
]
