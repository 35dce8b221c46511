import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Consent, MemoryCache, MemoryPermission, PartSchema } from '../../src/index.ts'
import { memoryPermissions } from '../../src/permissions/permission.ts'
import {
  fateOf,
  type ModelOperation,
  operations,
  type Place,
  places,
  schemaAt,
  sectionAt,
  seeds,
} from '../support/operation-model.ts'
import { newMemory, scope } from './support.ts'

type Caller = 'agent' | 'system' | 'shared'
type Options = { readonly system?: boolean; readonly owner?: string }

interface Case extends Pick<ModelOperation, 'access'> {
  readonly name: string
  readonly type: PartSchema['type']
  readonly place: Place
  readonly isReadOnly: boolean
  readonly run: (memory: MemoryCache, agent: string, options: Options) => Promise<unknown>
}

/** Operations of documents, in blocks and in sections. */
const changes: readonly Case[] = places.flatMap((place) =>
  operations.map(({ name, type, args, access, shut }): Case => {
    return {
      ...{ name: `${name} ${place}`, type, place, access, isReadOnly: shut || place === 'read-only section' },
      run: (memory, agent, options) => memory.changeBlock(agent, 'b', name, args, { ...options, ...sectionAt(place) }),
    }
  }),
)

const ofText = { type: 'text', place: 'block', isReadOnly: false } as const

/** Operations of the memory on content. */
const contents: readonly Case[] = [
  {
    ...ofText,
    name: 'updateBlockText',
    access: 'o',
    run: (memory, agent, to) => memory.updateBlockText(agent, 'b', 'x', to),
  },
  {
    ...ofText,
    name: 'appendToBlock',
    access: 'a',
    run: (memory, agent, to) => memory.appendToBlock(agent, 'b', 'x', to),
  },
  {
    ...ofText,
    name: 'replaceInBlock',
    access: 'o',
    run: (memory, agent, to) => memory.replaceInBlock(agent, 'b', 'seed', 'x', to),
  },
  {
    ...ofText,
    name: 'getRenderedContent',
    access: 'r',
    run: (memory, agent, to) => memory.getRenderedContent(agent, 'b', to),
  },
  {
    ...ofText,
    name: 'getBlockMetadata',
    access: 'r',
    run: (memory, agent, to) => memory.getBlockMetadata(agent, 'b', to),
  },
  { ...ofText, name: 'persistBlock', access: 'r', run: (memory, agent, to) => memory.persistBlock(agent, 'b', to) },
]

/** Operations on a whole block, by its own agent. */
const wholes: readonly Case[] = [
  { ...ofText, name: 'deleteBlock', access: 'd', run: (memory, _, to) => memory.deleteBlock('a', 'b', to) },
  { ...ofText, name: 'setBlockPinned', access: 'o', run: (memory, _, to) => memory.setBlockPinned('a', 'b', true, to) },
  { ...ofText, name: 'setBlockType', access: 'o', run: (memory, _, to) => memory.setBlockType('a', 'b', 'Log', to) },
  {
    ...{ ...ofText, name: 'updateBlockSchema', access: 'd' },
    run: (memory, _, to) =>
      memory.updateBlockSchema('a', 'b', { type: 'text', viewport: { startLine: 1, displayLines: 9 } }, to),
  },
  {
    ...{ ...ofText, name: 'shareBlock', access: 'd' },
    run: (memory, _, to) => memory.shareBlock('a', 'b', 'd', { permission: 'ReadOnly', ...to }),
  },
  { ...ofText, name: 'unshareBlock', access: 'd', run: (memory, _, to) => memory.unshareBlock('a', 'b', 'c', to) },
]

const owner = { ...scope, agent: 'a' }

