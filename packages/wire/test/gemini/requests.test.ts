import { decodeGemini } from '@lamella/wire/gemini'
import { expect, test } from 'vitest'
import { weather } from '../fixtures.ts'
import { geminiBody } from './encoded.ts'

const contents = [{ role: 'user', parts: [{ text: 'Hello' }] }]

test('a request is read as a context and written unchanged', () => {
  const request = {
    contents,
    systemInstruction: { parts: [{ text: 'Be kind.' }, { text: 'Be brief.' }] },
    tools: [
      { googleSearch: {} },
      {
        functionDeclarations: [
          { name: 'get_weather', description: 'It.', parametersJsonSchema: weather.inputSchema, behavior: 'BLOCKING' },
        ],
      },
    ],
    toolConfig: {
      functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['get_weather'] },
      includeServerSideToolInvocations: true,
    },
    generationConfig: {
      temperature: 0,
      topP: 1,
      maxOutputTokens: 9,
      stopSequences: ['END'],
      seed: 7,
      topK: 3,
      thinkingConfig: { thinkingBudget: 0 },
    },
    safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' }],
  }
  const context = decodeGemini(request)
  expect(context.system.map(({ content }) => content)).toEqual(['Be kind.', 'Be brief.'])
  expect(context.tools.map(({ name }) => name)).toEqual(['googleSearch', 'get_weather'])
  expect(context.parameters).toMatchObject({
    maxOutputTokens: 9,
    toolChoice: { type: 'tool', toolName: 'get_weather' },
  })
  expect(geminiBody(context, { system: 'per-layer', model: 'gemini-3-pro-preview' })).toEqual(request)
})

test('names in snake case, one object for a list and a model in the body are accepted', () => {
  const context = decodeGemini({
    model: 'models/gemini-2.5-pro',
    contents,
    system_instruction: { parts: { text: 'Be kind.' } },
    tools: { function_declarations: [{ name: 'f', parameters_json_schema: { type: 'object', properties: {} } }] },
    tool_config: { function_calling_config: { mode: 'NONE' } },
    generation_config: { max_output_tokens: 9, response_mime_type: 'text/plain' },
  })
  expect(context.parameters.model).toBe('models/gemini-2.5-pro')
  expect(geminiBody(context)).toEqual({
    contents,
    systemInstruction: { parts: [{ text: 'Be kind.' }] },
    tools: [{ functionDeclarations: [{ name: 'f', parametersJsonSchema: { type: 'object', properties: {} } }] }],
    toolConfig: { functionCallingConfig: { mode: 'NONE' } },
    generationConfig: { maxOutputTokens: 9, responseMimeType: 'text/plain' },
  })
})

test('a calling config that is not a tool choice is kept unchanged', () => {
  const functionCallingConfig = { mode: 'ANY', allowedFunctionNames: ['a', 'b'] }
  const tools = [{ functionDeclarations: [{ name: 'a' }, { name: 'b' }] }]
  const context = decodeGemini({ contents, tools, toolConfig: { functionCallingConfig } })
  expect(context.parameters.toolChoice).toBeUndefined()
  expect(geminiBody(context).toolConfig).toEqual({ functionCallingConfig })
})

test('a text system prompt is accepted', () => {
  expect(decodeGemini({ contents, systemInstruction: 'Be kind.' }).system).toEqual([
    { role: 'system', content: 'Be kind.' },
  ])
})

test('values that are not requests are an error with the path', () => {
  expect(() => decodeGemini(undefined)).toThrow(/request must be an object.*WIRE_DECODE/)
  expect(() => decodeGemini({ contents, systemInstruction: { parts: [{ inlineData: {} }] } })).toThrow(
    /systemInstruction\.parts\[0\]\.text/,
  )
  expect(() => decodeGemini({ contents, tools: [{ functionDeclarations: [{}] }] })).toThrow(
    /tools\[0\]\.functionDeclarations\[0\]\.name/,
  )
})
