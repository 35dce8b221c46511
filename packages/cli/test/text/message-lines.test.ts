import type { Message, ToolOutput } from '@lamella/core'
import { expect, it } from 'vitest'
import { messageLines } from '../../src/text/message-lines.ts'

it('labels every kind of part', () => {
  const assistant: Message = {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'I look.' },
      { type: 'tool-call', toolCallId: '1', toolName: 'look', input: 'there' },
      { type: 'tool-approval-request', approvalId: 'a', toolCallId: '1' },
      { type: 'file', data: 'aGk=', mediaType: 'text/plain' },
    ],
  }
  expect(messageLines(assistant)).toEqual([
    '[thinking] Hm.',
    'I look.',
    '[calls look] there',
    '[requests approval for 1]',
    '[file text/plain]',
  ])
  const user: Message = {
    role: 'user',
    content: [
      { type: 'image', image: 'aGk=' },
      { type: 'image', image: 'aGk=', mediaType: 'image/png' },
      { type: 'file', data: 'aGk=', mediaType: 'text/plain', filename: 'a.txt' },
    ],
  }
  expect(messageLines(user)).toEqual(['[image]', '[image image/png]', '[file a.txt, text/plain]'])
})

it('distinguishes a result from an error and a denial', () => {
  const outputs: readonly ToolOutput[] = [
    { type: 'text', value: 'fine' },
    { type: 'json', value: { a: 1 } },
    { type: 'error-text', value: 'no' },
    { type: 'error-json', value: [1] },
    { type: 'execution-denied', reason: 'not now' },
    { type: 'execution-denied' },
    {
      type: 'content',
      value: [
        { type: 'text', text: 'see' },
        { type: 'image-url', url: 'https://example.com/a.png' },
      ],
    },
  ]
  const tool: Message = {
    role: 'tool',
    content: [
      ...outputs.map((output) => ({
        type: 'tool-result' as const,
        toolCallId: '1',
        toolName: 'look',
        output,
      })),
      { type: 'tool-approval-response', approvalId: 'a', approved: false, reason: 'no' },
      { type: 'tool-approval-response', approvalId: 'b', approved: true },
    ],
  }
  expect(messageLines(tool)).toEqual([
    '[result of look] fine',
    '[result of look] {"a":1}',
    '[error of look] no',
    '[error of look] [1]',
    '[denial of look] not now',
    '[denial of look] ',
    '[result of look] see [image-url]',
    '[denied] no',
    '[approved] ',
  ])
})
