import { sqlite } from '@lamella/provider-sqlite'
import { createBlockStore } from '@lamella/store/memory'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordRanker } from '../../../testkit/test/rankers/word-ranker.ts'
import { createMemoryCache, type MemoryCache } from '../../src/index.ts'
import { newId, scope } from './support.ts'

const agents = ['a', 'b', 'c', 'd'] as const
const labels = ['x', 'y'] as const
const step = fc.record({
  what: fc.constantFrom(
    'share',
    'share',
    'share',
    'share',
    'share',
    'unshare',
    'delete',
    'create',
    'create',
    'write',
    'unsaved',
  ),
  owner: fc.constantFrom(...agents),
  label: fc.constantFrom(...labels),
  other: fc.constantFrom(...agents),
  permission: fc.constantFrom('ReadOnly', 'Append', 'ReadWrite'),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never
const graphs = Number(process.env['LAMELLA_GRAPHS'] ?? 50)
const system = { system: true }

/** The expectation: which agent may read whose block. */
interface Model {
  /** The agents with a share, by owner and label. */
  readonly shares: Map<string, Set<string>>
  readonly secret: Map<string, string>
}

const keyOf = (owner: string, label: string): string => `${owner} ${label}`

async function act(memory: MemoryCache, model: Model, one: Step, n: number): Promise<void> {
  const { what, owner, label, other, permission } = one
  const key = keyOf(owner, label)
  const shares = model.shares.get(key)
  if (what === 'create' && shares === undefined) {
    await memory.createBlock(owner, label, { type: 'Core', content: `secret of ${owner} ${n}` })
    model.shares.set(key, new Set())
    model.secret.set(key, `secret of ${owner} ${n}`)
  }
  if (shares === undefined) return
  if (what === 'share' && owner !== other) {
    await memory.shareBlock(owner, label, other, { permission, ...system })
    shares.add(other)
  }
  if (what === 'unshare' && owner !== other) {
    expect(await memory.unshareBlock(owner, label, other, system)).toBe(shares.delete(other))
  }
  if (what === 'delete') {
    await memory.deleteBlock(owner, label, system)
    model.shares.delete(key)
    model.secret.delete(key)
  }
  if (what === 'write') {
    await memory.appendToBlock(owner, label, ` ${n}`)
    model.secret.set(key, `${model.secret.get(key)} ${n}`)
  }
  if (what === 'unsaved') {
    const document = await memory.getBlock(owner, label)
    document?.appendText(` ${n}`)
    await memory.persistBlock(owner, label)
    model.secret.set(key, `${model.secret.get(key)} ${n}`)
  }
}

/** Requests everything in every possible way. Returns how many blocks of others were readable and how many were not. */
async function lookAtAll(memory: MemoryCache, model: Model): Promise<readonly [number, number]> {
  let [read, refused] = [0, 0]
  for (const agent of agents) {
    const has = (owner: string, label: string): boolean =>
      owner === agent
        ? model.shares.has(keyOf(owner, label))
        : model.shares.get(keyOf(owner, label))?.has(agent) === true
    const all = agents.flatMap((owner) => labels.map((label) => [owner, label] as const))
    const own = all.filter(([owner, label]) => owner === agent && has(owner, label))
    const shared = all.filter(([owner, label]) => owner !== agent && has(owner, label))
    expect((await memory.listBlocks(agent)).map(({ label }) => label).sort()).toEqual(
      own.map(([, label]) => label).sort(),
    )
    const listed = (await memory.listSharedBlocks(agent)).map(({ owner, label }) => keyOf(String(owner.agent), label))
    expect(listed.sort()).toEqual(shared.map(([owner, label]) => keyOf(owner, label)).sort())
    const found = (await memory.search(agent, 'secret', { limit: 100, contentTypes: ['blocks'] })).hits
    const texts = found.map((hit) => (hit.contentType === 'blocks' ? hit.content : ''))
    const wanted = [...own, ...shared].map(([owner, label]) => model.secret.get(keyOf(owner, label)))
    expect(texts.sort()).toEqual(wanted.sort())
    for (const [owner, label] of all) {
      const secret = has(owner, label) ? model.secret.get(keyOf(owner, label)) : undefined
      expect(await memory.getRenderedContent(agent, label, { owner })).toBe(secret)
      const document = await (owner === agent
        ? memory.getBlock(agent, label)
        : memory.getSharedBlock(agent, owner, label))
      expect(document?.getText()).toBe(secret)
      document?.close()
      expect((await memory.getBlockMetadata(agent, label, { owner }))?.label).toBe(secret && label)
      if (secret === undefined) {
        refused++
        await expect(memory.appendToBlock(agent, label, '!', { owner, ...system })).rejects.toMatchObject({
          code: 'BLOCK_MISSING',
        })
      } else if (owner !== agent) read++
    }
  }
  return [read, refused]
}

describe.each([
  ['stores in memory', 1, async () => ({ blocks: createBlockStore({ ranker: wordRanker }), close: async () => {} })],
  ['one database', 5, async () => await sqlite(':memory:')],
] as const)('over %s', (_, part, open) => {
  it(`no agent reaches another's unshared block, in ${Math.ceil(graphs / part)} generated graphs of shares`, async () => {
    const told = [0, 0]
    const run = async (steps: readonly Step[], maxBytes: number): Promise<void> => {
      const { blocks, close } = await open()
      const memory = createMemoryCache({ blocks, scope, newId, maxBytes })
      const model: Model = { shares: new Map(), secret: new Map() }
      for (const [index, owner] of agents.entries()) {
        const first = { what: 'create', owner, label: 'x', other: owner, permission: 'ReadOnly' } as const
        await act(memory, model, first, index)
      }
      for (const [n, one] of steps.entries()) await act(memory, model, one, n + agents.length)
      const [read, refused] = await lookAtAll(memory, model)
      told[0] = (told[0] ?? 0) + read
      told[1] = (told[1] ?? 0) + refused
      await memory.close()
      await close()
    }
    const steps = fc.array(step, { minLength: 5, maxLength: 30, size: 'max' })
    await fc.assert(fc.asyncProperty(steps, fc.constantFrom(0, 2 ** 20), run), { numRuns: Math.ceil(graphs / part) })
    console.log(`${told[0]} blocks of others could be read, ${told[1]} could not`)
    expect(Math.min(...told)).toBeGreaterThan(0)
  })
})
