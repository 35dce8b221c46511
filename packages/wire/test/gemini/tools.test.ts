import type { ToolDefinition } from '@lamella/core'
import { encodeGemini, type GeminiOptions, type GeminiTool, validateGemini } from '@lamella/wire/gemini'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { weather } from '../fixtures.ts'

const messages = [{ role: 'user', content: 'Hello' } as const]
const tool = (name: string, more: Partial<ToolDefinition> = {}): ToolDefinition => ({ name, inputSchema: {}, ...more })
const own = (fields: object): Partial<ToolDefinition> => ({ providerOptions: { google: { tool: fields as never } } })

function encode(
  tools: readonly ToolDefinition[],
  options: GeminiOptions = {},
): ReturnType<typeof encodeGemini> & { tools: GeminiTool[] } {
  const encoding = encodeGemini({ messages, tools }, { model: 'gemini-2.5-pro', ...options })
  expect(validateGemini(encoding.request).filter(({ level }) => level === 'error')).toEqual([])
  return { ...encoding, tools: encoding.request.tools ?? [] }
}

const rowsOf = (rows: readonly { code: string; path: string }[]): string[] =>
  rows.map(({ code, path }) => `${code} ${path}`)

test('all functions are one tool at the position of the first, next to unchanged tools of Google', () => {
  const { tools, losses } = encode(
    [tool('search', own({ googleSearch: {} })), weather, tool('code', own({ codeExecution: {} })), tool('now')],
    { model: 'gemini-3-pro-preview' },
  )
  expect(tools.map((one) => Object.keys(one)[0])).toEqual(['googleSearch', 'functionDeclarations', 'codeExecution'])
  expect(tools[1]?.functionDeclarations?.map(({ name }) => name)).toEqual(['get_weather', 'now'])
  expect(losses).toEqual([])
})

test('models before Gemini 3 get functions alone, and tools of Google only without functions', () => {
  const search = tool('search', own({ googleSearch: {} }))
  expect(encode([search, weather]).tools).toHaveLength(1)
  expect(rowsOf(encode([search, weather]).losses)).toEqual(['provider-tool tools[0]'])
  expect(encode([search]).tools).toEqual([{ googleSearch: {} }])
})

test('tools of other providers, and functions disguised as tools of Google, are omitted and reported', () => {
  const { tools, losses } = encode([
    tool('web', { providerOptions: { anthropic: { tool: { type: 'web_search_20250305' } } } }),
    tool('x', own({ functionDeclarations: [{ name: 'x y' }] })),
    tool('y', own({})),
    weather,
  ])
  expect(tools).toHaveLength(1)
  expect(rowsOf(losses)).toEqual(['provider-tool tools[0]', 'provider-tool tools[1]', 'provider-tool tools[2]'])
})

test('invalid names are replaced, and the map returns the originals', () => {
  const { tools, toolNames, repairs } = encode([
    tool('get weather'),
    tool('2nd'),
    tool('.x'),
    tool('x'.repeat(65)),
    tool(''),
  ])
  const names = tools[0]?.functionDeclarations?.map(({ name }) => name) ?? []
  expect(names.slice(0, 3)).toEqual(['get_weather', '_nd', '_x'])
  expect(names.map((name) => toolNames.get(name))).toEqual(['get weather', '2nd', '.x', 'x'.repeat(65), ''])
  expect(repairs.filter(({ code }) => code === 'tool-name')).toHaveLength(5)
})

test('a second tool with the same name is omitted, which is reported', () => {
  const { tools, repairs } = encode([weather, { ...weather, description: 'Another one.' }])
  expect(tools[0]?.functionDeclarations).toHaveLength(1)
  expect(rowsOf(repairs)).toEqual(['tool-name tools[1]'])
})

test('more than 512 functions are an error', () => {
  const many = (count: number): ToolDefinition[] => Array.from({ length: count }, (_, index) => tool(`f${index}`))
  expect(encode(many(512)).tools[0]?.functionDeclarations).toHaveLength(512)
  expect(() => encode(many(513))).toThrow(/at most 512 functions.*513.*WIRE_TOO_MANY_TOOLS/)
})

test('a Zod schema object becomes its JSON Schema', () => {
  const inputSchema = z.object({ city: z.string(), days: z.number().int().optional() })
  const { tools, repairs } = encode([tool('forecast', { inputSchema })])
  expect(tools[0]?.functionDeclarations?.[0]?.parametersJsonSchema).toMatchObject({
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
  })
  expect(repairs).toEqual([])
})

test('other fields of a function are sent unchanged', () => {
  const extra = { behavior: 'NON_BLOCKING', response: { type: 'OBJECT' }, name: 'x', parameters: {} }
  const { tools, losses } = encode([{ ...weather, providerOptions: { google: { extra } } }])
  expect(tools[0]?.functionDeclarations?.[0]).toEqual({
    name: 'get_weather',
    description: weather.description,
    parametersJsonSchema: weather.inputSchema,
    behavior: 'NON_BLOCKING',
    response: { type: 'OBJECT' },
  })
  expect(rowsOf(losses)).toEqual(['provider-options tools[0]', 'provider-options tools[0]'])
})
