import { isRecord, type UnknownRecord } from '../guards.ts'
import type { Mends } from './mends.ts'
import { responseError } from './problem.ts'

/** A record that a decoder creates and may change. */
export type Fields = Record<string, unknown>

/** Sets a field by a name from outside: `__proto__` is a field like any other. Lists are copied, since they may grow. */
export function setField(target: Fields, name: string, given: unknown): void {
  const value = Array.isArray(given) ? [...given] : given
  if (name === '__proto__') {
    Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true })
  } else target[name] = value
}

/** Sets all fields of a record that are not null; later values replace earlier ones. */
export function setFields(target: Fields, source: UnknownRecord, except: readonly string[] = []): void {
  for (const [name, value] of Object.entries(source)) {
    if (value !== null && value !== undefined && !except.includes(name)) setField(target, name, value)
  }
}

/** Adds a piece to a text field. Returns whether there was one. */
export function appendText(target: Fields, name: string, piece: unknown): piece is string {
  if (typeof piece !== 'string') return false
  const text = target[name]
  target[name] = typeof text === 'string' ? text + piece : piece
  return true
}

/** Adds the items of a list to a field. A list that is already there is one of `setField`, so it may grow. */
export function appendItems(target: Fields, name: string, items: readonly unknown[]): void {
  const list = target[name]
  if (!Array.isArray(list)) setField(target, name, items)
  else for (const item of items) list.push(item)
}

/** Returns the record in a field; creates it if there is none. One that is there was created here, so it may grow. */
export function childOf(target: Fields, name: string): Fields {
  const known = target[name]
  if (isRecord(known)) return known as Fields
  const child: Fields = {}
  target[name] = child
  return child
}

/** Returns the values of a map in the order of its keys: numbers from a stream, which may be huge, so no array has holes. */
export function inOrder<Value>(values: ReadonlyMap<number, Value>): Value[] {
  return [...values].sort(([a], [b]) => a - b).map(([, value]) => value)
}

/** Returns the text of a field, or ''. */
export function textIn(record: UnknownRecord, name: string): string {
  const value = record[name]
  return typeof value === 'string' ? value : ''
}

/** Returns an index, or `undefined` if a value is none. Some servers send it as text. */
export function indexIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return Number.isSafeInteger(number) && (number as number) >= 0 ? (number as number) : undefined
}

/** Returns an index, or `undefined` if a value is none, with a row for whatever is not a number. */
export function placeIn(value: unknown, path: string, mends: Mends): number | undefined {
  const index = indexIn(value)
  if (index !== value) mends.add('event', path, `An event has an ${path} that is not a whole number.`)
  return index
}

/** Returns an index of a stream. It may be of any size: it is a key of a map, never a place in a list. */
export function readIndex(title: string, value: unknown, path: string): number {
  const index = indexIn(value)
  if (index !== undefined) return index
  throw responseError(title, 'malformed', `The stream has an ${path} that is not a whole number`)
}
