import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Access,
  accessOf,
  type BlockSchema,
  decide,
  isAtMost,
  lesser,
  type MemoryCache,
  type MemoryPermission,
  memoryPermissions,
  type OperationName,
} from '../../src/index.ts'
import { memoryOver, newMemory, scope } from './support.ts'

const map: BlockSchema = {
  type: 'map',
  fields: [
    { name: 'name', type: 'text' },
    { name: 'tags', type: 'list' },
    { name: 'count', type: 'counter' },
    { name: 'secret', type: 'text', readOnly: true },
  ],
}
const text: BlockSchema = { type: 'text' }
const list: BlockSchema = { type: 'list' }
const log: BlockSchema = { type: 'log', displayLimit: 5, entry: { fields: [{ name: 'said', type: 'text' }] } }
const composite: BlockSchema = {
  type: 'composite',
  sections: [
    { name: 'open', schema: { type: 'text' } },
    { name: 'shut', readOnly: true, schema: { type: 'text' } },
  ],
}

interface Case {
  readonly name: string
  readonly access: Access
  /** Whether the field or section is for the system alone. */
  readonly readOnly?: boolean
  readonly schema?: BlockSchema
  readonly prepare?: (memory: MemoryCache) => Promise<unknown>
  readonly run: (memory: MemoryCache, options: { system?: boolean; owner?: string }, agent: string) => Promise<unknown>
  /** Whether it can be done to a block of somebody else. */
  readonly shared: boolean
}

const changes: readonly (readonly [
  OperationName | `${OperationName}InSection`,
  BlockSchema,
  readonly unknown[],
  boolean?,
])[] = [
  ['setText', { type: 'text' }, ['x']],
  ['appendText', { type: 'text' }, ['x']],
  ['replaceText', { type: 'text' }, ['x', 'y']],
  ['setField', map, ['name', 'x']],
  ['setField', map, ['secret', 'x'], true],
  ['setTextField', map, ['name', 'x']],
  ['appendToListField', map, ['tags', 'x']],
  ['incrementCounter', map, ['count', 2]],
  ['pushItem', list, ['x']],
  ['insertItem', list, [0, 'x']],
  ['appendLogEntry', log, [{ said: 'x' }]],
  ['setTextInSection', composite, ['x', 'open']],
  ['appendTextInSection', composite, ['x', 'open']],
  ['appendTextInSection', composite, ['x', 'shut'], true],
]
const withItem: readonly (readonly [OperationName, readonly unknown[]])[] = [
  ['updateItem', [0, 'z']],
  ['deleteItem', [0]],
]

const cases: readonly Case[] = [
  ...changes.map(
    ([name, schema, args, readOnly = false]): Case => ({
      name: `${name}(${JSON.stringify(args)})`,
      access: accessOf(name.replace('InSection', '') as OperationName),
      ...{ readOnly, schema, shared: true },
      run: (memory, options, agent) => memory.changeBlock(agent, 'b', name, args, options),
    }),
  ),
  ...withItem.map(
    ([name, args]): Case => ({
      ...{ name, access: accessOf(name), schema: list, shared: true },
      prepare: (memory) => memory.changeBlock('a', 'b', 'pushItem', ['first'], { system: true }),
      run: (memory, options, agent) => memory.changeBlock(agent, 'b', name, args, options),
    }),
  ),
  {
    ...{ name: 'updateBlockText', access: 'overwrite', shared: true },
    run: (memory, options, agent) => memory.updateBlockText(agent, 'b', 'x', options),
  },
  {
    ...{ name: 'appendToBlock', access: 'append', shared: true },
    run: (memory, options, agent) => memory.appendToBlock(agent, 'b', 'x', options),
  },
  {
    ...{ name: 'replaceInBlock', access: 'overwrite', shared: true },
    run: (memory, options, agent) => memory.replaceInBlock(agent, 'b', 'a', 'b', options),
  },
  {
    ...{ name: 'deleteBlock', access: 'delete', shared: false },
    run: (memory, options) => memory.deleteBlock('a', 'b', options),
  },
  {
    ...{ name: 'setBlockPinned', access: 'overwrite', shared: false },
    run: (memory, options) => memory.setBlockPinned('a', 'b', true, options),
  },
  {
    ...{ name: 'setBlockType', access: 'overwrite', shared: false },
    run: (memory, options) => memory.setBlockType('a', 'b', 'Log', options),
  },
  {
    ...{ name: 'updateBlockSchema', access: 'delete', shared: false },
    run: (memory, options) => memory.updateBlockSchema('a', 'b', { type: 'list' }, options),
  },
  {
    ...{ name: 'shareBlock', access: 'delete', shared: false },
    run: (memory, options) => memory.shareBlock('a', 'b', 'c', { permission: 'ReadOnly', ...options }),
  },
  {
    ...{ name: 'unshareBlock', access: 'delete', shared: false },
    run: (memory, options) => memory.unshareBlock('a', 'b', 'c', options),
  },
  {
    ...{ name: 'getRenderedContent', access: 'read', shared: true },
    run: (memory, options, agent) =>
      memory.getRenderedContent(agent, 'b', options.owner === undefined ? {} : { owner: options.owner }),
  },
]
const consents = [undefined, true, false] as const
const callers = ['agent', 'system', 'shared'] as const
const owner = { ...scope, agent: 'a' }

