import type { FingerprintOf } from '../cache/fingerprint.ts'
import type { AssemblerDependencies } from '../contract/dependencies.ts'
import { type Asked, ask, dependencyInvalid } from '../dependency-errors.ts'
import type { AssemblyInputs } from './inputs.ts'

const asked: Asked = { dependency: 'layersVersion', method: 'layersVersion' }
const fix = "Return a cache key that changes whenever your layers' output would, or undefined."

/**
 * Collects every input of a context that may change between requests: what was gathered, the state of the session, the
 * version of custom layers. Returns `undefined` if the context must not be cached, because the inputs of custom layers
 * are unknown.
 *
 * @throws LamellaError `DEPENDENCY_FAILED`, `DEPENDENCY_INVALID`
 */
export async function cacheKey(
  inputs: AssemblyInputs,
  session: unknown,
  { layers, layersVersion }: AssemblerDependencies,
  fingerprintOf: FingerprintOf,
): Promise<object | undefined> {
  const { sessionId, agentId, scope, additional, datetime, parameters, model, window, reserve } = inputs
  const { files, skills, tools, message, notices } = inputs
  const version = await ask(asked, () => layersVersion?.(sessionId, agentId))
  if (version !== undefined && typeof version !== 'string')
    throw dependencyInvalid(asked, 'must return a string or undefined', fix)
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
