import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createContextAssembler } from '@lamella/assembler'
import { createCountMemory, type Tokenizer } from '@lamella/core'
import { sqlite } from '@lamella/provider-sqlite'
import { expect, it } from 'vitest'

/** `.ci/nightly` makes 200,000 requests of 10,000 sessions. */
const requests = Number(process.env['LAMELLA_REQUESTS'] ?? 800)
const sessionCount = Math.max(20, requests / 20)

const scope = { tenant: 'acme' }
const words: Tokenizer = { name: 'words', exact: true, count: (text) => text.split(' ').length }

function collector(): () => number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  return () => {
    collect()
    collect()
    return process.memoryUsage().heapUsed
  }
}

it('keeps the heap flat, within 10 %, however many sessions a process serves once its caches are full', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lamella-soak-'))
  const { sessions, close } = await sqlite(join(folder, 'a.db'), { synchronous: 'normal' })
  writeFileSync(join(folder, 'AGENTS.md'), '# Rules\n\nBe kind.\n')
  const heap = collector()
  // Small caches are full soon; the default ones hold 200,000 counts. Long texts show in the heap if something keeps them.
  const isShort = requests < 20_000
  const times = isShort ? 80 : 1
  const assembler = createContextAssembler(
    { sessionStore: sessions, scope, now: () => new Date(0) },
    {
      model: 'gpt-4o',
      tokenizer: words,
      workspace: folder,
      ...(isShort && { counts: createCountMemory({ maxCharacters: 200_000 }), cache: { maxEntries: 2 } }),
    },
  )
  let seed = 1
  const next = (most: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * most)
  }
  const serve = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index++) {
      const id = `s${next(sessionCount)}`
      const question = `Question ${next(1e9)}: ${'what did we decide about it? '.repeat(times * (1 + next(6)))}`
      await assembler.assemble(id, undefined, { message: question })
      await sessions.append(scope, id, [
        { role: 'user', content: question },
        { role: 'assistant', content: `Answer ${next(1e9)}: ${'the launch moves. '.repeat(times * (1 + next(12)))}` },
      ])
    }
  }
  try {
    await serve(requests / 2)
    const before = heap()
    await serve(requests / 2)
    const after = heap()
    expect(after / before).toBeLessThan(1.1)
  } finally {
    await close()
    rmSync(folder, { recursive: true, force: true })
  }
})
