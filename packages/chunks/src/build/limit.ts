import { LamellaError } from '@lamella/core'

/** The token limits of a build: a window and the part of it kept free. */
export interface Limit {
  readonly window: number
  readonly reserve: number
}

/** @throws LamellaError `BUDGET_INVALID` where nothing is left */
export function limitOf(window: number = Number.POSITIVE_INFINITY, reserve: number = 0): Limit {
  if (reserve === 0 || reserve < window) return { window, reserve }
  throw new LamellaError({
    code: 'BUDGET_INVALID',
    what: `The reserve for the answer (${reserve}) leaves no room in the window (${window}).`,
    fix: 'Lower reserve or raise window.',
    details: { value: reserve },
  })
}