/** A block of agent `a` with content of every type. `c` may read it, and `other` has the permission under test. */
async function fixture(
  { type, place }: Pick<Case, 'type' | 'place'>,
  permission: MemoryPermission,
  caller: Caller,
  consent: Consent,
): Promise<{ readonly memory: MemoryCache; readonly state: () => Promise<string> }> {
  const { memory, blocks } = newMemory({ consent })
  const own = caller === 'shared' ? 'Admin' : permission
  await memory.createBlock('a', 'b', { type: 'Core', schema: schemaAt(place, type), permission: own })
  for (const { name, args, type: seeded } of seeds) {
    if (seeded === type) await memory.changeBlock('a', 'b', name, args, { system: true, ...sectionAt(place) })
  }
  await memory.shareBlock('a', 'b', 'c', { permission: 'ReadOnly', system: true })
  if (caller === 'shared') await memory.shareBlock('a', 'b', 'other', { permission })
  const state = async (): Promise<string> =>
    JSON.stringify([await blocks.find(owner, 'b'), await memory.listShares('a', 'b')])
  return { memory, state }
}

describe('every permission, caller and operation', () => {
  it.each(
    (['agent', 'system', 'shared'] as const).flatMap((caller) =>
      memoryPermissions.map((permission) => ({ caller, permission })),
    ),
  )('$permission for $caller: allowed operations succeed, and denied ones change nothing', async (cell) => {
    const { caller, permission } = cell
    const agent = caller === 'shared' ? 'other' : 'a'
    const options: Options = caller === 'system' ? { system: true } : caller === 'shared' ? { owner: 'a' } : {}
    for (const one of [...changes, ...contents, ...(caller === 'shared' ? [] : wholes)]) {
      const fate = caller === 'system' ? 'done' : fateOf(permission, one.access, one.isReadOnly)
      for (const answer of [true, false]) {
        const asked: string[] = []
        const consent: Consent = ({ from }) => {
          asked.push(from)
          return answer
        }
        const { memory, state } = await fixture(one, permission, caller, consent)
        const before = await state()
        const outcome = await one.run(memory, agent, options).then(
          () => 'done',
          (error: { readonly code: string }) => error.code,
        )
        const isDone = fate === 'done' || (fate === 'asked' && answer)
        const isChanged = (await state()) !== before
        await memory.close()
        const expected = [
          isDone ? 'done' : 'BLOCK_FORBIDDEN',
          fate === 'asked' ? [permission.toLowerCase()] : [],
          isDone && one.access !== 'r',
        ]
        expect([one.name, outcome, asked, isChanged]).toEqual([one.name, ...expected])
        // Without a consent request, the answer makes no difference.
        if (asked.length === 0) break
      }
    }
  })
})

describe('generated operations of agents', () => {
  it('of every kind, on blocks of the agent, shared blocks and sections, never exceed a permission', async () => {
    let [done, refused] = [0, 0]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...memoryPermissions),
        fc.constantFrom('agent', 'shared'),
        fc.constantFrom(...places),
        fc.constantFrom<PartSchema['type']>('text', 'map', 'list', 'log'),
        fc.array(fc.nat(), { minLength: 1, maxLength: 12 }),
        async (permission, caller, place, type, steps) => {
          const all = changes.filter((one) => one.type === type && one.place === place)
          const { memory, state } = await fixture({ type, place }, permission, caller, () => false)
          for (const step of steps) {
            const { run, access, isReadOnly, name } = all[step % all.length] as Case
            const before = await state()
            const outcome = await run(
              memory,
              caller === 'agent' ? 'a' : 'other',
              caller === 'agent' ? {} : { owner: 'a' },
            ).then(
              () => 'done',
              (error: { readonly code: string }) => error.code,
            )
            const isAllowed = fateOf(permission, access, isReadOnly) === 'done'
            // An earlier allowed operation may have deleted the target.
            if (!isAllowed) expect([name, outcome, await state()]).toEqual([name, 'BLOCK_FORBIDDEN', before])
            else expect([name, outcome]).not.toEqual([name, 'BLOCK_FORBIDDEN'])
            if (isAllowed) done++
            else refused++
          }
          await memory.close()
        },
      ),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 150) },
    )
    console.log(`${done} operations were allowed, ${refused} refused`)
    expect(Math.min(done, refused)).toBeGreaterThan(150)
  })
})
