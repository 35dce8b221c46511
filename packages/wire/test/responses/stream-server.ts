import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A local server that answers every request with the same server-sent events, or with an error. */
export interface StreamServer {
  readonly url: string
  readonly bodies: readonly unknown[]
  close(): Promise<void>
}

export async function streamServer(answers: string | readonly string[], status = 200): Promise<StreamServer> {
  const bodies: unknown[] = []
  const left = typeof answers === 'string' ? undefined : [...answers]
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      bodies.push(JSON.parse(Buffer.concat(chunks).toString('utf8') || 'null'))
      response.writeHead(status, { 'content-type': 'text/event-stream' })
      const text = typeof answers === 'string' ? answers : (left?.shift() ?? '')
      // In two pieces.
      response.write(text.slice(0, text.length / 2))
      response.end(text.slice(text.length / 2))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
