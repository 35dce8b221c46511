import { isObject } from '@lamella/core/plugin'
import type { AgentMetadata, AssemblerDependencies } from '../contract/dependencies.ts'
import type { ParameterLayer } from '../contract/parameters.ts'
import type { SessionMetadata } from '../contract/session-reader.ts'
import { type Asked, ask, dependencyInvalid } from '../dependency-errors.ts'

/**
 * What is known of a session, wherever it is kept. Fields that are `null` count as missing, as rows of databases have them.
 *
 * @throws LamellaError `DEPENDENCY_FAILED`, `DEPENDENCY_INVALID`
 */
export async function metadataOf(
  { sessionStore, getSessionMetadata }: AssemblerDependencies,
  sessionId: string,
): Promise<SessionMetadata> {
  if (getSessionMetadata) {
    const asked: Asked = { dependency: 'getSessionMetadata', method: 'getSessionMetadata' }
    return checkMetadata(asked, await ask(asked, () => getSessionMetadata(sessionId)))
  }
  if (!('getMetadata' in sessionStore)) return {}
  const asked: Asked = { dependency: 'sessionStore', method: 'getMetadata' }
  return checkMetadata(asked, await ask(asked, () => sessionStore.getMetadata?.(sessionId)))
}

/** What is known of an agent. @throws LamellaError `DEPENDENCY_FAILED`, `DEPENDENCY_INVALID` */
export async function agentMetadataOf(
  { getAgentMetadata }: AssemblerDependencies,
  agentId: string | undefined,
): Promise<AgentMetadata> {
  if (getAgentMetadata === undefined || agentId === undefined) return {}
  const asked: Asked = { dependency: 'getAgentMetadata', method: 'getAgentMetadata' }
  const told: unknown = await ask(asked, () => getAgentMetadata(agentId))
  const { defaults } = fieldsOf(asked, told, 'Give { defaults? }, or undefined for an agent that is not known.')
  return isThere(defaults) ? { defaults: defaults as ParameterLayer } : {}
}

function checkMetadata(asked: Asked, told: unknown): SessionMetadata {
  const fix = 'Give { defaults?, agent?, revision? }, or undefined for a session that is not known.'
  const { defaults, agent, revision } = fieldsOf(asked, told, fix)
  if (isThere(agent) && (typeof agent !== 'string' || agent === '')) {
    throw dependencyInvalid(asked, 'an agent that is no text, or empty', fix)
  }
  if (isThere(revision) && typeof revision !== 'string' && !Number.isFinite(revision)) {
    throw dependencyInvalid(asked, 'a revision that is neither a number nor a text', fix)
  }
  return {
    ...(isThere(defaults) && { defaults: defaults as ParameterLayer }),
    ...(isThere(agent) && { agent: agent as string }),
    ...(isThere(revision) && { revision: revision as string | number }),
  }
}

/** The members of what was told; parameters in it are looked at where they are used. */
function fieldsOf(asked: Asked, told: unknown, fix: string): Readonly<Record<string, unknown>> {
  if (told === undefined || told === null) return {}
  if (!isObject(told)) throw dependencyInvalid(asked, 'metadata that are no object', fix)
  return told
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null
}
