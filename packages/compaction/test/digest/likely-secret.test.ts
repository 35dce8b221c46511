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
    ['hunter22', 'dbPassword'],
    ['4539 5787 6362 1486', ''],
    ['My card is 4539 5787 6362 1486', 'note'],
    ['4539.5787.6362.1486', ''],
    ['3782 822463 10005', ''],
    ['postgres://user:pass123@db/x', 'url'],
    ['tok_123456789', 'token'],
    ['tok_123456789', 'api_token'],
    ['Basic dXNlcjpwYXNz', 'authorization'],
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
    ['4000', 'token'],
    ['approved yesterday', 'authorization'],
    ['http://localhost:3000/@scope/name', 'url'],
    ['ssh://git@example.com:22/a', 'url'],
    ['3 5 7 11 13 17 19 24', 'primes'],
    ['550e8400-e29b-41d4-a516-446655440000', 'id'],
  ])('is not %s with the label %j', (value, label) => {
    expect(isLikelySecret(value, label)).toBe(false)
  })
})
