import { isObject } from '@lamella/core/plugin'

/**
 * Copies a plain JSON value. What occurs in it several times, as the same object, does so in the copy.
 *
 * @param onText Gets the length of each text in it once.
 */
export function copyJson<Value>(value: Value, onText?: (length: number) => void): Value {
  const copies = new Map<object, object>()
  const copy = (one: unknown): unknown => {
    if (typeof one === 'string') onText?.(one.length)
    if (typeof one !== 'object' || one === null) return one
    const known = copies.get(one)
    if (known) return known
    if (Array.isArray(one)) {
      const list: unknown[] = []
      copies.set(one, list)
      for (const item of one) list.push(copy(item))
      return list
    }
    const members: Record<string, unknown> = {}
    copies.set(one, members)
    for (const key of Object.keys(one)) {
      const member = copy((one as Readonly<Record<string, unknown>>)[key])
      if (key === '__proto__') Object.defineProperty(members, key, { value: member, enumerable: true })
      else members[key] = member
    }
    return members
  }
  return copy(value) as Value
}

/** Whether two plain JSON values have the same content. Members that are `undefined` count as absent. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one)) {
    if (!Array.isArray(other) || one.length !== other.length) return false
    return one.every((item, index) => sameJson(item, other[index]))
  }
  if (!isObject(one) || !isObject(other) || Array.isArray(other)) return false
  for (const key of Object.keys(one)) {
    if (!sameJson(one[key], Object.hasOwn(other, key) ? other[key] : undefined)) return false
  }
  for (const key of Object.keys(other)) if (other[key] !== undefined && !Object.hasOwn(one, key)) return false
  return true
}
