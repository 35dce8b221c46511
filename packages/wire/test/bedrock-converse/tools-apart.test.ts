import type { Message } from '@lamella/core'
import { encodeBedrockConverse, validateBedrockConverse } from '@lamella/wire/bedrock-converse'
import { expect, test } from 'vitest'

const messages: Message[] = [
  { role: 'user', content: 'Look.' },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'I look.' },
      { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: {} },
    ],
  },
  {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'look', output: { type: 'text', value: 'A cat.' } }],
  },
  { role: 'user', content: 'Stop.' },
]

const use = { toolUse: { toolUseId: 'a', name: 'look', input: {} } }
const answer = { toolResult: { toolUseId: 'a', content: [{ text: 'A cat.' }] } }

// strands-agents/harness-sdk#1223: "Conversation blocks and tool result blocks cannot be provided in the same turn" (400).
test.each(['us.meta.llama4-maverick-17b-instruct-v1:0', 'mistral.mistral-large-2407-v1:0'])(
  'calls and results are alone in their messages for %s',
  (model) => {
    const { request, repairs, losses } = encodeBedrockConverse({ messages }, { model })
    expect(request.messages).toEqual([
      { role: 'user', content: [{ text: 'Look.' }] },
      { role: 'assistant', content: [{ text: 'I look.' }] },
      { role: 'user', content: [{ text: '[No message of the user was recorded.]' }] },
      { role: 'assistant', content: [use] },
      { role: 'user', content: [answer] },
      { role: 'assistant', content: [{ text: '[No answer was recorded.]' }] },
      { role: 'user', content: [{ text: 'Stop.' }] },
    ])
    expect(repairs.filter(({ code }) => code === 'alternation')).toHaveLength(2)
    expect(losses).toEqual([])
    expect(validateBedrockConverse(request)).toEqual([])
  },
)

test('Claude and Nova get them together', () => {
  for (const model of ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'amazon.nova-pro-v1:0']) {
    const { request } = encodeBedrockConverse({ messages }, { model })
    expect(request.messages.slice(1)).toEqual([
      { role: 'assistant', content: [{ text: 'I look.' }, use] },
      { role: 'user', content: [answer, { text: 'Stop.' }] },
    ])
    expect(validateBedrockConverse(request)).toEqual([])
  }
})
