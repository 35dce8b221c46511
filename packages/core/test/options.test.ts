import { isLamellaError, type Size } from '@lamella/core'
import {
  checkOptions,
  mustBeOneOf,
  mustBeText,
  mustBeTexts,
  mustBeWhole,
  mustHaveMethod,
  parseSize,
} from '@lamella/core/plugin'
import { describe, expect, it } from 'vitest'

function errorOf(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}

describe('checkOptions', () => {
  const checks = { text: mustBeText, count: mustBeWhole(1) }
  const check = (options: object): object => checkOptions('motto', options, checks, [])

  it('returns the options', () => {
    const options = { text: 'Be kind.', count: undefined }
    expect(check(options)).toBe(options)
  })

  it('suggests the likely name of a misspelled option', () => {
    const error = errorOf(() => check({ texxt: 'Be kind.' }))
    expect(isLamellaError(error, 'OPTION_INVALID')).toBe(true)
    expect(error).toMatchObject({ details: { what: 'motto', option: 'texxt' } })
    expect(String(error)).toContain("motto: 'texxt' is not an option. Did you mean 'text'? Correct")
  })

  it('names an option with an invalid value', () => {
    expect(String(errorOf(() => check({ count: 0 })))).toContain("'count' must be a whole number, 1 or more.")
  })

  it('names a missing option', () => {
    const options: { text?: string } = {}
    expect(() => checkOptions('motto', options, { text: mustBeText }, ['text'])).toThrow("'text' is missing")
  })

  it('rejects values that are not objects', () => {
    for (const wrong of [null, 'text', [1]]) expect(() => check(wrong as object)).toThrow("'options' must be an object")
  })
})

describe('the option checks', () => {
  it('accept exactly the values they describe', () => {
    const cases = [
      [mustBeText, ['', 'a'], [1, null]],
      [mustBeTexts, [[], ['a']], ['a', [1]]],
      [mustBeWhole(0), [0, 7], [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '1']],
      [mustBeOneOf(['a', 'b']), ['a'], ['c', 1]],
      [mustHaveMethod('read'), [{ read: () => undefined }], [{}, null, 'read']],
    ] as const
    for (const [check, right, wrong] of cases) {
      for (const value of right) expect(check(value)).toBeUndefined()
      for (const value of wrong) expect(check(value)).toMatch(/^must be /)
    }
  })
})

it.each<[Size, number]>([
  [0, 0],
  [700, 700],
  ['0%', 0],
  ['25%', 2000],
  ['33.3%', 2664],
  ['100%', 8000],
])('%s of a window of 8,000 tokens is %i', (size, tokens) => {
  expect(parseSize(size, 8000)).toBe(tokens)
})

it.each([-1, 0.5, Number.NaN, '25', '101%', '-1%', '25 %', '%', '', null, undefined, {}])(
  '%j is not a size',
  (size) => {
    expect(parseSize(size as Size, 8000)).toBeUndefined()
  },
)
