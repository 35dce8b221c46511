import type { Size } from '@lamella/core'
import { parseSize } from '@lamella/core/plugin'
import { expect, it } from 'vitest'

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
