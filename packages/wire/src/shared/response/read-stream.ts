import { isLamellaError } from '@lamella/core'
import type { UnknownRecord } from '../guards.ts'
import type { Accumulator, ResponseFormat } from './accumulator.ts'
import { finishResponse, readBody } from './decode-response.ts'
import { createEventReader, type EventReader } from './events.ts'
import { createMends, type Mends } from './mends.ts'
import type { ChoiceOption, StreamOptions } from './options.ts'
import { deltaNames, renamed, renamedTorn } from './own-names.ts'
import { isHttpResponse, piecesOf, refusal, type StreamSource } from './pieces.ts'
import { responseError, withPartial } from './problem.ts'
import type { DecodedResponse, PartialResponse, StreamDelta } from './response.ts'

/** What became of a stream; `undefined` while it is read. */
export interface StreamRun {
  outcome: { readonly response?: DecodedResponse; readonly error?: unknown } | undefined
}

type Options = StreamOptions & ChoiceOption

/** The most characters of a stream by default. Images in base64 are the largest responses. */
const defaultLimit = 64 * 1024 * 1024

/** The most types of unknown events that are listed. */
const mostIgnored = 100

/** Yields the deltas of a stream, and leaves the response, or the error, in `run`. */
export async function* readStream(
  format: ResponseFormat,
  source: StreamSource,
  options: Options,
  run: StreamRun,
): AsyncGenerator<StreamDelta, void, undefined> {
  const reading = startReading(format, options)
  try {
    if (isHttpResponse(source) && !source.ok) throw await refusal(format.title, source, options)
    for await (const piece of piecesOf(format.title, source, options.signal)) {
      const problem = attempt(() => reading.push(piece))
      yield* reading.deltas()
      if (problem !== undefined) throw problem.error
    }
    const response = reading.response()
    yield* reading.deltas()
    run.outcome = { response }
  } catch (error) {
    run.outcome = { error: withPartial(error, reading.partial()) }
    throw run.outcome.error
  } finally {
    if (run.outcome === undefined) {
      const error = responseError(format.title, 'aborted', 'The iteration over the stream was ended')
      run.outcome = { error: withPartial(error, reading.partial()) }
    }
  }
}

/** A stream while it is read. */
interface Reading {
  push(piece: string | UnknownRecord): void
  /** Yields the deltas that have become ready. */
  deltas(): Generator<StreamDelta>
  /**
   * Ends the reading and returns the response.
   *
   * @throws LamellaError `WIRE_RESPONSE` if the response is not whole.
   */
  response(): DecodedResponse
  partial(): PartialResponse
}

function startReading(format: ResponseFormat, options: Options): Reading {
  const { choice = 0, limit = defaultLimit } = options
  const named = deltaNames(options)
  const mends = createMends()
  const accumulator = format.begin(choice, mends)
  const ignored = new Set<string>()
  const ready: StreamDelta[] = []
  let isDone = false
  let hasMark = false
  let events = 0
  /** The first event that was left out. */
  let problem: Error | undefined
  const onProblem = (error: Error): void => {
    problem ??= error
    mends.add('event', `events[${events}]`, `An event of the stream is left out. ${error.message}`)
  }
  const reader = createEventReader(format.title, limit, {
    isDone: () => isDone,
    onProblem,
    onEvent(event) {
      events++
      const unknown = addEvent(accumulator, event, ready, onProblem)
      if (unknown !== undefined && ignored.size < mostIgnored) ignored.add(unknown.slice(0, 100))
      isDone = accumulator.state() === 'done'
    },
    onDone() {
      isDone = true
      hasMark = true
    },
  })
  return {
    push: (piece) => reader.push(piece),
    *deltas() {
      const taken = ready.splice(0)
      for (const delta of taken) {
        const own = named(delta)
        if (own !== undefined) yield own
      }
    },
    response() {
      if (
        finish(format.title, reader, accumulator, {
          ignored,
          problem: problem ?? outOfPlace(format.title, mends),
          hasMark,
        })
      )
        mends.add('end', 'stream', 'The stream has no reason for its end, only the mark of it.')
      const response = finishResponse(format, accumulator.body(), options, mends)
      // What is left of a response may lack what the event had.
      if (problem !== undefined && (response.messages.length === 0 || accumulator.kept().torn.length > 0)) throw problem
      return ignored.size === 0 ? response : { ...response, ignored: [...ignored] }
    },
    partial: () => partialOf(format, accumulator, options),
  }
}

/** Returns the error for a stream that has an event out of place, and no end. */
function outOfPlace(title: string, mends: Mends): Error | undefined {
  const row = mends.rows.find(({ code }) => code === 'event')
  return row === undefined ? undefined : responseError(title, 'malformed', row.what.replace(/\.$/, ''))
}

/** Adds an event. One that is not usable is left out; an error of the provider ends the response. */
function addEvent(
  accumulator: Accumulator,
  event: UnknownRecord,
  ready: StreamDelta[],
  onProblem: (error: Error) => void,
): string | undefined {
  try {
    return accumulator.add(event, (delta) => ready.push(delta))
  } catch (error) {
    if (!isLamellaError(error, 'WIRE_RESPONSE') || Object(error.details).reason !== 'malformed') throw error
    onProblem(error)
    return undefined
  }
}

function attempt(work: () => void): { readonly error: unknown } | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return { error }
  }
}

interface Found {
  readonly ignored: ReadonlySet<string>
  readonly problem: Error | undefined
  /** Whether the stream had `[DONE]`. */
  readonly hasMark: boolean
}

/**
 * Checks that the stream ends where a response can end. Returns whether only its mark says so: some servers give no reason
 * for the end. A call that is torn then says that the mark is not to be believed.
 */
function finish(title: string, reader: EventReader, accumulator: Accumulator, found: Found): boolean {
  const { ignored, problem, hasMark } = found
  // A torn event after the end of the response is no loss.
  const torn = attempt(() => reader.end())
  const state = accumulator.state()
  if (state === 'complete' || state === 'done') return false
  if (torn !== undefined) throw torn.error
  if (problem !== undefined && !(state === 'open' && hasMark)) throw problem
  if (state === 'open' && hasMark && accumulator.kept().torn.length === 0) return true
  if (state === 'empty' && ignored.size > 0) {
    const types = [...ignored].slice(0, 3).join(', ')
    throw responseError(title, 'malformed', `The stream has no event of ${title}, but others (${types})`)
  }
  if (state === 'empty') throw responseError(title, 'incomplete', 'The stream ended without an event')
  throw responseError(title, 'incomplete', 'The stream ended before the response was complete')
}

/** Reads what is whole of a response that is not. */
function partialOf(format: ResponseFormat, accumulator: Accumulator, options: Options): PartialResponse {
  const { body, torn } = accumulator.kept()
  try {
    const read = readBody(format, body, options.choice ?? 0, createMends())
    const all = renamedTorn([...torn, ...(read.torn ?? [])], options)
    return { messages: renamed(read.messages, options), usage: read.usage, torn: all }
  } catch {
    // Nothing of the format came.
    return { messages: [], usage: undefined, torn: renamedTorn(torn, options) }
  }
}
