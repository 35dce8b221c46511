import type { Scope } from '../contract/scope.ts'
import { LamellaError } from '../errors.ts'

/**
 * Checks that something created for a scope is used only for that scope: each of `tenant`, `user` and `agent` that its
 * scope names must be the same in the request's. Data of one user must not reach a request of another user or of no
 * user. Call it in `load`, before reading anything.
 *
 * @param what The owner of the scope, such as `the layer 'notes'`.
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
    // Neither value is included: the reader of the error may not be allowed to know the other.
    throw new LamellaError({
      code: 'SCOPE_MISMATCH',
      what: `The request's scope.${key} differs from that of ${what}.`,
      fix: `Create one per ${key}.`,
      details: { what, key },
    })
  }
}
