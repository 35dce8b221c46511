import { isLamellaError } from '@lamella/core'
import { withDeadline } from '@lamella/core/plugin'
import { isRecord, parsedJson, type UnknownRecord } from '../guards.ts'
import type { StreamOptions } from './options.ts'
import { providerError, responseError } from './problem.ts'

/** A stream of bytes, such as the body of a `fetch` response. */
interface ByteStream {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: unknown }>
    cancel(): Promise<unknown>
  }
}

/** A response of `fetch`, as far as it is used. */
interface HttpResponse {
  readonly ok: boolean
  readonly status: number
  readonly body: ByteStream | null
}

/**
 * Where a stream comes from: a response of `fetch` or its body, any other iterable of bytes or text, or of the events that a
 * provider's SDK has already parsed.
 */
export type StreamSource = HttpResponse | ByteStream | AsyncIterable<unknown> | Iterable<unknown>

export function isHttpResponse(source: StreamSource): source is HttpResponse {
  return isRecord(source) && 'ok' in source && 'status' in source && 'body' in source
}

/**
 * Yields the pieces of a source: texts and parsed events. Bytes become text, whatever is split inside a character. When the
 * caller stops, the source is cancelled; nothing waits for that, since a broken source may never answer.
 *
 * @throws LamellaError `WIRE_RESPONSE`, `aborted` or `incomplete`, if the source cannot be read.
 */
export async function* piecesOf(
  title: string,
  source: StreamSource,
  signal: AbortSignal | undefined,
): AsyncGenerator<string | UnknownRecord> {
  const { next, cancel } = openReader(title, source)
  const decoder = new TextDecoder()
  let isFirst = true
  let isOver = false
  try {
    for (;;) {
      const { done, value } = await (signal === undefined ? next() : withDeadline(next, { what, signal }))
      if (done === true) break
      const piece = value instanceof Uint8Array ? decoder.decode(value, { stream: true }) : value
      if (typeof piece === 'string') {
        yield isFirst && piece.startsWith('\uFEFF') ? piece.slice(1) : piece
        isFirst &&= piece === ''
      } else if (isRecord(piece)) yield piece
      else throw new TypeError(`A piece of the stream is neither text, nor bytes, nor an event: ${typeof piece}.`)
    }
    isOver = true
    yield decoder.decode()
  } catch (error) {
    throw readError(title, error)
  } finally {
    if (!isOver) cancel()
  }
}

const what = 'Reading the response'

function readError(title: string, error: unknown): Error {
  const isAborted = isLamellaError(error, 'ABORTED') || (error instanceof Error && error.name === 'AbortError')
  const said = (error instanceof Error ? error.message : String(error)).slice(0, 300).replace(/\.$/, '')
  return isAborted
    ? responseError(title, 'aborted', 'Reading the stream was aborted', { cause: error })
    : responseError(title, 'incomplete', `Reading the stream failed: ${said}`, { cause: error })
}

interface Reader {
  next(): Promise<{ readonly done?: boolean | undefined; readonly value?: unknown }>
  cancel(): void
}

/** Opens a source. One that is read already is locked; in JavaScript, it can also be a promise, a whole body or nothing. */
function openReader(title: string, source: StreamSource): Reader {
  const isStream = ['body', 'getReader', Symbol.asyncIterator, Symbol.iterator].some((name) => name in Object(source))
  if (!isStream || (source as unknown) instanceof Promise)
    throw responseError(
      title,
      'malformed',
      'The source is not a stream: await it, and pass a response of fetch or the events',
    )
  try {
    return readerOf(source)
  } catch (error) {
    throw readError(title, error)
  }
}

function readerOf(source: StreamSource): Reader {
  if (isHttpResponse(source)) return source.body === null ? readerOf([]) : readerOf(source.body)
  if ('getReader' in source) {
    const reader = source.getReader()
    return { next: () => reader.read(), cancel: () => ignore(() => reader.cancel()) }
  }
  const iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
  return { next: async () => iterator.next(), cancel: () => ignore(() => iterator.return?.()) }
}

function ignore(work: () => unknown): void {
  const nothing = (): void => {}
  new Promise((resolve) => resolve(work())).then(nothing, nothing)
}

const longestRefusal = 65_536

/** Reads the body of an HTTP error as the provider's error. */
export async function refusal(title: string, source: HttpResponse, options: StreamOptions): Promise<Error> {
  let text = ''
  for await (const piece of piecesOf(title, source, options.signal)) {
    text += typeof piece === 'string' ? piece : ''
    if (text.length > longestRefusal) break
  }
  const facts = { status: source.status }
  const body = parsedJson(text)
  if (body === undefined) return providerError(title, text.slice(0, longestRefusal), facts)
  // Gemini sends a list with one error.
  const first: unknown = Array.isArray(body) ? body[0] : body
  return providerError(title, (isRecord(first) ? first['error'] : undefined) ?? first, facts)
}
