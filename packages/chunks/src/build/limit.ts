import { LamellaError } from '@lamella/core'

/** The token limits of a build: a window and the part of it kept free. */
export interface Limit {
  readonly window: number
  readonly reserve: number
}

/** @throws LamellaError `OPTION_INVALID` for two names of one thing, `BUDGET_INVALID` where nothing is left */
export function limitOf(window: number | undefined, reserve: number | undefined, maxTokens: number | undefined): Limit {
  if (maxTokens !== undefined && (window ?? reserve) !== undefined) {
    throw new LamellaError({
      code: 'OPTION_INVALID',
      what: "build: 'maxTokens' is set together with 'window' or 'reserve', which it replaces.",
      fix: 'Set window and reserve, or maxTokens alone.',
      details: { what: 'build', option: 'maxTokens' },
    })
  }
  const limit: Limit = { window: maxTokens ?? window ?? Number.POSITIVE_INFINITY, reserve: reserve ?? 0 }
  if (limit.reserve === 0 || limit.reserve < limit.window) return limit
  throw new LamellaError({
    code: 'BUDGET_INVALID',
    what: `The reserve for the answer (${limit.reserve}) leaves no room in the window (${limit.window}).`,
    fix: 'Lower reserve or raise window.',
    details: { value: limit.reserve },
  })
}
