import type { FingerprintOf } from '../cache/fingerprint.ts'
import type { AssemblerDependencies } from '../contract/dependencies.ts'
import { type Asked, ask, dependencyInvalid } from '../dependency-errors.ts'
import type { AssemblyInputs } from './inputs.ts'

const asked: Asked = { dependency: 'layersVersion', method: 'layersVersion' }
const fix = "Give a cache key that changes whenever your layers' output would, or undefined."

/**
 * Everything that a context follows from, as far as it may be another one the next time: what was gathered, the state of the
 * session, the version of own layers. `undefined`: it must not be cached, since nobody can say what own layers follow
 * from, or since it is to be compared with another one.
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
  const { files, skills, tools, message, notices, previous } = inputs
  if (previous !== undefined) return undefined
  const version = await ask(asked, () => layersVersion?.(sessionId, agentId))
  if (version !== undefined && typeof version !== 'string') throw dependencyInvalid(asked, 'what is no text', fix)
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
