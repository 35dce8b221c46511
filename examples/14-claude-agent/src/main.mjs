// Two machines on one database. A session that the first one began goes on at the second, and both add to it at the same time.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { deleteSession, foldSessionSummary, getSessionMessages, listSessions } from '@anthropic-ai/claude-agent-sdk'
import { claudeSessions } from '@lamella/claude-agent'
import { migratePostgres, postgres } from '@lamella/provider-postgres'
import { startDatabase } from './database.mjs'
import { dir, projectKey } from './query.mjs'

const schema = `example_${process.pid}`
const { address, stop } = await startDatabase(schema)
await migratePostgres(address, { schema })

/** Starts a machine. Returns its process, and a function that asks it and returns its answer. */
function start() {
  const program = fileURLToPath(new URL('machine.mjs', import.meta.url))
  const child = spawn(process.execPath, [program, address, schema], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ask = async (work) => {
    child.stdin.write(`${JSON.stringify(work)}\n`)
    return JSON.parse((await lines.next()).value)
  }
  return { child, ask }
}

const [a, b] = [start(), start()]
const mara = { tenant: 'lamp-shop', user: 'mara' }
const say = (who, prompt, { result }) => console.log(`${who}  ${prompt} -> ${result}`)

const first = 'Why does the build fail?'
const begun = await a.ask({ ...mara, prompt: first })
say('A', first, begun)
const { session_id: resume } = begun
const second = 'Is the lock file older than the manifest?'
say('B', second, await b.ask({ ...mara, prompt: second, resume }))

// At the same time: the store keeps the lines of both, each turn whole.
await Promise.all([a.ask({ ...mara, prompt: 'Left?', resume }), b.ask({ ...mara, prompt: 'Right?', resume })])
await b.ask({ tenant: 'tea-shop', user: 'mara', prompt: 'Which tea?' })
for (const { child } of [a, b]) {
  child.stdin.end()
  await once(child, 'exit')
}

const { sessions, close } = await postgres(address, { schema, migrate: false })
const sessionStore = claudeSessions(sessions, mara, { foldSessionSummary })
const lines = await sessionStore.load({ projectKey, sessionId: resume })
console.log(`\n${lines.length} lines, ${new Set(lines.map(({ uuid }) => uuid)).size} of them different`)
console.log(`The SDK lists: ${(await listSessions({ sessionStore, dir })).map(({ firstPrompt }) => firstPrompt)}`)
const shown = await getSessionMessages(resume, { sessionStore, dir })
console.log(`The SDK shows: ${shown[0].message.content}`)

const agent = `claude:${projectKey}`
const { hits } = await sessions.search({ ...mara, agent }, { query: 'lock file' })
const found = hits.map(({ item }) => item.message.content).filter((text) => text.includes('lock file'))
console.log(`Found by "lock file": ${found.join(', ')}`)
const other = claudeSessions(sessions, { tenant: 'tea-shop', user: 'mara' })
console.log(`The other tenant has this session: ${(await other.load({ projectKey, sessionId: resume })) !== null}`)

await deleteSession(resume, { sessionStore, dir })
console.log(`After the deletion: ${(await sessionStore.listSessions(projectKey)).length} sessions`)
console.log(`Erased of the other tenant: ${await sessions.admin.erase({ tenant: 'tea-shop' })} session`)
await close()
await stop()
