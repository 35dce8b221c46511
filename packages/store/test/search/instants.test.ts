import { fromKept, toKept } from '@lamella/store/search'
import { describe, expect, it } from 'vitest'

describe('the time of a text in a database', () => {
  it.each([
    '0000-01-01T00:00:00.000Z',
    '1969-12-31T23:59:59.999Z',
    '2026-05-12T08:00:00.125Z',
    '+275760-09-13T00:00:00.000Z',
  ])('is the same when it is read, as a number or as text: %s', (instant) => {
    const kept = toKept(instant)
    expect([kept, String(kept), BigInt(kept ?? 0)].map((at) => fromKept(at ?? 0))).toEqual([instant, instant, instant])
    expect(toKept(undefined)).toBeNull()
  })
})
