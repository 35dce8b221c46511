import { decodeGemini, encodeGemini, type GeminiOptions, type Violation, validateGemini } from '@lamella/wire/gemini'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePoint } from '../../../testkit/src/samples/code-point.ts'
import { deepFreeze } from '../freeze.ts'
import { context as anyContext } from '../histories.ts'
import { geminiBody } from './encoded.ts'
import { googleContext } from './google-contexts.ts'

const numRuns = Number(process.env['LAMELLA_RUNS'] ?? 50)
const context = fc.oneof(anyContext, googleContext)
const models = ['gemini-2.0-flash', 'gemini-2.5-pro', 'gemini-3-pro-preview', 'gemini-flash-latest'] as const
const options: fc.Arbitrary<GeminiOptions> = fc.record(
  {
    model: fc.constantFrom(...models),
    system: fc.constantFrom('joined', 'per-layer'),
    api: fc.constantFrom('gemini', 'vertex'),
    schemas: fc.constantFrom('json', 'openapi'),
    callIds: fc.boolean(),
    mergeConsecutive: fc.boolean(),
    ensureAlternating: fc.boolean(),
  },
  { requiredKeys: ['model'] },
)

/**
 * Strict violations that the encoder cannot avoid: how the context ends, user text after tool results, and what the
 * options request (unmerged contents, Google's tools on Vertex AI).
 */
const unavoidable = new Set(['GE-LAST-USER', 'GE-ALTERNATE', 'GE-FIRST-USER', 'GE-TOOL-MIX'])

function violationsOf(request: object, model: string | undefined): Violation[] {
  return validateGemini(request, model === undefined ? {} : { model }).filter(
    ({ level, code }) => level === 'error' || !unavoidable.has(code),
  )
}

test('every context becomes a valid request, for every model and with every option', () => {
  fc.assert(
    fc.property(context, options, (value, how) => {
      const { request } = encodeGemini(value, how)
      expect(violationsOf(request, how.model)).toEqual([])
    }),
    { numRuns },
  )
})

test('the input is not mutated, and the same context produces the same bytes', () => {
  fc.assert(
    fc.property(context, options, (value, how) => {
      const first = JSON.stringify(geminiBody(deepFreeze(value), deepFreeze(how)))
      expect(JSON.stringify(geminiBody(value, how))).toBe(first)
    }),
    { numRuns },
  )
})

test('a request survives JSON unchanged', () => {
  fc.assert(
    fc.property(context, options, (value, how) => {
      const request = geminiBody(value, how)
      expect(JSON.parse(JSON.stringify(request))).toEqual(request)
    }),
    { numRuns },
  )
})

test('a written request that is read and written again has the same bytes', () => {
  fc.assert(
    fc.property(context, options, (value, how) => {
      const text = JSON.stringify(geminiBody(value, how))
      const again = JSON.stringify(geminiBody(decodeGemini(JSON.parse(text)), { ...how, unknownFields: 'send' }))
      if (again !== text) expect(JSON.parse(again)).toEqual(JSON.parse(text))
      expect(again).toBe(text)
    }),
    { numRuns },
  )
})

test('each user text is preserved, except for lone surrogates', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: codePoint, minLength: 1 }), { minLength: 1 }), (texts) => {
      const messages = texts.map((content) => ({ role: 'user' as const, content }))
      const sent = geminiBody({ messages }).contents.flatMap(({ parts }) => parts.map(({ text }) => text))
      expect(sent).toEqual(texts.map((value) => Buffer.from(value, 'utf8').toString('utf8')))
    }),
    { numRuns },
  )
})
