import { isRecord, type UnknownRecord } from '../guards.ts'
import { createJsonReader } from './json-values.ts'
import { providerError, responseError } from './problem.ts'
import { createSseReader, type TextReader } from './sse.ts'

/** What a stream says. */
export interface EventHandler {
  onEvent(event: UnknownRecord): void
  /** Whether what follows is of no interest. It still counts for the limit. */
  isDone(): boolean
  /** `[DONE]`: no event follows. */
  onDone(): void
  /** An event is not readable, and is left out. */
  onProblem(problem: Error): void
}

/** A reader of the pieces of a stream. */
export interface EventReader {
  push(piece: string | UnknownRecord): void
  end(): void
}

/** The deepest nesting of an event: later readers are recursive. */
const deepest = 1_000

/**
 * Turns texts into events: server-sent events, or JSON objects if the text begins with one or with an array. Events that an
 * SDK has parsed are passed on.
 *
 * @param limit The most characters of all texts and events.
 * @throws LamellaError `WIRE_RESPONSE`: `too-large`, `incomplete`, or `failed` for an event that is the provider's error.
 */
export function createEventReader(title: string, limit: number, handler: EventHandler): EventReader {
  let left = limit
  let count = 0
  let text: TextReader | undefined
  const spend = (size: number): void => {
    left -= size
    if (left < 0) throw responseError(title, 'too-large', `The response has more than ${limit} characters`)
  }
  /** `name`: the event's own, which is its type for servers that leave the type out. */
  const take = (value: unknown, name = ''): void => {
    if (!isRecord(value)) {
      refuse('is not an object')
      return
    }
    const error = errorIn(value) ?? (name === 'error' ? value : undefined)
    if (error !== undefined) throw providerError(title, error)
    handler.onEvent(name === '' || typeof value['type'] === 'string' ? value : { ...value, type: name })
  }
  const refuse = (problem: string, cause?: unknown): void => {
    handler.onProblem(responseError(title, 'malformed', `Event ${count} of the stream ${problem}`, { cause }))
  }
  const parse = (json: string, isLast: boolean, name = ''): void => {
    let value: unknown
    try {
      value = JSON.parse(json)
    } catch (cause) {
      if (isLast) torn(cause)
      refuse('is not JSON', cause)
      return
    }
    if (isShallow(value, deepest, () => {})) take(value, name)
    else refuse(`is nested deeper than ${deepest} levels`)
  }
  const torn = (cause?: unknown): never => {
    throw responseError(title, 'incomplete', 'The stream ended inside an event', { cause })
  }
  const onSse = (data: string, name: string, isLast: boolean): void => {
    if (handler.isDone()) return
    count++
    const text = data.trim()
    if (text === '') return
    if (text === '[DONE]') handler.onDone()
    else if (name === 'error' && !text.startsWith('{')) throw providerError(title, text)
    else parse(text, isLast, name)
  }
  const onJson = (json: string): void => {
    if (handler.isDone()) return
    count++
    parse(json, false)
  }
  return {
    push(piece) {
      if (typeof piece !== 'string') {
        count++
        if (!isShallow(piece, deepest, spend)) refuse(`is nested deeper than ${deepest} levels`)
        else if (!handler.isDone()) take(piece)
        return
      }
      spend(piece.length)
      const first = text === undefined ? piece.trimStart()[0] : undefined
      if (first !== undefined)
        text = first === '{' || first === '[' ? createJsonReader(onJson, torn) : createSseReader(onSse)
      text?.push(piece)
    },
    end: () => text?.end(),
  }
}

/**
 * Returns the provider's error in an event or a body. Some servers send an empty one with everything; vLLM and SGLang send the
 * error itself (`ErrorResponse`, read on 2026-11-30).
 */
export function errorIn(record: UnknownRecord): unknown {
  const { error, object } = record
  if (object === 'error') return error ?? record
  if (typeof error === 'string') return error === '' ? undefined : error
  return isRecord(error) && Object.keys(error).length > 0 ? error : undefined
}

/** Whether a value is nested no deeper, and does not contain itself. Reports about how many characters it has as JSON. */
function isShallow(value: unknown, levels: number, spend: (size: number) => void): boolean {
  if (typeof value === 'string') spend(value.length + 2)
  else if (value instanceof Uint8Array) spend(value.length)
  else if (typeof value !== 'object' || value === null) spend(4)
  else {
    if (levels === 0) return false
    spend(2)
    for (const [key, item] of Object.entries(value)) {
      spend(key.length)
      if (!isShallow(item, levels - 1, spend)) return false
    }
  }
  return true
}
