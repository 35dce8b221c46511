import type { CompactionResult } from '@lamella/compaction'
import { isLamellaError } from '@lamella/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCooldown, madeProgress } from '../../src/compaction/cooldown.ts'

describe('createCooldown', () => {
  it('blocks attempts until a session has grown, on generated sessions', () => {
    const event = fc.oneof(
      fc.record({ type: fc.constant('grow' as const), by: fc.integer({ min: 0, max: 12 }) }),
      fc.record({ type: fc.constant('attempt' as const), progress: fc.boolean() }),
      fc.record({ type: fc.constant('recreate' as const), length: fc.integer({ min: 0, max: 60 }) }),
    )
    const seen = { free: 0, held: 0 }
    fc.assert(
      fc.property(fc.constantFrom('s', '__proto__', ''), fc.array(event, { maxLength: 40 }), (key, events) => {
        const cooldown = createCooldown()
        let length = 30
        let failed: number | undefined
        for (const one of events) {
          if (one.type === 'grow') length += one.by
          else if (one.type === 'recreate') length = one.length
          else {
            cooldown.attempted(key, length, one.progress)
            failed = one.progress ? undefined : length
          }
          if (failed !== undefined && (length < failed || length - failed >= Math.max(4, failed * 0.1)))
            failed = undefined
          seen[failed === undefined ? 'free' : 'held']++
          expect(cooldown.isCoolingDown(key, length)).toBe(failed !== undefined)
          expect(cooldown.isCoolingDown('another', length)).toBe(false)
        }
      }),
      { numRuns: 2_000 },
    )
    expect(Math.min(seen.free, seen.held)).toBeGreaterThan(1_000)
  })

  it('never lasts forever: a session that grows is tried again, however often it failed', () => {
    const cooldown = createCooldown()
    let attempts = 0
    for (let length = 100; length < 100_000; length++) {
      if (cooldown.isCoolingDown('s', length)) continue
      cooldown.attempted('s', length, false)
      attempts++
    }
    // 1.1 to the power of 73 is above 1,000, and rounding up saves a few attempts.
    expect(attempts).toBeGreaterThan(65)
    expect(attempts).toBeLessThan(75)
  })

  it('remembers a limited number of sessions, and forgets the least recently tried', () => {
    const cooldown = createCooldown({ maxSessions: 2 })
    for (const key of ['a', 'b', 'a', 'c']) cooldown.attempted(key, 10, false)
    expect(['a', 'b', 'c'].map((key) => cooldown.isCoolingDown(key, 10))).toEqual([true, false, true])
  })

  it('rejects a limit of zero', () => {
    let error: unknown
    try {
      createCooldown({ maxSessions: 0 })
    } catch (thrown) {
      error = thrown
    }
    expect(isLamellaError(error, 'OPTION_INVALID')).toBe(true)
  })
})

describe('madeProgress', () => {
  const result = (before: readonly [number, number], after: readonly [number, number]): CompactionResult => ({
    compacted: before !== after,
    replaced: [],
    messagesBefore: before[0],
    messagesAfter: after[0],
    tokensBefore: before[1],
    tokensAfter: after[1],
    failed: [],
    tried: [],
    missing: [],
    notices: [],
  })

  it('requires a tenth fewer messages or tokens', () => {
    expect(madeProgress(result([100, 1_000], [90, 999]))).toBe(true)
    expect(madeProgress(result([100, 1_000], [99, 900]))).toBe(true)
    expect(madeProgress(result([100, 1_000], [91, 901]))).toBe(false)
  })

  it('is false if nothing was compacted', () => {
    const same = [0, 0] as const
    expect(madeProgress(result(same, same))).toBe(false)
  })
})
