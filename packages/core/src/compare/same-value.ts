/** Limits on the values and depth of one comparison: cycles and massively shared objects must terminate. */
const mostLooks = 1_000_000
const deepest = 500

/** Fields that formats send as JSON text, where the order of keys matters. */
const writtenAsText: ReadonlySet<string> = new Set(['input', 'inputSchema', 'value'])

/**
 * Checks whether two values serialize alike: values that JSON omits are omitted, a URL is its text, bytes are compared
 * one by one. In tool inputs, JSON outputs and schemas the key order must match too, since a provider sees them as
 * text. Anything that is neither plain data nor bytes equals only itself. Never throws, and always ends quickly.
 */
export function sameValue(a: unknown, b: unknown): boolean {
  return a === b || isTrue(() => same(a, b, false, 0, { left: mostLooks }))
}

/** Checks whether two objects are alike in the given fields. Others, such as the ids of a store, reach no provider. */
export function sameFields(a: unknown, b: unknown, fields: readonly string[]): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  return isTrue(() => same(only(a, fields), only(b, fields), false, 0, { left: mostLooks }))
}

/** Reads a field of a value that may not be an object. */
export function fieldOf(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  try {
    return (value as Fields)[field]
  } catch {
    return undefined
  }
}

function only(value: object, fields: readonly string[]): Fields {
  const picked: Record<string, unknown> = {}
  for (const field of fields) picked[field] = (value as Fields)[field]
  return picked
}

/** Runs a comparison; a getter or proxy that throws counts as different. */
function isTrue(test: () => boolean): boolean {
  try {
    return test()
  } catch {
    return false
  }
}

type Fields = Readonly<Record<string, unknown>>

/** The maximum number of values that one comparison may still visit. */
interface Looks {
  left: number
}

/** @param isText Whether the values are written as text, so that the order of keys matters. */
function same(a: unknown, b: unknown, isText: boolean, depth: number, looks: Looks): boolean {
  if (--looks.left < 0) return false
  const x = written(a)
  const y = written(b)
  if (x === y) return true
  if (typeof x !== 'object' || typeof y !== 'object' || x === null || y === null || depth > deepest) return false
  const bytes = bytesOf(x)
  if (bytes) return sameBytes(bytes, bytesOf(y))
  if (Array.isArray(x)) return Array.isArray(y) && sameItems(x, y, isText, depth + 1, looks)
  if (!isPlain(x) || !isPlain(y)) return false
  const sameAs = isText ? sameSequence : sameKeys
  return sameAs(x as Fields, y as Fields, depth + 1, looks)
}

function sameItems(
  a: readonly unknown[],
  b: readonly unknown[],
  isText: boolean,
  depth: number,
  looks: Looks,
): boolean {
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index++) {
    // In arrays JSON writes null for values that it omits elsewhere.
    if (!same(written(a[index]) ?? null, written(b[index]) ?? null, isText, depth, looks)) return false
  }
  return true
}

function sameKeys(a: Fields, b: Fields, depth: number, looks: Looks): boolean {
  const keys = keysOf(a)
  if (keys.length !== keysOf(b).length) return false
  return keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key], writtenAsText.has(key), depth, looks))
}

function sameSequence(a: Fields, b: Fields, depth: number, looks: Looks): boolean {
  const keys = keysOf(a)
  const others = keysOf(b)
  if (keys.length !== others.length) return false
  return keys.every((key, index) => key === others[index] && same(a[key], b[key], true, depth, looks))
}

function keysOf(value: Fields): readonly string[] {
  return Object.keys(value).filter((key) => written(value[key]) !== undefined)
}

/** Returns the JSON form of a value unless it is an object: `undefined` for values that JSON omits. */
function written(value: unknown): unknown {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? value : null
    case 'function':
    case 'symbol':
      return undefined
    case 'object':
      if (value instanceof URL) return value.href
      return value instanceof Date ? value.toJSON() : value
    default:
      return value
  }
}

function bytesOf(value: object): Uint8Array | undefined {
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  return ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : undefined
}

function sameBytes(a: Uint8Array, b: Uint8Array | undefined): boolean {
  if (a.length !== b?.length) return false
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false
  return true
}

/** Checks whether a value is an object from `{}` or `JSON.parse`, of any realm; not a class instance. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
