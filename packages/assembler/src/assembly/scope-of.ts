import type { Scope } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import type { AssembleOptions } from '../contract/assemble-options.ts'
import type { AssemblerDependencies } from '../contract/dependencies.ts'
import { type Asked, askNow, dependencyInvalid } from '../dependency-errors.ts'

/** The scope to use when none is required: a session reader needs no scope. */
const unscoped: Scope = { tenant: 'unscoped' }

const asked: Asked = { dependency: 'scope', method: 'scope' }

/**
 * Returns the scope of a session. The tenant is checked when the session is read or built.
 *
 * @throws LamellaError `DEPENDENCY_FAILED`, `DEPENDENCY_INVALID` from a function that returns no scope
 */
export function scopeOf(
  { scope }: AssemblerDependencies,
  options: Pick<AssembleOptions, 'scope'>,
  sessionId: string,
  agentId: string | undefined,
): Scope {
  if (options.scope) return options.scope
  if (typeof scope !== 'function') return scope ?? unscoped
  const own: unknown = askNow(asked, () => scope(sessionId, agentId))
  // A promise has no tenant, and is the most likely mistake.
  if (isObject(own) && typeof own['then'] !== 'function') return own as unknown as Scope
  throw dependencyInvalid(
    asked,
    'must return a scope',
    'Return { tenant, user?, agent?, session?, kind? }, not a promise of it.',
  )
}

/** Returns the same scope for the requested agent, which may have its own files. */
export function scopeOfAgent(scope: Scope, agentId: string | undefined): Scope {
  return agentId === undefined || scope.agent === agentId ? scope : { ...scope, agent: agentId }
}
