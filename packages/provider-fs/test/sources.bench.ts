import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSession, workspaceSources } from '@lamella/provider-fs'
import { afterAll, bench, describe } from 'vitest'
import { request, scope } from './helpers/request.ts'

const skills = 50
const root = mkdtempSync(join(tmpdir(), 'lamella-bench-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

await mkdir(join(root, 'memory'))
await writeFile(join(root, 'SOUL.md'), 'You are Kim. '.repeat(100))
await writeFile(join(root, 'AGENTS.md'), 'Be careful. '.repeat(600))
await writeFile(join(root, 'TOOLS.md'), 'Use few words. '.repeat(60))
await writeFile(join(root, 'memory/MEMORY.md'), '## Launch\n- The launch is on Friday.\n'.repeat(500))
const paths = Array.from({ length: skills }, (_, i) => join(root, `skills/skill-${i}`))
for (const [i, path] of paths.entries()) {
  await mkdir(path, { recursive: true })
  const front = `---\nname: skill-${i}\ndescription: Does the thing number ${i}.\n---\n`
  await writeFile(join(path, 'SKILL.md'), front + 'Do it well.\n'.repeat(250))
}
const message = JSON.stringify({ role: 'user', content: 'What did we decide about the launch? '.repeat(5) })
await writeFile(join(root, 's.jsonl'), `${message}\n`.repeat(100_000))

function readAll(sources: ReturnType<typeof workspaceSources>): Promise<unknown> {
  const { soul, agents, tools, memory, skills: folder } = sources
  return Promise.all([
    soul.read(scope, request),
    agents.read(scope, request),
    tools.read(scope, request),
    memory.entries(scope, request),
    folder.skills(scope, request),
  ])
}

describe('a workspace with 50 skills and 500 memories', () => {
  const warm = workspaceSources(root)

  bench('cold: everything is read', async () => {
    await readAll(workspaceSources(root))
  })
  bench('warm: nothing has changed', async () => {
    await readAll(warm)
  })
  bench('bare: one stat a skill, in parallel', async () => {
    await Promise.all(paths.map((path) => stat(join(path, 'SKILL.md'), { bigint: true })))
  })
})

describe('a session of 100,000 messages', () => {
  bench(
    'readSession',
    async () => {
      await readSession(join(root, 's.jsonl'))
    },
    { iterations: 3 },
  )
})
