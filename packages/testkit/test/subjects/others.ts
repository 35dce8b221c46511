import type { Scope } from '@lamella/core'

/** Scopes without any of Ada's data, for suites whose subjects read for Ada. */
export const others: readonly Scope[] = [
  { tenant: 'acme' },
  { tenant: 'acme', user: 'bob' },
  { tenant: 'umbrella', user: 'ada' },
]
