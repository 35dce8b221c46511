import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A local server that records its requests and always returns the same answer. */
export interface LocalServer {
  readonly url: string
  /** The bodies of the requests so far, parsed as JSON, and their paths. */
  readonly bodies: readonly unknown[]
  readonly paths: readonly string[]
  close(): Promise<void>
}

/** Starts a server on a free port of 127.0.0.1. */
export async function startServer(answer: object): Promise<LocalServer> {
  const bodies: unknown[] = []
  const paths: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      bodies.push(JSON.parse(Buffer.concat(chunks).toString('utf8')))
      paths.push(request.url ?? '')
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    paths,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
