// Two processes on one database, and one agent. The first one is killed while it waits for an answer; the second one
// sends the same request, byte for byte, and goes on.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { migratePostgres, postgres } from '@lamella/provider-postgres'
import { startDatabase } from './database.mjs'

const scope = { tenant: 'lamp-shop', user: 'mara' }
const schema = `example_${process.pid}`
const { address, stop } = await startDatabase(schema)

/** Starts a machine. Returns its process, and a function that asks it and returns what it prints next. */
function start(clock) {
  const program = fileURLToPath(new URL('machine.mjs', import.meta.url))
  const child = spawn(process.execPath, [program, address, schema, clock], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => JSON.parse((await lines.next()).value)
  return { child, next, ask: (work) => child.stdin.write(`${JSON.stringify(work)}\n`) }
}

/** Returns whether a request repeats all messages of the one before. */
function extendsIt(body, before) {
  const [{ messages }, { messages: earlier }] = [JSON.parse(body), JSON.parse(before)]
  const text = (message) => JSON.stringify(message, (key, value) => (key === 'cache_control' ? undefined : value))
  return earlier.every((message, index) => text(message) === text(messages[index]))
}

// Once, as the owner of the tables. Machines that start at the same time may also do it themselves.
await migratePostgres(address, { schema })
const a = start('2026-03-10T09:00:00Z')
const b = start('2026-03-10T17:45:00Z')

const questions = ['Do you have desk lamps?', 'In green?', 'How bright are they?', 'And do you deliver?']
let before
for (const [index, question] of questions.slice(0, 2).entries()) {
  a.ask({ question, number: index + 1 })
  const { body } = await a.next()
  const { answer } = await a.next()
  console.log(`A  ${question} -> ${answer}${before ? `  extends the request before: ${extendsIt(body, before)}` : ''}`)
  before = body
}

a.ask({ question: questions[2], number: 3, dies: true })
const lost = await a.next()
a.child.kill('SIGKILL')
await once(a.child, 'exit')
console.log(`A  ${questions[2]} -> killed before the answer`)

// The same machine may have stored the question, or not: B says it again, under the same operation.
b.ask({ question: questions[2], number: 3 })
const found = await b.next()
const { answer } = await b.next()
console.log(`B  ${questions[2]} -> ${answer}  the request of A, byte for byte: ${found.body === lost.body}`)

b.ask({ question: questions[3], number: 4 })
const last = await b.next()
console.log(
  `B  ${questions[3]} -> ${(await b.next()).answer}  extends the request before: ${extendsIt(last.body, found.body)}`,
)
b.child.stdin.end()
await once(b.child, 'exit')

const { sessions, close } = await postgres(address, { schema, migrate: false })
const { messages } = await sessions.page({ ...scope, kind: 'private' }, 'chat-1')
console.log(`\n${messages.length} messages, each once:`)
for (const { message } of messages) console.log(`${message.role.padStart(9)}  ${message.content}`)
await close()
await stop()
