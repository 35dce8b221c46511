import { encodeGemini } from '@lamella/wire/gemini'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { context as anyContext } from '../histories.ts'
import { textsIn, unreported } from '../unreported.ts'
import { googleContext } from './google-contexts.ts'

const numRuns = Number(process.env['LAMELLA_RUNS'] ?? 50)
const context = fc.oneof(anyContext, googleContext)
const model = fc.constantFrom('gemini-2.0-flash', 'gemini-2.5-pro', 'gemini-3-pro-preview')

test('everything missing from a request is reported with its place', () => {
  let checked = 0
  fc.assert(
    fc.property(context, model, (value, name) => {
      const { request, losses, repairs } = encodeGemini(value, { model: name })
      checked += textsIn(value).length
      expect(unreported(value, { request, losses, repairs })).toEqual([])
    }),
    { numRuns },
  )
  expect(checked).toBeGreaterThan(0)
})
