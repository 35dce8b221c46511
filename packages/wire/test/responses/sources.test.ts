import { decodeAnthropicStream } from '@lamella/wire/anthropic'
import { decodeOpenAIChatStream } from '@lamella/wire/openai-chat'
import { describe, expect, test } from 'vitest'
import { problemOf } from './collect.ts'
import { source } from './emit/emitter.ts'
import { streamServer } from './stream-server.ts'

const chunk = (content: string, finish_reason: string | null = null): string =>
  JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason }] })
const read = async (...pieces: readonly (string | Uint8Array)[]): Promise<unknown> =>
  (await decodeOpenAIChatStream(source(pieces)).response()).messages[0]?.content
const done = `data: ${chunk('', 'stop')}\n\ndata: [DONE]\n\n`

// Expectations are those of WHATWG HTML, "Interpreting an event stream".
describe('server-sent events', () => {
  test.each([
    ['lines that end with LF', `data: ${chunk('ü')}\n\n${done}`],
    ['CRLF', `data: ${chunk('ü')}\n\n${done}`.replaceAll('\n', '\r\n')],
    ['CR', `data: ${chunk('ü')}\n\n${done}`.replaceAll('\n', '\r')],
    ['a byte order mark', `\uFEFFdata: ${chunk('ü')}\n\n${done}`],
    ['comments and other fields', `: hi\n\n:\nid: 1\nretry: 5\nfoo\nevent: x\ndata: ${chunk('ü')}\n\n${done}`],
    ['no space after the colon', `data:${chunk('ü')}\n\n${done}`],
    ['data in several lines', `data: {"choices":\ndata: ${chunk('ü').slice('{"choices":'.length)}\n\n${done}`],
    ['an event without data', `event: ping\n\ndata\n\ndata: ${chunk('ü')}\n\n${done}`],
    ['blank lines before', `\n\ndata: ${chunk('ü')}\n\n${done}`],
    ['no blank line at the end', `data: ${chunk('ü', 'stop')}`],
    ['no [DONE]', `data: ${chunk('ü')}\n\ndata: ${chunk('', 'stop')}\n\n`],
    ['anything after [DONE]', `data: ${chunk('ü')}\n\n${done}data: {"error":{}}\n\nfoo: {\n\ndata: ${chunk('no')}`],
    ['JSON without events', `${chunk('ü')}\n${chunk('', 'stop')}`],
  ])('%s, cut anywhere', async (_, text) => {
    expect(await read(text)).toBe('ü')
    const bytes = new TextEncoder().encode(text)
    expect(await read(...[...bytes].map((byte) => Uint8Array.of(byte)))).toBe('ü')
    expect(await read(...text)).toBe('ü')
    for (let at = 0; at <= bytes.length; at++) expect(await read(bytes.slice(0, at), bytes.slice(at))).toBe('ü')
  })
})

test('a response of fetch, its body, and a stream without iterator', async () => {
  const server = await streamServer(`data: ${chunk('Hello')}\n\n${done}`)
  try {
    const whole = await decodeOpenAIChatStream(await fetch(server.url)).response()
    expect(whole.messages).toEqual([{ role: 'assistant', content: 'Hello' }])
    const { body } = await fetch(server.url)
    expect((await decodeOpenAIChatStream(body as ReadableStream).response()).messages).toEqual(whole.messages)
    const reader = ((await fetch(server.url)).body as ReadableStream).getReader()
    expect((await decodeOpenAIChatStream({ getReader: () => reader }).response()).messages).toEqual(whole.messages)
  } finally {
    await server.close()
  }
})

test('an HTTP error has its status and the error of the provider', async () => {
  const error = { type: 'invalid_request_error', message: 'max_tokens: too large' }
  const respond = (body: string | null): Response => new Response(body, { status: 400 })
  const json = JSON.stringify({ type: 'error', error })
  for (const text of [json, `[${json}]`])
    expect(await problemOf(decodeAnthropicStream(respond(text)).response())).toMatchObject({
      reason: 'failed',
      status: 400,
      error,
      what: 'Anthropic Messages reported an error (HTTP 400): invalid_request_error: max_tokens: too large.',
    })
  expect(await problemOf(decodeAnthropicStream(respond('Bad gateway')).response())).toMatchObject({
    error: 'Bad gateway',
  })
  expect(await problemOf(decodeAnthropicStream(respond(null)).response())).toMatchObject({
    reason: 'failed',
    status: 400,
  })
})

