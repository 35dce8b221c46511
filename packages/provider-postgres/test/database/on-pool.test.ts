import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { postgres } from '@lamella/provider-postgres'
import { Pool } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'

/** A message of the PostgreSQL protocol: its type, the length of what follows, and the body. */
function packet(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}

const authenticated = packet('R', Buffer.alloc(4))
const ready = packet('Z', Buffer.from('I'))
const ended = packet('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'))

/** A server that opens each connection and ends it, all in one packet. */
async function serverThatEndsConnections(): Promise<string> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => socket.end(Buffer.concat([authenticated, ready, ended])))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return `postgres://postgres@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`
}

describe('a connection that the server ends in the packet in which it opens it', () => {
  it('fails the call, and leaves the process running', async () => {
    const address = await serverThatEndsConnections()
    await expect(postgres(address)).rejects.toMatchObject({ code: 'POSTGRES_UNAVAILABLE' })
  })

  it('does the same in a pool of the application', async () => {
    const pool = new Pool({ connectionString: await serverThatEndsConnections() })
    pool.on('error', () => {})
    onTestFinished(() => pool.end())
    await expect(postgres(pool)).rejects.toMatchObject({ code: 'POSTGRES_UNAVAILABLE' })
  })
})
