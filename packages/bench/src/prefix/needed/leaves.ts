/** A string or number in a JSON value, or the name of a field, with the names of the fields above it. */
export interface Leaf {
  /** Field names from the outside in, without the places in lists. */
  readonly path: readonly string[]
  readonly text: string
  readonly isName: boolean
}

/** Lists all strings, numbers and field names of a JSON value. */
export function leavesOf(value: unknown, path: readonly string[] = []): readonly Leaf[] {
  if (typeof value === 'string' || typeof value === 'number') return [{ path, text: String(value), isName: false }]
  if (Array.isArray(value)) return value.flatMap((item) => leavesOf(item, path))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inside]) => [
    { path, text: name, isName: true },
    ...leavesOf(inside, [...path, name]),
  ])
}

/** Reads an object or a list from JSON text; `undefined` for any other text. */
export function jsonIn(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
