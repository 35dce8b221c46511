import { type BlockSchema, type MemoryCache, type MemoryPermission, memoryTools } from '@lamella/blocks'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accessOf } from '../../src/document/operations.ts'
import { decide } from '../../src/permissions/decide.ts'
import { memoryPermissions } from '../../src/permissions/permission.ts'
import { blockTools } from '../../src/tools/block-tools.ts'
import { newMemory } from '../layers/support.ts'

const schemas = {
  text: { type: 'text' },
  map: {
    type: 'map',
    fields: [
      { name: 'open', type: 'text' },
      { name: 'closed', type: 'text', readOnly: true },
      { name: 'tags', type: 'list' },
      { name: 'score', type: 'counter' },
    ],
  },
  list: { type: 'list' },
  log: { type: 'log', displayLimit: 9, entry: { fields: [{ name: 'note', type: 'text' }] } },
} as const satisfies Readonly<Record<string, BlockSchema>>

const inputs: Readonly<Record<string, object>> = {
  append_to_block: { text: ' more' },
  replace_in_block: { old: 'first', new: 'other' },
  set_block_field: { field: 'open', value: 'x' },
  add_to_block_field: { field: 'tags', item: 'x' },
  increment_block_field: { field: 'score', by: 2 },
  unset_block_field: { field: 'tags' },
  add_block_item: { item: 'x' },
  update_block_item: { number: 1, item: 'x' },
  delete_block_item: { number: 1 },
  add_log_entry: { entry: { note: 'x' } },
}

/** The label of the block that each tool is for, which also determines its type. */
const labels: Readonly<Record<string, string>> = {
  append_to_block: 'text',
  replace_in_block: 'text',
  set_block_field: 'map',
  add_to_block_field: 'map',
  increment_block_field: 'map',
  unset_block_field: 'map',
  add_block_item: 'list',
  update_block_item: 'list',
  delete_block_item: 'list',
  add_log_entry: 'log',
}

/** Creates a block of each type with one permission; with `shared`, the blocks belong to another agent. */
async function memoryOf(permission: MemoryPermission, shared: boolean, asked: string[] = []): Promise<MemoryCache> {
  const memory = newMemory({ consent: ({ operation }) => asked.push(operation) < 0 })
  const owner = shared ? 'Archive' : 'entropy'
  for (const [label, schema] of Object.entries(schemas)) {
    await memory.createBlock(owner, label, { type: 'Core', schema, permission: shared ? 'Admin' : permission })
    if (shared) await memory.shareBlock(owner, label, 'entropy', { permission, system: true })
  }
  const system = { system: true }
  await memory.changeBlock(owner, 'text', 'setText', ['first'], system)
  await memory.changeBlock(owner, 'list', 'pushItem', ['first'], system)
  return memory
}

async function contentsOf(memory: MemoryCache, owner: string): Promise<readonly (string | undefined)[]> {
  return await Promise.all(Object.keys(schemas).map((label) => memory.getRenderedContent(owner, label)))
}

describe('permissions', () => {
  const cases = memoryPermissions.flatMap((permission) => [false, true].map((shared) => ({ permission, shared })))

  it.each(cases)('apply to all tools: $permission, shared: $shared', async ({ permission, shared }) => {
    const asked: string[] = []
    const [owner, suffix] = shared ? ['Archive', '@Archive'] : ['entropy', '']
    const memory = await memoryOf(permission, shared, asked)
    const { has } = await memoryTools(memory, 'entropy')
    // A program may offer tools that were created under an earlier permission.
    const { handle } = await memoryTools(await memoryOf('Admin', shared), 'entropy').then(async ({ definitions }) => {
      const all = await memoryTools(
        {
          ...memory,
          listBlocks: async (agent) => admin(await memory.listBlocks(agent)),
          listSharedBlocks: async (agent) => admin(await memory.listSharedBlocks(agent)),
        },
        'entropy',
      )
      expect(all.definitions.length).toBe(definitions.length)
      return all
    })
    for (const tool of blockTools) {
      const decision = decide(permission, accessOf(tool.operation))
      expect(has(tool.name)).toBe(decision !== 'deny')
      const before = await contentsOf(memory, owner)
      asked.length = 0
      const output = await handle(tool.name, { label: `${labels[tool.name]}${suffix}`, ...inputs[tool.name] })
      const changed = (await contentsOf(memory, owner)).some((content, index) => content !== before[index])
      expect([tool.name, output.type, changed]).toEqual([
        tool.name,
        decision === 'allow' ? 'text' : 'error-text',
        decision === 'allow',
      ])
      expect(asked.length > 0).toBe(typeof decision === 'object')
    }
  })

  it('that need consent allow the call after consent', async () => {
    const memory = newMemory({ consent: () => true })
    await memory.createBlock('entropy', 'plan', { type: 'Core', permission: 'Partner', content: 'Tea.' })
    const { handle } = await memoryTools(memory, 'entropy')
    expect(await handle('append_to_block', { label: 'plan', text: ' Cake.' })).toMatchObject({ type: 'text' })
    expect(await memory.getRenderedContent('entropy', 'plan')).toBe('Tea. Cake.')
  })

  it('that need consent reject the call without a consent function', async () => {
    const memory = newMemory()
    await memory.createBlock('entropy', 'plan', { type: 'Core', permission: 'Human', content: 'Tea.' })
    const { handle } = await memoryTools(memory, 'entropy')
    expect(await handle('append_to_block', { label: 'plan', text: ' Cake.' })).toEqual({
      type: 'error-text',
      value: "Not done: a change to 'plan' needs the consent of a human, which cannot be requested here.",
    })
  })
})

