import type { Scope } from '../contract/scope.ts'
import { LamellaError } from '../errors.ts'

/**
 * Checks that what was made for a scope of its own is used for that scope: each of `tenant`, `user` and `agent` that its own
 * scope names must be the same in the request's. Data of one user must not reach a request of another, nor one that names no
 * user. Call it in `load`, before anything is read.
 *
 * @param what What has the scope, such as `the layer 'notes'`.
 * @throws LamellaError `SCOPE_MISMATCH`
 * @example
 * const notes = (own: Scope) =>
 *   defineLayer('notes', {
 *     load: ({ scope }) => {
 *       checkLayerScope("the layer 'notes'", own, scope)
 *       return readNotes(own)
 *     },
 *   })
 */
export function checkLayerScope(what: string, own: Scope, scope: Scope): void {
  for (const key of ['tenant', 'user', 'agent'] as const) {
    if ((own[key] === undefined && key !== 'tenant') || own[key] === scope[key]) continue
    // Neither value is repeated: the one who reads the error may be the one who must not know of the other.
    throw new LamellaError({
      code: 'SCOPE_MISMATCH',
      what: `scope.${key} of the request is not the ${key} that ${what} was made for.`,
      fix: `Make one for each ${key}.`,
      details: { what, key },
    })
  }
}
