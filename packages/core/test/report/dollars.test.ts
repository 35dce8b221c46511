import { dollars } from '@lamella/core/plugin'
import { expect, it } from 'vitest'

it.each([
  [0, '$0.00'],
  [12.5, '$12.50'],
  [-1_234.567, '-$1234.57'],
  [0.01078, '$0.0108'],
  [-0.5, '-$0.5000'],
  [0.0000123, '$0.000012'],
  [1e-30, '$0.000000000000'],
])('formats %d dollars as %s', (amount, text) => {
  expect(dollars(amount)).toBe(text)
})
