import { createContextBuilder, type MemoryChunk } from '@lamella/chunks'
import { toAnthropic } from '@lamella/wire/anthropic'
import { toGemini } from '@lamella/wire/gemini'
import { toOpenAIChat } from '@lamella/wire/openai-chat'
import { toOpenAIResponses } from '@lamella/wire/openai-responses'
import { validate } from '@lamella/wire/validate'
import { describe, expect, it } from 'vitest'
import { call, result, system, user } from '../support/chunks.ts'

const round: readonly MemoryChunk[] = [
  user('u', 'What is in main.ts?'),
  call('a', '1'),
  result('b', '1', 'if (x) run()'),
]
const count = (text: string, part: string): number => text.split(part).length - 1

describe('the result of a chunk builder', () => {
  it.each([
    ['a prompt and a conversation', round],
    ['a prompt, system chunks and a conversation', [system('s', 'The office is closed.'), ...round]],
    ['system chunks in the middle', [user('v', 'Hello'), system('s', 'The office is closed.'), ...round]],
    ['no conversation at all', [user('u', 'What is in main.ts?')]],
  ] as const)('is a context that every encoder accepts unchanged: %s', (_, chunks) => {
    const context = createContextBuilder().build({ chunks }, { window: 8_000, reserve: 500, systemPrompt: 'Be kind.' })
    expect(context.system[0]?.content.startsWith('Be kind.')).toBe(true)
    const requests = {
      'openai-chat': toOpenAIChat(context, { model: 'gpt-4o' }),
      'openai-responses': toOpenAIResponses(context, { model: 'gpt-4o' }),
      anthropic: toAnthropic(context, { model: 'claude-sonnet-4-5' }),
      gemini: toGemini(context),
    } as const
    for (const [format, request] of Object.entries(requests)) {
      const errors = validate(format as keyof typeof requests, request).filter(({ level }) => level === 'error')
      expect(errors, format).toEqual([])
      const sent = JSON.stringify(request)
      const expected = ['Be kind.', ...chunks.map(({ id }) => `id=\\"${id}\\"`)]
      for (const once of expected) expect(count(sent, once), `${format}: ${once}`).toBe(1)
    }
    expect(requests['openai-chat'].messages[0]).toMatchObject({ role: 'system' })
    expect(JSON.stringify(requests.anthropic.system)).toContain('Be kind.')
  })
})
