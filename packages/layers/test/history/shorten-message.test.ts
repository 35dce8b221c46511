import type { Message, ToolOutput } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { shortenMessage } from '../../src/history/shorten-message.ts'

const long = 'x'.repeat(2_000)
const withOutput = (output: ToolOutput): Message => ({
  role: 'tool',
  content: [
    { type: 'tool-approval-response', approvalId: 'a', approved: true, reason: long },
    { type: 'tool-result', toolCallId: 'c', toolName: 'look', output },
  ],
})
const shortened = (output: ToolOutput): unknown =>
  (shortenMessage(withOutput(output), 800)?.content[1] as { readonly output?: unknown } | undefined)?.output

describe('shortenMessage', () => {
  it('returns `undefined` for a message without long texts or outputs', () => {
    const messages: readonly Message[] = [
      { role: 'user', content: 'short' },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: long },
          { type: 'tool-call', toolCallId: 'c', toolName: 'look', input: { long } },
          { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'c', inputSchemaInput: long },
        ],
      },
      withOutput({ type: 'execution-denied' }),
      withOutput({ type: 'execution-denied', reason: 'Not now.' }),
      withOutput({ type: 'content', value: [{ type: 'file-data', data: long, mediaType: 'application/pdf' }] }),
      withOutput({ type: 'content', value: [{ type: 'custom', providerOptions: { a: { long } } }] }),
    ]
    for (const message of messages) expect(shortenMessage(message, 800)).toBeUndefined()
  })

  it('cuts every kind of output, keeping its kind if possible, and provider data', () => {
    const cut = expect.stringMatching(/^x{500,}… \[\d+ characters cut\]x+$/)
    const providerOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } }
    const outputs: readonly (readonly [ToolOutput, unknown])[] = [
      [
        { type: 'text', value: long },
        { type: 'text', value: cut },
      ],
      [
        { type: 'text', value: long, providerOptions },
        { type: 'text', value: cut, providerOptions },
      ],
      [
        { type: 'error-text', value: long },
        { type: 'error-text', value: cut },
      ],
      [
        { type: 'json', value: [long], providerOptions },
        { type: 'text', value: expect.stringContaining('characters cut'), providerOptions },
      ],
      [
        { type: 'error-json', value: [long] },
        { type: 'error-text', value: expect.stringContaining('characters cut') },
      ],
      [
        { type: 'execution-denied', reason: long, providerOptions },
        { type: 'execution-denied', reason: cut, providerOptions },
      ],
      [
        {
          type: 'content',
          value: [
            { type: 'text', text: long, providerOptions },
            { type: 'image-url', url: 'https://x.test' },
          ],
          providerOptions,
        },
        {
          type: 'content',
          value: [
            { type: 'text', text: cut, providerOptions },
            { type: 'image-url', url: 'https://x.test' },
          ],
          providerOptions,
        },
      ],
    ]
    for (const [output, expected] of outputs) {
      expect(shortened(output)).toEqual(expected)
      expect(shortenMessage(withOutput(output), 800)?.content[0]).toEqual(withOutput(output).content[0])
    }
  })
})
