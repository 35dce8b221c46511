// A day in Claude Code, looked into and carried on in a program of your own, with another provider. It calls no model and
// needs no key: model.mjs stands for one.

import { createReadStream } from 'node:fs'
import { createContext } from '@lamella/core'
import { history, message, system } from '@lamella/layers'
import { cacheMisses, fromClaudeCode, readTranscripts } from '@lamella/provider-fs/transcripts'
import { openRun } from '@lamella/runs'
import { createSessionStore } from '@lamella/store/memory'
import { toOpenAIChat } from '@lamella/wire/openai-chat'
import { answerTo } from './model.mjs'

// In your program: ~/.claude/projects/<folder>/<session>.jsonl
const file = () => createReadStream(new URL('../session.jsonl', import.meta.url))

// 1. What happened: the path for people, and what is beside it.
const [session] = await readTranscripts(file())
const { title, path, window, branches, subagents, requests, compactions } = session
console.log(`${title}: ${path.length} messages, ${window.length} of them in the window`)
console.log(`beside it: branches ${branches.length}, sub-agents ${subagents.length}`)
for (const { at, purpose, usage } of requests) {
  const { input, cacheWrite, cacheRead, output } = usage
  console.log(
    `${at.slice(11, 16)} ${purpose}: new ${input}, written ${cacheWrite}, cached ${cacheRead}, output ${output}`,
  )
}
for (const { cause, missed } of cacheMisses(session)) console.log(`${missed} tokens were cached and not read: ${cause}`)
for (const { before, after, lost } of compactions)
  console.log(`a compaction made ${after} tokens of ${before}, and took ${lost.length} messages out of the window`)

// 2. What goes on: canonical messages of what the next request would hold, and a list of what is left out.
const { messages, left } = await fromClaudeCode(file())
console.log(`\ncarried over: ${messages.map(({ role }) => role).join(', ')}`)
for (const { count, text } of left) console.log(`left out: ${count} × ${text}`)

// 3. On with it: a session in a store, a run over it, requests for another provider.
const scope = { tenant: 'local', user: 'mara', kind: 'private' }
const sessions = createSessionStore()
await sessions.append(scope, 'the-wrong-pier', messages)
const builder = createContext()
  .use([system({ prompt: 'You help with the timetable of a ferry.' }), history(), message()])
  .budget({ window: 16_000, reserve: 1_000 })
const run = await openRun(builder, { sessions, scope, id: 'the-wrong-pier' })

for (const [index, question] of ['And which of them leaves from pier 1?', 'When?'].entries()) {
  const context = await run.next({ message: question })
  const request = toOpenAIChat(context)
  const answer = answerTo(request)
  await run.append({ role: 'assistant', content: answer })
  const { tokens, cache } = context.report
  console.log(`\n${question}\n${answer}`)
  const repeated = index === 0 ? '' : `, ${cache.prefix} of them as in the request before`
  console.log(`(${request.messages.length} messages, ${tokens.total} tokens${repeated})`)
}
