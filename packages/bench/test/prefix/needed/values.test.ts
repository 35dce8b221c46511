import { describe, expect, it } from 'vitest'
import { placesOf, standsIn, valuesIn } from '../../../src/prefix/needed/values.ts'

describe('values in a text', () => {
  it.each([
    ['ids', 'Cancel HATH4T of ada_byron, please', ['HATH4T', 'ada_byron']],
    ['numbers of four or more digits', 'order #4711 of 815 pieces', ['4711']],
    ['dates', 'from 2026-03-10 to May 12', ['2026-03-10']],
    ['amounts', 'it costs $53.27, not $1200', ['53.27', '1200']],
    ['paths and file names', 'see (./src/main.ts) and `docs/read_me.md`.', ['src/main.ts', 'docs/read_me.md']],
    ['addresses', 'Write to ada@example.org.', ['ada@example.org']],
  ])('are %s', (_, text, values) => expect(valuesIn(text)).toEqual(values))

  it.each([
    ['words', 'Please cancel the reservation tomorrow'],
    ['fewer than four characters', '12A W1 3pm 999'],
    ['short words with a slash or underscore', 'and/or a_b_cd'],
    ['encoded data', `x1${'Qk9P'.repeat(60)}`],
  ])('are not %s', (_, text) => expect(valuesIn(text)).toEqual([]))

  it('are listed once, in their order', () => {
    expect(valuesIn('W100 before W200, then W100')).toEqual(['W100', 'W200'])
  })
})

describe('a value is in a text', () => {
  it.each(['W100', '#W100.', 'src/W100.ts', '{"id":"W100"}', 'W100-2'])('as a whole: %s', (text) => {
    expect(standsIn('W100', text)).toBe(true)
  })

  it.each(['W1002', 'AW100', 'W100_b', 'W10', ''])('not as a part of another word: %s', (text) => {
    expect(standsIn('W100', text)).toBe(false)
  })

  it('after a place where it is only a part', () => expect(placesOf('W100', 'W1002, W100, W100')).toEqual([7, 13]))
})