test('the end of the reader cancels the source, and its text is kept', async () => {
  let isCancelled = false
  async function* endless(): AsyncGenerator<string> {
    try {
      for (;;) yield `data: ${chunk('x')}\n\n`
    } finally {
      isCancelled = true
    }
  }
  const stream = decodeOpenAIChatStream(endless())
  let count = 0
  for await (const _ of stream) if (++count === 3) break
  expect(isCancelled).toBe(true)
  const problem = await problemOf(stream.response())
  expect(problem).toMatchObject({ reason: 'aborted', partial: { messages: [{ role: 'assistant', content: 'xxx' }] } })
  expect((await problemOf(stream.response())).what).toBe(problem.what)
})

test('a signal ends the wait for a source that says nothing', async () => {
  let isCancelled = false
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(`data: ${chunk('Hi')}\n\n`)),
    cancel: () => {
      isCancelled = true
    },
  })
  const controller = new AbortController()
  const stream = decodeOpenAIChatStream(body, { signal: controller.signal })
  const deltas: string[] = []
  const failed = problemOf(
    (async () => {
      for await (const { text } of stream) {
        deltas.push(text)
        controller.abort()
      }
    })(),
  )
  expect(await failed).toMatchObject({
    reason: 'aborted',
    partial: { messages: [{ role: 'assistant', content: 'Hi' }] },
  })
  expect([deltas, isCancelled]).toEqual([['Hi'], true])
})

test('what a source throws is the cause', async () => {
  const broken = (error: unknown): AsyncIterable<string> =>
    (async function* () {
      yield `data: ${chunk('Hi')}\n\n`
      throw error
    })()
  const reset = new Error('socket hang up')
  const problem = await problemOf(decodeOpenAIChatStream(broken(reset)).response())
  expect(problem).toMatchObject({ reason: 'incomplete', partial: { messages: [{ content: 'Hi' }] } })
  expect(problem.cause).toBe(reset)
  const abort = new DOMException('This operation was aborted', 'AbortError')
  expect(await problemOf(decodeOpenAIChatStream(broken(abort)).response())).toMatchObject({ reason: 'aborted' })
})

test('deltas before a broken event of the same piece are passed on', async () => {
  const stream = decodeOpenAIChatStream([`data: ${chunk('Hi')}\n\ndata: {broken}\n\n`])
  const texts: string[] = []
  const work = (async () => {
    for await (const { text } of stream) texts.push(text)
  })()
  expect(await problemOf(work)).toMatchObject({ reason: 'malformed', what: 'Event 2 of the stream is not JSON.' })
  expect(texts).toEqual(['Hi'])
})

test('nothing is read before it is asked for, and every call returns the same', async () => {
  let reads = 0
  const stream = decodeOpenAIChatStream(
    (async function* () {
      reads++
      yield `data: ${chunk('Hi', 'stop')}\n\n`
    })(),
  )
  await Promise.resolve()
  expect(reads).toBe(0)
  const [first, second] = await Promise.all([stream.response(), stream.response()])
  expect(first).toBe(second)
  expect(await stream.response()).toBe(first)
})

test('streams of nothing, of other formats, and with an error event', async () => {
  expect(await problemOf(decodeOpenAIChatStream([]).response())).toMatchObject({ reason: 'incomplete' })
  expect(await problemOf(decodeOpenAIChatStream([`data: ${chunk('Hi').slice(0, -3)}`]).response())).toMatchObject({
    reason: 'incomplete',
  })
  const other = { type: 'message_start', message: {} }
  expect(await problemOf(decodeOpenAIChatStream([other]).response())).toMatchObject({
    reason: 'malformed',
    what: 'The stream has no event of OpenAI Chat, but others (message_start).',
  })
  expect(await problemOf(decodeAnthropicStream([`data: ${chunk('Hi')}\n\n`]).response())).toMatchObject({
    reason: 'malformed',
  })
  expect(await problemOf(decodeAnthropicStream(['<html>\n\n']).response())).toMatchObject({ reason: 'incomplete' })
  expect(await problemOf(decodeAnthropicStream(['event: error\ndata: overloaded\n\n']).response())).toMatchObject({
    reason: 'failed',
    error: 'overloaded',
  })
  expect(await problemOf(decodeAnthropicStream([7]).response())).toMatchObject({ reason: 'incomplete' })
})
