import { isLamellaError } from '@lamella/core'
import { validateAnthropic } from '@lamella/wire/anthropic'
import { validateBedrockConverse } from '@lamella/wire/bedrock-converse'
import { wireFormatNames as formats, loadFormat } from '@lamella/wire/formats'
import { validateGemini } from '@lamella/wire/gemini'
import { validateOpenAIChat } from '@lamella/wire/openai-chat'
import { fromOpenAIResponses, validateOpenAIResponses } from '@lamella/wire/openai-responses'
import { validate, type WireFormat } from '@lamella/wire/validate'
import { describe, expect, test } from 'vitest'

const alone = {
  'openai-chat': validateOpenAIChat,
  'openai-responses': validateOpenAIResponses,
  anthropic: validateAnthropic,
  gemini: validateGemini,
  'bedrock-converse': validateBedrockConverse,
}

// In quadratic time these would take hours.
test('a data URL of ten million characters without a comma is read once', () => {
  const url = `data:${'a'.repeat(10_000_000)}`
  const image = { role: 'user', content: [{ type: 'image_url', image_url: { url } }] }
  expect(validate('openai-chat', { model: 'm', messages: [image] })).toHaveLength(1)
  const content = [
    { type: 'input_image', image_url: url, detail: 'auto' },
    { type: 'input_file', file_data: url, filename: 'a.pdf' },
  ]
  const output = [{ type: 'input_image', image_url: url, detail: 'auto' }]
  const input = [
    { role: 'user', content },
    { type: 'function_call', call_id: 'a', name: 'look', arguments: '{}' },
    { type: 'function_call_output', call_id: 'a', output },
  ]
  const problems = validate('openai-responses', { model: 'm', input })
  expect(problems.map(({ path }) => path)).toEqual([
    'input[0].content[0].image_url',
    'input[2].output[0].image_url',
    'input[0].content[1].file_data',
  ])
  expect(fromOpenAIResponses(input)).toHaveLength(3)
})

describe.for(formats)('%s', (format) => {
  test('each of its rules has a unique code, a sentence and a source', async () => {
    const { rules } = await loadFormat(format)
    expect(new Set(rules.map(({ code }) => code)).size).toBe(rules.length)
    for (const { code, what, source } of rules) {
      expect(code).toMatch(/^(OC|OR|AN|GE|BC)-[A-Z0-9-]+$/)
      expect(what, code).toMatch(/^[A-Z].+\.$/)
      expect(source, code).toMatch(/^[SRIDM]\b|^the /)
    }
  })

  test('is checked in the same way as by the function of its own subpath', () => {
    for (const request of [undefined, null, [], {}, { messages: [{}], input: [{}], contents: [{}] }]) {
      const violations = validate(format, request)
      expect(violations).toEqual(alone[format](request))
      expect(violations.some(({ level }) => level === 'error')).toBe(true)
    }
  })

  test('no request makes a check throw', () => {
    const cycle: Record<string, unknown> = {}
    cycle['self'] = cycle
    const values = [null, 0, '', 'x', true, [], {}, [null], [[]], [{}], cycle, () => 1, 1n]
    const fields = ['messages', 'input', 'contents', 'tools', 'system', 'tool_choice', 'generationConfig', 'thinking']
    for (const value of values) {
      const request = Object.fromEntries(fields.map((field) => [field, value]))
      expect(() => validate(format, request)).not.toThrow()
      const list = { role: 'user', type: 'message', content: value, parts: value, tool_calls: value }
      expect(() => validate(format, { messages: [list], input: [list], contents: [list] })).not.toThrow()
    }
  })
})

test('an unknown format name is an error that lists the known ones', () => {
  for (const format of ['openai', '__proto__', 'toString']) {
    try {
      validate(format as WireFormat, {})
      expect.unreachable()
    } catch (error) {
      expect(isLamellaError(error, 'WIRE_FORMAT_UNKNOWN') && error.message).toMatch(/openai-chat, openai-responses/)
    }
  }
})

test.each(['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'bedrock-converse'] as const)(
  'reads roles, types and formats that every object has, like any others, in %s',
  (format) => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const content = [{ type: name, text: 'a' }]
      const schema = { type: name, format: 'date', properties: { a: { type: name, format: 'date' } } }
      const tool = {
        type: name,
        name,
        input_schema: schema,
        parameters: schema,
        function: { name, parameters: schema },
      }
      for (const role of [name, 'user']) {
        const texts = { messages: [{ role, content }], input: [{ role, type: name, content }] }
        const request = { model: 'm', ...texts, contents: [{ role, parts: [{ text: 'a' }] }], tools: [tool] }
        expect(() => validate(format, request)).not.toThrow()
      }
    }
  },
)
