import type { Access, MemoryPermission } from '@lamella/blocks'
import { describe, expect, it } from 'vitest'
import { decide, requires } from '../../src/permissions/decide.ts'
import { memoryPermissions, permissionText } from '../../src/permissions/permission.ts'

// + allowed, - denied, p needs the partner's consent, h needs a human's consent: read, append, overwrite, delete.
const table: Readonly<Record<MemoryPermission, string>> = {
  ReadOnly: '+---',
  Partner: '+pp-',
  Human: '+hh-',
  Append: '++--',
  ReadWrite: '+++-',
  Admin: '++++',
}
const accesses: readonly Access[] = ['read', 'append', 'overwrite', 'delete']
const decisions = { '+': 'allow', '-': 'deny', p: { consent: 'partner' }, h: { consent: 'human' } }

describe('decide', () => {
  it.each(memoryPermissions)('restricts agents to the permission %s', (permission) => {
    const told = accesses.map((access) => decide(permission, access))
    expect(told).toEqual([...table[permission]].map((sign) => decisions[sign as keyof typeof decisions]))
  })

  it.each(memoryPermissions)(
    'lets agents only read read-only parts under %s, and lets the system do everything',
    (permission) => {
      expect(accesses.map((access) => decide(permission, access, { readOnly: true }))).toEqual([
        'allow',
        'deny',
        'deny',
        'deny',
      ])
      for (const readOnly of [true, false]) {
        expect(accesses.map((access) => decide(permission, access, { readOnly, system: true }))).toEqual(
          Array(4).fill('allow'),
        )
      }
    },
  )

  it.each(['', '__proto__', 'constructor', 'admin'])('denies an unknown permission or access: %j', (name) => {
    expect(decide(name as MemoryPermission, 'read')).toBe('deny')
    expect(decide('Admin', name as Access)).toBe('deny')
    expect(decide('Admin', name as Access, { system: true })).toBe('deny')
  })

  it('accepts only the value true for the system', () => {
    expect(decide('ReadOnly', 'append', { system: 1 as unknown as boolean })).toBe('deny')
  })
})

it('names the lowest permission that allows an access without consent', () => {
  for (const access of accesses) {
    const allowing = (['ReadOnly', 'Append', 'ReadWrite', 'Admin'] as const).filter(
      (one) => decide(one, access) === 'allow',
    )
    expect(requires(access)).toBe(allowing[0])
  }
})

it('describes each permission to the model', () => {
  expect(memoryPermissions.map(permissionText)).toEqual([
    'Read Only',
    'Requires Partner permission to write',
    'Requires Human permission to write',
    'Append Only',
    'Read, Append, Write',
    'Read, Write, Delete',
  ])
})