describe('every permission, caller and operation', () => {
  for (const caller of callers) {
    for (const permission of memoryPermissions) {
      it(`${permission} for ${caller}: as decide() says, and what is refused changes nothing`, async () => {
        for (const { name, access, readOnly = false, schema = text, prepare, run, shared } of cases) {
          if (caller === 'shared' && !shared) continue
          for (const consent of consents) {
            const { memory, blocks } = newMemory(consent === undefined ? {} : { consent: () => consent })
            const own = caller === 'shared' ? 'Admin' : permission
            await memory.createBlock('a', 'b', { type: 'Core', schema, permission: own })
            await prepare?.(memory)
            if (caller === 'shared') await memory.shareBlock('a', 'b', 'other', { permission })
            const before = JSON.stringify([await blocks.find(owner, 'b'), await memory.listShares('a', 'b')])
            const options = caller === 'system' ? { system: true } : caller === 'shared' ? { owner: 'a' } : {}
            const outcome = run(memory, options, caller === 'shared' ? 'other' : 'a').then(
              () => 'done',
              (error: { code: string }) => error.code,
            )
            const decision = decide(permission, access, { system: caller === 'system', readOnly })
            const expected =
              decision === 'allow' || (typeof decision === 'object' && consent === true)
                ? 'done'
                : typeof decision === 'object' && consent === undefined
                  ? 'BLOCK_CONSENT_NEEDED'
                  : 'BLOCK_FORBIDDEN'
            expect([name, consent, await outcome]).toEqual([name, consent, expected])
            await memory.close()
            const after = JSON.stringify([await blocks.find(owner, 'b'), await memory.listShares('a', 'b')])
            const changes =
              expected === 'done' && access !== 'read' && !['replaceInBlock', 'unshareBlock'].includes(name)
            const isReplace = name.startsWith('replaceText')
            if (!isReplace) expect([name, after !== before]).toEqual([name, changes])
          }
        }
      })
    }
  }
})

describe('two permissions', () => {
  const all = fc.constantFrom(...memoryPermissions)

  it('together allow what both allow, at most', () => {
    const accesses: readonly Access[] = ['read', 'append', 'overwrite', 'delete']
    fc.assert(
      fc.property(all, all, (a, b) => {
        const both = lesser(a, b)
        expect([isAtMost(both, a), isAtMost(both, b), lesser(b, a)]).toEqual([true, true, both])
        for (const access of accesses) {
          if (decide(both, access) === 'allow') {
            expect([decide(a, access), decide(b, access)]).toEqual(['allow', 'allow'])
          }
        }
      }),
    )
    expect(isAtMost('Partner', 'Append')).toBe(false)
    expect(isAtMost('Append', 'Partner')).toBe(false)
    expect(isAtMost('Partner', 'Human')).toBe(false)
    expect(lesser('Partner', 'Append')).toBe('ReadOnly')
  })

  it('of which one is more than the block has cannot be shared, whoever does it', async () => {
    for (const own of memoryPermissions) {
      const { memory } = newMemory()
      await memory.createBlock('a', 'b', { type: 'Core', permission: own })
      for (const permission of memoryPermissions) {
        const done = memory.shareBlock('a', 'b', 'c', { permission, system: true })
        if (isAtMost(permission, own)) await done
        else await expect(done).rejects.toMatchObject({ code: 'BLOCK_FORBIDDEN', details: { needs: permission } })
      }
    }
  })
})

