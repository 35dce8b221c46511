// One machine: it keeps no session. Each line of its input is a prompt; it prints the answer and the session's id.

import { createInterface } from 'node:readline'
import { foldSessionSummary } from '@anthropic-ai/claude-agent-sdk'
import { claudeSessions } from '@lamella/claude-agent'
import { postgres } from '@lamella/provider-postgres'
// In your program: import { query } from '@anthropic-ai/claude-agent-sdk'
import { query } from './query.mjs'

const [address, schema] = process.argv.slice(2)
const { sessions, close } = await postgres(address, { schema, maxConnections: 2 })

for await (const line of createInterface({ input: process.stdin })) {
  const { prompt, resume, ...owner } = JSON.parse(line)
  const sessionStore = claudeSessions(sessions, owner, { foldSessionSummary })
  for await (const message of query({ prompt, options: { sessionStore, resume } })) {
    if (message.type === 'result') process.stdout.write(`${JSON.stringify(message)}\n`)
  }
}
await close()
