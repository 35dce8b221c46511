import { type ConsentRequest, createDocument, type MemoryPermission, type StructuredDocument } from '@lamella/blocks'
import { isLamellaError } from '@lamella/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryPermissions } from '../../src/permissions/permission.ts'
import { newMemory } from '../store/support.ts'
import {
  fateOf,
  type ModelOperation,
  operations,
  operationsAt,
  type Place,
  places,
  schemaAt,
  sectionAt,
  seeds,
} from '../support/operation-model.ts'

/** Values that try to impersonate the system or another agent, or to gain other rights. */
const claims: readonly unknown[] = [
  { system: true },
  { system: true, owner: 'other' },
  { isSystem: true },
  { permission: 'Admin' },
  { agent: 'other', system: true },
  { consent: () => true },
  { owner: { tenant: 'evil', agent: 'other' } },
  Object.create({ system: true }),
  [{ system: true }],
  true,
  'system',
  's',
  undefined,
  null,
]

const ways = ['method', 'request', 'changeBlock'] as const

interface Attempt {
  readonly operation: ModelOperation
  readonly place: Place
  readonly permission: MemoryPermission
  readonly way: (typeof ways)[number]
  readonly args: readonly unknown[]
}

/** Calls an operation in one of the possible ways, and returns the outcome. */
async function attempt({ operation, place, permission, way, args }: Attempt) {
  const asked: ConsentRequest[] = []
  const consent = (request: ConsentRequest): boolean => asked.push(request) < 0
  const schema = schemaAt(place, operation.type)
  let document: StructuredDocument
  let call: () => unknown
  if (way === 'changeBlock') {
    const { memory } = newMemory({ consent })
    await memory.createBlock('a', 'b', { type: 'Core', schema, permission })
    document = (await memory.getBlock('a', 'b')) as StructuredDocument
    call = () => memory.changeBlock('a', 'b', operation.name, args, { system: false, ...sectionAt(place) })
  } else {
    document = createDocument({ schema, label: 'b', permission, agent: 'a', consent })
    const target = operationsAt(place, document)
    call = () => (way === 'request' ? target['request']?.(operation.name, ...args) : target[operation.name]?.(...args))
  }
  for (const { name, args: seed, type } of seeds) {
    if (type === operation.type) operationsAt(place, document.asSystem())[name]?.(...seed)
  }
  document.commit()
  const by: unknown[] = []
  document.subscribe((event) => by.push(event.by))
  const before = JSON.stringify(document.content())
  let error: unknown
  try {
    await call()
  } catch (thrown) {
    error = thrown
  }
  document.commit()
  return { isChanged: JSON.stringify(document.content()) !== before, error, asked, by, document }
}

/** Everything that no argument can change: the caller, the permission, the consent and the author. */
async function mustStay(one: Attempt): Promise<'changed' | 'not'> {
  const { operation, place, permission, way } = one
  const { isChanged, error, asked, by, document } = await attempt(one)
  const title = JSON.stringify([operation.name, place, permission, way, one.args])
  const fate = fateOf(permission, operation.access, operation.shut || place === 'read-only section')
  if (error !== undefined) expect(isLamellaError(error), `${title}: ${String(error)}`).toBe(true)
  if (fate !== 'done' || operation.access === 'r') expect(isChanged, title).toBe(false)
  if (isChanged) expect([...new Set(by)], title).toEqual(['agent'])
  else expect(by, title).not.toContain('system')
  for (const request of asked) {
    expect(fate, title).toBe('asked')
    expect(request, title).toMatchObject({ agent: 'a', permission, from: permission.toLowerCase() })
  }
  document.close()
  return isChanged ? 'changed' : 'not'
}

