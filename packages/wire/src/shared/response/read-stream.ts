import { isRecord } from '../guards.ts'
import type { Accumulator, ResponseFormat } from './accumulator.ts'
import { finishResponse, readBody, renamed } from './decode-response.ts'
import type { StreamDelta } from './delta.ts'
import { createEventReader, type EventReader } from './events.ts'
import type { ChoiceOption, StreamOptions } from './options.ts'
import { type HttpResponse, isHttpResponse, piecesOf, type StreamSource } from './pieces.ts'
import { providerError, responseError, withPartial } from './problem.ts'
import type { DecodedResponse, PartialResponse } from './response.ts'

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
  const { title } = format
  const { choice = 0, limit = defaultLimit, toolNames } = options
  const accumulator = format.begin(choice)
  const ignored = new Set<string>()
  let deltas: StreamDelta[] = []
  let isDone = false
  const reader = createEventReader(title, limit, {
    isDone: () => isDone,
    onEvent: (event) => {
      const unknown = accumulator.add(event, (delta) => deltas.push(delta))
      if (unknown !== undefined && ignored.size < mostIgnored) ignored.add(unknown.slice(0, 100))
      isDone = accumulator.state() === 'done'
    },
    onDone: () => {
      isDone = true
    },
  })
  const taken = function* (): Generator<StreamDelta> {
    const ready = deltas
    deltas = []
    for (const delta of ready) yield named(delta, toolNames)
  }
  try {
    if (isHttpResponse(source) && !source.ok) throw await refusal(title, source, options)
    for await (const piece of piecesOf(title, source, options.signal)) {
      const problem = attempt(() => reader.push(piece))
      yield* taken()
      if (problem !== undefined) throw problem.error
    }
    finish(title, reader, accumulator, ignored)
    yield* taken()
    const response = finishResponse(format, accumulator.body(), options)
    run.outcome = { response: ignored.size === 0 ? response : { ...response, ignored: [...ignored] } }
  } catch (error) {
    run.outcome = { error: withPartial(error, partialOf(format, accumulator, options)) }
    throw run.outcome.error
  } finally {
    if (run.outcome === undefined) {
      const error = responseError(title, 'aborted', 'The iteration over the stream was ended')
      run.outcome = { error: withPartial(error, partialOf(format, accumulator, options)) }
    }
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

/** Checks that the stream ends where a response can end. */
function finish(title: string, reader: EventReader, accumulator: Accumulator, ignored: ReadonlySet<string>): void {
  // A torn event after the end of the response is no loss.
  const problem = attempt(() => reader.end())
  const state = accumulator.state()
  if (problem !== undefined && state !== 'complete' && state !== 'done') throw problem.error
  if (state === 'empty' && ignored.size > 0) {
    const types = [...ignored].slice(0, 3).join(', ')
    throw responseError(title, 'malformed', `The stream has no event of ${title}, but others (${types})`)
  }
  if (state === 'empty') throw responseError(title, 'incomplete', 'The stream ended without an event')
  if (state === 'open') throw responseError(title, 'incomplete', 'The stream ended before the response was complete')
}

/** Reads the body of an HTTP error as the provider's error. */
async function refusal(title: string, source: HttpResponse, options: Options): Promise<Error> {
  let text = ''
  for await (const piece of piecesOf(title, source, options.signal)) {
    text += typeof piece === 'string' ? piece : ''
    if (text.length > longestRefusal) break
  }
  const facts = { status: source.status }
  try {
    const body: unknown = JSON.parse(text)
    // Gemini sends a list with one error.
    const first: unknown = Array.isArray(body) ? body[0] : body
    return providerError(title, (isRecord(first) ? first['error'] : undefined) ?? first, facts)
  } catch {
    return providerError(title, text.slice(0, longestRefusal), facts)
  }
}

const longestRefusal = 65_536

function named(delta: StreamDelta, names: ReadonlyMap<string, string> | undefined): StreamDelta {
  const own = delta.type === 'tool-input' ? names?.get(delta.toolName) : undefined
  return own === undefined ? delta : ({ ...delta, toolName: own } as StreamDelta)
}

/** Reads what was complete. The body may be of any form when the stream broke its format, so this may fail. */
function partialOf(
  format: ResponseFormat,
  accumulator: Accumulator,
  { choice = 0, toolNames }: Options,
): PartialResponse {
  const { body, torn } = accumulator.kept()
  try {
    const { messages, usage } = readBody(format, body, choice)
    if (toolNames === undefined) return { messages, usage, torn }
    return { messages: messages.map((message) => renamed(message, toolNames)), usage, torn }
  } catch {
    return { messages: [], usage: undefined, torn }
  }
}
