import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inflate } from '../../src/measure/inflate.ts'

const runs = { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 150) }
const data = fc.oneof(
  fc.uint8Array({ maxLength: 5_000 }),
  fc
    .string({ unit: fc.constantFrom('a', 'b', '/Page '), maxLength: 5_000 })
    .map((text) => new TextEncoder().encode(text)),
)

describe('inflate', () => {
  it('restores what zlib has compressed, at every level', () => {
    fc.assert(
      fc.property(data, fc.integer({ min: 0, max: 9 }), fc.constantFrom(0, 1, 2, 3, 4), (bytes, level, strategy) => {
        const packed = new Uint8Array(deflateSync(bytes, { level, strategy }))
        expect(Buffer.from(inflate(packed, 100_000) ?? []).equals(Buffer.from(bytes))).toBe(true)
      }),
      runs,
    )
  })

  it('ends on damaged and arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
        expect(inflate(bytes, 10_000)?.length ?? 0).toBeLessThanOrEqual(10_000)
      }),
      runs,
    )
  })

  it('stops at the most bytes that it may return', () => {
    expect(inflate(new Uint8Array(deflateSync(Buffer.alloc(1_000_000))), 1_000)?.length).toBe(1_000)
  })
})
