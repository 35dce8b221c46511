import { isRecord, parsedJson, type UnknownRecord } from '../guards.ts'
import { shortHash } from '../hash.ts'
import { createJsonReader } from './json-values.ts'
import type { Mends } from './mends.ts'

/** Whether a text is a whole JSON object. A number or a word may be the beginning of a longer one; an object ends. */
function isJsonObject(text: string): boolean {
  return isRecord(parsedJson(text))
}

/** Returns arguments, or a piece of them, as text. Servers send JSON objects where the format has their text. */
export function argumentsText(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

/**
 * Returns the JSON of a call's arguments. Some servers encode it twice, repeat it whole at the end of a stream, send `{}`
 * before it, or `null` for none (1jehuang/jcode#225). Any other text stays as it is: models do write broken JSON.
 */
export function wholeArguments(value: unknown, path: string, mends: Mends): string {
  const mended = mendedText(argumentsText(value))
  if (value !== null && value !== undefined && mended !== value)
    mends.add(
      'arguments',
      path,
      'The arguments are not the JSON text of one object, and are read as what they contain.',
    )
  return mended
}

/** Whether a text is the whole arguments of a call, in any of the forms that are read. A list ends as an object does. */
export function isWholeArguments(text: string): boolean {
  return isJsonObject(mendedText(text)) || (text.trimEnd().endsWith(']') && Array.isArray(parsedJson(text)))
}

function mendedText(text: string): string {
  if (text.trim() === '' || isJsonObject(text)) return text
  return text.trim() === 'null' ? '{}' : (decodedTwice(text) ?? onlyObject(text) ?? text)
}

/** Returns the arguments of a call as the object that the format has. A text that is not one is kept under a name. */
export function objectArguments(value: unknown, path: string, mends: Mends): UnknownRecord {
  if (isRecord(value)) return value
  const text = wholeArguments(value, path, mends)
  if (text.trim() === '') return {}
  const parsed = parsedJson(text)
  return isRecord(parsed) ? parsed : { rawInvalidInput: value }
}

function decodedTwice(text: string): string | undefined {
  const inner = text.startsWith('"') ? parsedJson(text) : undefined
  return typeof inner === 'string' && isJsonObject(inner) ? inner : undefined
}

/** Returns the object of a text that consists of this object, repeated, and empty ones. */
function onlyObject(text: string): string | undefined {
  const found = new Set<string>()
  let end = 0
  let isOther = !text.trimStart().startsWith('{')
  const reader = createJsonReader(
    (json) => {
      const start = text.indexOf(json, end)
      isOther ||= text.slice(end, start).trim() !== '' || !isJsonObject(json)
      end = start + json.length
      if (json !== '{}') found.add(json)
    },
    () => {
      isOther = true
    },
  )
  if (isOther) return undefined
  reader.push(text)
  reader.end()
  const [only = '{}', ...others] = found
  return isOther || text.slice(end).trim() !== '' || others.length > 0 ? undefined : only
}

/**
 * Returns an id for a call that has none: from the response's id, the call's place and name, so that each decoding gives the
 * same.
 */
export function madeUpId(responseId: unknown, place: number, name: string, taken: Taken): string {
  for (let salt = ''; ; salt += '+') {
    const id = `call_${shortHash(`${String(responseId ?? '')}\n${place}\n${name}${salt}`)}`
    if (!taken.has(id)) return id
  }
}

/** The ids of a response's calls. */
interface Taken {
  has(id: string): boolean
}

/** What a mend says of a call whose id is none of its own: results with it would be of one call for a program. */
export function idMend(given: string): string {
  return given === ''
    ? 'A call has no id, and gets one.'
    : 'A call has the id of another call, and gets one of its own.'
}

/** Makes up the ids of the calls of one response. */
export interface CallIdMaker {
  /** Returns the id that a call has, or a new one if it has none or another call has it. */
  idOf(given: unknown, name: string, path: string): string
}

/**
 * Returns ids for the calls of a response that have none, or one that another has: some servers give all calls one id
 * (NousResearch/hermes-agent#88324, read on 2026-11-30).
 *
 * @param given The ids that its calls have.
 */
export function createCallIds(responseId: unknown, given: readonly unknown[], mends: Mends): CallIdMaker {
  const taken = new Set(given.map(idText).filter((id) => id !== ''))
  const used = new Set<string>()
  let place = 0
  return {
    idOf(value, name, path) {
      const at = place++
      const id = idText(value)
      if (id !== '' && !used.has(id)) {
        used.add(id)
        if (id !== value) mends.add('form', path, 'The id of a call is a number, and is read as text.')
        return id
      }
      const made = madeUpId(responseId, at, name, taken)
      taken.add(made)
      mends.add('call-id', path, idMend(id))
      return made
    },
  }
}

function idText(value: unknown): string {
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : ''
}

/** Returns the arguments of a call from their JSON. A model may write what is not JSON: it is kept as text, as it is. */
export function parsedInput(text: string): unknown {
  if (text.trim() === '') return {}
  const value = parsedJson(text)
  return value === undefined ? text : value
}

/** Returns the id of a call in the deltas of a stream: its own, or the one that it gets in the whole response. */
export type StreamIds = (call: object, given: string, name: string) => string

/**
 * Gives calls without an id of their own the ids of the whole response, as soon as they begin.
 *
 * @param make Returns the id of a call by its place among the calls.
 */
export function createStreamIds(make: (place: number, name: string, taken: Taken) => string): StreamIds {
  const places = new Map<object, number>()
  const made = new Map<object, string>()
  const owners = new Map<string, object>()
  return (call, given, name) => {
    const place = places.get(call) ?? places.size
    places.set(call, place)
    const isOwn = given !== '' && (owners.get(given) ?? call) === call
    const id = isOwn ? given : (made.get(call) ?? make(place, name, owners))
    if (!isOwn) made.set(call, id)
    owners.set(id, call)
    return id
  }
}

/** Gives ids as `createCallIds` does. @param responseId Returns the id of the response, once it is known. */
export function streamIdsFor(responseId: () => unknown): StreamIds {
  return createStreamIds((place, name, taken) => madeUpId(responseId(), place, name, taken))
}
