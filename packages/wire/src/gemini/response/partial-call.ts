import { isLamellaError } from '@lamella/core'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { type Fields, setField, setFields, textIn } from '../../shared/response/fields.ts'
import { responseError } from '../../shared/response/problem.ts'
import { type TornPart, tornCall } from '../../shared/response/response.ts'

/** Arguments that arrive value by value. */
interface PartialArgs {
  add(piece: UnknownRecord): void
  /** Returns `{ args }` if there are any. */
  found(): { readonly args: Fields } | undefined
}

/**
 * Puts arguments together from values and their JSON paths, such as `$.places[0].city`. A text whose piece says `willContinue`
 * goes on under the same path. Items of a list come in order, so no index can make a large list.
 *
 * Source: @google/genai 2.32.0, `PartialArg`. Read on 2026-11-23.
 */
function createPartialArgs(title: string): PartialArgs {
  const args: Fields = {}
  let isEmpty = true
  const open = new Set<string>()
  const refuse = (path: string): never => {
    throw responseError(title, 'malformed', `The stream has arguments at an impossible path: ${path.slice(0, 200)}`)
  }
  return {
    add(piece) {
      const path = typeof piece['jsonPath'] === 'string' ? piece['jsonPath'] : ''
      const keys = keysOf(path) ?? refuse(path)
      let target: Fields | unknown[] = args
      for (const [at, key] of keys.slice(0, -1).entries()) {
        const known: unknown = read(target, key)
        const next: unknown = known ?? (typeof keys[at + 1] === 'number' ? [] : {})
        if (known === undefined && !write(target, key, next)) refuse(path)
        if (!Array.isArray(next) && !isRecord(next)) return refuse(path)
        target = read(target, key) as Fields | unknown[]
      }
      const key = keys.at(-1) as string | number
      const before = open.has(path) ? read(target, key) : undefined
      const value = valueIn(piece)
      const text = typeof before === 'string' && typeof value === 'string' ? before + value : value
      if (value !== undefined && !write(target, key, text)) refuse(path)
      isEmpty = false
      if (piece['willContinue'] === true) open.add(path)
      else open.delete(path)
    },
    found: () => (isEmpty ? undefined : { args }),
  }
}

function valueIn({ stringValue, numberValue, boolValue, nullValue }: UnknownRecord): unknown {
  const value = stringValue ?? numberValue ?? boolValue
  return value ?? (nullValue === undefined ? undefined : null)
}

function read(target: Fields | readonly unknown[], key: string | number): unknown {
  if (Array.isArray(target)) return typeof key === 'number' ? target[key] : undefined
  return Object.hasOwn(target, key) ? (target as Fields)[key] : undefined
}

/** Returns whether the place can hold the value: a list has no gaps. */
function write(target: Fields | unknown[], key: string | number, value: unknown): boolean {
  if (!Array.isArray(target)) {
    if (typeof key === 'number') return false
    setField(target, key, value)
    return true
  }
  if (typeof key !== 'number' || key > target.length) return false
  target[key] = value
  return true
}

/** Returns the keys of a path; `undefined` if it is not one of single values. Source: RFC 9535, section 2. */
function keysOf(path: string): (string | number)[] | undefined {
  if (!path.startsWith('$') || path.length < 2) return undefined
  const keys: (string | number)[] = []
  const find = /\.([^.[\]'"]+)|\[(\d{1,9})\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/y
  for (find.lastIndex = 1; find.lastIndex < path.length; ) {
    const found = find.exec(path)
    if (found === null || keys.length === 100) return undefined
    const [, name, index, single, double] = found
    keys.push(index === undefined ? (name ?? (single ?? double ?? '').replace(/\\(.)/g, '$1')) : Number(index))
  }
  return keys
}

/** A function call, whole or in pieces. */
export interface PartialCall {
  add(part: UnknownRecord, call: UnknownRecord): void
  willContinue(): boolean
  /** Whether some of its arguments cannot be read. */
  isBroken(): boolean
  /** Returns the part as a whole response has it. */
  part(): Fields
  torn(): TornPart
}

export function createPartialCall(title: string): PartialCall {
  const part: Fields = {}
  const functionCall: Fields = {}
  const args = createPartialArgs(title)
  let continues = false
  let isBroken = false
  const addPiece = (piece: UnknownRecord): void => {
    try {
      args.add(piece)
    } catch (error) {
      if (!isLamellaError(error, 'WIRE_RESPONSE')) throw error
      isBroken = true
    }
  }
  const whole = (): Fields => ({ ...part, functionCall: { ...functionCall, ...args.found() } })
  return {
    add(one, call) {
      setFields(part, one, ['functionCall'])
      // Later pieces may repeat the name as ''.
      setFields(functionCall, call, ['partialArgs', 'willContinue', ...(textIn(call, 'name') === '' ? ['name'] : [])])
      const pieces = call['partialArgs']
      for (const piece of Array.isArray(pieces) ? pieces : []) if (isRecord(piece)) addPiece(piece)
      continues = call['willContinue'] === true
    },
    willContinue: () => continues,
    isBroken: () => isBroken,
    part: whole,
    torn: () =>
      tornCall(textIn(functionCall, 'id'), textIn(functionCall, 'name'), JSON.stringify(args.found()?.args ?? {})),
  }
}
