// A conversation that outlives the program: stored in files first, moved to SQLite with one line, searched there, and
// finally deleted without a trace. It calls no model and needs no key: the answers are in talk.mjs.

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext } from '@lamella/core'
import { history, memory, message, system } from '@lamella/layers'
import { fileMemory, fileSessions } from '@lamella/provider-fs'
import { sqlite } from '@lamella/provider-sqlite'
import { copyMemory, copySessions, openSession, searchSource } from '@lamella/store'
import { answerTo, questions } from './talk.mjs'

const scope = { tenant: 'fernlight', user: 'mara', kind: 'private' }
const id = 'telegram_4711'
const folder = await mkdtemp(join(tmpdir(), 'lamella-example-'))

/**
 * Runs one turn: builds the request, gets an answer, and stores both. A retry with the same name stores them only once.
 */
async function turn(sessions, memories, question, number) {
  const session = await openSession(sessions, scope, id)
  const layers = [system({ prompt: 'You are Juniper.' }), history(), message()]
  const remembering = memories.search ? [memory({ source: searchSource(memories) })] : []
  const context = await createContext()
    .use([...layers, ...remembering])
    .budget({ window: 8_000, reserve: 1_000 })
    .build({ scope, session, message: question })
  const answer = answerTo(question, context)
  await sessions.append(
    scope,
    id,
    [
      { role: 'user', content: question },
      { role: 'assistant', content: answer },
    ],
    { expectedRevision: session.revision, operation: `turn ${number}`, at: new Date(Date.UTC(2026, 2, 10 + number)) },
  )
  console.log(`${number}. ${question}\n   ${answer}`)
}

// 1. Files: people can read them, and any number of programs can write at once.
const files = { sessions: fileSessions(join(folder, 'sessions')), memory: fileMemory(join(folder, 'memory')) }
console.log('in files')
for (const [index, question] of questions.slice(0, 2).entries())
  await turn(files.sessions, files.memory, question, index + 1)
await files.memory.put(scope, { id: 'tea', text: 'Mara drinks green tea, never coffee.', kind: 'preference' })

// 2. A database: two lines move everything, including revisions and the names of changes.
const database = await sqlite(join(folder, 'agent.db'))
await copySessions(files.sessions, database.sessions, scope)
await copyMemory(files.memory, database.memory, scope)

console.log('\nin SQLite')
for (const [index, question] of questions.slice(2).entries())
  await turn(database.sessions, database.memory, question, index + 3)

// 3. Repeating a change has no effect, so a lost answer can be requested again.
const { repeated, length } = await database.sessions.append(
  scope,
  id,
  [
    { role: 'user', content: questions[0] },
    { role: 'assistant', content: answerTo(questions[0]) },
  ],
  { operation: 'turn 1' },
)
console.log(`\nturn 1 again: ${repeated ? 'nothing was added' : 'added'}, ${length} messages at that time`)

// 4. Search accepts plain language in any script, and finds dates too.
for (const query of ['Who leads the rollout?', 'What happened on 12 March 2026?', '発売日']) {
  const { hits } = await database.sessions.search(scope, { query, limit: 1 })
  const [{ item }] = hits
  console.log(`${query}  ->  ${item.position}: ${item.message.content}`)
}

// 5. Deleted means deleted: no file of the database still contains the conversation.
await database.sessions.delete(scope, id)
const bytes = await Promise.all(
  ['agent.db', 'agent.db-wal'].map((name) => readFile(join(folder, name)).catch(() => Buffer.alloc(0))),
)
console.log(`\ndeleted; its bytes are ${bytes.some((one) => one.includes('rollout')) ? 'still there' : 'gone'}`)

await Promise.all([files.sessions.close(), files.memory.close(), database.close()])
await rm(folder, { recursive: true })
