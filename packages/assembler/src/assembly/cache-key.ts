import type { FingerprintOf } from '../cache/fingerprint.ts'
import type { AssemblerDependencies } from '../contract/dependencies.ts'
import type { AssemblyInputs } from './inputs.ts'

/**
 * Everything that a context follows from, as far as it may be another one the next time: what was gathered, the state of the
 * session, the version of own layers. `undefined`: it must not be cached, since nobody can say what own layers follow
 * from, or since it is to be compared with another one.
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
  const version = await layersVersion?.(sessionId, agentId)
  if (layers !== undefined && layers.length > 0 && version === undefined) return undefined
  return {
    agentId,
    scope,
    additional,
    datetime,
    parameters,
    model: model?.id,
    window,
    reserve,
    session,
    version,
    message,
    files: fingerprintOf(files),
    skills: fingerprintOf(skills),
    tools: fingerprintOf(tools),
    notices: notices.map(({ code, message: text }) => [code, text]),
  }
}
