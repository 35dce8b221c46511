import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { basename } from 'node:path'
import { type Checks, checkOptions, mustBeTexts, mustBeWhole } from '@lamella/core/plugin'
import { inspectorError } from '../errors.ts'
import { readLines, type Stretch } from './growing-file.ts'
import { pageWith, policyOf } from './inspector-page.ts'

/** What a server shows. */
export interface ServeInspectorOptions {
  /** Paths of recordings. The page reads what is appended to them. */
  readonly files?: readonly string[]
  /** The lines of a recording, instead of a file or besides. */
  readonly lines?: readonly string[]
  /** Default: any free one. */
  readonly port?: number
}

/** A running server. */
export interface InspectorServer {
  /** With the token: whoever has the address can read the recordings while the server runs. */
  readonly url: string
  close(): Promise<void>
}

const checks: Checks<ServeInspectorOptions> = { files: mustBeTexts, lines: mustBeTexts, port: mustBePort }

function mustBePort(port: unknown): string | undefined {
  return mustBeWhole(0)(port) ?? (Number(port) > 65_535 ? 'must be 65,535 or less' : undefined)
}

/**
 * Serves the inspector at 127.0.0.1, to who has the address: it contains a random token. Requests with another `Host`
 * header, from other origins, or with another method than GET get nothing.
 *
 * @throws LamellaError `OPTION_INVALID`, `INSPECTOR_PAGE_MISSING`, `INSPECTOR_UNAVAILABLE` when the port is taken
 * @example
 * const { url, close } = await serveInspector({ files: ['agent.jsonl'] })
 */
export async function serveInspector(options: ServeInspectorOptions): Promise<InspectorServer> {
  const { files = [], lines, port = 0 } = checkOptions('serveInspector', options, checks)
  const sources = [...files.map(fromFile), ...(lines === undefined ? [] : [fromLines(lines)])]
  const names = [...files.map((file) => basename(file)), ...(lines === undefined ? [] : ['recording'])]
  const page = pageWith({ files: names })
  const token = randomBytes(24).toString('base64url')
  const server = createServer((request, response) => {
    answer({ page, token, sources, hosts: hostsOf(server) }, request, response).catch((error: unknown) => {
      end(response, 500, error instanceof Error ? error.message : String(error))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const what = `The page cannot be served at port ${port} (${cause.code ?? cause.message}).`
      reject(inspectorError('INSPECTOR_UNAVAILABLE', what, 'Choose another port; 0 takes a free one.', { port }, cause))
    })
    server.listen(port, '127.0.0.1', resolve)
  })
  // Such as a process without free file descriptors: the server goes on once there are some.
  server.on('error', () => {})
  const [host] = hostsOf(server)
  return {
    url: `http://${host}/${token}/`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

type Source = (from: number) => Promise<Stretch>

interface Served {
  readonly page: string
  readonly token: string
  readonly sources: readonly Source[]
  /** What the `Host` header may be. */
  readonly hosts: readonly string[]
}

async function answer(served: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { page, token, sources, hosts } = served
  if (!isOwn(request, hosts)) return end(response, 403, 'Open the address that the program has printed.')
  if (request.method !== 'GET') return end(response, 405, 'Only GET.')
  const { pathname, searchParams } = new URL(request.url ?? '/', `http://${hosts[0]}`)
  const [, given = '', kind, index, more] = pathname.split('/')
  if (!isSame(given, token) || more !== undefined) return end(response, 404, 'Not found.')
  if (kind === '' && index === undefined) {
    response.setHeader('content-security-policy', `${policyOf(page)}; frame-ancestors 'none'`)
    return end(response, 200, page, 'text/html; charset=utf-8')
  }
  const source = kind === 'recording' && /^\d+$/.test(index ?? '') ? sources[Number(index)] : undefined
  const from = Number(searchParams.get('from') ?? 0)
  if (!source || !Number.isSafeInteger(from) || from < 0) return end(response, 404, 'Not found.')
  const { lines, next, restarted } = await source(from)
  response.setHeader('x-next', String(next))
  if (restarted) response.setHeader('x-restart', '1')
  end(response, 200, lines, 'application/x-ndjson; charset=utf-8')
}

/** Whether a request comes from a page of this server, or from somebody who typed its address. */
function isOwn({ headers }: IncomingMessage, hosts: readonly string[]): boolean {
  const { host, origin } = headers
  const site = headers['sec-fetch-site']
  if (!hosts.includes(host ?? '')) return false
  if (origin !== undefined && !hosts.some((own) => origin === `http://${own}`)) return false
  return site === undefined || site === 'none' || site === 'same-origin'
}

/** Compares in a time that does not depend on where they differ. */
function isSame(given: string, token: string): boolean {
  const [a, b] = [given, token].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(a, b)
}

function end(response: ServerResponse, status: number, body: string | Buffer, type: string = 'text/plain'): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  })
  response.end(body)
}

function hostsOf(server: Server): readonly string[] {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return [`127.0.0.1:${port}`, `localhost:${port}`]
}

function fromFile(path: string): Source {
  return (from) => readLines(path, from)
}

function fromLines(lines: readonly string[]): Source {
  const all = Buffer.from(lines.map((line) => `${line}\n`).join(''))
  return async (from) => ({ lines: all.subarray(from), next: all.length, restarted: false })
}
