import {
  encodeOpenAIChat,
  fromOpenAIChat,
  type OpenAIChatOptions,
  toOpenAIChat,
  validateOpenAIChat,
} from '@lamella/wire/openai-chat'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePoint } from '../../../testkit/src/samples/code-point.ts'
import { deepFreeze } from '../freeze.ts'
import { context } from '../histories.ts'

const numRuns = Number(process.env['LAMELLA_RUNS'] ?? 50)
const options: fc.Arbitrary<OpenAIChatOptions & { model: string }> = fc.record({
  model: fc.constant('gpt-4o'),
  system: fc.constantFrom('joined', 'per-layer'),
  systemRole: fc.constantFrom('system', 'developer'),
})

// Strict violations that an encoder cannot avoid, because the context itself determines the order.
const unavoidable = new Set(['OC-SYSTEM-FIRST', 'OC-PART', 'OC-DESC', 'OC-FIELD'])

test('every context becomes a valid request', () => {
  fc.assert(
    fc.property(context, options, (value, how) => {
      const { request } = encodeOpenAIChat(value, how)
      expect(
        validateOpenAIChat(request).filter(({ level, code }) => level === 'error' || !unavoidable.has(code)),
      ).toEqual([])
    }),
    { numRuns },
  )
})

test('every context becomes a request that Mistral takes', () => {
  fc.assert(
    fc.property(context, options, (value, how) => {
      const { request } = encodeOpenAIChat(value, { ...how, model: 'mistral-large-2512' })
      expect(
        validateOpenAIChat(request).filter(({ level, code }) => level === 'error' || code === 'OC-MISTRAL'),
      ).toEqual([])
    }),
    { numRuns },
  )
})

test('the input is not mutated, and the same context produces the same bytes', () => {
  fc.assert(
    fc.property(context, options, (value, how) => {
      const first = JSON.stringify(toOpenAIChat(deepFreeze(value), deepFreeze(how)))
      expect(JSON.stringify(toOpenAIChat(value, how))).toBe(first)
    }),
    { numRuns },
  )
})

test('a request survives JSON unchanged', () => {
  fc.assert(
    fc.property(context, options, (value, how) => {
      const request = toOpenAIChat(value, how)
      expect(JSON.parse(JSON.stringify(request))).toEqual(request)
    }),
    { numRuns },
  )
})

test('a written request that is read and written again has the same bytes', () => {
  fc.assert(
    fc.property(context, (value) => {
      const { messages } = toOpenAIChat(value)
      const read = fromOpenAIChat(JSON.parse(JSON.stringify(messages)))
      const again = toOpenAIChat({ messages: read }, { unknownFields: 'send' })
      expect(JSON.stringify(again.messages)).toBe(JSON.stringify(messages))
    }),
    { numRuns },
  )
})

test('each user text is preserved, except for lone surrogates', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: codePoint, minLength: 1 }), { minLength: 1 }), (texts) => {
      const messages = texts.map((content) => ({ role: 'user' as const, content }))
      const sent = toOpenAIChat({ messages }).messages.map(({ content }) => content)
      expect(sent).toEqual(texts.map((value) => Buffer.from(value, 'utf8').toString('utf8')))
    }),
    { numRuns },
  )
})
