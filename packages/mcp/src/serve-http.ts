import { createServer, type Server } from 'node:http'
import { hostname, networkInterfaces } from 'node:os'
import { checkOptions, mustBeFunction, mustBeText, mustBeTexts, mustBeWhole } from '@lamella/core/plugin'
import {
  createMcpHandler,
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server'
import { mcpError } from './errors.ts'
import type { MakeMcpServer } from './mcp-server.ts'
import { answerRequest, reject } from './node-exchange.ts'
import { createTokenCheck, mustBeToken } from './token-check.ts'
import { limitWaiting } from './waiting-connections.ts'

/** Options of `serveHttp`. */
export interface ServeHttpOptions {
  /** Default 0: any free port. */
  readonly port?: number
  /** The address to listen on. Default `127.0.0.1`: only programs on this machine. */
  readonly host?: string
  /**
   * Further names by which clients may address the server, without ports: the `Host` of a request, and the `Origin` of a web
   * page. Names of this machine (`localhost`, `127.0.0.1`, `[::1]`) and `host` are always allowed; `0.0.0.0` and `::` stand
   * for this machine's host name and all its addresses. Other names are refused, which stops pages of other sites (DNS
   * rebinding). Default: none.
   */
  readonly allowedHosts?: readonly string[]
  /**
   * Requests must have `Authorization: Bearer <token>`. Required for a host that others can reach. At least 16 letters,
   * digits and `-._~+/`, with `=` at the end only. Source: RFC 6750, section 2.1.
   */
  readonly token?: string
  /** The most bytes of a request. Default 1,048,576. */
  readonly maxBodyBytes?: number
  /** Receives errors of the transport. */
  readonly onError?: (error: unknown) => void
}

/** A running server. */
export interface McpHttpServer {
  /** Such as `http://127.0.0.1:4711/mcp`. */
  readonly url: string
  readonly port: number
  /** Ends all connections. */
  close(): Promise<void>
}

const path = '/mcp'
const loopback = ['127.0.0.1', '::1', 'localhost']

/**
 * Serves MCP over streamable HTTP, for the protocol of 2026-07-28 and those before it. Each request gets a server of its
 * own, so no state is shared between clients.
 *
 * @throws LamellaError `OPTION_INVALID`, `MCP_TOKEN_REQUIRED`, `MCP_UNAVAILABLE` when the address is taken
 * @example
 * const { url, close } = await serveHttp(mcpServer({ scope, skills }), { port: 4711 })
 */
export async function serveHttp(makeServer: MakeMcpServer, options: ServeHttpOptions = {}): Promise<McpHttpServer> {
  const {
    port = 0,
    host = '127.0.0.1',
    allowedHosts = [],
    token,
    maxBodyBytes = 1_048_576,
    onError,
  } = checkOptions('serveHttp', options, {
    port: mustBePort,
    host: mustBeText,
    allowedHosts: mustBeTexts,
    token: mustBeToken,
    maxBodyBytes: mustBeWhole(1),
    onError: mustBeFunction,
  })
  if (token === undefined && !loopback.includes(host)) {
    const message = `Others can reach the host '${host}', and there is no token.`
    throw mcpError('MCP_TOKEN_REQUIRED', message, 'Pass a token, or leave `host` out.', { host })
  }
  const names = [...localhostAllowedHostnames(), ...namesOf(host), ...allowedHosts]
  const isAllowed = createTokenCheck(token)
  const handler = createMcpHandler(makeServer, {
    maxRequestBodySize: maxBodyBytes,
    ...(onError && { onerror: onError }),
  })
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 20_000 }, (request, response) => {
    const { host: asked, origin, authorization } = request.headers
    if (!validateHostHeader(asked, names).ok) return reject(response, 403, 'This host is not allowed.')
    if (!validateOriginHeader(origin, names).ok) return reject(response, 403, 'This origin is not allowed.')
    if (!isAllowed(authorization)) return reject(response, 401, 'A valid bearer token is required.')
    waiting.admit(request.socket)
    if (request.url?.split('?')[0] !== path) return reject(response, 404, `There is nothing here. Use ${path}.`)
    answerRequest(request, response, handler.fetch).catch((error: unknown) => {
      onError?.(error)
      response.destroy()
    })
  })
  const waiting = limitWaiting(server)
  await listen(server, port, host)
  // Such as a process without free file descriptors: the server goes on once there are some.
  server.on('error', (error) => onError?.(error))
  const address = server.address()
  const open = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${open}${path}`,
    port: open,
    close: async () => {
      await handler.close()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

function mustBePort(port: unknown): string | undefined {
  return mustBeWhole(0)(port) ?? (Number(port) > 65_535 ? 'must be 65,535 or less' : undefined)
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, fail) => {
    const failed = (cause: NodeJS.ErrnoException): void => {
      const message = `The server cannot listen on ${host}:${port} (${cause.code ?? cause.message}).`
      const fix = 'Choose another port, or an address of this machine.'
      fail(mcpError('MCP_UNAVAILABLE', message, fix, { host, port }, cause))
    }
    server.once('error', failed)
    server.listen(port, host, () => {
      server.removeListener('error', failed)
      resolve()
    })
  })
}

/** The names of the address that the server listens on. */
function namesOf(host: string): readonly string[] {
  const isWildcard = host === '0.0.0.0' || host === '::'
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address))
  const names = isWildcard ? [hostname(), ...addresses] : [host]
  return names.map((name) => (name.includes(':') ? `[${name}]` : name.toLowerCase()))
}
