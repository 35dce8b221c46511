import { deepestJson } from '@lamella/core/plugin'
import { wireError } from './errors.ts'
import { type Ledger, lose, mend, pathOf } from './ledger.ts'

/**
 * Returns the JSON text of a value, or `undefined` if the value is `undefined`, a function or a symbol.
 *
 * As in `JSON.stringify`, properties that are undefined, functions or symbols are left out, and a Date becomes its ISO
 * text. Silent changes are reported as losses: NaN, Infinity and an undefined array item become null, a Map or a Set
 * becomes `{}`. Lone surrogates become U+FFFD, including in keys.
 *
 * @throws LamellaError `WIRE_UNENCODABLE` for a BigInt, a cycle, nesting deeper than 500 levels, or a `toJSON` that throws.
 */
export function jsonText(ledger: Ledger, value: unknown): string | undefined {
  try {
    const text: string | undefined = JSON.stringify(value)
    if (text === undefined) return undefined
    // Values that JSON changes appear as one of these two: inspect the value only then.
    if (text.includes('null') || text.includes('{}')) noteChange(ledger, value)
    return text.includes('\\ud') ? repairEscapes(ledger, text) : text
  } catch (cause) {
    throw unencodable(ledger, cause)
  }
}

function unencodable(ledger: Ledger, cause: unknown): Error {
  // Engines describe a cycle in several lines: the first names the problem, the rest is in the cause.
  const [why] = String(cause instanceof Error ? cause.message : cause).split('\n')
  const path = pathOf(ledger)
  return wireError(
    'WIRE_UNENCODABLE',
    `The value at ${path} cannot be written as JSON: ${why}.`,
    'Pass plain JSON: write BigInt as a string, and remove cycles.',
    { path },
    cause,
  )
}

/**
 * Returns the value itself if it is plain JSON, the usual case, without copying; otherwise the value that its JSON text
 * represents.
 */
export function cleanJson<Value>(ledger: Ledger, value: Value): Value {
  let changed: string | undefined
  try {
    changed = changedByJson(value, true, 0)
  } catch (cause) {
    throw unencodable(ledger, cause)
  }
  return changed === undefined ? value : (JSON.parse(jsonText(ledger, value) ?? 'null') as Value)
}

function noteChange(ledger: Ledger, value: unknown): void {
  const changed = changedByJson(value, false, 0)
  if (changed !== undefined) lose(ledger, 'value', `JSON cannot represent ${changed}.`)
}

/** Names the first thing that JSON does not represent exactly. `strict` also checks strings and omitted properties. */
function changedByJson(value: unknown, strict: boolean, depth: number): string | undefined {
  switch (typeof value) {
    case 'string':
      return strict && !value.isWellFormed() ? 'a lone surrogate' : undefined
    case 'number':
      if (strict && Object.is(value, -0)) return '-0'
      return Number.isFinite(value) ? undefined : String(value)
    case 'object':
      return value === null ? undefined : changedInObject(value, strict, depth + 1)
    case 'boolean':
    case 'undefined':
      return undefined
    default:
      return strict ? `a ${typeof value}` : undefined
  }
}

function changedInObject(value: object, strict: boolean, depth: number): string | undefined {
  if (depth > deepestJson) throw new RangeError(`it is nested deeper than ${deepestJson} levels, or contains itself`)
  if (Array.isArray(value)) return changedInList(value, strict, depth)
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return strict ? 'an object with a toJSON method' : undefined
  const keys = Object.keys(value)
  if (keys.length === 0) {
    const tag: string = Object.prototype.toString.call(value).slice(8, -1)
    return tag === 'Object' ? undefined : `a ${tag}`
  }
  for (const key of keys) {
    if (strict && !key.isWellFormed()) return 'a lone surrogate'
    const changed = changedByJson((value as Record<string, unknown>)[key], strict, depth)
    if (changed !== undefined) return changed
  }
  return undefined
}

function changedInList(list: readonly unknown[], strict: boolean, depth: number): string | undefined {
  // By index, because a hole becomes null too.
  for (let i = 0; i < list.length; i++) {
    const item = list[i]
    const type = typeof item
    if (type === 'undefined' || type === 'function' || type === 'symbol') return `${type} in a list`
    const changed = changedByJson(item, strict, depth)
    if (changed !== undefined) return changed
  }
  return undefined
}

// Matches one escape at a time, so that the text \ud800 after an escaped backslash is not mistaken for one.
const escapes = /\\(?:u(d[89a-f][0-9a-f]{2})|.)/gs

/** `JSON.stringify` escapes only lone surrogates as \ud8xx; a provider that parses the escape gets the surrogate back. */
function repairEscapes(ledger: Ledger, text: string): string {
  const repaired = text.replace(escapes, (found: string, lone?: string) => (lone === undefined ? found : '\uFFFD'))
  if (repaired === text) return text
  mend(ledger, 'surrogate', 'A lone surrogate was replaced with U+FFFD.')
  return JSON.stringify(JSON.parse(repaired)) // Two keys may now be equal.
}
