import type { Message } from '@lamella/core'
import { type AnthropicOptions, encodeAnthropic, toAnthropic, toAnthropicBeta } from '@lamella/wire/anthropic'
import { describe, expect, it } from 'vitest'
import { anthropic } from './parts.ts'

const model = 'claude-opus-5-5'
const stale: Message = {
  role: 'assistant',
  content: [
    {
      type: 'reasoning',
      text: 'Hm.',
      providerOptions: { anthropic: { signature: 's' }, lamella: { stale: true } },
    },
    { type: 'text', text: 'Hi' },
  ],
}
const messages: readonly Message[] = [{ role: 'user', content: 'Hello' }, stale, { role: 'user', content: 'And?' }]
const thinkingIn = (options: AnthropicOptions, thinking?: object): unknown[] => {
  const parameters = thinking ? { providerOptions: { anthropic: { thinking } } } : {}
  const { request, losses, betas } = encodeAnthropic({ messages, parameters } as never, { model, ...options })
  const sent = JSON.stringify(request.messages).includes('"thinking"')
  return [request.thinking, sent, losses.map(({ code }) => code), betas]
}
const drops = { block_binding: { prefix_mismatch_behavior: 'drop_block' } }
const beta = ['thinking-binding-controls-2026-08-01']

describe('thinking that a cut made invalid', () => {
  it('is left out by default, with a loss', () => {
    expect(thinkingIn({})).toEqual([undefined, false, ['reasoning'], []])
    expect(thinkingIn({ staleThinking: 'omit' })).toEqual([undefined, false, ['reasoning'], []])
  })

  it.each<[string, object | undefined, object]>([
    ['without an option for thinking', undefined, { type: 'adaptive', ...drops }],
    [
      'with adaptive thinking',
      { type: 'adaptive', display: 'omitted' },
      { type: 'adaptive', display: 'omitted', ...drops },
    ],
    [
      'with another behavior',
      { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'error' } },
      { type: 'adaptive', ...drops },
    ],
  ])('is sent as it is if the API is asked to drop it: %s', (_, given, thinking) => {
    expect(thinkingIn({ staleThinking: 'send' }, given)).toEqual([thinking, true, [], beta])
  })

  it('asks on every request of the conversation, whether or not it has stale thinking', () => {
    const { thinking } = toAnthropic({ messages: [{ role: 'user', content: 'Hi' }] }, { model, staleThinking: 'send' })
    expect(thinking).toEqual({ type: 'adaptive', ...drops })
  })

  it('is sent without asking to models that do not check it', () => {
    expect(thinkingIn({ staleThinking: 'send', model: 'claude-opus-4-8' })).toEqual([undefined, true, [], []])
  })

  it.each<[string, AnthropicOptions, object | undefined, unknown]>([
    ['on Amazon Bedrock', { model: 'us.anthropic.claude-opus-5-5-v1:0' }, undefined, undefined],
    ['with thinking turned off', { model: 'claude-haiku-5-5' }, { type: 'disabled' }, { type: 'disabled' }],
  ])('is left out where the API has no field for it: %s', (_, options, given, thinking) => {
    expect(thinkingIn({ staleThinking: 'send', ...options }, given)).toEqual([
      thinking,
      false,
      ['parameter', 'reasoning'],
      [],
    ])
  })

  it('rejects another value', () => {
    expect(() => toAnthropic({ messages }, { staleThinking: 'drop' as never })).toThrowError(/staleThinking/)
  })
})

describe('toAnthropicBeta', () => {
  it('is the body of toAnthropic and the betas that it needs', () => {
    const options = { model, staleThinking: 'send' } as const
    expect(toAnthropicBeta({ messages }, options)).toEqual({ ...toAnthropic({ messages }, options), betas: beta })
  })

  it('has no betas for a body that needs none', () => {
    expect(toAnthropicBeta({ messages }, { model })).toEqual(toAnthropic({ messages }, { model }))
    expect(toAnthropicBeta({ messages }, { model })).not.toHaveProperty('betas')
  })

  it.each<[string, object, readonly string[]]>([
    [
      'tools by reference',
      { role: 'system', toolChanges: [{ type: 'tool_removal', toolName: 'look' }] },
      ['mid-conversation-tool-changes-2026-07-01'],
    ],
    [
      'the effort of later turns',
      { role: 'system', extra: { output_config: { effort: 'low' } } },
      ['mid-conversation-output-config-2026-07-01'],
    ],
    [
      'a reminder for one turn',
      { role: 'system', extra: { clear_at: 'next_user_message' } },
      ['mid-conversation-system-clear-at-2026-08-21'],
    ],
    ['a system message', { role: 'system' }, []],
  ])('names the betas of what a system message in the middle has: %s', (_, fields, betas) => {
    const system: Message = { role: 'system', content: 'Rules.', ...anthropic(fields as never) }
    const context = {
      messages: [{ role: 'user', content: 'Hello' } as const, system],
      tools: [{ name: 'look', inputSchema: { type: 'object' } }],
    }
    expect(encodeAnthropic(context, { model }).betas).toEqual(betas)
  })
})
