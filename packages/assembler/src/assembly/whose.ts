import type { Scope } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import type { AssembleOptions } from '../contract/assemble-options.ts'
import type { AssemblerDependencies } from '../contract/dependencies.ts'
import { type Asked, askNow, dependencyInvalid } from '../dependency-errors.ts'

/** Whose sessions these are where nothing asks: a reader of sessions takes no scope. */
const unscoped: Scope = { tenant: 'unscoped' }

const asked: Asked = { dependency: 'scope', method: 'scope' }

/**
 * Whose session it is. That a scope has a tenant is looked at when it is read or built.
 *
 * @throws LamellaError `DEPENDENCY_FAILED`, `DEPENDENCY_INVALID` from a function that gives none
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
  // A promise has no tenant, and is the likeliest thing to be given instead.
  if (isObject(own) && typeof own['then'] !== 'function') return own as unknown as Scope
  throw dependencyInvalid(
    asked,
    'what is no scope',
    'Give { tenant, user?, agent?, session?, kind? }, and no promise of it.',
  )
}

/** The same for the agent that is asked for, who may have files of its own. */
export function scopeOfAgent(scope: Scope, agentId: string | undefined): Scope {
  return agentId === undefined || scope.agent === agentId ? scope : { ...scope, agent: agentId }
}
