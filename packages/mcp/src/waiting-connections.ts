import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Connections at a time that have not sent an admitted request. A client sends one as soon as it is connected. */
const maxWaiting = 128

/**
 * Limits the connections of a server on which no request was admitted yet: a new one closes the oldest of them. Whoever opens
 * connections without a token therefore keeps nobody out, and holds a bounded number of them.
 */
export function limitWaiting(server: Server): { admit(socket: Socket): void } {
  const waiting = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    waiting.add(socket)
    socket.once('close', () => waiting.delete(socket))
    const [oldest] = waiting
    if (waiting.size > maxWaiting) oldest?.destroy()
  })
  return { admit: (socket) => void waiting.delete(socket) }
}
