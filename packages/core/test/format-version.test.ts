import { mustReadFormat } from '@lamella/core/plugin'
import { describe, expect, it } from 'vitest'

const format = { format: 'list', what: "The file 'a'", known: 2, from: '@lamella/lists' }

describe('mustReadFormat', () => {
  it.each([2, 1, 0, undefined, null, '3', Number.NaN])('passes %j: known, or not a version', (version) => {
    expect(mustReadFormat(version, format)).toBe(undefined)
  })

  it('rejects a newer version, and says which it is, which is read, and what to do', () => {
    expect(() => mustReadFormat(3, format)).toThrow(
      expect.objectContaining({
        code: 'FORMAT_NEWER',
        what: "The file 'a' has version 3 of its format; this release reads up to 2.",
        fix: 'Update @lamella/lists to the release that wrote it, or a later one. Data is never converted back.',
        details: { format: 'list', version: 3, known: 2 },
      }),
    )
  })
})
