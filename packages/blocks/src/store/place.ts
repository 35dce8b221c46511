import type { Scope } from '@lamella/core'
import { ownerOf, scopeOf } from '@lamella/core/store'
import { badValue } from '../document/check-value.ts'

/** Which block is meant, and who asks for it. */
export interface Place {
  /** Who asks. */
  readonly agent: string
  /** The same as a scope. */
  readonly scope: Scope
  /** Whose block it is. */
  readonly owner: Scope
  /** The owner as the model is told it, where it is somebody else. */
  readonly sharedFrom: string | undefined
  readonly label: string
  /** The same for the same block of the same agent. */
  readonly key: string
}

/** Finds who and what is meant. @throws LamellaError `STORE_VALUE_INVALID`, `BLOCK_VALUE_INVALID` */
export interface Places {
  /** An agent of this memory. Only a name is one: a scope in its place could be anybody's. */
  agentOf(agent: string): Scope
  /** An agent of this memory by its name, or somebody else by a scope. */
  scopeOf(agent: string | Scope): Scope
  of(agent: string, label: string, owner?: string | Scope): Place
}

/** @param base The tenant and the user that all agents are of. */
export function createPlaces(base: Scope): Places {
  const asScope = (agent: string | Scope): Scope => {
    // Without one it would be the memory of the user, which is no agent's.
    if (agent === undefined || agent === null) throw badValue('agent', 'is missing')
    return scopeOf(ownerOf(typeof agent === 'string' ? { ...base, agent } : agent))
  }
  const agentOf = (agent: string): Scope => {
    if (typeof agent !== 'string') throw badValue('agent', 'is not a text')
    return asScope(agent)
  }
  return {
    agentOf,
    scopeOf: asScope,
    of: (agent, label, owner = agent) => {
      if (typeof label !== 'string') throw badValue('label', 'is not a text')
      const [scope, from] = [agentOf(agent), asScope(owner)]
      const key = JSON.stringify([agent, from.tenant, from.user, from.agent, label])
      const isShared = from.tenant !== scope.tenant || from.user !== scope.user || from.agent !== scope.agent
      const sharedFrom = isShared ? nameOf(from) : undefined
      return { agent, scope, owner: from, sharedFrom, label, key }
    },
  }
}

/** What an owner is called: the agent, or the user or the tenant where it is nobody's. */
export function nameOf({ tenant, user, agent }: Scope): string {
  return agent ?? user ?? tenant
}
