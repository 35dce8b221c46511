/** Names the first thing in a value that JSON would lose. `undefined` properties count as omitted. */
export function lostByJson(value: unknown, depth: number): string | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return undefined
    case 'number':
      return Number.isFinite(value) ? undefined : String(value)
    case 'object':
      return value === null ? undefined : lostInObject(value, depth)
    default:
      return `a ${typeof value}`
  }
}

function lostInObject(value: object, depth: number): string | undefined {
  if (depth > 500) return 'a cycle, or 500 levels'
  const isList = Array.isArray(value)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (!isList && prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    return `an object of the class ${Object.prototype.toString.call(value).slice(8, -1)}`
  }
  if (isList) return lostInList(value, depth)
  for (const key of Object.keys(value)) {
    const lost = lostByJson((value as Readonly<Record<string, unknown>>)[key], depth + 1)
    if (lost !== undefined) return lost
  }
  return undefined
}

function lostInList(list: readonly unknown[], depth: number): string | undefined {
  for (const item of list) {
    if (item === undefined) return 'an undefined list item'
    const lost = lostByJson(item, depth + 1)
    if (lost !== undefined) return lost
  }
  return undefined
}

/** Returns the JSON text of a value; '' for one that cannot be JSON (a cycle, a BigInt): the encoder rejects it with a path. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}
