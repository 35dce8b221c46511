import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { type Context, type ContextBuilder, createContext, type Message, type UserMessage } from '@lamella/core'
import { history, memory, message, system } from '@lamella/layers'
import { openRun } from '@lamella/runs'
import { createSessionStore } from '@lamella/store/memory'
import { toAnthropic } from '@lamella/wire/anthropic'
import { toBedrockConverse } from '@lamella/wire/bedrock-converse'
import { toGemini } from '@lamella/wire/gemini'
import { toOpenAIChat } from '@lamella/wire/openai-chat'
import { toOpenAIResponses } from '@lamella/wire/openai-responses'
import { describe, expect, it } from 'vitest'
import { noRecordings, type Recording, recordings } from '../src/prefix/conversations.ts'

if (noRecordings !== undefined) console.log(`skipped: bytes of requests, since ${noRecordings}`)

const scope = { tenant: 'acme', session: 'recorded' }
const encoders: Readonly<Record<string, (context: Context) => unknown>> = {
  toOpenAIChat,
  toOpenAIResponses,
  toAnthropic,
  toGemini,
  toBedrockConverse,
}

/** By format. */
type Hashes = Readonly<Record<string, string>>

/** How much of the recordings is replayed. */
const most = { conversations: 3, messages: 160 }

/** The hashes, written anew with LAMELLA_UPDATE=1 by a change that is meant to change requests. */
const file = new URL('request-bytes.json', import.meta.url)
const known = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Hashes>

/** Hashes each request of a replay by format, in the order in which they are sent. */
function hashing(): { readonly add: (context: Context) => void; readonly done: () => Hashes } {
  const hashes = new Map(Object.keys(encoders).map((name) => [name, createHash('sha256')]))
  return {
    add: (context) => {
      for (const [name, encode] of Object.entries(encoders)) hashes.get(name)?.update(JSON.stringify(encode(context)))
    },
    done: () => Object.fromEntries([...hashes].map(([name, hash]) => [name, hash.digest('hex').slice(0, 16)])),
  }
}

function builderFor(recording: Recording, window: number): ContextBuilder<string> {
  let asked = 0
  const entries = (): { entries: { id: string; text: string }[] } => {
    asked++
    return { entries: Array.from({ length: 3 + Math.floor(asked / 8) }, (_, index) => note(index)) }
  }
  const layers = [system({ prompt: recording.system }), memory({ source: { entries } }), history(), message()]
  return createContext().use(layers).tools(recording.tools).budget({ window, reserve: 1_000 })
}

function note(index: number): { id: string; text: string } {
  return {
    id: `note-${index}`,
    text: `Note ${index}: the customer of case ${index * 37} prefers <b>mornings</b> & e-mail.`,
  }
}

/** The requests that an agent's loop would have sent: one before each answer. */
async function plainRequests(recording: Recording, conversation: readonly Message[], window: number): Promise<Hashes> {
  const { add, done } = hashing()
  const builder = builderFor(recording, window)
  for (const [index, one] of conversation.entries()) {
    if (one.role === 'assistant') add(await builder.build({ scope, session: conversation.slice(0, index) }))
  }
  return done()
}

async function requestsOfRun(recording: Recording, conversation: readonly Message[], window: number): Promise<Hashes> {
  const { add, done } = hashing()
  const run = await openRun(builderFor(recording, window), { sessions: createSessionStore(), scope, id: 'recorded' })
  let asked: UserMessage | undefined
  for (const one of conversation) {
    if (one.role === 'user') {
      if (asked) await run.append([asked])
      asked = one
      continue
    }
    if (one.role === 'assistant') add(await run.next({ interrupt: true, ...(asked && { message: asked }) }))
    asked = undefined
    await run.append([one])
  }
  return done()
}

describe.skipIf(noRecordings !== undefined)('the bytes of requests for recorded conversations', () => {
  const all: readonly Recording[] = noRecordings === undefined ? recordings() : []
  const cases = all.flatMap((recording) =>
    recording.conversations.slice(0, most.conversations).map((whole, index) => ({
      recording,
      conversation: whole.slice(0, most.messages),
      name: `${recording.name} ${index}`,
    })),
  )
  const written: Record<string, Hashes> = {}

  it.each(cases)('are the same as ever: $name', async ({ recording, conversation, name }) => {
    const [window = 0] = recording.windows
    written[`${name}, builds`] = await plainRequests(recording, conversation, window)
    written[`${name}, run`] = await requestsOfRun(recording, conversation, window)
    if (process.env['LAMELLA_UPDATE'] === '1') {
      writeFileSync(file, `${JSON.stringify(written, undefined, 2)}\n`)
      return
    }
    expect(written[`${name}, builds`]).toEqual(known[`${name}, builds`])
    expect(written[`${name}, run`]).toEqual(known[`${name}, run`])
  })
})
