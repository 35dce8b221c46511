import { validateGemini } from '@lamella/wire/gemini'
import { convertToModelMessages, type UIMessage } from 'ai'
import { expect, test } from 'vitest'
import { geminiBody } from './encoded.ts'

const signed = { google: { thoughtSignature: 'c2ln' } }

/** A conversation with Gemini as a program with the AI SDK keeps it, including search and code execution. */
const conversation: UIMessage[] = [
  { id: '1', role: 'user', parts: [{ type: 'text', text: 'Weather in Bern?' }] },
  {
    id: '2',
    role: 'assistant',
    parts: [
      { type: 'step-start' },
      { type: 'reasoning', text: 'I look it up.', providerMetadata: signed },
      {
        type: 'dynamic-tool',
        toolName: 'server:GOOGLE_SEARCH_WEB',
        toolCallId: 's',
        state: 'output-available',
        input: { queries: ['Bern'] },
        output: { hits: 1 },
        providerExecuted: true,
        callProviderMetadata: { google: { serverToolCallId: 's', serverToolType: 'GOOGLE_SEARCH_WEB' } },
        resultProviderMetadata: { google: { serverToolCallId: 's', serverToolType: 'GOOGLE_SEARCH_WEB' } },
      },
      {
        type: 'tool-get_weather',
        toolCallId: 'a',
        state: 'output-available',
        input: { city: 'Bern' },
        output: { sky: 'clear' },
        callProviderMetadata: signed,
      },
      { type: 'step-start' },
      { type: 'text', text: 'Clear.', providerMetadata: { vertex: { thoughtSignature: 'c2lo' } } },
    ],
  },
  { id: '3', role: 'user', parts: [{ type: 'text', text: 'Thanks.' }] },
]

test('a history of the AI SDK is written as Gemini returned it', async () => {
  const messages = await convertToModelMessages(conversation)
  const model = 'gemini-3-pro-preview'
  const losses: unknown[] = []
  const request = geminiBody({ messages }, { model, onLoss: (loss) => losses.push(loss) })
  expect(request.contents).toEqual([
    { role: 'user', parts: [{ text: 'Weather in Bern?' }] },
    {
      role: 'model',
      parts: [
        { text: 'I look it up.', thought: true, thoughtSignature: 'c2ln' },
        { toolCall: { id: 's', toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['Bern'] } } },
        { toolResponse: { id: 's', toolType: 'GOOGLE_SEARCH_WEB', response: { hits: 1 } } },
        { functionCall: { id: 'a', name: 'get_weather', args: { city: 'Bern' } }, thoughtSignature: 'c2ln' },
      ],
    },
    { role: 'user', parts: [{ functionResponse: { id: 'a', name: 'get_weather', response: { sky: 'clear' } } }] },
    { role: 'model', parts: [{ text: 'Clear.', thoughtSignature: 'c2lo' }] },
    { role: 'user', parts: [{ text: 'Thanks.' }] },
  ])
  expect(losses).toEqual([])
  expect(validateGemini(request, { model })).toEqual([])
})
