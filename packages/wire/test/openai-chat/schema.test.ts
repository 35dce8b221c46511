import { encodeOpenAIChat, fromOpenAIChat } from '@lamella/wire/openai-chat'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noData, readLines } from '../data.ts'
import { context } from '../histories.ts'
import { requestSchema } from '../request-schema.ts'

describe.skipIf(noData !== undefined)('the JSON Schema of OpenAI', () => {
  const check =
    noData === undefined ? requestSchema('specs/openai-chat-completions.request.schemas.json') : () => 'no schema'

  test('refuses values that are not requests', () => {
    const places = (request: unknown): string => JSON.stringify(check(request))
    expect(places({ model: 'gpt-4o', messages: [] })).toContain('/messages')
    expect(places({ model: 'gpt-4o', messages: [{ role: 'user', content: [] }] })).toContain('/messages/0/content')
    expect(places({ model: 'gpt-4o', messages: [{ role: 'user', content: 'x' }], temperature: 3 })).toContain(
      '/temperature',
    )
  })

  test('accepts every encoded context', () => {
    fc.assert(
      fc.property(context, (value) => {
        expect(check(encodeOpenAIChat(value, { model: 'gpt-4o' }).request)).toBeUndefined()
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 75) },
    )
  })

  test('accepts every airline conversation', () => {
    for (const { messages } of readLines<{ messages: unknown }>('traces/tau-bench-airline.openai.jsonl')) {
      expect(
        check(encodeOpenAIChat({ messages: fromOpenAIChat(messages) }, { model: 'gpt-4o' }).request),
      ).toBeUndefined()
    }
  })
})
