import { isLamellaError } from '@lamella/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isGranted } from '../../src/tools/permissions.ts'

describe('isGranted', () => {
  it('lets a name grant itself, a group everything in it, and a star everything', () => {
    expect(isGranted(['fs.read'], 'fs.read')).toBe(true)
    expect(isGranted(['fs.read'], 'fs.read.more')).toBe(false)
    expect(isGranted(['fs.read'], 'FS.read')).toBe(false)
    expect(isGranted(['network.*'], 'network.http')).toBe(true)
    expect(isGranted(['network.*'], 'network.http.get')).toBe(true)
    expect(isGranted(['network.http.*'], 'network.http.get')).toBe(true)
    expect(isGranted(['network.http.*'], 'network.dns')).toBe(false)
    expect(isGranted(['*'], 'anything.at.all')).toBe(true)
    expect(isGranted([], 'fs.read')).toBe(false)
  })

  it('does not let a group grant its own name or a longer word', () => {
    for (const permission of ['network', 'network.', 'networking.x', 'x.network.http', 'networkXhttp']) {
      expect(isGranted(['network.*'], permission)).toBe(false)
    }
  })

  it('handles names of built-in object properties', () => {
    expect(isGranted(['__proto__.*'], '__proto__.x')).toBe(true)
    expect(isGranted(['fs.read'], '__proto__')).toBe(false)
    expect(isGranted(['constructor'], 'toString')).toBe(false)
  })

  it('rejects a star anywhere else', () => {
    for (const pattern of ['fs*', '*.read', 'fs.*.read', '**', 'a*b.*', '.*', 'fs.**', ' *']) {
      let error: unknown
      try {
        isGranted(['fs.read', pattern], 'fs.read')
      } catch (thrown) {
        error = thrown
      }
      expect(isLamellaError(error, 'OPTION_INVALID') && error.details).toEqual({ what: 'permissions', option: pattern })
    }
  })

  it('agrees with a naive implementation of the rule', () => {
    const word = fc.constantFrom('a', 'b', 'net', '__proto__', '')
    const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join('.'))
    const pattern = fc.oneof(
      name,
      fc.constant('*'),
      name.filter((one) => one !== '').map((one) => `${one}.*`),
    )
    const plain = (granted: readonly string[], permission: string): boolean =>
      granted.some((one) => {
        if (one === '*' || one === permission) return true
        const stem = one.slice(0, -1)
        return one.endsWith('.*') && permission.startsWith(stem) && permission.length > stem.length
      })
    fc.assert(
      fc.property(fc.array(pattern, { maxLength: 5 }), name, (granted, permission) => {
        expect(isGranted(granted, permission)).toBe(plain(granted, permission))
      }),
      { numRuns: 5_000 },
    )
  })

  it('takes time proportional to the length of the permission, however many grants there are', () => {
    const long = 'a.'.repeat(2_000)
    const granted = Array.from({ length: 20_000 }, (_, index) => `b${index}.*`)
    expect(isGranted(granted, `${long}x`)).toBe(false)
    expect(isGranted([...granted, `${long}a.*`], `${long}a.x`)).toBe(true)
  })
})