describe('generated operations of agents', () => {
  it('never get past a permission: what stands in a block was allowed, over 300 runs of up to 30 operations', async () => {
    const step = fc.record({
      agent: fc.constantFrom('a', 'b', 'c'),
      label: fc.constantFrom('x', 'y'),
      owner: fc.constantFrom('a', 'b'),
      operation: fc.constantFrom('setText', 'appendText'),
    })
    const permission = fc.constantFrom(...memoryPermissions, 'ReadWrite' as const, 'Admin' as const)
    const own = fc.array(permission, { minLength: 4, maxLength: 4 })
    const shares = fc.array(
      fc.record({
        from: fc.constantFrom('a', 'b'),
        label: fc.constantFrom('x', 'y'),
        to: fc.constantFrom('a', 'b', 'c'),
        permission,
      }),
      { maxLength: 10, size: 'max' },
    )
    let done = 0
    const run = async (
      permissions: readonly MemoryPermission[],
      given: readonly { from: string; label: string; to: string; permission: MemoryPermission }[],
      steps: readonly { agent: string; label: string; owner: string; operation: string }[],
    ): Promise<void> => {
      const { memory, blocks } = newMemory()
      // Each agent in a program of its own.
      const memories = new Map(['a', 'b', 'c'].map((agent) => [agent, memoryOver(blocks)]))
      const allowed = new Map<string, MemoryPermission>()
      const texts = new Map<string, string>()
      for (const [index, place] of ['a x', 'a y', 'b x', 'b y'].entries()) {
        const [agent = '', label = ''] = place.split(' ')
        const has = permissions[index] as MemoryPermission
        await memory.createBlock(agent, label, { type: 'Core', permission: has, content: '.' })
        allowed.set(`${agent} ${place}`, has)
        texts.set(place, '.')
      }
      for (const { from, label, to, permission: wanted } of given) {
        const has = allowed.get(`${from} ${from} ${label}`) as MemoryPermission
        if (from === to || !isAtMost(wanted, has)) continue
        await memory.shareBlock(from, label, to, { permission: wanted, system: true })
        allowed.set(`${to} ${from} ${label}`, wanted)
      }
      for (const [index, { agent, label, owner: from, operation }] of steps.entries()) {
        const place = `${from} ${label}`
        const has = allowed.get(`${agent} ${place}`)
        const call = operation === 'setText' ? 'updateBlockText' : 'appendToBlock'
        const own = memories.get(agent) as MemoryCache
        const result = await own[call](agent, label, `<${index}>`, { owner: from }).then(
          () => 'done',
          (error: { code: string }) => error.code,
        )
        const decision = has && decide(has, operation === 'setText' ? 'overwrite' : 'append')
        if (decision === undefined) expect(result).toBe('BLOCK_MISSING')
        else if (decision === 'deny') expect(result).toBe('BLOCK_FORBIDDEN')
        else if (decision === 'allow') expect(result).toBe('done')
        else expect(result).toBe('BLOCK_CONSENT_NEEDED')
        if (result === 'done') {
          texts.set(place, operation === 'setText' ? `<${index}>` : `${texts.get(place)}<${index}>`)
          done++
        }
        const seen = await own.getRenderedContent(agent, label, { owner: from })
        expect(seen).toBe(has === undefined ? undefined : texts.get(place))
      }
    }
    await fc.assert(fc.asyncProperty(own, shares, fc.array(step, { minLength: 5, maxLength: 30 }), run), {
      numRuns: 300,
    })
    console.log(`${done} operations were allowed`)
    expect(done).toBeGreaterThan(300)
  })
})
