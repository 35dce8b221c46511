// A coding agent: it finds out why a test of a small project fails, fixes it, and runs the tests again.

import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createContextAssembler } from '@lamella/assembler'
import { offload, readResult, withOffload } from '@lamella/offload'
import { fileBlobs, fileSessions, openWorkspace } from '@lamella/provider-fs'
import { fromAnthropic, toAnthropic } from '@lamella/wire/anthropic'
import { createClient } from './client.mjs'
import { projectTools } from './tools.mjs'

const model = process.env.ANTHROPIC_MODEL ?? 'claude-opus-5-5'
const id = 'task-1'
const scope = { tenant: 'lamp-shop', user: 'ada', session: id, kind: 'private' }
const place = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url))

// The agent works on a copy of the project.
const folder = await mkdtemp(join(tmpdir(), 'lamella-example-'))
const project = join(folder, 'project')
await cp(place('project'), project, { recursive: true })

// Results above 500 tokens are put aside, except files: those are read as a whole.
const blobs = fileBlobs(join(folder, 'data'))
const files = fileSessions(join(folder, 'data'))
const sessions = withOffload(files, offload({ blobs, limit: 500, tools: { read_file: 'keep' } }))

// Handles are keyed, so they differ in each run: characters count the same.
const tokenizer = { spec: 1, name: 'characters', exact: false, count: (text) => Math.ceil(text.length / 4) }
const tools = projectTools(project)
const { contextTools } = openWorkspace(place('agent'), {
  contextTools: { scope, more: [readResult({ sessions, blobs })] },
})
const assembler = createContextAssembler(
  {
    sessionStore: sessions,
    scope,
    contextTools,
    toolExecutor: { list: () => tools.map(({ execute, ...definition }) => definition) },
    now: () => new Date(Date.UTC(2026, 2, 10, 9)),
  },
  { workspace: place('agent'), model, tokenizer },
)
const send = createClient()

/** Runs a call: a tool of the project, or one of Lamella. A tool that fails says why, and the model goes on. */
async function run({ toolCallId, toolName, input }) {
  const tool = tools.find(({ name }) => name === toolName)
  const output = tool
    ? await tool.execute(input).then(
        (value) => ({ type: 'text', value }),
        ({ message }) => ({ type: 'error-text', value: message }),
      )
    : await contextTools.handle(toolName, input, { scope })
  return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] }
}

/** Answers a question: assembles, calls the model, runs its calls, and repeats. */
async function answer(question) {
  console.log(`\n> ${question}`)
  await sessions.append(scope, id, [{ role: 'user', content: question }])
  for (let step = 0; step < 20; step++) {
    const context = await assembler.assemble(id)
    const { role, content } = await send(toAnthropic(context, { maxOutputTokens: 2_000 }))
    const [message] = fromAnthropic([{ role, content }])
    const calls = message.content.filter(({ type }) => type === 'tool-call')
    const results = await Promise.all(calls.map(run))
    await sessions.append(scope, id, [message, ...results])
    log(context, message, results)
    if (calls.length === 0) return
  }
}

/** Prints the tokens of a request, what the model does, and how large the results are. */
function log({ report }, { content }, results) {
  const parts = content.map((part) =>
    part.type === 'text' ? part.text : `${part.toolName} ${short(JSON.stringify(part.input))}`,
  )
  console.log(`${String(report.tokens.total).padStart(6)}  ${parts.join(' ')}`)
  for (const { content } of results) {
    for (const { output } of content) console.log(`          ${output.value.length.toLocaleString('en')} characters`)
  }
}

const short = (text) => text.replace(/blob:[a-z2-7]+/, 'blob:…')

console.log('tokens  what the model does')
await answer('The tests fail. Find out why, and fix it.')
await answer('Which test was it, and what did it expect?')

const line = /^.*lamps >.*$/m
console.log(`\nsrc/price.mjs before: ${(await readFile(place('project/src/price.mjs'), 'utf8')).match(line)[0].trim()}`)
console.log(`src/price.mjs after:  ${(await readFile(join(project, 'src/price.mjs'), 'utf8')).match(line)[0].trim()}`)
const { bytes, blobs: kept } = await blobs.list(scope, id)
console.log(
  `${kept.length} blobs of ${bytes.toLocaleString('en')} bytes: the results put aside, and the key of the session`,
)

await files.close()
await rm(folder, { recursive: true })
