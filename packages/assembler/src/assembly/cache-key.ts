import { isLamellaError } from '@lamella/core'
import type { FingerprintOf } from '../cache/fingerprint.ts'
import type { ListNameOf } from '../cache/list-names.ts'
import type { AssemblerDependencies } from '../contract/dependencies.ts'
import { type Asked, ask, dependencyInvalid } from '../dependency-errors.ts'
import type { AssemblyInputs } from './inputs.ts'
import type { FoundSession } from './session-key.ts'

const asked: Asked = { dependency: 'layersVersion', method: 'layersVersion' }
const fix = "Return a cache key that changes whenever your layers' output would, or undefined."

/** How long inputs are named in a key. */
export interface Names {
  readonly fingerprintOf: FingerprintOf
  readonly listNameOf: ListNameOf
}

/**
 * Collects every input of a context that may change between requests: what was gathered, the state of the session, the
 * version of custom layers. Returns `undefined` if the context must not be cached, because the inputs of custom layers
 * are unknown.
 *
 * @throws LamellaError `DEPENDENCY_FAILED`, `DEPENDENCY_INVALID`
 */
export async function cacheKey(
  inputs: AssemblyInputs,
  found: FoundSession['key'],
  { layers, layersVersion }: AssemblerDependencies,
  { fingerprintOf, listNameOf }: Names,
): Promise<object | undefined> {
  const { sessionId, agentId, scope, additional, datetime, parameters, model, window, reserve } = inputs
  const { files, skills, tools, message, notices } = inputs
  const version = await ask(asked, () => layersVersion?.(sessionId, agentId))
  if (version !== undefined && typeof version !== 'string')
    throw dependencyInvalid(asked, 'must return a string or undefined', fix)
  const session = found.messages === undefined ? found : nameOf(sessionId, found.messages, listNameOf)
  // Messages that cannot be compared, such as those with functions, can be sent but not cached.
  if (session === undefined) return undefined
  if (layers !== undefined && layers.length > 0 && version === undefined) return undefined
  return {
    agentId,
    scope,
    additional,
    datetime,
    parameters,
    model: fingerprintOf(model),
    window,
    reserve,
    session,
    version,
    message,
    files: fingerprintOf(files),
    skills: fingerprintOf(skills),
    tools: fingerprintOf(tools),
    notices: notices.map(({ code, what: text }) => [code, text]),
  }
}

function nameOf(session: string, messages: unknown, listNameOf: ListNameOf): { readonly list: string } | undefined {
  // What is not a list is rejected when the session is opened.
  if (!Array.isArray(messages)) return undefined
  try {
    return { list: listNameOf(session, messages) }
  } catch (error) {
    if (isLamellaError(error, 'OPTION_INVALID') && error.details.what === 'canonicalKey') return undefined
    throw error
  }
}
