import { decodeOpenAIChatResponse, decodeOpenAIChatStream, fromOpenAIChat } from '@lamella/wire/openai-chat'
import { expect, test } from 'vitest'

const url = 'data:image/png;base64,iVBORw0KGgo='
const image = { type: 'image_url', image_url: { url } }
const file = { type: 'file', data: url, mediaType: 'image/png' }

// OpenRouterTeam/ai-sdk-provider#167: models that draw answer with `images` beside the content.
test.each([
  ['images', { content: 'Here.', images: [image] }, [{ type: 'text', text: 'Here.' }, file]],
  ['images alone', { content: '', images: [image, image] }, [file, file]],
  [
    'a part of the content',
    { content: [{ type: 'text', text: 'Here.' }, image] },
    [{ type: 'text', text: 'Here.' }, file],
  ],
])('%s of a response are files of the answer', async (_, message, content) => {
  const body = { id: 'r', choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }] }
  const decoded = decodeOpenAIChatResponse(body)
  expect(decoded.messages).toEqual([{ role: 'assistant', content }])
  expect(decoded.mended).toBeUndefined()
  const chunk = { id: 'r', choices: [{ index: 0, delta: message, finish_reason: 'stop' }] }
  expect((await decodeOpenAIChatStream([chunk]).response()).messages).toEqual(decoded.messages)
})

test('an image in a recorded answer is a file, too, and other images stay where they are', () => {
  const recorded = [{ role: 'assistant', content: [{ type: 'image_url', image_url: { url: 'https://a.test/b.png' } }] }]
  const data = 'https://a.test/b.png'
  expect(fromOpenAIChat(recorded)).toEqual([
    { role: 'assistant', content: [{ type: 'file', data, mediaType: 'image/*' }] },
  ])
  const odd = { id: 'r', choices: [{ index: 0, message: { content: 'Hi', images: ['?'] }, finish_reason: 'stop' }] }
  expect(decodeOpenAIChatResponse(odd).messages).toEqual([
    { role: 'assistant', content: 'Hi', providerOptions: { openai: { unknownFields: { images: ['?'] } } } },
  ])
})
