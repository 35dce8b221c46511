import { createDocument, type MemoryPermission, type PartSchema, type StructuredDocument } from '@lamella/blocks'
import { isLamellaError } from '@lamella/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { operationNames } from '../../src/document/operations.ts'
import { memoryPermissions } from '../../src/permissions/permission.ts'
import {
  fateOf,
  operations,
  operationsAt,
  type Place,
  places,
  schemaAt,
  schemas,
  seeds,
} from '../support/operation-model.ts'

/** A document with content of every type. */
function fixture(type: PartSchema['type'], place: Place, permission: MemoryPermission): StructuredDocument {
  const document: StructuredDocument = createDocument({ schema: schemaAt(place, type), label: 'b', permission })
  const system = operationsAt(place, document.asSystem())
  for (const { name, args, type: own } of seeds) {
    if (own === type) system[name]?.(...args)
  }
  return document
}

it('covers every operation, and every field operation on a writable and a read-only field', () => {
  expect([...new Set(operations.map(({ name }) => name))].toSorted()).toEqual([...operationNames].toSorted())
  for (const { name } of operations.filter(({ type }) => type === 'map')) {
    expect([...new Set(operations.filter((one) => one.name === name).map(({ shut }) => shut))]).toHaveLength(2)
  }
})

it('allows every caller exactly what the permission allows, for every operation, field and section', () => {
  let cases = 0
  for (const permission of memoryPermissions) {
    for (const place of places) {
      for (const { name, type, args, access, shut } of operations) {
        for (const caller of ['agent', 'system'] as const) {
          const document = fixture(type, place, permission)
          const isReadOnly = place === 'read-only section' || shut
          const fate = caller === 'agent' ? fateOf(permission, access, isReadOnly) : 'done'
          const before = JSON.stringify(document.content())
          const target = operationsAt(place, caller === 'system' ? document.asSystem() : document)
          const run = (): unknown => target[name]?.(...args)
          const title = `${permission} ${place} ${name} ${caller}`
          if (fate === 'done') expect(run, title).not.toThrow()
          else if (fate === 'refused') expect(run, title).toThrow(expect.objectContaining({ code: 'BLOCK_FORBIDDEN' }))
          else {
            const details = expect.objectContaining({ from: permission.toLowerCase() })
            expect(run, title).toThrow(expect.objectContaining({ code: 'BLOCK_CONSENT_NEEDED', details }))
          }
          expect(JSON.stringify(document.content()) !== before, title).toBe(fate === 'done' && access !== 'r')
          document.close()
          cases++
        }
      }
    }
  }
  expect(cases).toBe(6 * 3 * 25 * 2)
})

it("never allows a sequence of an agent's operations to exceed the permission", async () => {
  const call = fc.tuple(fc.constantFrom(...operations), fc.constantFrom('now', 'request'))
  const runs = fc.asyncProperty(
    fc.constantFrom(...memoryPermissions),
    fc.constantFrom(...places),
    fc.constantFrom(...(Object.keys(schemas) as PartSchema['type'][])),
    fc.array(call, { minLength: 1, maxLength: 12 }),
    async (permission, place, type, calls) => {
      const document = fixture(type, place, permission)
      const target = operationsAt(place, document)
      for (const [{ name, args, access, shut }, way] of calls) {
        const before = JSON.stringify(document.content())
        try {
          if (way === 'now') target[name]?.(...args)
          else await target['request']?.(name, ...args)
        } catch (error) {
          expect(isLamellaError(error)).toBe(true)
        }
        // Without a consent function, only operations that the permission allows can change anything.
        if (JSON.stringify(document.content()) === before) continue
        expect([access, fateOf(permission, access, shut || place === 'read-only section')]).toEqual([access, 'done'])
        expect(access).not.toBe('r')
      }
      document.close()
    },
  )
  await fc.assert(runs, { numRuns: 500 })
})

it('lets only the system import, and exposes no object of the library', () => {
  const doc = createDocument({ schema: { type: 'text' }, label: 'b', permission: 'Admin' })
  const bytes = doc.exportSnapshot()
  expect(() => doc.import(bytes, {})).toThrow(expect.objectContaining({ code: 'BLOCK_FORBIDDEN' }))
  expect(() => doc.import(bytes, {})).toThrow(/import is not allowed: it changes block 'b' whatever the permission\./)
  expect(doc.import(bytes, { system: true })).toEqual({ changed: false, waiting: false })
  expect(Object.isFrozen(doc)).toBe(true)
  const values = Object.values(doc).filter((value) => typeof value === 'object' && value !== null)
  expect(values).toEqual([doc.schema])
  expect(Object.isFrozen(doc.schema)).toBe(true)
  const { constructor: made } = Object.getPrototypeOf(doc) as object
  expect(Object.getOwnPropertyNames(made).toSorted()).toEqual(['length', 'name', 'prototype'])
})
