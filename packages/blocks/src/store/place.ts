import type { Scope } from '@lamella/core'
import { ownerOf, scopeOf } from '@lamella/store'
import { badValue } from '../document/check-value.ts'

/** A block, and the agent that uses it. */
export interface Place {
  /** The agent that uses the block. */
  readonly agent: string
  /** The scope of the agent. */
  readonly scope: Scope
  /** The owner of the block. */
  readonly owner: Scope
  /** The owner as the model sees it, if it is not the agent. */
  readonly sharedFrom: string | undefined
  readonly label: string
  /** Identifies the block and the agent. */
  readonly key: string
}

/** Resolves agents and blocks. @throws LamellaError `STORE_VALUE_INVALID`, `BLOCK_VALUE_INVALID` */
export interface Places {
  /** Returns the scope of an agent of this memory. Accepts only a name, because a scope could be another tenant's. */
  agentOf(agent: string): Scope
  /** Returns the scope of an agent of this memory by its name, or any other scope. */
  scopeOf(agent: string | Scope): Scope
  of(agent: string, label: string, owner?: string | Scope): Place
}

/** @param base The tenant and the user of all agents. */
export function createPlaces(base: Scope): Places {
  const asScope = (agent: string | Scope): Scope => {
    // Without an agent, the scope would be the user's.
    if (agent === undefined || agent === null) throw badValue('agent', 'is missing')
    return scopeOf(ownerOf(typeof agent === 'string' ? { ...base, agent } : agent))
  }
  const agentOf = (agent: string): Scope => {
    if (typeof agent !== 'string') throw badValue('agent', 'must be a text')
    return asScope(agent)
  }
  return {
    agentOf,
    scopeOf: asScope,
    of: (agent, label, owner = agent) => {
      if (typeof label !== 'string') throw badValue('label', 'must be a text')
      const [scope, from] = [agentOf(agent), asScope(owner)]
      const key = JSON.stringify([agent, from.tenant, from.user, from.agent, label])
      const isShared = from.tenant !== scope.tenant || from.user !== scope.user || from.agent !== scope.agent
      const sharedFrom = isShared ? nameOf(from) : undefined
      return { agent, scope, owner: from, sharedFrom, label, key }
    },
  }
}

/** Returns the name of an owner: the agent's, else the user's, else the tenant's. */
export function nameOf({ tenant, user, agent }: Scope): string {
  return agent ?? user ?? tenant
}
