import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { isLamellaError } from '@lamella/core'
import { type ServeHttpOptions, serveHttp } from '@lamella/mcp'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeAgent, makeServer } from './support/agent.ts'

async function served(options: ServeHttpOptions = {}) {
  const http = await serveHttp(makeServer(await makeAgent()), options)
  onTestFinished(http.close)
  return http
}

interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly path?: string
  readonly body?: string
}

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

/** Sends a request with any headers: `fetch` would set some of them itself. */
function send(port: number, { headers = {}, path = '/mcp', body = '{}' }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, method: 'POST', headers: { ...json, ...headers } })
    sent.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject)
    sent.end(body)
  })
}

describe('serveHttp', () => {
  it('serves a client of the present protocol, and one of version 1 of the SDK', async () => {
    const { url } = await served()
    const client = new Client({ name: 'new', version: '1.0.0' })
    await client.connect(new StreamableHTTPClientTransport(new URL(url)))
    onTestFinished(() => client.close())
    expect((await client.listTools()).tools).toHaveLength(4)
    const old = new OldClient({ name: 'old', version: '1.0.0' })
    await old.connect(new OldTransport(new URL(url)) as never)
    onTestFinished(() => old.close())
    const answer = await old.callTool({ name: 'search_memory', arguments: { query: 'launch' } })
    expect(answer.content).toEqual([{ type: 'text', text: expect.stringContaining('June 3') }])
  })

  it('listens on this machine only, and refuses other hosts and origins', async () => {
    const { url, port } = await served()
    expect(url).toBe(`http://127.0.0.1:${port}/mcp`)
    expect(await send(port, { headers: { host: 'evil.example' } })).toBe(403)
    expect(await send(port, { headers: { origin: 'https://evil.example' } })).toBe(403)
    expect(await send(port, { headers: { origin: 'null' } })).toBe(403)
    expect(await send(port, { path: '/etc/passwd' })).toBe(404)
    expect(await send(port, { headers: { origin: 'http://localhost:3000' } })).not.toBe(403)
  })

  it('refuses a large body, and one that is not JSON', async () => {
    const { port } = await served({ maxBodyBytes: 1_000 })
    expect(await send(port, { body: JSON.stringify({ x: 'y'.repeat(2_000) }) })).toBe(413)
    expect(await send(port, { body: '{' })).toBe(400)
    expect(await send(port, { headers: { 'content-type': 'text/plain' } })).toBe(415)
  })

  it('asks for its token, and needs one where others can reach it', async () => {
    const token = 'a-token-of-some-length'
    const { port, url } = await served({ token })
    expect(await send(port, {})).toBe(401)
    expect(await send(port, { headers: { authorization: 'Bearer wrong' } })).toBe(401)
    const client = new Client({ name: 'new', version: '1.0.0' })
    const requestInit = { headers: { authorization: `Bearer ${token}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
    onTestFinished(() => client.close())
    expect((await client.listPrompts()).prompts).toHaveLength(1)
    const open: unknown = await served({ host: '0.0.0.0' }).catch((error: unknown) => error)
    expect(isLamellaError(open, 'MCP_TOKEN_REQUIRED')).toBe(true)
    const taken: unknown = await served({ port }).catch((error: unknown) => error)
    expect(isLamellaError(taken, 'MCP_UNAVAILABLE')).toBe(true)
  })

  it('takes the tokens that clients can send (RFC 6750), and refuses others where the option is read', async () => {
    const { port } = await served({ token: 'aZ09-._~+/aZ09-._~+/==' })
    expect(await send(port, { headers: { authorization: 'Bearer aZ09-._~+/aZ09-._~+/==' } })).not.toBe(401)
    for (const token of ['a long random token', 'sixteen=letters=', 'Zeichenfolge-ü-16', 'sixteen-letters\n']) {
      await expect(served({ token })).rejects.toMatchObject({ code: 'OPTION_INVALID', details: { option: 'token' } })
    }
  })

  it('on all addresses answers to each address and to the host name of this machine, and to the names of an option', async () => {
    const token = 'a-token-of-some-length'
    const { port } = await served({ host: '0.0.0.0', token, allowedHosts: ['agent.example'] })
    const status = (host: string): Promise<number> =>
      send(port, { headers: { host, authorization: `Bearer ${token}` } })
    const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all)
    for (const { address, family } of addresses) {
      expect(await status(family === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`), address).not.toBe(403)
    }
    for (const name of [hostname(), 'localhost', 'agent.example']) expect(await status(name), name).not.toBe(403)
    expect(await status('evil.example')).toBe(403)
  })

  it('answers clients with a token while 300 connections are held open without one', async () => {
    const token = 'a-token-of-some-length'
    const { port, url } = await served({ token })
    const held = Array.from({ length: 300 }, () => connect(port, '127.0.0.1').on('error', () => {}))
    onTestFinished(() => {
      for (const socket of held) socket.destroy()
    })
    await Promise.all(held.map((socket) => once(socket, 'connect')))
    for (const socket of held) socket.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\n')
    const client = new Client({ name: 'new', version: '1.0.0' })
    const requestInit = { headers: { authorization: `Bearer ${token}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
    onTestFinished(() => client.close())
    expect((await client.listTools()).tools).toHaveLength(4)
  })
})
