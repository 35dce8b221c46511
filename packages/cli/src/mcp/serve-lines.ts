import { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { MakeMcpServer } from '@lamella/mcp'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Io } from '../io.ts'
import { warn } from '../write.ts'

/** Serves one client over standard input and output, until its input ends. */
export async function serveLines(makeServer: MakeMcpServer, io: Io): Promise<void> {
  const input = Readable.from(io.stdin, { objectMode: false })
  const output = new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _encoding, done) {
      io.stdout.write(typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk))
      done()
    },
  })
  const handle = serveStdio(makeServer, {
    transport: new StdioServerTransport(input, output),
    onerror: (error) => warn(io, `lamella: ${error.message}`),
  })
  await Promise.race([finished(input, { writable: false }).catch(() => {}), io.interrupted()])
  await handle.close()
}