function admin<Metadata extends object>(blocks: readonly Metadata[]): Metadata[] {
  return blocks.map((one) => ({ ...one, permission: 'Admin' }))
}

const fail = (): never => {
  throw new Error('trapped')
}
const trapped: object = new Proxy({}, { ownKeys: fail, get: fail, has: fail })

describe('hostile input', () => {
  const key = fc.constantFrom(
    'label',
    'section',
    'field',
    'text',
    'old',
    'new',
    'value',
    'item',
    'entry',
    'number',
    'by',
  )
  /** Represents the first or the last parameter of the tool. */
  const own = fc.constantFrom('first own', 'last own')
  const odd = fc.constantFrom<unknown>(
    '__proto__',
    'constructor',
    '\ud800',
    'x'.repeat(5_000),
    '',
    null,
    Number.NaN,
    -1,
    1,
    2 ** 53,
    Symbol('x'),
    10n,
    () => 'x',
    [],
    {},
    new Map(),
    new Date(Number.NaN),
  )
  const known = fc.constantFrom<unknown>('text', 'map', 'list', 'log', 'open', 'closed', 'tags', 'score', 'first')
  const value = fc.oneof(odd, known, known, fc.jsonValue())
  const entries = fc.array(fc.tuple(fc.oneof(own, own, own, own, key, fc.string()), value), { maxLength: 2 })
  const input = fc.oneof(
    { weight: 12, arbitrary: entries.map((list) => Object.fromEntries(list)) },
    { weight: 1, arbitrary: value },
    { weight: 1, arbitrary: fc.constant(cycle()) },
    { weight: 1, arbitrary: fc.constant('a trap') },
  )
  const names = [...blockTools.map(({ name }) => name), 'view_block', 'insert_archival', 'search_archival', 'toString']

  it('never makes a tool throw, and never causes a forbidden change', async () => {
    const memory = await memoryOf('Append', false)
    const { handle } = await memoryTools(
      { ...memory, listBlocks: async (agent) => admin(await memory.listBlocks(agent)) },
      'entropy',
    )
    let [answers, refusals] = [0, 0]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        input,
        fc.constantFrom('fitting', 'fitting', 'fitting', ...Object.keys(schemas)),
        async (name, given, block) => {
          const fitting = labels[name] ?? 'text'
          const label = block === 'fitting' ? fitting : block
          const isPlain =
            typeof given === 'object' && given !== null && Object.getPrototypeOf(given) === Object.prototype
          const whole = isPlain
            ? { ...inputs[name], label, ...ownKeys(name, given) }
            : given === 'a trap'
              ? trapped
              : given
          const before = await contentsOf(memory, 'entropy')
          const { type } = await handle(name, whole)
          const after = await contentsOf(memory, 'entropy')
          if (type === 'text') answers++
          else refusals++
          const operation = blockTools.find((tool) => tool.name === name)?.operation
          const may = operation !== undefined && decide('Append', accessOf(operation)) === 'allow' && type === 'text'
          if (!may) expect(after).toEqual(before)
          // Appending keeps the earlier content.
          expect(after[0]?.startsWith('first')).toBe(true)
          expect(after[1] ?? '').not.toMatch(/^closed/m)
          expect(after[2]?.startsWith('1. first')).toBe(true)
        },
      ),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 1_000) },
    )
    expect(Math.min(answers, refusals)).toBeGreaterThan(40)
  })
})

function ownKeys(name: string, given: object): object {
  const keys = Object.keys(inputs[name] ?? {})
  const named = new Map([
    ['first own', keys[0] ?? 'label'],
    ['last own', keys.at(-1) ?? 'label'],
  ])
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [named.get(key) ?? key, value]))
}

function cycle(): object {
  const one: Record<string, unknown> = { label: 'list' }
  one['item'] = one
  return one
}
