import { isObject, mustBeOneOf } from '@lamella/core/plugin'

/** Names that every XML parser accepts; those that begin with `xml` are reserved. */
const name = /^(?!xml)[a-z_][a-z0-9_.-]*$/i

const roles = ['system', 'user', 'assistant']

/**
 * Returns the problem with the metadata of a custom chunk, or `undefined`. Names go into markup and cannot be escaped.
 */
export function customProblem(metadata: Readonly<Record<string, unknown>>): string | undefined {
  const { tag, role, attributes, callId } = metadata
  if (tag !== undefined && !(typeof tag === 'string' && name.test(tag))) {
    return `has the tag '${String(tag)}', which is not a valid name: use letters, digits, _, - and ., starting with a letter or _`
  }
  const roleProblem = role === undefined ? undefined : mustBeOneOf(roles)(role)
  if (roleProblem !== undefined) return `has invalid metadata: 'role' ${roleProblem}`
  if (callId !== undefined && typeof callId !== 'string') return "has invalid metadata: 'callId' must be a string"
  if (attributes === undefined) return undefined
  if (!isObject(attributes)) return "has invalid metadata: 'attributes' must be an object"
  for (const [key, value] of Object.entries(attributes)) {
    if (!name.test(key) || key === 'id') {
      return `has the attribute '${key}', which is ${key === 'id' ? 'reserved for the chunk id' : 'not a valid name'}`
    }
    const isValue = typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
    if (!isValue) return `has the attribute '${key}', whose value is not a string, finite number or boolean`
  }
  return undefined
}
