import { encodeOpenAIChat, validateOpenAIChat } from '@lamella/wire/openai-chat'
import { encodeOpenAIResponses } from '@lamella/wire/openai-responses'
import { validate } from '@lamella/wire/validate'
import { expect, it, test } from 'vitest'

const bytes = new TextEncoder().encode('a,b')

function chat(mediaType: string): { content: unknown; rows: readonly string[]; refused: unknown } {
  const content = [{ type: 'file' as const, data: bytes, mediaType, filename: 'a.csv' }]
  const { request, losses, repairs } = encodeOpenAIChat({ messages: [{ role: 'user', content }] }, { model: 'm' })
  return {
    content: request.messages[0]?.content,
    rows: [...losses, ...repairs].map(({ code }) => code),
    refused: validateOpenAIChat(request).filter(({ level }) => level === 'error'),
  }
}

it('sends a text file to OpenAI Chat as text, after its name, with a row', () => {
  expect(chat('text/csv; charset=utf-8')).toEqual({ content: 'a.csv:\na,b', rows: ['media-type'], refused: [] })
})

it('leaves out a file that OpenAI Chat does not accept, with a marker and a row', () => {
  const { content, rows, refused } = chat('application/zip')
  expect(typeof content).toBe('string')
  expect({ rows, refused }).toEqual({ rows: ['media'], refused: [] })
})

it('sends media types without parameters', () => {
  const [part] = chat('application/pdf; version=1.7').content as { file: { file_data: string } }[]
  expect(part?.file.file_data.split(',')[0]).toBe('data:application/pdf;base64')
})

test('the rules of OpenAI Chat find a file that is not a PDF', () => {
  const file = { filename: 'a.csv', file_data: 'data:text/csv;base64,YSxi' }
  const request = { model: 'm', messages: [{ role: 'user', content: [{ type: 'file', file }] }] }
  expect(validateOpenAIChat(request).map(({ code, level }) => `${code} ${level}`)).toEqual(['OC-FILE error'])
})

it('reports no loss for annotations that are an empty list', () => {
  const content = [{ type: 'text' as const, text: 'Hi', providerOptions: { openai: { annotations: [] } } }]
  const messages = [
    { role: 'user' as const, content: 'Hi' },
    { role: 'assistant' as const, content },
  ]
  expect(encodeOpenAIResponses({ messages }, { model: 'm' }).losses).toEqual([])
  expect(encodeOpenAIChat({ messages }, { model: 'm' }).losses).toEqual([])
})

test.each(['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'bedrock-converse'] as const)(
  // At a cost that grows with the square of the depth, this would not end within the limit of a test.
  'the rules of %s read values at any depth',
  (format) => {
    let deep: object = {}
    for (let level = 0; level < 200_000; level++) deep = { a: deep }
    expect(validate(format, { messages: [], deep })).not.toEqual([])
  },
)
