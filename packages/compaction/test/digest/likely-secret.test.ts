import { isLikelySecret } from '@lamella/compaction/digest'
import { describe, expect, it } from 'vitest'

describe('a likely secret', () => {
  it.each([
    ['sk-ant-REDACTED', ''],
    ['ghp_0123456789abcdef', ''],
    ['AKIAIOSFODNN7EXAMPLE', ''],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0', ''],
    ['4111111111111111', ''],
    ['5555-5555-5555-4444', ''],
    ['hunter22', 'password'],
    ['x1y2', 'api_key'],
  ])('is %s with the label %j', (value, label) => {
    expect(isLikelySecret(value, label)).toBe(true)
  })

  it.each([
    ['EHGLP3', 'reservation_id'],
    ['credit_card_7815826', 'payment_id'],
    ['4111111111111112', ''],
    ['2026-05-20', 'date'],
    ['sk-1', ''],
    ['W4711', 'shipping'],
    ['10045', 'key'],
  ])('is not %s with the label %j', (value, label) => {
    expect(isLikelySecret(value, label)).toBe(false)
  })
})
