// One machine: it keeps nothing that matters. Each line of its input is a question; it prints the fingerprint of each
// request, and then the answer. With the argument `dies`, it gets no answer to its last question: it is killed.

import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createContextAssembler } from '@lamella/assembler'
import { postgres } from '@lamella/provider-postgres'
import { toAnthropic } from '@lamella/wire/anthropic'

const [address, schema, startedAt] = process.argv.slice(2)
const scope = { tenant: 'lamp-shop', user: 'mara', kind: 'private' }
const id = 'chat-1'

const { sessions, close } = await postgres(address, { schema, maxConnections: 2 })

// Each machine has a clock of its own, and they differ.
const now = () => new Date(startedAt)
const assembler = createContextAssembler(
  { sessionStore: sessions, scope, now },
  { workspace: fileURLToPath(new URL('../agent', import.meta.url)), model: 'claude-opus-5-5', cache: { fileTtl: 0 } },
)

/** Stands for a provider. */
const answerTo = ({ messages }) => `This is answer ${messages.filter(({ role }) => role === 'user').length}.`

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`)

for await (const line of createInterface({ input: process.stdin })) {
  const { question, number, dies } = JSON.parse(line)
  if (question !== undefined) {
    // The operation makes a retry harmless: a machine that does not know whether it was heard may say it again.
    await sessions.append(scope, id, [{ role: 'user', content: question }], { operation: `question ${number}` })
  }
  const request = toAnthropic(await assembler.assemble(id))
  const body = JSON.stringify(request)
  say({ request: createHash('sha256').update(body).digest('hex').slice(0, 12), body })
  // A provider that never answers.
  if (dies) await new Promise((resolve) => setTimeout(resolve, 600_000))
  const answer = answerTo(request)
  await sessions.append(scope, id, [{ role: 'assistant', content: answer }], { operation: `answer ${number}` })
  say({ answer })
}
await close()
