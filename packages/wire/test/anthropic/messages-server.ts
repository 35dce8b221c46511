import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A local server that answers like Anthropic, and records its requests. */
export interface MessagesServer {
  readonly url: string
  readonly bodies: readonly string[]
  readonly paths: readonly string[]
  close(): Promise<void>
}

const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-5',
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 0 },
}

const events = [
  { type: 'message_start', message },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
]

/** Starts the server on a free port of 127.0.0.1. It always answers Hi, as a stream on request. */
export async function startMessagesServer(): Promise<MessagesServer> {
  const bodies: string[] = []
  const paths: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      bodies.push(body)
      paths.push(request.url ?? '')
      answer(response, (JSON.parse(body) as { stream?: boolean }).stream === true)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()))
  return { url: `http://127.0.0.1:${port}`, bodies, paths, close }
}

function answer(response: ServerResponse, isStream: boolean): void {
  response.setHeader('connection', 'close')
  response.setHeader('content-type', isStream ? 'text/event-stream' : 'application/json')
  if (isStream) for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  const content = [{ type: 'text', text: 'Hi' }]
  response.end(isStream ? '' : JSON.stringify({ ...message, content, stop_reason: 'end_turn' }))
}
