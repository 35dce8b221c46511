// An agent from the first question to the last: tools, a session in SQLite, a summary once it is long, and a restart in
// between. The model is a server in this example; nothing leaves this machine.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createContextAssembler } from '@lamella/assembler'
import { sqlite } from '@lamella/provider-sqlite'
import { createTokenizer } from '@lamella/tokenizer-tiktoken'
import { openaiChatFraming } from '@lamella/wire/openai-chat'
import { answer, summarizeWith } from './loop.mjs'
import { startServer } from './server.mjs'
import { toolExecutor } from './tools.mjs'

const scope = { tenant: 'lamp-shop', user: 'mara', kind: 'private' }
const id = 'chat-1'
const folder = await mkdtemp(join(tmpdir(), 'lamella-example-'))
const server = await startServer()
const tokenizer = await createTokenizer('gpt-4o')

// A predictable clock: each call returns one minute more than the last.
let minutes = 0
const now = () => new Date(Date.UTC(2026, 2, 10, 9, minutes++))

/** Starts the program. It keeps all its state in the database. */
async function start() {
  const database = await sqlite(join(folder, 'agent.db'))
  const assembler = createContextAssembler(
    { sessionStore: database.sessions, scope, toolExecutor, summarize: summarizeWith(server.url), now },
    {
      workspace: fileURLToPath(new URL('../agent', import.meta.url)),
      model: 'gpt-4o',
      temperature: 0,
      tokenizer,
      framing: openaiChatFraming,
      arrange: 'cache',
      // Low enough to take effect here: a summary after twelve messages, of all but the newest four.
      compactionMessageThreshold: 12,
      compactionKeepRecent: 4,
    },
  )
  const agent = { assembler, sessions: database.sessions, scope, id, url: server.url, log }
  return { assembler, ask: (question) => ask(agent, question), stop: () => database.close() }
}

async function ask(agent, question) {
  console.log(`\n> ${question}`)
  await answer(agent, question)
}

function log({ message, calls, results, usage, reason, compaction }) {
  if (compaction) {
    const { messagesBefore, messagesAfter, tokensBefore, tokensAfter } = compaction
    console.log(
      `  (${reason}: ${messagesBefore} messages became ${messagesAfter}, ${tokensBefore} tokens became ${tokensAfter})`,
    )
    return
  }
  for (const [index, { toolName, input }] of calls.entries()) {
    console.log(`  ${toolName} ${JSON.stringify(input)} -> ${results[index].content[0].output.value}`)
  }
  const { prompt_tokens: tokens, prompt_tokens_details: details } = usage
  const text =
    typeof message.content === 'string' ? message.content : message.content.map((part) => part.text ?? '').join('')
  console.log(
    `${text === '' ? '' : `  ${text}\n`}  [${tokens} tokens, ${details.cached_tokens} of them as in a request before]`,
  )
}

const first = await start()
await first.ask('Hello, my name is Mara.')
await first.ask('Where is my order 1042?')
await first.ask('What is the weather in Oslo, and the weather in Turin?')
await first.ask('And where is order 1077? I need it before the weather in Lisbon turns.')
await first.stop()

console.log('\nThe program ends and begins again.')
const second = await start()
await second.ask('What is my name?')
await second.ask('Thank you!')

const { report, metadata } = await second.assembler.assemble(id, undefined, { message: 'One more thing.' })
console.log(`\n${report.explain()}`)
console.log(`\n${metadata.tokenEstimate.total} tokens for ${metadata.model}; nothing of the session was ever removed.`)

await second.stop()
await server.close()
await rm(folder, { recursive: true })
