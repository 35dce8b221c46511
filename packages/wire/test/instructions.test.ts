import type { Message } from '@lamella/core'
import { anthropicFraming, anthropicFramingFor, encodeAnthropic, validateAnthropic } from '@lamella/wire/anthropic'
import { openaiChatFraming, openaiChatFramingFor } from '@lamella/wire/openai-chat'
import { openaiResponsesFraming } from '@lamella/wire/openai-responses'
import { describe, expect, it, test } from 'vitest'
import { formats } from './formats.ts'

const text = '<context-update layer="system">\nBe brief.\n</context-update>'
const update = (by: 'owner' | 'data', content = text): Message => ({
  role: 'user',
  content,
  providerOptions: { lamella: { update: { by } } },
})
const user: Message = { role: 'user', content: 'Hello' }
const answer: Message = { role: 'assistant', content: 'Hi' }
const run = { cache: { points: [] }, run: { epoch: 1 } }
const newest = 'claude-opus-5-5'

describe('which models take instructions in the middle', () => {
  const openai = (model: string): boolean => openaiChatFraming.takesInstructions?.({ model }) === true
  it.each([
    'gpt-4o',
    'gpt-4o-2024-08-06',
    'gpt-4.1-mini',
    'gpt-3.5-turbo',
    'gpt-5',
    'gpt-5.4-mini',
    'gpt-6-astra',
    'GPT-5-codex',
    'openai/gpt-5',
    'ft:gpt-4o:acme::abc',
    'chatgpt-4o-latest',
    'o1',
    'o1-2024-12-17',
    'o3-mini',
    'o4-mini',
  ])("OpenAI's by name: %s", (model) => {
    expect(openai(model)).toBe(true)
    expect(openaiResponsesFraming.takesInstructions?.({ model })).toBe(true)
  })
  it.each([
    'o1-mini',
    'o1-preview-2024-09-12',
    'gpt-oss-120b',
    'gpt-j',
    'gpt-4all',
    'gpt-neox-20b',
    'openai/gpt-oss-20b',
    'my-gpt-4o',
    'not/gpt-4o',
    'llama-3',
    'o',
    'olmo-2',
    'o3x',
    '',
  ])('not others: %s', (model) => {
    expect(openai(model)).toBe(false)
    expect(anthropicFraming.takesInstructions?.({ model })).toBe(false)
  })
  it.each([
    ['claude-opus-4-8', true],
    ['claude-opus-4-7', false],
    ['claude-opus-5', true],
    ['claude-sonnet-5', false],
    ['claude-sonnet-5-5', true],
    ['us.anthropic.claude-haiku-5-5-v1:0', true],
    ['claude-fable-6', true],
    ['claude', false],
  ])('Claude by version: %s %s', (model, takes) => {
    expect(anthropicFraming.takesInstructions?.({ model })).toBe(takes)
  })
  it('an unknown model takes none; a framing for a model knows it, and the parameters override it', () => {
    expect(anthropicFraming.takesInstructions?.({})).toBe(false)
    expect(openaiChatFraming.takesInstructions?.({})).toBe(false)
    expect(anthropicFramingFor({ model: newest }).takesInstructions?.({})).toBe(true)
    expect(anthropicFramingFor({ model: newest }).takesInstructions?.({ model: 'claude-sonnet-5' })).toBe(false)
    expect(openaiChatFramingFor({ model: 'gpt-5' }).takesInstructions?.({})).toBe(true)
  })
})

