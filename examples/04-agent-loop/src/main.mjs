// A conversation of 40 questions as one run: each request extends the one before, although the time, the memory and the
// instructions change. In between, the older part is replaced with a summary, and the program ends and begins again.

import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createContextAssembler } from '@lamella/assembler'
import { fileMemory } from '@lamella/provider-fs'
import { sqlite } from '@lamella/provider-sqlite'
import { anthropicFraming, toAnthropic } from '@lamella/wire/anthropic'
import { answer, summarizeWith } from './loop.mjs'
import { questions } from './questions.mjs'
import { createClient } from './server.mjs'
import { createTools } from './tools.mjs'

const model = 'claude-opus-5-5'
const scope = { tenant: 'lamp-shop', user: 'mara', kind: 'private' }
const id = 'chat-1'
const folder = await mkdtemp(join(tmpdir(), 'lamella-example-'))
const workspace = join(folder, 'agent')
await cp(fileURLToPath(new URL('../agent', import.meta.url)), workspace, { recursive: true })
const client = createClient()
const cuts = new Map()
const asked = { number: 0, question: '' }

// A predictable clock: each call returns one minute more than the last.
let minutes = 0
const now = () => new Date(Date.UTC(2026, 2, 10, 9, minutes++))

/** Starts the program. All its state is in the database and in the folder. */
async function start() {
  const { sessions, close } = await sqlite(join(folder, 'agent.db'))
  const memory = fileMemory(workspace, { owner: scope })
  const { toolExecutor, resultOf } = createTools({ memory, scope })
  const assembler = createContextAssembler(
    { sessionStore: sessions, scope, toolExecutor, summarize: summarizeWith({ client, model }), now },
    {
      workspace,
      model,
      framing: anthropicFraming,
      cache: { fileTtl: 0 },
      // Low enough to take effect here: a summary after 60 messages, of all but the newest 20.
      compaction: { messageThreshold: 60, keepRecent: 20 },
    },
  )
  const stop = () => Promise.all([memory.close(), close()])
  return { assembler, sessions, scope, id, client, resultOf, log, stop }
}

/** Prints one line for each request: its tokens, those in the cache, what it asks, the answer, and what else it tells. */
function log({ step, context, message, calls, usage, reason, compaction }) {
  if (compaction) {
    console.log(`  compaction (${reason}): ${compaction.messagesBefore} messages become ${compaction.messagesAfter}`)
    return
  }
  const { input_tokens: fresh, cache_read_input_tokens: cached } = usage
  // The first request has no report of a run.
  const { cut, updates = [] } = context.report.run ?? {}
  const asks = step === 0 ? `${asked.number}. ${asked.question}` : '   (results)'
  const texts = message.content.flatMap((part) => (part.type === 'text' ? part.text : []))
  const answers = [...texts, ...calls.map(({ toolName, input }) => `${toolName}(${Object.values(input)})`)].join(' ')
  const told = updates.map(({ layer, by }) => (by === 'owner' ? `${layer}, as a system message` : layer)).join(' + ')
  console.log(`${number(fresh + cached)} ${number(cached)}  ${asks} -> ${short(answers)}${told && `  [${told}]`}`)
  if (!cut) return
  cuts.set(cut.reason, (cuts.get(cut.reason) ?? 0) + 1)
  console.log(
    `  cut (${cut.reason}): ${cut.newTokens} tokens are new to the cache, ${cut.thinkingLost} messages lose their` +
      ` thinking; first change in ${client.seen.prefix.brokenAt.path}`,
  )
}

const short = (text) => (text.length > 64 ? `${text.slice(0, 63)}…` : text)
const number = (value) => value.toLocaleString('en').padStart(6)

/** Ends the program between a request and its answer, and starts it again. */
async function restart(program, question) {
  await program.sessions.append(scope, id, [{ role: 'user', content: question }])
  const before = toAnthropic(await program.assembler.assemble(id))
  await program.stop()
  const next = await start()
  const isSame = JSON.stringify(toAnthropic(await next.assembler.assemble(id))) === JSON.stringify(before)
  console.log(
    `  the program ends and begins again; its request is ${isSame ? 'the same, byte for byte' : 'another one'}`,
  )
  return next
}

console.log('tokens cached  question -> answer  [updates that follow the question]')
let program = await start()
for (const [index, question] of questions.entries()) {
  Object.assign(asked, { number: index + 1, question })
  if (index === 19) {
    await appendFile(join(workspace, 'AGENTS.md'), 'Sign each answer with "J."\n')
    console.log('  the owner adds a line to AGENTS.md')
  }
  if (index === 30) {
    program = await restart(program, question)
    await answer(program)
  } else await answer(program, question)
}

const { requests, extended, refused, tokens, cached, thoughts } = client.seen
const reasons = [...cuts].map(([reason, count]) => `${reason} ${count}`).join(', ')
console.log(`
${requests} requests: ${extended} extend the one before; ${refused} refused
${tokens.toLocaleString('en')} tokens: ${((100 * cached) / tokens).toFixed(1)} % cached; ${thoughts} thoughts sent back
cuts: ${reasons}`)

await program.stop()
await rm(folder, { recursive: true })
