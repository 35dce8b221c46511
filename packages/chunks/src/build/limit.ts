import { LamellaError } from '@lamella/core'

/** What a build may take: a window and what is kept free of it. */
export interface Limit {
  readonly window: number
  readonly reserve: number
}

/** @throws LamellaError `OPTION_INVALID` for two names of one thing, `BUDGET_INVALID` where nothing is left */
export function limitOf(window: number | undefined, reserve: number | undefined, maxTokens: number | undefined): Limit {
  if (maxTokens !== undefined && (window ?? reserve) !== undefined) {
    throw new LamellaError({
      code: 'OPTION_INVALID',
      what: "build: 'maxTokens' is what 'window' and 'reserve' leave, so one of them is too much.",
      fix: 'Give window and reserve, or maxTokens alone.',
      details: { what: 'build', option: 'maxTokens' },
    })
  }
  const limit: Limit = { window: maxTokens ?? window ?? Number.POSITIVE_INFINITY, reserve: reserve ?? 0 }
  if (limit.reserve === 0 || limit.reserve < limit.window) return limit
  throw new LamellaError({
    code: 'BUDGET_INVALID',
    what: `The reserve for the answer (${limit.reserve}) leaves nothing of the window (${limit.window}).`,
    fix: 'Lower reserve, or raise window.',
    details: { value: limit.reserve },
  })
}