describe("the owner's update of a run", () => {
  it.each([
    ['openai-chat', 'gpt-5', { role: 'system', content: text }],
    ['openai-responses', 'gpt-5', { role: 'system', content: text }],
    ['anthropic', newest, { role: 'system', content: text }],
  ])('has the role system where the model takes it: %s', (name, model, expected) => {
    const format = formats.find((one) => one.name === name)
    const context = { messages: [user, answer, user, update('owner')], report: run }
    for (const options of [{ model }, { model, mergeConsecutive: true }, { model, ensureAlternating: true }]) {
      const { request, losses } = format?.encode(context, options) ?? {}
      expect(JSON.stringify(request)).toContain(JSON.stringify(expected).slice(1, -1))
      expect(losses).toEqual([])
    }
  })

  it.each(formats)('is fenced user text where the model is not known to take it, which is a loss: $name', (format) => {
    const context = { messages: [user, answer, user, update('owner')], report: run }
    const { request, losses } = format.encode(context, { model: 'something-else' })
    expect(losses.map(({ code, path }) => [code, path])).toEqual([['system-role', 'messages[3]']])
    expect(JSON.stringify(request)).toContain(JSON.stringify(text))
    expect(JSON.stringify(request)).not.toMatch(/"role":"(system|developer)"/)
  })

  it.each(formats)('is user text without a loss if it is data: $name', (format) => {
    const context = { messages: [user, answer, user, update('data')], report: run }
    for (const model of [newest, 'gpt-5']) {
      const { request, losses } = format.encode(context, { model })
      expect(losses).toEqual([])
      expect(JSON.stringify(request)).not.toMatch(/"role":"(system|developer)"/)
    }
  })

  it.each(formats)('gains no role in messages that no run built: $name', (format) => {
    for (const report of [undefined, { cache: { points: [] } }]) {
      const messages = [user, answer, user, update('owner')]
      for (const model of [newest, 'gpt-5']) {
        const { request, losses } = format.encode({ messages, ...(report && { report }) }, { model })
        expect(losses).toEqual([])
        expect(JSON.stringify(request)).not.toMatch(/"role":"(system|developer)"/)
      }
    }
  })
})

describe('Anthropic: the place of an update', () => {
  const encode = (messages: readonly Message[], more: object = {}): ReturnType<typeof encodeAnthropic> => {
    const encoding = encodeAnthropic({ messages, report: run, ...more } as never, { model: newest, cache: true })
    expect(validateAnthropic(encoding.request)).toEqual([])
    return encoding
  }
  const roles = (messages: readonly Message[]): readonly string[] =>
    encode(messages).request.messages.map(({ role }) => role)

  it('is after the turn of the user, of which data is a part', () => {
    expect(roles([user, answer, user, update('data'), update('owner'), answer, user])).toEqual([
      'user',
      'assistant',
      'user',
      'system',
      'assistant',
      'user',
    ])
  })

  it('may be that of two in a row', () => {
    expect(roles([user, answer, user, update('owner'), update('owner', 'B'), answer, user])).toEqual([
      'user',
      'assistant',
      'user',
      'system',
      'system',
      'assistant',
      'user',
    ])
  })

  it.each([
    ['the user speaks again', [user]],
    ['the answer has nothing that can be sent', [{ role: 'assistant', content: '' } as Message, user]],
  ])('stays when %s: a marked answer comes between, so that what was sent does not change', (_, later) => {
    const before = [user, answer, user, update('owner')]
    const first = encode(before).request.messages
    const { request, repairs } = encode([...before, ...later])
    expect(request.messages.slice(0, first.length)).toEqual(first)
    expect(request.messages.slice(first.length)).toEqual([
      { role: 'assistant', content: '[No answer was recorded.]' },
      { role: 'user', content: 'Hello' },
    ])
    expect(repairs.map(({ code }) => code)).toContain('alternation')
  })

  it('is user text after the assistant, where no system message may be', () => {
    const { losses } = encode([user, answer, update('owner')])
    expect(losses.map(({ code }) => code)).toEqual(['system-role'])
  })

  it('can carry a cache mark, and the mark does not change its text', () => {
    const points = [{ place: 'messages', index: 3, tokens: 5_000, stability: 'session', of: 'end' }]
    const { request } = encode([user, answer, user, update('owner')], { report: { ...run, cache: { points } } })
    expect(request.messages.at(-1)).toEqual({
      role: 'system',
      content: [{ type: 'text', text, cache_control: { type: 'ephemeral' } }],
    })
  })

  test('a system message that asks for its role keeps its own rules', () => {
    const asked: Message = { role: 'system', content: 'Rules.', providerOptions: { anthropic: { role: 'system' } } }
    const { request, losses } = encode([user, asked, user])
    expect(losses.map(({ code }) => code)).toEqual(['system-role'])
    expect(request.messages.map(({ role }) => role)).toEqual(['user'])
  })
})
