import { isObject, mustBeOneOf } from '@lamella/core/plugin'

/** Names that every reader of XML takes for one; those that begin with `xml` are XML's own. */
const name = /^(?!xml)[a-z_][a-z0-9_.-]*$/i

const roles = ['system', 'user', 'assistant']

/** What is wrong with the metadata of a custom chunk, or `undefined`. Names go into markup, where nothing can escape them. */
export function customProblem(metadata: Readonly<Record<string, unknown>>): string | undefined {
  const { tag, role, attributes, callId } = metadata
  if (tag !== undefined && !(typeof tag === 'string' && name.test(tag))) {
    return `has the tag '${String(tag)}', which is no name: letters, digits, _, - and ., a letter or _ first`
  }
  const roleProblem = role === undefined ? undefined : mustBeOneOf(roles)(role)
  if (roleProblem !== undefined) return `has the wrong metadata: 'role' ${roleProblem}`
  if (callId !== undefined && typeof callId !== 'string') return "has the wrong metadata: 'callId' must be a string"
  if (attributes === undefined) return undefined
  if (!isObject(attributes)) return "has the wrong metadata: 'attributes' must be an object"
  for (const [key, value] of Object.entries(attributes)) {
    if (!name.test(key) || key === 'id') {
      return `has the attribute '${key}', which is no name of one${key === 'id' ? ': the id stands there already' : ''}`
    }
    const isValue = typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
    if (!isValue) return `has the attribute '${key}', whose value is no string, finite number or boolean`
  }
  return undefined
}
