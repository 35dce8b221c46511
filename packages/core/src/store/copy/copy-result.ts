import { LamellaError } from '../../errors.ts'
import { mustHaveMethod } from '../../options.ts'

/** What a copy from one store to another has done: ids, in order. */
export interface CopyResult {
  /** Those that were copied. */
  readonly copied: readonly string[]
  /** Those that were there already, with the same content. */
  readonly present: readonly string[]
}

/**
 * Makes sure that a store has an optional method.
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
  if (problem === undefined) return
  throw new LamellaError({
    code: 'OPTION_INVALID',
    what: `${what}: '${option}' ${problem}.`,
    fix: `Give ${what}() stores that can do it, as those of Lamella can.`,
    details: { what, option },
  })
}
