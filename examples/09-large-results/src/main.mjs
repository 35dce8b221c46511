// An agent with 300 tools, 40 skills and results of megabytes, in a window of 12,000 tokens.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContextAssembler } from '@lamella/assembler'
import { toolSearch } from '@lamella/offload/tool-search'
import { offload, readResult, withOffload } from '@lamella/offload'
import { openWorkspace } from '@lamella/provider-fs'
import { sqlite } from '@lamella/provider-sqlite'
import { toolIndex } from '@lamella/ranker-bm25/tools'
import { anthropicFramingFor, fromAnthropic, toAnthropicBeta } from '@lamella/wire/anthropic'
import { questions } from './questions.mjs'
import { createClient } from './server.mjs'
import { skills, tools } from './tools.mjs'

const model = 'claude-opus-5-5'
const window = 12_000
const id = 'chat-1'
const scope = { tenant: 'workshop', user: 'ada', session: id, kind: 'private' }

const folder = await mkdtemp(join(tmpdir(), 'lamella-example-'))
const workspace = join(folder, 'agent')
await mkdir(workspace)
await writeFile(join(workspace, 'SOUL.md'), 'You run the tools of a workshop.')
for (const { name, text } of skills) {
  await mkdir(join(workspace, 'skills', name), { recursive: true })
  await writeFile(join(workspace, 'skills', name, 'SKILL.md'), text)
}

// Handles are made of random bits. With the same bits in each run, this example prints the same.
crypto.getRandomValues = (bytes) => bytes.fill(7)

// Results above 1,000 tokens go to the blob store when they enter the session.
const database = await sqlite(join(folder, 'agent.db'))
const { blobs } = database
const sessions = withOffload(database.sessions, offload({ blobs, limit: 1_000 }))

// The model gets a few tools: those of the workspace (`load_skill`), `read_result`, `find_tool`, and what that has found.
const search = toolSearch({ tools, index: toolIndex(tools), scope, maxLoaded: 10 })
const { contextTools } = openWorkspace(workspace, { contextTools: { scope, more: [readResult({ sessions, blobs })] } })
// An estimate by length: its numbers are easy to follow.
const tokenizer = { name: 'by length', exact: false, count: (text) => Math.ceil(text.length / 4) }
const assembler = createContextAssembler(
  { sessionStore: sessions, scope, contextTools, now: () => new Date(Date.UTC(2026, 2, 10, 9)) },
  { workspace, model, tokenizer, framing: anthropicFramingFor({ model, toolChanges: true }) },
)
const client = createClient()

/** Runs a call: a tool of Lamella, or one of the 300. */
async function run(name, input) {
  if (name === 'find_tool') return search.findTool.execute(input)
  const tool = tools.find((one) => one.name === name)
  if (tool === undefined) return contextTools.handle(name, input)
  const value = await tool.execute(input)
  return typeof value === 'string' ? { type: 'text', value } : { type: 'json', value }
}

/** Answers a question: assembles, calls the model, runs its calls, and repeats. */
async function answer(question) {
  await sessions.append(scope, id, [{ role: 'user', content: question }])
  for (let step = 0; step < 10; step++) {
    const loaded = search.loaded(await messagesOf(), scope)
    const additionalTools = search.definitions({ loaded, takesToolChanges: true })
    const context = await assembler.assemble(id, undefined, { window, additionalTools })
    const { role, content, seen } = await client.beta.messages.create(toAnthropicBeta(context))
    const [message] = fromAnthropic([{ role, content }])
    const calls = message.content.filter(({ type }) => type === 'tool-call')
    const results = []
    for (const { toolCallId, toolName, input } of calls) {
      const output = await run(toolName, input)
      results.push({ role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] })
    }
    const before = (await blobs.list(scope, id)).bytes
    await sessions.append(scope, id, [message, ...results])
    log({ step, question, context, message, calls, seen, aside: (await blobs.list(scope, id)).bytes - before })
    if (calls.length === 0) return
  }
}

async function messagesOf() {
  const { length } = await sessions.info(scope, id)
  return (await sessions.read(scope, id, 0, length)).map(({ message }) => message)
}

const sums = { requests: 0, cuts: 0, most: 0, tools: 0 }

/** Prints a line for each request: its tokens, the tools that the model has, what repeats, and what is called. */
function log({ step, question, context, message, calls, seen, aside }) {
  const { tokens, run: report } = context.report
  const asks = step === 0 ? question : '  (result)'
  const does = calls.map(
    ({ toolName, input }) => `${toolName} ${JSON.stringify(input).replace(/blob:[a-z2-7]+/, 'blob:…')}`,
  )
  const says = message.content.flatMap((part) => (part.type === 'text' ? part.text : []))
  const notes = [
    ...(report?.tools?.added.length ? [`+ ${report.tools.added.length} tools`] : []),
    ...(report?.tools?.removed.length ? [`- ${report.tools.removed.length} tools`] : []),
    ...(report?.cut ? [`cut: ${report.cut.reason}`] : []),
    ...(aside > 0 ? [`${(aside / 1e6).toFixed(1)} MB put aside`] : []),
  ]
  const kept = seen.repeats === undefined ? '' : `${Math.round(100 * seen.repeats)} %`
  console.log(
    `${String(tokens.total).padStart(6)} ${String(seen.offered).padStart(5)} ${kept.padStart(6)}  ${asks} -> ` +
      `${[...does, ...says].join(' ')}${notes.length > 0 ? `  [${notes.join('; ')}]` : ''}`,
  )
  sums.requests++
  sums.cuts += report?.cut ? 1 : 0
  sums.most = Math.max(sums.most, tokens.total)
  sums.tools = Math.max(sums.tools, seen.offered)
}

console.log(`${tools.length} tools, ${skills.length} skills, a window of ${window.toLocaleString('en')} tokens\n`)
console.log('tokens tools  kept  question -> what the model does  [what happened]')
for (const { text } of questions) await answer(text)

const { bytes, blobs: kept } = await blobs.list(scope, id)
console.log(`
${sums.requests} requests, at most ${sums.most.toLocaleString('en')} tokens and ${sums.tools} tools; ${sums.cuts} cuts
${kept.length} blobs, ${(bytes / 1e6).toFixed(1)} MB: the results put aside, and the key of the session`)

await sessions.delete(scope, id)
console.log(`After the session is deleted: ${(await blobs.list(scope, id)).blobs.length} blobs`)
await database.close()
await rm(folder, { recursive: true })
