import { describe, expect, it } from 'vitest'
import { parseCountFrom, parseTime, parseTokens } from '../src/parse.ts'

describe('parseTokens', () => {
  it.each([
    ['0', 0],
    ['8000', 8_000],
    ['128_000', 128_000],
    ['1,000,000', 1_000_000],
    ['128k', 128_000],
    [' 8K ', 8_000],
  ])('reads %j', (text, tokens) => {
    expect(parseTokens(text)).toBe(tokens)
  })

  it.each(['', 'k', '-1', '1.5', '1e3', '12_00', '0x10', '99999999999999999999', '8kk'])('rejects %j', (text) => {
    expect(() => parseTokens(text)).toThrow(/whole number of tokens/)
  })
})

describe('parseCountFrom', () => {
  it.each([
    [0, '0'],
    [1, '1'],
    [1, '100'],
  ])('with a minimum of %i accepts %j', (least, text) => {
    expect(parseCountFrom(least)(text)).toBe(Number(text))
  })

  it.each([
    [0, '-1'],
    [1, '0'],
    [0, ''],
    [0, '1.5'],
    [0, '1e3'],
    [0, '10000000000'],
  ])('with a minimum of %i rejects %j', (least, text) => {
    expect(() => parseCountFrom(least)(text)).toThrow(`whole number, ${least} or more`)
  })
})

describe('parseTime', () => {
  it.each([
    ['2026-03-13', '2026-03-13T00:00:00.000Z'],
    ['2026-03-13T09:30Z', '2026-03-13T09:30:00.000Z'],
    ['2026-03-13T09:30:15.5+02:00', '2026-03-13T07:30:15.500Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ])('reads %j', (text, time) => {
    expect(parseTime(text).toISOString()).toBe(time)
  })

  it.each(['', '1', '2026-3-1', '2026-02-29', '2026-13-01', '2026-03-13T25:00Z', '2026-03-13T09:30', '13.3.2026'])(
    'rejects %j',
    (text) => {
      expect(() => parseTime(text)).toThrow(/a day or an instant/)
    },
  )
})
