import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** A request as the CLI sends it. */
interface Asked {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
}

/** A stand-in of the API on loopback. */
export interface Api {
  readonly address: string
  /** The requests so far, oldest first. */
  readonly asked: readonly Asked[]
}

/** Starts a stand-in that answers each request with one text, and a prompt with a command by running it first. */
export async function startApi(): Promise<Api> {
  const asked: Asked[] = []
  const server: Server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      if (request.method !== 'POST' || !request.url?.startsWith('/v1/messages?')) {
        response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
        return
      }
      const given = JSON.parse(body) as Asked
      asked.push(given)
      answer(response, given, asked.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

/** Streams an answer as the API does. */
function answer(response: ServerResponse, { model, messages }: Asked, number: number): void {
  // The CLI adds system messages after the prompt.
  const last = JSON.stringify(messages.findLast(({ role }) => role === 'user')?.content)
  const [, escaped] = /RUN <([^>]*)>/.exec(last) ?? []
  const command: unknown = escaped === undefined ? undefined : JSON.parse(`"${escaped}"`)
  const isCall = command !== undefined
  const block = isCall
    ? { type: 'tool_use', id: `toolu_${number}`, name: 'Bash', input: {} }
    : { type: 'text', text: '' }
  const delta = isCall
    ? { type: 'input_json_delta', partial_json: JSON.stringify({ command, description: 'Prints it' }) }
    : { type: 'text_delta', text: `This is answer ${number}.` }
  const usage = { input_tokens: 10, output_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
  const message = { id: `msg_${number}`, type: 'message', role: 'assistant', model, content: [], stop_reason: null }
  const events: readonly ({ readonly type: string } & Record<string, unknown>)[] = [
    { type: 'message_start', message: { ...message, stop_sequence: null, usage } },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: isCall ? 'tool_use' : 'end_turn', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  response.end()
}
