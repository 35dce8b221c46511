import {
  decodeOpenAIResponses,
  encodeOpenAIResponses,
  toOpenAIResponses,
  validateOpenAIResponses,
} from '@lamella/wire/openai-responses'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deepFreeze } from '../freeze.ts'
import { context, options } from './answers.ts'

const numRuns = Number(process.env['LAMELLA_RUNS'] ?? 50)

// Strict violations that an encoder cannot avoid: broken arguments and long descriptions come from the context, item
// types may be newer than the list, and carried reasoning keeps the order of its answer.
const unavoidable = new Set(['OR-DESC', 'OR-ITEM', 'OR-INTERLEAVE'])

test('every context becomes a valid request', () => {
  fc.assert(
    fc.property(context, options, (value, how) => {
      const { request } = encodeOpenAIResponses(value, how)
      const violations = validateOpenAIResponses(request)
      expect(violations.filter(({ level, code }) => level === 'error' || !unavoidable.has(code))).toEqual([])
    }),
    { numRuns },
  )
})

test('the input is not mutated, and the same context produces the same bytes', () => {
  fc.assert(
    fc.property(context, options, (value, how) => {
      const first = JSON.stringify(toOpenAIResponses(deepFreeze(value), deepFreeze(how)))
      expect(JSON.stringify(toOpenAIResponses(value, how))).toBe(first)
    }),
    { numRuns },
  )
})

test('a request survives JSON unchanged', () => {
  fc.assert(
    fc.property(context, options, (value, how) => {
      const request = toOpenAIResponses(value, how)
      expect(JSON.parse(JSON.stringify(request))).toEqual(request)
    }),
    { numRuns },
  )
})

test('a written request that is read and written again has the same bytes', () => {
  fc.assert(
    fc.property(context, options, (value, how) => {
      const bytes = JSON.stringify(toOpenAIResponses(value, how))
      expect(
        JSON.stringify(toOpenAIResponses(decodeOpenAIResponses(JSON.parse(bytes)), { unknownFields: 'send' })),
      ).toBe(bytes)
    }),
    { numRuns },
  )
})

test('a decoded request is sent again without losses', () => {
  fc.assert(
    fc.property(context, options, (value, how) => {
      const { request } = encodeOpenAIResponses(value, how)
      const read = decodeOpenAIResponses(JSON.parse(JSON.stringify(request)))
      const again = encodeOpenAIResponses(read, { unknownFields: 'send' })
      expect([again.losses, again.repairs]).toEqual([[], []])
    }),
    { numRuns },
  )
})
