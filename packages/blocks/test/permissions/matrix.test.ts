import { createDocument, memoryPermissions, type StructuredDocument } from '@lamella/blocks'
import { isLamellaError } from '@lamella/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const fields = [
  { name: 'open', type: 'number' },
  { name: 'shut', type: 'number', readOnly: true },
  { name: 'tags', type: 'list' },
  { name: 'shutTags', type: 'list', readOnly: true },
  { name: 'score', type: 'counter' },
  { name: 'shutScore', type: 'counter', readOnly: true },
  { name: 'text', type: 'text' },
  { name: 'shutText', type: 'text', readOnly: true },
] as const
const schemas = {
  text: { type: 'text' },
  map: { type: 'map', fields },
  list: { type: 'list' },
  log: { type: 'log', displayLimit: 9, entry: { fields: [{ name: 'said', type: 'text' }] } },
} as const

// A model of its own: operation, schema, arguments, and r, a, o or d. `F` stands for an open field or a shut one.
const operations = [
  ['setText', 'text', ['x'], 'o'],
  ['appendText', 'text', ['x'], 'a'],
  ['replaceText', 'text', ['seed', 'x'], 'o'],
  ['getText', 'text', [], 'r'],
  ['setField', 'map', ['open', 7], 'o'],
  ['setField', 'map', ['shut', 7], 'o'],
  ['getField', 'map', ['open'], 'r'],
  ['getField', 'map', ['shut'], 'r'],
  ['setTextField', 'map', ['text', 'x'], 'o'],
  ['setTextField', 'map', ['shutText', 'x'], 'o'],
  ['appendToListField', 'map', ['tags', 1], 'a'],
  ['appendToListField', 'map', ['shutTags', 1], 'a'],
  ['removeFromListField', 'map', ['tags', 0], 'o'],
  ['removeFromListField', 'map', ['shutTags', 0], 'o'],
  ['incrementCounter', 'map', ['score', 1], 'o'],
  ['incrementCounter', 'map', ['shutScore', 1], 'o'],
  ['pushItem', 'list', ['x'], 'a'],
  ['insertItem', 'list', [0, 'x'], 'a'],
  ['updateItem', 'list', [0, 'x'], 'o'],
  ['deleteItem', 'list', [0], 'd'],
  ['items', 'list', [], 'r'],
  ['appendLogEntry', 'log', [{ said: 'x' }], 'a'],
  ['logEntries', 'log', [5], 'r'],
] as const
const allowedTo = {
  ReadOnly: 'r',
  Partner: 'r',
  Human: 'r',
  Append: 'ra',
  ReadWrite: 'rao',
  Admin: 'raod',
} as const
const asks = { Partner: 'ao', Human: 'ao' } as Readonly<Record<string, string>>

type Loose = Readonly<Record<string, (...args: unknown[]) => unknown>>
const places = ['block', 'section', 'read-only section'] as const

/** A document that has something of everything, with the calls of an operation in it by name. */
function fixture(
  type: keyof typeof schemas,
  place: (typeof places)[number],
  permission: (typeof memoryPermissions)[number],
) {
  const schema = schemas[type]
  const doc: StructuredDocument =
    place === 'block'
      ? (createDocument({ schema, label: 'b', permission } as {
          schema: typeof schema
          label: string
        }) as unknown as StructuredDocument)
      : (createDocument({
          schema: { type: 'composite', sections: [{ name: 's', readOnly: place !== 'section', schema }] },
          label: 'b',
          permission,
        }) as unknown as StructuredDocument)
  const call = (target: unknown, name: string, args: readonly unknown[], ...options: unknown[]): unknown =>
    place === 'block'
      ? (target as Loose)[name]?.(...args, ...options)
      : (target as Loose)[`${name}InSection`]?.(...args, 's', ...options)
  const system = doc.asSystem()
  if (type === 'text') call(system, 'setText', ['seed of it'])
  if (type === 'list') call(system, 'pushItem', [{ a: 1 }])
  if (type === 'log') call(system, 'appendLogEntry', [{ said: 'seed' }])
  if (type === 'map') for (const name of ['tags', 'shutTags']) call(system, 'appendToListField', [name, 'seed'])
  return { doc, call }
}

