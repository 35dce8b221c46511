import { wireError } from './errors.ts'
import { type Ledger, lose, mend, pathOf } from './ledger.ts'
import { isWellFormed } from './well-formed.ts'

/**
 * The JSON text of a value, or `undefined` where the value is `undefined`, a function or a symbol.
 *
 * As in `JSON.stringify`, a property that is undefined, a function or a symbol is left out, and a Date becomes its ISO
 * text. What JSON would change in silence is noted as a loss: NaN, Infinity and an undefined item of a list become null, a
 * Map or a Set becomes `{}`. Lone surrogates become U+FFFD, in keys too.
 *
 * @throws LamellaError `WIRE_UNENCODABLE` for a BigInt, a cycle, nesting deeper than the stack, or a `toJSON` that throws.
 */
export function jsonText(ledger: Ledger, value: unknown): string | undefined {
  try {
    const text: string | undefined = JSON.stringify(value)
    if (text === undefined) return undefined
    // What JSON changes shows as one of these two: only then is the value looked at.
    if (text.includes('null') || text.includes('{}')) noteChange(ledger, value)
    return text.includes('\\ud') ? repairEscapes(ledger, text) : text
  } catch (cause) {
    throw unencodable(ledger, cause)
  }
}

function unencodable(ledger: Ledger, cause: unknown): Error {
  // Engines draw a cycle over several lines: the first one says what it is, the rest is in the cause.
  const [why] = String(cause instanceof Error ? cause.message : cause).split('\n')
  const path = pathOf(ledger)
  return wireError(
    'WIRE_UNENCODABLE',
    `The value at ${path} cannot be written as JSON: ${why}.`,
    'Give it as plain JSON: BigInt as text, no cycles.',
    { path },
    cause,
  )
}

/** The value itself if it is plain JSON, which is the usual case and copies nothing; else what its JSON text says. */
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
  if (changed !== undefined) lose(ledger, 'value', `JSON cannot carry ${changed}.`)
}

/** How deep provider options and schemas may nest: far from where what reads a request later runs out of stack. */
const deepest = 1_000

/** Names the first thing that JSON does not carry as it is. `strict` is about more: strings, and what is left out. */
function changedByJson(value: unknown, strict: boolean, depth: number): string | undefined {
  switch (typeof value) {
    case 'string':
      return strict && !isWellFormed(value) ? 'half of a surrogate pair' : undefined
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
  if (depth > deepest) throw new RangeError(`it nests deeper than ${deepest} levels, or holds itself`)
  if (Array.isArray(value)) return changedInList(value, strict, depth)
  if ('toJSON' in value && typeof value.toJSON === 'function') return strict ? 'an object with a toJSON' : undefined
  const keys = Object.keys(value)
  if (keys.length === 0) {
    const tag: string = Object.prototype.toString.call(value).slice(8, -1)
    return tag === 'Object' ? undefined : `a ${tag}`
  }
  for (const key of keys) {
    if (strict && !isWellFormed(key)) return 'half of a surrogate pair'
    const changed = changedByJson((value as Record<string, unknown>)[key], strict, depth)
    if (changed !== undefined) return changed
  }
  return undefined
}

function changedInList(list: readonly unknown[], strict: boolean, depth: number): string | undefined {
  // By index, since a hole becomes null too.
  for (let i = 0; i < list.length; i++) {
    const item = list[i]
    const type = typeof item
    if (type === 'undefined' || type === 'function' || type === 'symbol') return `${type} in a list`
    const changed = changedByJson(item, strict, depth)
    if (changed !== undefined) return changed
  }
  return undefined
}

// One escape at a time, so that the text \ud800 with an escaped backslash before it is not taken for one.
const escapes = /\\(?:u(d[89a-f][0-9a-f]{2})|.)/gs

/** `JSON.stringify` writes a lone surrogate, and nothing else, as \ud8xx; a provider that parses it has it back. */
function repairEscapes(ledger: Ledger, text: string): string {
  const repaired = text.replace(escapes, (found: string, lone?: string) => (lone === undefined ? found : '\uFFFD'))
  if (repaired === text) return text
  mend(ledger, 'surrogate', 'Half of a surrogate pair was replaced with U+FFFD.')
  return JSON.stringify(JSON.parse(repaired)) // Two keys may have become one.
}
