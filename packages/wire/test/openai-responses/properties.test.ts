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

const numRuns = Number(process.env['LAMELLA_RUNS'] ?? 2_000)

// What the validator calls strict and an encoder cannot help: broken arguments and long descriptions are the context's,
// types of items may be newer than the list, and where reasoning is carried the order of its answer stays.
const unavoidable = new Set(['OR-CALL', 'OR-DESC', 'OR-ITEM', 'OR-INTERLEAVE'])

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

test('nothing that is passed in is changed and the same context gives the same bytes', () => {
  fc.assert(
    fc.property(context, options, (value, how) => {
      const first = JSON.stringify(toOpenAIResponses(deepFreeze(value), deepFreeze(how)))
      expect(JSON.stringify(toOpenAIResponses(value, how))).toBe(first)
    }),
    { numRuns },
  )
})

test('a request is what its JSON text says: nothing in it gets lost on the way', () => {
  fc.assert(
    fc.property(context, options, (value, how) => {
      const request = toOpenAIResponses(value, how)
      expect(JSON.parse(JSON.stringify(request))).toEqual(request)
    }),
    { numRuns },
  )
})

test('what is written, read and written again has the same bytes', () => {
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

test('what was sent once is sent again without losses', () => {
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
