import { fsyncSync, openSync, writeSync } from 'node:fs'
import { createContext, defineLayer } from '@lamella/core'
import { fileSessions } from '@lamella/provider-fs'
import { sqlite } from '@lamella/provider-sqlite'
import { openRun } from '@lamella/runs'

/**
 * A process that continues a conversation until it is killed. It writes each request to a log, synced, before it "sends"
 * it, and appends the answer some time later. Its name is in the system prompt, so two processes never build the same
 * request.
 */
const [kind = '', path = '', log = '', name = ''] = process.argv.slice(2)
const scope = { tenant: 'acme', user: 'ada' }
const id = 's'
const said = (line: string): void => {
  writeSync(1, `${line}\n`)
}

const sessions =
  kind === 'fileSessions'
    ? fileSessions(path, { fsync: 'os', lockTimeout: 2_000 })
    : (await sqlite(path, { synchronous: 'normal' })).sessions

const builder = createContext()
  .budget({ window: 1_000_000, reserve: 10 })
  .use([
    defineLayer('name', { order: 1, update: 'replace', load: () => `This is process ${name}.` }),
    defineLayer('history', {
      order: 600,
      placement: 'messages',
      load: async ({ session }) => {
        const messages = await session.read(0, session.length, { signal: new AbortController().signal })
        return messages.map((message, position) => ({ id: `m${position}`, content: [message], position }))
      },
    }),
    defineLayer('question', {
      order: 700,
      placement: 'messages',
      load: ({ message, session }) =>
        message && [{ id: 'question', content: [message], pinned: true, position: session.length }],
    }),
  ])

const file = openSync(log, 'a')
for (;;) {
  const { length = 0 } = (await sessions.info(scope, id)) ?? {}
  const turn = length / 2
  const run = await openRun(builder, { sessions, scope, id })
  const { system, messages } = await run.next({ message: `Question ${turn}`, operation: `turn ${turn}` })
  // The line break comes first: the process before may have been killed in the middle of a line.
  writeSync(file, `\n${JSON.stringify({ turn, name, request: { system, messages } })}\t`)
  fsyncSync(file)
  said(`sent ${turn}`)
  await new Promise((resolve) => setTimeout(resolve, 15))
  await run.append({ role: 'assistant', content: `Answer ${turn}` })
  said(`answered ${turn}`)
}
