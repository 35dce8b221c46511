import type { JsonValue } from '@lamella/core'

/** A copy of a value, or why it is not JSON. */
export type Copied = { readonly value: JsonValue } | { readonly problem: string }

/**
 * The maximum number of levels of lists and objects. More are a cycle or an attack, and would overflow the stack of the
 * CRDT library.
 */
const deepest = 100

/** The maximum number of characters (UTF-16 units) in all texts of a value together. */
const longest = 2 ** 24

/**
 * Copies a JSON value. Sorts the keys of objects by code unit, so that replicas agree, and omits properties that are
 * `undefined`.
 */
export function copyJson(value: unknown): Copied {
  const state: State = { size: 0, problem: undefined }
  try {
    const copied = copy(value, 0, state)
    return state.problem === undefined ? { value: copied } : { problem: state.problem }
  } catch {
    // A getter or a proxy threw.
    return { problem: 'a property that cannot be read' }
  }
}

interface State {
  size: number
  problem: string | undefined
}

function copy(one: unknown, depth: number, state: State): JsonValue {
  if (typeof one === 'string') return checked(one, state)
  if (typeof one === 'boolean' || one === null) return one
  if (typeof one === 'number' && Number.isFinite(one)) return one === 0 ? 0 : one
  if (typeof one === 'number') state.problem ??= String(one)
  else if (typeof one !== 'object') state.problem ??= `a value of the type ${typeof one}`
  else if (depth === deepest) state.problem ??= `a cycle, or more than ${deepest} levels`
  else if (Array.isArray(one)) return copyList(one, depth, state)
  else if (isPlain(one)) return copyObject(one as Readonly<Record<string, unknown>>, depth, state)
  else state.problem ??= `an object of the class ${Object.prototype.toString.call(one).slice(8, -1)}`
  return null
}

function copyList(list: readonly unknown[], depth: number, state: State): JsonValue {
  state.size += list.length
  const items: JsonValue[] = []
  for (let index = 0; index < list.length && state.problem === undefined; index++) {
    items.push(copy(list[index], depth + 1, state))
  }
  return items
}

function copyObject(object: Readonly<Record<string, unknown>>, depth: number, state: State): JsonValue {
  const result: Record<string, JsonValue> = {}
  for (const key of Object.keys(object).sort()) {
    const item = object[key]
    if (item === undefined) continue
    // The CRDT library drops this key silently.
    if (key === '__proto__') state.problem ??= 'a key __proto__'
    if (state.problem !== undefined) break
    result[checked(key, state)] = copy(item, depth + 1, state)
  }
  return result
}

function checked(text: string, state: State): string {
  state.size += text.length
  if (state.size > longest) state.problem ??= `more than ${longest} characters`
  else if (!isWellFormed(text)) state.problem ??= 'half of a surrogate pair'
  // The CRDT library takes this text for a container and rejects it.
  else if (text.startsWith('🦜:cid:')) state.problem ??= 'a text that begins with 🦜:cid:'
  return text
}

/** Checks whether a text has no half of a surrogate pair. */
export function isWellFormed(text: string): boolean {
  return !/[\uD800-\uDFFF]/u.test(text)
}

function isPlain(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