describe('arguments of operations', () => {
  it('are never options: additional arguments are rejected, for every operation, place and kind of call', async () => {
    let refused = 0
    for (const operation of operations) {
      for (const place of places) {
        for (const way of ways) {
          for (const claim of claims) {
            const permission = memoryPermissions[refused++ % memoryPermissions.length] ?? 'ReadOnly'
            const args = [...operation.args, claim]
            const { error, isChanged, asked } = await attempt({ operation, place, permission, way, args })
            const title = JSON.stringify([operation.name, place, way, permission, claim])
            expect(isChanged, title).toBe(false)
            expect(asked, title).toEqual([])
            expect(error, title).toMatchObject({ code: 'BLOCK_VALUE_INVALID' })
          }
        }
      }
    }
    expect(refused).toBe(operations.length * 3 * 3 * claims.length)
  })

  it('never change the caller, permission, consent or author, in generated calls', async () => {
    const argument = fc.oneof(
      fc.constantFrom(...claims),
      fc.jsonValue(),
      fc.constantFrom<unknown>('open', 'text', 0, 1),
    )
    let changed = 0
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          operation: fc.constantFrom(...operations),
          place: fc.constantFrom(...places),
          permission: fc.constantFrom(...memoryPermissions),
          way: fc.constantFrom(...ways),
        }),
        fc.constantFrom(0, 1, 2, 2, 2),
        fc.array(argument, { maxLength: 3 }),
        async ({ operation, ...rest }, kept, more) => {
          const args = [...operation.args.slice(0, kept), ...more]
          // The field that the first argument names may be read-only.
          const shut = typeof args[0] === 'string' && args[0].startsWith('shut')
          if ((await mustStay({ ...rest, operation: { ...operation, shut }, args })) === 'changed') changed++
        },
      ),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 750) },
    )
    expect(changed).toBeGreaterThan(12)
  })

  it("cannot write in another agent's name in logs with authors", async () => {
    const log = {
      type: 'log',
      displayLimit: 9,
      entry: { agent: true, fields: [{ name: 'said', type: 'text' }] },
    } as const
    const { memory } = newMemory()
    await memory.createBlock('a', 'b', { type: 'Core', schema: log, permission: 'Admin' })
    for (const claim of claims) {
      for (const entry of [{ said: 'x', agent: 'other' }, { said: 'x' }]) {
        const done = memory.changeBlock('a', 'b', 'appendLogEntry', [entry, claim])
        await expect(done).rejects.toMatchObject({ code: 'BLOCK_VALUE_INVALID' })
      }
    }
    await memory.changeBlock('a', 'b', 'appendLogEntry', [{ said: 'mine' }])
    expect(await memory.getRenderedContent('a', 'b')).toBe('(a) mine')
  })

  it('never widen a share: an agent with append access cannot overwrite', async () => {
    const { memory } = newMemory()
    await memory.createBlock('a', 'b', { type: 'Core', content: 'x', permission: 'Admin' })
    await memory.shareBlock('a', 'b', 'c', { permission: 'Append', system: true })
    for (const claim of claims) {
      const done = memory.changeBlock('c', 'b', 'setText', ['pwned', claim], { owner: 'a' })
      await expect(done).rejects.toMatchObject({ code: 'BLOCK_VALUE_INVALID' })
    }
    await expect(memory.changeBlock('c', 'b', 'setText', ['pwned'], { owner: 'a' })).rejects.toMatchObject({
      code: 'BLOCK_FORBIDDEN',
    })
    expect(await memory.getRenderedContent('a', 'b')).toBe('x')
  })
})

describe('an agent argument', () => {
  it('must be a name: a scope is rejected', async () => {
    const { memory } = newMemory()
    const evil = { tenant: 'evil', agent: 'a' } as unknown as string
    const invalid = { code: 'BLOCK_VALUE_INVALID' }
    await expect(memory.listBlocks(evil)).rejects.toMatchObject(invalid)
    await expect(memory.createBlock(evil, 'b', { type: 'Core' })).rejects.toMatchObject(invalid)
    await expect(memory.listSharedBlocks(evil)).rejects.toMatchObject(invalid)
    await expect(memory.insertArchival(evil, 'x')).rejects.toMatchObject(invalid)
    await expect(memory.searchArchival(evil, 'x')).rejects.toMatchObject(invalid)
    await expect(memory.deleteArchival(evil, 'x')).rejects.toMatchObject(invalid)
    await expect(memory.search(evil, 'x')).rejects.toMatchObject(invalid)
    await expect(memory.searchAll('x', { agents: [evil] })).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  })
})
