import { contextBuilder } from '@lamella/blocks'
import type { Message } from '@lamella/core'
import { toAnthropic } from '@lamella/wire/anthropic'
import { toGemini } from '@lamella/wire/gemini'
import { toOpenAIChat } from '@lamella/wire/openai-chat'
import { toOpenAIResponses } from '@lamella/wire/openai-responses'
import { validate } from '@lamella/wire/validate'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { memoryWith } from '../layers/support.ts'

const past: readonly Message[] = [
  { role: 'user', content: 'What is next?' },
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'look', input: { at: 1 } }] },
  {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'look', output: { type: 'text', value: 'A party.' } }],
  },
]
const count = (text: string, part: string): number => text.split(part).length - 1

describe('a context from contextBuilder', () => {
  it('is accepted by every encoder', async () => {
    const memory = await memoryWith({ persona: { type: 'Core', content: 'I break tasks down.' } })
    const context = await contextBuilder(memory)
      .forAgent('entropy')
      .withMessages(past)
      .withTools([{ name: 'look', description: 'Looks around.', inputSchema: { type: 'object' } }])
      .withBaseInstructions('You are Entropy.')
      .withModelInfo({ id: 'claude-sonnet-4-5' })
      .build({ scope: { tenant: 'acme' } })
    const requests = {
      'openai-chat': toOpenAIChat(context),
      'openai-responses': toOpenAIResponses(context),
      anthropic: toAnthropic(context),
      gemini: toGemini(context),
    } as const
    for (const [format, request] of Object.entries(requests)) {
      const errors = validate(format as keyof typeof requests, request).filter(({ level }) => level === 'error')
      expect(errors, format).toEqual([])
      const sent = JSON.stringify(request)
      for (const once of ['You are Entropy.', 'I break tasks down.', 'What is next?', 'A party.', 'Looks around.']) {
        expect(count(sent, once), `${format}: ${once}`).toBe(1)
      }
    }
    expect(JSON.stringify(requests.anthropic.system)).toContain('You are Entropy.')
    expect(requests['openai-chat'].messages[0]?.role).toBe('system')
  })

  it('has a typed model id after withModelInfo', async () => {
    const builder = contextBuilder(await memoryWith({})).forAgent('entropy')
    const named = await builder
      .withModelInfo({ id: 'gpt-4o' })
      .withBaseInstructions('Be kind.')
      .build({ scope: { tenant: 'acme' } })
    expectTypeOf(named.parameters.model).toEqualTypeOf<string>()
    expectTypeOf<Awaited<ReturnType<typeof builder.build>>['parameters']['model']>().toEqualTypeOf<string | undefined>()
    expect(toOpenAIChat(named).model).toBe('gpt-4o')
  })
})
