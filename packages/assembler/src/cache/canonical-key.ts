import { LamellaError } from '@lamella/core'

/** A short unique text for what has no content to be compared: a function, an object of a class. */
export type NameOf = (value: object) => string

/** Levels of a value. Deeper ones are cycles, or might as well be. */
const deepest = 500

/**
 * A text that two values share if they have the same content, in whatever order their members stand, and at no other time.
 * Members that are `undefined` are left out, as JSON does. NaN, -0, infinities, BigInt, dates, URLs and bytes are known; what
 * has no content that could be compared is refused.
 *
 * @throws LamellaError `OPTION_INVALID` for a function, a symbol, an object of another class, a cycle, more than 500 levels
 * @example
 * canonicalKey({ b: 1, a: [true, undefined] }) // '{"a":[true,undefined],"b":1}'
 */
export function canonicalKey(value: unknown): string {
  return canonicalText(value, undefined)
}

/** The same, with names for what has no content to be compared. */
export function canonicalText(value: unknown, nameOf: NameOf | undefined): string {
  return write(value, nameOf, [], 0)
}

/** @param path Keys that lead to the value; those from `depth` on are of another one. */
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
  throw refused(`an object of the class ${classOf(value)}`, path, depth)
}

/** Whether an object has nothing but its members: a literal, one without a prototype, one of another realm. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return true
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, 'hasOwnProperty')
}

/** The same as JSON: most texts have nothing to be escaped, and finding that out is quicker than JSON is. */
function quoted(text: string): string {
  return escaped.test(text) ? JSON.stringify(text) : `"${text}"`
}

const escaped = /["\\\p{Cc}\ud800-\udfff]/u

function classOf(value: object): string {
  return Object.prototype.toString.call(value).slice(8, -1)
}

/** Bytes as characters of one byte, behind their number, so that no byte can pass for what follows. */
function bytesText(name: string, bytes: Uint8Array): string {
  let text = `${name}:${bytes.length}:`
  // No engine takes arguments without end.
  for (let at = 0; at < bytes.length; at += 8192) {
    text += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(at, at + 8192))
  }
  return text
}

function refused(what: string, path: readonly (string | number)[], depth: number): LamellaError<'OPTION_INVALID'> {
  const place = path.slice(0, Math.min(depth, 12)).join('.')
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: `canonicalKey: there is ${what} at '${place}', which has no content to be compared.`,
    fix: 'Use plain values, lists and objects in keys.',
    details: { what: 'canonicalKey', option: place },
  })
}
