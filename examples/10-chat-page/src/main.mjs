// Visits the chat as its page does, without a browser: three questions, then a restart of the server, then one more.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChat } from './server.mjs'

const folder = await mkdtemp(join(tmpdir(), 'lamella-example-'))
const database = join(folder, 'chat.db')
const now = () => new Date(Date.UTC(2026, 2, 10, 9))
let chat = await startChat({ database, now })

/** Sends one message, and prints what the stream brings. */
async function ask(text) {
  console.log(`\n> ${text}`)
  const message = { id: 'new', role: 'user', parts: [{ type: 'text', text }] }
  const response = await fetch(`${chat.url}api/chat`, {
    method: 'POST',
    body: JSON.stringify({ id: 'chat-1', message }),
  })
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: {'))
  const parts = lines.map((line) => JSON.parse(line.slice('data: '.length)))
  const deltas = parts.filter(({ type }) => type === 'text-delta')
  for (const { type, input, output } of parts) {
    if (type === 'tool-input-available') console.log(`  find_order ${JSON.stringify(input)}`)
    if (type === 'tool-output-available') console.log(`    ${output}`)
  }
  const { tokens } = parts.findLast(({ type }) => type === 'message-metadata').messageMetadata
  console.log(`  ${deltas.map(({ delta }) => delta).join('')}`)
  console.log(`  [${deltas.length} parts; a context of ${tokens.total} tokens]`)
}

async function shown() {
  const messages = await (await fetch(`${chat.url}api/chat/chat-1`)).json()
  for (const { role, parts } of messages) console.log(`${role.padStart(9)}  ${parts.map(({ text }) => text).join(' ')}`)
}

await ask('Hello, my name is Mara.')
await ask('Where is my order 1042?')

await chat.close()
chat = await startChat({ database, now })
console.log('\nThe server was started again. A page that is loaded now shows:')
await shown()

await ask('What is my name?')

await chat.close()
await rm(folder, { recursive: true })
