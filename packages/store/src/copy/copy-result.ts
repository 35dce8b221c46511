import { LamellaError } from '@lamella/core'
import { mustHaveMethod } from '@lamella/core/plugin'

/** The result of a copy from one store to another: ids, in order. */
export interface CopyResult {
  /** Entries or sessions that were copied. */
  readonly copied: readonly string[]
  /** Those that already existed with the same content. */
  readonly present: readonly string[]
}

/**
 * Checks that a store has an optional method.
 *
 * @throws LamellaError `OPTION_INVALID`
 */
export function capable<Store extends object, Method extends keyof Store & string>(
  what: string,
  option: string,
  store: Store,
  method: Method,
): asserts store is Store & Required<Pick<Store, Method>> {
  const problem = mustHaveMethod(method)(store)
  if (problem !== undefined) throw lacks(what, option, problem)
}

/** The error of a store that cannot be copied from or to. */
export function lacks(what: string, option: string, problem: string): LamellaError<'OPTION_INVALID'> {
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: `${what}: '${option}' ${problem}.`,
    fix: `Pass ${what}() stores that support it, as Lamella's do.`,
    details: { what, option },
  })
}
