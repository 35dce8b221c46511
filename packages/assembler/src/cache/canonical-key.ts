import { LamellaError } from '@lamella/core'

/** Returns a short unique text for a value whose content cannot be compared: a function or a class instance. */
export type NameOf = (value: object) => string

/** The deepest nesting of a value. Deeper values are treated as cycles. */
const deepest = 500

/**
 * Returns a text that is equal for two values exactly if they have the same content, whatever the order of their
 * members. Members that are `undefined` are left out, as in JSON. NaN, -0, infinities, BigInt, dates, URLs and bytes
 * are supported; values whose content cannot be compared are rejected.
 *
 * @throws LamellaError `OPTION_INVALID` for a function, a symbol, an instance of another class, a cycle, or more than
 * 500 levels
 * @example
 * canonicalKey({ b: 1, a: [true, undefined] }) // '{"a":[true,undefined],"b":1}'
 */
export function canonicalKey(value: unknown): string {
  return canonicalText(value, undefined)
}

/** Returns the same text, with names for values whose content cannot be compared. */
export function canonicalText(value: unknown, nameOf: NameOf | undefined): string {
  return write(value, nameOf, [], 0)
}

/** @param path Keys that lead to the value; those from `depth` on belong to other values. */
function write(value: unknown, nameOf: NameOf | undefined, path: (string | number)[], depth: number): string {
  switch (typeof value) {
    case 'string':
      return quoted(value)
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value)
    case 'boolean':
    case 'undefined':
      return String(value)
    case 'bigint':
      return `${value}n`
    case 'object':
      if (value === null) return 'null'
      if (depth > deepest) throw refused('a cycle, or 500 levels', path, depth)
      return writeObject(value, nameOf, path, depth)
    case 'function':
      if (nameOf) return nameOf(value)
      break
    default:
  }
  throw refused(`a ${typeof value}`, path, depth)
}

function writeObject(value: object, nameOf: NameOf | undefined, path: (string | number)[], depth: number): string {
  if (Array.isArray(value)) {
    let text = '['
    for (let index = 0; index < value.length; index++) {
      path[depth] = index
      text += `${index === 0 ? '' : ','}${write(value[index], nameOf, path, depth + 1)}`
    }
    return `${text}]`
  }
  if (isPlain(value)) {
    const members = value as Readonly<Record<string, unknown>>
    let text = ''
    for (const key of Object.keys(members).sort()) {
      const member = members[key]
      if (member === undefined) continue
      path[depth] = key
      text += `${text === '' ? '' : ','}${quoted(key)}:${write(member, nameOf, path, depth + 1)}`
    }
    return `{${text}}`
  }
  if (value instanceof Date) return `Date(${value.getTime()})`
  if (value instanceof URL) return `URL(${JSON.stringify(value.href)})`
  if (value instanceof ArrayBuffer) return bytesText('ArrayBuffer', new Uint8Array(value))
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    return bytesText(classOf(value), new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
  }
  if (nameOf) return nameOf(value)
  throw refused(`an instance of the class ${classOf(value)}`, path, depth)
}

/** Returns whether an object has only plain members: a literal, one without a prototype, or one from another realm. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return true
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, 'hasOwnProperty')
}

/** Returns the same text as JSON, but faster, because most texts need no escaping. */
function quoted(text: string): string {
  return escaped.test(text) ? JSON.stringify(text) : `"${text}"`
}

const escaped = /["\\\p{Cc}\ud800-\udfff]/u

function classOf(value: object): string {
  return Object.prototype.toString.call(value).slice(8, -1)
}

/** Writes bytes as one-byte characters after their number, so that no byte can pass for what follows. */
function bytesText(name: string, bytes: Uint8Array): string {
  let text = `${name}:${bytes.length}:`
  // Engines limit the number of arguments.
  for (let at = 0; at < bytes.length; at += 8192) {
    text += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(at, at + 8192))
  }
  return text
}

function refused(what: string, path: readonly (string | number)[], depth: number): LamellaError<'OPTION_INVALID'> {
  const place = path.slice(0, Math.min(depth, 12)).join('.')
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: `canonicalKey: there is ${what} at '${place}', whose content cannot be compared.`,
    fix: 'Use plain values, lists and objects in keys.',
    details: { what: 'canonicalKey', option: place },
  })
}
