import { fromAnthropic } from '@lamella/wire/anthropic'
import { decodeBedrockConverseStream, fromBedrockConverse } from '@lamella/wire/bedrock-converse'
import { fromGemini } from '@lamella/wire/gemini'
import { decodeOpenAIChatStream, fromOpenAIChat } from '@lamella/wire/openai-chat'
import { fromOpenAIResponses } from '@lamella/wire/openai-responses'
import { expect, test } from 'vitest'

/** One conversation in each form: the decoder of another one refuses it, or keeps its texts. */
const histories: Readonly<Record<string, readonly object[]>> = {
  'openai-chat': [
    { role: 'user', content: 'ASKED' },
    {
      role: 'assistant',
      content: 'SAID',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":"GIVEN"}' } }],
    },
    { role: 'tool', tool_call_id: 'c', content: 'FOUND' },
  ],
  'a question': [{ role: 'user', content: 'ASKED' }],
  anthropic: [
    { role: 'user', content: [{ type: 'text', text: 'ASKED' }] },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'SAID' },
        { type: 'tool_use', id: 'c', name: 'f', input: { a: 'GIVEN' } },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'FOUND' }] },
  ],
  gemini: [
    { role: 'user', parts: [{ text: 'ASKED' }] },
    { role: 'model', parts: [{ text: 'SAID' }, { functionCall: { name: 'f', args: { a: 'GIVEN' } } }] },
    { role: 'user', parts: [{ functionResponse: { name: 'f', response: { a: 'FOUND' } } }] },
  ],
  bedrock: [
    { role: 'user', content: [{ text: 'ASKED' }] },
    {
      role: 'assistant',
      content: [{ text: 'SAID' }, { toolUse: { toolUseId: 'c', name: 'f', input: { a: 'GIVEN' } } }],
    },
    { role: 'user', content: [{ toolResult: { toolUseId: 'c', content: [{ text: 'FOUND' }] } }] },
  ],
}

const decoders = { fromOpenAIChat, fromOpenAIResponses, fromAnthropic, fromGemini, fromBedrockConverse }

test.for(Object.entries(decoders))('%s loses no text of a history in another form in silence', ([, decode]) => {
  for (const [form, history] of Object.entries(histories)) {
    let shown = ''
    try {
      for (const { content } of decode(history)) {
        shown += typeof content === 'string' ? content : content.map(shownOf).join()
      }
    } catch (error) {
      expect(error, form).toMatchObject({ code: 'WIRE_DECODE' })
      continue
    }
    for (const text of ['ASKED', 'SAID', 'GIVEN', 'FOUND'])
      if (JSON.stringify(history).includes(text)) expect(shown, form).toContain(text)
  }
})

function shownOf({ providerOptions: _, ...part }: { readonly providerOptions?: unknown }): string {
  return JSON.stringify(part)
}

test('what is not a stream, or is read already, is refused with a code', async () => {
  const read = new Response('data: [DONE]\n\n')
  read.body?.getReader()
  const others = [
    Promise.resolve(read),
    { id: 'r', choices: [] },
    { $metadata: {}, stream: [] },
    undefined,
    null,
    7,
    read,
  ]
  for (const source of others)
    for (const decode of [decodeOpenAIChatStream, decodeBedrockConverseStream])
      await expect(decode(source as never).response()).rejects.toMatchObject({ code: 'WIRE_RESPONSE' })
})
