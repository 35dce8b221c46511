import { isObject } from '@lamella/core/plugin'
import type { AgentMetadata, AssemblerDependencies } from '../contract/dependencies.ts'
import type { ParameterLayer } from '../contract/parameters.ts'
import type { SessionMetadata } from '../contract/session-reader.ts'
import { type Asked, ask, dependencyInvalid } from '../dependency-errors.ts'

/**
 * Returns the metadata of a session, wherever it is stored. Fields that are `null` count as missing, as in database
 * rows.
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

/** Returns the metadata of an agent. @throws LamellaError `DEPENDENCY_FAILED`, `DEPENDENCY_INVALID` */
export async function agentMetadataOf(
  { getAgentMetadata }: AssemblerDependencies,
  agentId: string | undefined,
): Promise<AgentMetadata> {
  if (getAgentMetadata === undefined || agentId === undefined) return {}
  const asked: Asked = { dependency: 'getAgentMetadata', method: 'getAgentMetadata' }
  const given: unknown = await ask(asked, () => getAgentMetadata(agentId))
  const { defaults } = fieldsOf(asked, given, 'Return { defaults? }, or undefined for an unknown agent.')
  return isThere(defaults) ? { defaults: defaults as ParameterLayer } : {}
}

function checkMetadata(asked: Asked, given: unknown): SessionMetadata {
  const fix = 'Return { defaults?, agent?, revision? }, or undefined for an unknown session.'
  const { defaults, agent, revision } = fieldsOf(asked, given, fix)
  if (isThere(agent) && (typeof agent !== 'string' || agent === '')) {
    throw dependencyInvalid(asked, 'returned an agent that is not a non-empty string', fix)
  }
  if (isThere(revision) && typeof revision !== 'string' && !Number.isFinite(revision)) {
    throw dependencyInvalid(asked, 'returned a revision that is neither a number nor a string', fix)
  }
  return {
    ...(isThere(defaults) && { defaults: defaults as ParameterLayer }),
    ...(isThere(agent) && { agent: agent as string }),
    ...(isThere(revision) && { revision: revision as string | number }),
  }
}

/** Returns the fields of the metadata; the parameters in it are checked where they are used. */
function fieldsOf(asked: Asked, given: unknown, fix: string): Readonly<Record<string, unknown>> {
  if (given === undefined || given === null) return {}
  if (!isObject(given)) throw dependencyInvalid(asked, 'returned metadata that are not an object', fix)
  return given
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null
}
