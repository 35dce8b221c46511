import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'

/** Answers a request of Node with a handler of web requests, which is aborted when the client leaves. */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  fetch: (request: Request) => Promise<Response>,
): Promise<void> {
  const left = new AbortController()
  response.once('close', () => left.abort())
  const answer = await fetch(webRequest(request, left.signal))
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  if (answer.body === null) {
    response.end()
    return
  }
  await pipeline(Readable.fromWeb(answer.body as ReadableStream), response).catch((error: unknown) => {
    // A client that leaves in the middle of an answer is not an error.
    if (!left.signal.aborted) throw error
  })
}

/** Answers with a reason in plain text. */
export function reject(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' }).end(reason)
}

function webRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', url = '/' } = request
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as [string, string]],
  )
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(new URL(url, 'http://localhost'), {
    method,
    headers,
    signal,
    ...(hasBody && { body: Readable.toWeb(request) as globalThis.ReadableStream, duplex: 'half' }),
  })
}
