import { encodeOpenAIResponses } from '@lamella/wire/openai-responses'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { airlineConversations, codingSession } from '../conversations.ts'
import { noData } from '../data.ts'
import { context } from '../histories.ts'
import { requestSchema } from '../request-schema.ts'
import { context as answers, options } from './answers.ts'

describe.skipIf(noData !== undefined)('the JSON Schema of OpenAI', () => {
  const check = noData === undefined ? requestSchema('specs/openai-responses.request.schemas.json') : () => 'no schema'

  test('refuses values that are not requests', () => {
    const places = (request: object): string => JSON.stringify(check({ model: 'gpt-5', ...request }) ?? 'nothing')
    expect(places({ input: [{ role: 'user', content: 'x' }] })).toBe('"nothing"')
    expect(places({ input: [{ role: 'tool', content: 'x' }] })).toContain('/input')
    expect(places({ input: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }] })).toContain('/input')
    expect(places({ input: 'x', temperature: 3 })).toContain('/temperature')
    expect(places({ input: 'x', tools: [{ type: 'function', function: { name: 'a' } }] })).toContain('/tools/0')
  })

  test('accepts every encoded context', () => {
    fc.assert(
      fc.property(context, options, (value, how) => {
        expect(check(encodeOpenAIResponses(value, how).request)).toBeUndefined()
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 75) },
    )
  })

  // Recorded items are sent unchanged, whatever they contain.
  test('accepts every encoded answer of OpenAI itself', () => {
    fc.assert(
      fc.property(answers, options, (value, how) => {
        const { request } = encodeOpenAIResponses(value, how)
        fc.pre(!JSON.stringify(value).includes('"item":'))
        expect(check(request)).toBeUndefined()
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 75) },
    )
  })

  test('accepts every airline conversation and the long coding session', () => {
    for (const messages of [...airlineConversations(), codingSession()]) {
      expect(check(encodeOpenAIResponses({ messages }, { model: 'gpt-5' }).request)).toBeUndefined()
    }
  })
})
