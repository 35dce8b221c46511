import { encodeGemini } from '@lamella/wire/gemini'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { context as anyContext } from '../histories.ts'
import { saidIn, untold } from '../said.ts'
import { googleContext } from './google-contexts.ts'

const numRuns = Number(process.env['LAMELLA_RUNS'] ?? 2_000)
const context = fc.oneof(anyContext, googleContext)
const model = fc.constantFrom('gemini-2.0-flash', 'gemini-2.5-pro', 'gemini-3-pro-preview')

test('whatever is not in a request is told, with its place', { timeout: 300_000 }, () => {
  let looked = 0
  fc.assert(
    fc.property(context, model, (value, name) => {
      const { request, losses, repairs } = encodeGemini(value, { model: name })
      looked += saidIn(value).length
      expect(untold(value, { request, losses, repairs })).toEqual([])
    }),
    { numRuns },
  )
  expect(looked).toBeGreaterThan(numRuns)
})
