import { encodeOpenAIChat, fromOpenAIChat } from '@lamella/wire/openai-chat'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noData, readJson, readLines } from '../data.ts'
import { context } from './histories.ts'

interface Schemas {
  readonly root: string
  readonly schemas: Readonly<Record<string, object>>
}

/** The request schema of openai/openai-openapi. It is OpenAPI 3.0, so it knows `nullable` and keywords of its own. */
function schemaCheck(): (request: unknown) => unknown {
  const { root, schemas } = readJson<Schemas>('specs/openai-chat-completions.request.schemas.json')
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: false })
  ajv.addSchema({ $id: 'openai', components: { schemas: withoutNullable(schemas) } })
  const validate = ajv.compile({ $ref: `openai#/components/schemas/${root}` })
  // As it is sent: an undefined field is no field.
  return (request) => (validate(JSON.parse(JSON.stringify(request))) ? undefined : validate.errors)
}

/** Ajv knows `nullable` only beside a type. Lamella never writes null there, so it can go. */
function withoutNullable(schemas: Schemas['schemas']): Schemas['schemas'] {
  return JSON.parse(JSON.stringify(schemas), (key, value: unknown) => (key === 'nullable' ? undefined : value))
}

describe.skipIf(noData !== undefined)('the JSON Schema of OpenAI', () => {
  const check = noData === undefined ? schemaCheck() : () => 'no schema'

  test('refuses what is no request', () => {
    const places = (request: unknown): string => JSON.stringify(check(request))
    expect(places({ model: 'gpt-4o', messages: [] })).toContain('/messages')
    expect(places({ model: 'gpt-4o', messages: [{ role: 'user', content: [] }] })).toContain('/messages/0/content')
    expect(places({ model: 'gpt-4o', messages: [{ role: 'user', content: 'x' }], temperature: 3 })).toContain(
      '/temperature',
    )
  })

  test('accepts every encoded context', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(context, (value) => {
        expect(check(encodeOpenAIChat(value, { model: 'gpt-4o' }).request)).toBeUndefined()
      }),
      { numRuns: 1_000 },
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
