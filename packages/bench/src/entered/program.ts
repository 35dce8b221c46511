import { Session } from 'node:inspector/promises'
import { type BuiltContext, createContext, type Message } from '@lamella/core'
import { history, message, system } from '@lamella/layers'
import { openRun } from '@lamella/runs'
import { createSessionStore } from '@lamella/store/memory'
import { toOpenAIChat } from '@lamella/wire/openai-chat'

// A program of its own, bundled: prints what V8 counted on the way of one request, as JSON.

const scope = { tenant: 'acme', user: 'ada', kind: 'private' } as const
const id = 's'
const builder = createContext()
  .use([system({ soul: 'You are Kim.' }), history(), message()])
  .budget({ window: 16_000, reserve: 1_000 })
const session: readonly Message[] = Array.from({ length: 40 }, (_, index): Message => {
  return index % 2 === 0
    ? { role: 'user', content: `Question ${index}: why is that so?` }
    : { role: 'assistant', content: `Answer ${index}: because it has always been like this.` }
})
const answer: Message = { role: 'assistant', content: 'Because it has always been like this.' }
const question = (turn: number): { readonly message: string; readonly now: Date } => {
  return { message: `Question ${turn}: and why is that so?`, now: new Date(Date.UTC(2026, 0, 1, 0, turn)) }
}

/** Returns how a request is made, and how it is answered. */
async function way(): Promise<{ ask: (turn: number) => Promise<BuiltContext>; answered: () => Promise<unknown> }> {
  if (process.argv[2] === 'build') {
    return { ask: (turn) => builder.build({ scope, session, ...question(turn) }), answered: async () => undefined }
  }
  const sessions = createSessionStore()
  // With the two turns before, the third request has 41 messages: 40 of the session, and the question.
  await sessions.append(scope, id, session.slice(0, 36))
  const run = await openRun(builder, { sessions, scope, id })
  return { ask: (turn) => run.next(question(turn)), answered: () => run.append(answer) }
}

const inspector = new Session()
inspector.connect()
await inspector.post('Profiler.enable')
await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
const { ask, answered } = await way()
for (const turn of [0, 1]) {
  toOpenAIChat(await ask(turn))
  await answered()
}
// What was counted up to here is forgotten.
await inspector.post('Profiler.takePreciseCoverage')
toOpenAIChat(await ask(2))
const { result } = await inspector.post('Profiler.takePreciseCoverage')
const own = result.filter(({ url }) => url === import.meta.url)
process.stdout.write(JSON.stringify(own.flatMap(({ functions }) => functions)))