it('lets every caller do with every operation, field and section what the permission allows, and nothing else', () => {
  let cases = 0
  for (const permission of memoryPermissions) {
    for (const place of places) {
      for (const [name, type, args, access] of operations) {
        for (const caller of ['agent', 'system option', 'system view'] as const) {
          const { doc, call } = fixture(type, place, permission)
          const isReadOnly = place === 'read-only section' || String(args[0]).startsWith('shut')
          const isSystem = caller !== 'agent'
          const isAllowed = isSystem || access === 'r' || (!isReadOnly && allowedTo[permission].includes(access))
          const code = !isReadOnly && asks[permission]?.includes(access) ? 'BLOCK_CONSENT_NEEDED' : 'BLOCK_FORBIDDEN'
          const before = JSON.stringify(doc.content())
          const target = caller === 'system view' ? doc.asSystem() : doc
          const run = (): unknown => call(target, name, args, ...(caller === 'system option' ? [{ system: true }] : []))
          if (isAllowed) expect(run, `${permission} ${place} ${name} ${caller}`).not.toThrow()
          else expect(run, `${permission} ${place} ${name} ${caller}`).toThrow(expect.objectContaining({ code }))
          expect(JSON.stringify(doc.content()) !== before, `${permission} ${place} ${name}`).toBe(
            isAllowed && access !== 'r',
          )
          doc.close()
          cases++
        }
      }
    }
  }
  expect(cases).toBe(6 * 3 * 23 * 3)
})

it('never lets a sequence of operations of agents past the permission', async () => {
  const call = fc.tuple(fc.constantFrom(...operations), fc.constantFrom('now', 'request', 'options'))
  const runs = fc.asyncProperty(
    fc.constantFrom(...memoryPermissions),
    fc.constantFrom(...places),
    fc.constantFrom('text', 'map', 'list', 'log'),
    fc.array(call, { minLength: 1, maxLength: 12 }),
    async (permission, place, type, calls) => {
      const { doc, call: callIn } = fixture(type as keyof typeof schemas, place, permission)
      for (const [[name, , args, access], way] of calls) {
        const before = JSON.stringify(doc.content())
        try {
          if (way === 'now') callIn(doc, name, args)
          else if (way === 'options') callIn(doc, name, args, { system: false })
          else
            await (doc as unknown as Loose)['request']?.(
              place === 'block' ? name : `${name}InSection`,
              ...args,
              ...(place === 'block' ? [] : ['s']),
            )
        } catch (error) {
          expect(isLamellaError(error)).toBe(true)
        }
        if (JSON.stringify(doc.content()) === before) continue
        // Nobody is there to be asked, so that only what the permission allows by itself can have changed anything.
        expect(allowedTo[permission]).toContain(access)
        expect(place).not.toBe('read-only section')
        expect(String(args[0])).not.toMatch(/^shut/)
      }
      doc.close()
    },
  )
  await fc.assert(runs, { numRuns: 500 })
})

it('lets only the system import, and nobody reach the document of the library', () => {
  const doc = createDocument({ schema: { type: 'text' }, label: 'b', permission: 'Admin' })
  const bytes = doc.exportSnapshot()
  expect(() => doc.import(bytes, {})).toThrow(expect.objectContaining({ code: 'BLOCK_FORBIDDEN' }))
  expect(doc.import(bytes, { system: true })).toEqual({ changed: false, waiting: false })
  expect(Object.isFrozen(doc)).toBe(true)
  const values = Object.values(doc).filter((value) => typeof value === 'object' && value !== null)
  expect(values).toEqual([doc.schema])
  expect(Object.isFrozen(doc.schema)).toBe(true)
})

it('takes nothing for the system but the option by its name', () => {
  const doc = createDocument({ schema: { type: 'text' }, label: 'b', permission: 'ReadOnly' }) as unknown as Loose
  for (const options of [true, { isSystem: true }, { system: 'yes' }, [], 'system']) {
    expect(() => doc['setText']?.('x', options)).toThrow(expect.objectContaining({ code: 'BLOCK_VALUE_INVALID' }))
  }
})
