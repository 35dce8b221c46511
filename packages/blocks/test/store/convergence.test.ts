import { createBlockStore } from '@lamella/store/memory'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordRanker } from '../../../testkit/test/rankers/word-ranker.ts'
import { type BlockSchema, createMemoryCache, type MemoryCache } from '../../src/index.ts'
import { newId, scope, watched } from './support.ts'

const schema: BlockSchema = {
  type: 'composite',
  sections: [
    { name: 'text', schema: { type: 'text' } },
    {
      name: 'map',
      schema: {
        type: 'map',
        fields: [
          { name: 'sum', type: 'counter' },
          { name: 'state', type: 'text' },
        ],
      },
    },
    { name: 'log', schema: { type: 'log', displayLimit: 1000, entry: { fields: [{ name: 'n', type: 'number' }] } } },
  ],
}
const step = fc.record({
  cache: fc.nat(1),
  /** Whether the next one begins before this one ends. */
  wait: fc.boolean(),
  what: fc.constantFrom('append', 'count', 'log', 'state', 'direct', 'persist', 'read', 'reopen'),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never
const steps = fc.array(step, { minLength: 2, maxLength: 14 })
const runs = Number(process.env['LAMELLA_RUNS'] ?? 75)
const faultyRuns = Math.ceil(runs / 10)

/** Everything that must not be lost, in any order. */
interface Told {
  readonly words: string[]
  sum: number
  readonly logged: number[]
}

async function act(memory: MemoryCache, n: number, what: Step['what'], told: Told): Promise<void> {
  const change = async (operation: string, args: readonly unknown[], where: { section: string }): Promise<void> => {
    await memory.changeBlock('a', 'b', operation as 'setText', args, where)
  }
  switch (what) {
    case 'append':
      told.words.push(`<${n}>`)
      return change('appendText', [`<${n}>`], { section: 'text' })
    case 'count':
      told.sum += n
      return change('incrementCounter', ['sum', n], { section: 'map' })
    case 'log':
      told.logged.push(n)
      return change('appendLogEntry', [{ n }], { section: 'log' })
    case 'state':
      return change('setTextField', ['state', `s${n}`], { section: 'map' })
    case 'persist':
      return memory.persistBlock('a', 'b')
    case 'direct': {
      const document = await memory.getBlock('a', 'b')
      document?.section('text').appendText(`<${n}>`)
      told.words.push(`<${n}>`)
      return
    }
    default:
      await memory.getRenderedContent('a', 'b')
  }
}

function mustHaveAll(rendered: string | undefined, told: Told): void {
  const [text = '', rest = ''] = String(rendered).split('=== map ===')
  const [map, log = ''] = rest.split('=== log ===')
  expect((text.match(/<\d+>/g) ?? []).sort()).toEqual([...told.words].sort())
  expect(map).toContain(`sum: ${told.sum}\n`)
  const logged = (log.match(/\d+/g) ?? []).map(Number)
  expect(logged.sort((a, b) => a - b)).toEqual([...told.logged].sort((a, b) => a - b))
}

describe('two memories over one store', () => {
  it(`end with equal content and lose nothing, over ${runs} runs`, async () => {
    let total = 0
    const failed: unknown[] = []
    const fail = (error: unknown): void => void failed.push(error)
    const run = async (all: readonly Step[]): Promise<void> => {
      const blocks = createBlockStore({ ranker: wordRanker })
      const open = () =>
        createMemoryCache({ blocks, scope, newId, maxBytes: 0, compactAfter: { updates: 3 }, onError: fail })
      const caches = [open(), open()]
      await caches[0]?.createBlock('a', 'b', { type: 'Working', schema })
      await caches[0]?.changeBlock('a', 'b', 'setTextField', ['state', 'new'], { section: 'map' })
      const told: Told = { words: [], sum: 0, logged: [] }
      const going: Promise<void>[] = []
      for (const [n, { cache, wait, what }] of all.entries()) {
        total++
        if (what === 'reopen') {
          await Promise.all(going)
          await caches[cache]?.close()
          caches[cache] = open()
          continue
        }
        const done = act(caches[cache] as MemoryCache, n, what, told)
        going.push(done)
        if (wait) await done
      }
      await Promise.all(going)
      for (const cache of caches)
        if ((await cache.getBlockMetadata('a', 'b')) !== undefined) await cache.persistBlock('a', 'b')
      const [one, two] = await Promise.all(caches.map((cache) => cache.getRenderedContent('a', 'b')))
      expect(one).toBe(two)
      expect(await open().getRenderedContent('a', 'b')).toBe(one)
      mustHaveAll(one, told)
      expect(failed).toEqual([])
    }
    await fc.assert(fc.asyncProperty(steps, run), { numRuns: runs })
    console.log(`${runs} runs, ${total} operations`)
  })

  it(`lose nothing and write nothing twice when the store fails at random, over ${faultyRuns} runs`, async () => {
    let failures = 0
    const outcome = fc.constantFrom(undefined, undefined, 'before' as const, 'after' as const)
    const run = async (all: readonly Step[], outcomes: readonly ('before' | 'after' | undefined)[]): Promise<void> => {
      const watch = watched(createBlockStore({ ranker: wordRanker }))
      const { blocks } = watch
      const open = () =>
        createMemoryCache({ blocks, scope, newId, maxBytes: 0, compactAfter: { updates: 3 }, onError: () => {} })
      const caches = [open(), open()]
      await caches[0]?.createBlock('a', 'b', { type: 'Working', schema })
      await caches[0]?.changeBlock('a', 'b', 'setTextField', ['state', 'new'], { section: 'map' })
      const told: Told = { words: [], sum: 0, logged: [] }
      let calls = 0
      watch.fail = () => {
        const when = outcomes[calls++ % outcomes.length]
        if (when !== undefined) failures++
        return when
      }
      const going: Promise<void>[] = []
      for (const [n, { cache, wait, what }] of all.entries()) {
        const attempt: Told = { words: [], sum: 0, logged: [] }
        const done = act(caches[cache] as MemoryCache, n, what === 'reopen' ? 'read' : what, attempt).then(
          () => keep(told, attempt),
          (error: { code?: string }) => {
            // A change that could not be saved was made; a change whose block could not be loaded was not.
            if (error.code === 'BLOCK_UNSAVED') keep(told, attempt)
          },
        )
        going.push(done)
        if (wait) await done
      }
      await Promise.all(going)
      watch.fail = () => undefined
      for (const cache of caches) await cache.close()
      mustHaveAll(await open().getRenderedContent('a', 'b'), told)
      // The store has each change once, because a retry does not append again.
      const appended = new Map<string, unknown>()
      for (const { name, args } of watch.calls) {
        if (name !== 'append') continue
        const { operation } = args[3] as { operation: string }
        const bytes = String(args[2])
        expect(appended.get(operation) ?? bytes).toBe(bytes)
        appended.set(operation, bytes)
      }
    }
    await fc.assert(fc.asyncProperty(steps, fc.array(outcome, { minLength: 1, maxLength: 12 }), run), {
      numRuns: faultyRuns,
    })
    console.log(`${failures} failures`)
    expect(failures).toBeGreaterThan(0)
  })
})

function keep(told: Told, attempt: Told): void {
  told.words.push(...attempt.words)
  told.sum += attempt.sum
  told.logged.push(...attempt.logged)
}
