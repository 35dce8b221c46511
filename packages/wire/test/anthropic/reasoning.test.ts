import type { AssistantPart, Message, ReasoningPart } from '@lamella/core'
import { type AnthropicRequest, encodeAnthropic, validateAnthropic } from '@lamella/wire/anthropic'
import { expect, test } from 'vitest'
import { call, result, weather } from '../fixtures.ts'
import { answer, encoded, encodedWith, user } from './encoded.ts'
import { anthropic } from './parts.ts'

const signed: ReasoningPart = { type: 'reasoning', text: 'Hm.', ...anthropic({ signature: 'c2ln' }) }
const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' }
const text = (value: string): { type: 'text'; text: string } => ({ type: 'text', text: value })
const said = (...content: AssistantPart[]): Message => ({ role: 'assistant', content })
const results: Message = { role: 'tool', content: [result('a')] }

test('thinking keeps its signature, and redacted thinking stays unchanged', () => {
  const redacted: ReasoningPart = { type: 'reasoning', text: '', ...anthropic({ redactedData: 'ZGF0YQ==' }) }
  const { messages, losses } = encoded(user, said(signed, redacted, text('Hi'), call('a')), results)
  expect(messages[1]?.content).toEqual([
    thinking,
    { type: 'redacted_thinking', data: 'ZGF0YQ==' },
    text('Hi'),
    { type: 'tool_use', id: 'a', name: 'get_weather', input: {} },
  ])
  expect(losses).toEqual([])
})

test('omitted thinking is an empty text with a signature, and is kept', () => {
  const omitted: ReasoningPart = { ...signed, text: '' }
  expect(encoded(user, said(omitted, text('Hi'))).messages[1]?.content).toEqual([
    { ...thinking, thinking: '' },
    text('Hi'),
  ])
})

test('thinking of another model is omitted', () => {
  const other: ReasoningPart = {
    type: 'reasoning',
    text: 'Hm.',
    providerOptions: { google: { thoughtSignature: 'x' } },
  }
  const { messages, losses } = encoded(user, said(other, text('Hi')))
  expect(messages[1]).toEqual({ role: 'assistant', content: 'Hi' })
  expect(losses).toEqual(['provider-options', 'reasoning'])
})

test('a model that wants thinking back gets it without a signature, and an empty one with an answer that has none', () => {
  const plain: ReasoningPart = { type: 'reasoning', text: 'Hm.' }
  const messages = [
    user,
    said(plain, call('a')),
    results,
    said(text('Hi')),
    user,
    { role: 'assistant', content: 'Yes.' },
    user,
  ]
  const sent = (model: string, parameters = {}) =>
    encodeAnthropic({ messages: messages as Message[], parameters }, { model })
      .request.messages.filter(({ role }) => role === 'assistant')
      .map(({ content }) => (typeof content === 'string' ? content : content.map((block) => Object.values(block)[1])))
  for (const model of ['deepseek-v4-pro', 'kimi-k3']) {
    expect(sent(model)).toEqual([
      ['Hm.', 'a'],
      ['', 'Hi'],
      ['', 'Yes.'],
    ])
    expect(sent(model, anthropic({ thinking: { type: 'disabled' } }))).toEqual([['Hm.', 'a'], 'Hi', 'Yes.'])
  }
  expect(sent('claude-opus-5-5')).toEqual([['a'], 'Hi', 'Yes.'])
})

test('thinking without content after it is omitted, along with its message if nothing else is in it', () => {
  const ended = encoded(user, said(text('Hi'), signed), user)
  expect(ended.messages[1]).toEqual({ role: 'assistant', content: 'Hi' })
  expect(ended.losses).toEqual(['reasoning'])
  const alone = encoded(user, said(signed), user)
  expect(alone.messages).toEqual([{ role: 'user', content: [text('Hello'), text('Hello')] }])
  expect(alone.repairs).toEqual(['empty-message', 'merged'])
})

const manual = { maxOutputTokens: 4_000, ...anthropic({ thinking: { type: 'enabled', budgetTokens: 2_000 } }) }

/** Returns the request, which must be valid, and the messages of its losses. */
function request(messages: Message[], parameters: object): { request: AnthropicRequest; losses: string[] } {
  const encoding = encodeAnthropic({ messages, tools: [weather], parameters }, { model: 'claude-sonnet-4-5' })
  expect(validateAnthropic(encoding.request).filter(({ level }) => level === 'error')).toEqual([])
  return { request: encoding.request, losses: encoding.losses.map(({ what: message }) => message) }
}

test("thinking is requested with the AI SDK's option, or the API's", () => {
  const sent = (parameters: object): unknown => request([user], parameters).request.thinking
  expect(sent(manual)).toEqual({ type: 'enabled', budget_tokens: 2_000 })
  const own = { type: 'enabled', budget_tokens: 2_000, display: 'omitted' }
  expect(sent({ maxOutputTokens: 4_000, ...anthropic({ extra: { thinking: own } }) })).toEqual(own)
  expect(sent(anthropic({ thinking: { type: 'adaptive', display: 'summarized' } }))).toEqual({
    type: 'adaptive',
    display: 'summarized',
  })
  expect(sent(anthropic({ thinking: { type: 'disabled' } }))).toEqual({ type: 'disabled' })
  expect(sent({})).toBeUndefined()
})

test('without a limit for the answer, the thinking budget is added on top', () => {
  const { request: asked } = request([user], anthropic({ thinking: { type: 'enabled', budgetTokens: 10_000 } }))
  expect(asked.max_tokens).toBe(14_096)
})

test.for([
  { type: 'enabled', budgetTokens: 1_023 },
  { type: 'enabled', budgetTokens: 4_000 },
  { type: 'enabled', budgetTokens: '2000' },
  { type: 'enabled', budgetTokens: 2_000.5 },
  { budgetTokens: 2_000 },
  'enabled',
])('the thinking %j is an error for answers of 4,000 tokens', (asked) => {
  expect(() => request([user], { maxOutputTokens: 4_000, ...anthropic({ thinking: asked }) })).toThrow(/WIRE_PARAMETER/)
})

test('manual thinking is omitted if the request forces a call', () => {
  const forced = request([user], { ...manual, toolChoice: 'required' })
  expect(forced.request).toMatchObject({ tool_choice: { type: 'any' } })
  expect(forced.request).not.toHaveProperty('thinking')
  expect(forced.losses).toEqual(['Thinking is dropped, since the request forces a call.'])
  const adaptive = request([user], { ...anthropic({ thinking: { type: 'adaptive' } }), toolChoice: 'required' })
  expect(adaptive.request).toMatchObject({ thinking: { type: 'adaptive' }, tool_choice: { type: 'any' } })
})

test('manual thinking is omitted if the turn to continue began without it', () => {
  const plain = request([user, said(call('a')), results], manual)
  expect(plain.request).not.toHaveProperty('thinking')
  expect(plain.losses).toEqual(['Thinking is dropped, since the turn that the model continues began without it.'])
  const begun = request([user, said(signed, call('a')), results], manual)
  expect(begun.request).toHaveProperty('thinking')
  // The turn is over once the model has answered.
  expect(request([user, said(call('a')), results, answer, user], manual).request).toHaveProperty('thinking')
})

const asked = (model: string, fields: object, more: object = {}): { request: AnthropicRequest; losses: string[] } => {
  const { request, losses } = encodeAnthropic(
    { messages: [user], parameters: { ...more, ...anthropic({ ...fields }) } },
    { model },
  )
  expect(validateAnthropic(request).filter(({ level }) => level === 'error')).toEqual([])
  return { request, losses: losses.map(({ code }) => code) }
}

test('a model without budgets decides itself how long it thinks', () => {
  const thinking = { type: 'enabled', budgetTokens: 10_000, display: 'summarized' }
  for (const model of ['claude-opus-4-7', 'claude-opus-4-8-20260301', 'claude-sonnet-5', 'claude-fable-5']) {
    const { request, losses } = asked(model, { thinking })
    expect(request).toMatchObject({ thinking: { type: 'adaptive', display: 'summarized' }, max_tokens: 14_096 })
    expect(losses).toEqual(['parameter'])
  }
  for (const model of ['claude-mythos-preview', 'claude-opus-4-6', 'claude-haiku-4-5']) {
    expect(asked(model, { thinking }).request.thinking).toEqual({
      type: 'enabled',
      budget_tokens: 10_000,
      display: 'summarized',
    })
  }
})

test('thinking is not turned off for a model that always thinks', () => {
  const thinking = { type: 'disabled' }
  const kept = (model: string, effort = 'high'): boolean => 'thinking' in asked(model, { thinking, effort }).request
  expect([kept('claude-opus-4-8'), kept('claude-opus-5'), kept('claude-sonnet-5', 'max')]).toEqual([true, true, true])
  expect([kept('claude-fable-5'), kept('claude-mythos-5'), kept('claude-opus-5', 'max')]).toEqual([false, false, false])
  expect(asked('claude-fable-5', { thinking }).losses).toEqual(['parameter'])
})

test('with thinking off, a final assistant message contains no thinking', () => {
  const off = anthropic({ thinking: { type: 'disabled' } })
  const { request: asked, losses } = request([user, said(signed, text('Hi'))], off)
  expect(asked.messages[1]).toEqual({ role: 'assistant', content: 'Hi' })
  expect(losses).toHaveLength(1)
  expect(request([user, said(signed, text('Hi')), user], off).losses).toEqual([])
})

test('thinking cannot carry a cache mark', () => {
  const marked: ReasoningPart = { ...signed, ...anthropic({ signature: 'c2ln', cacheControl: { type: 'ephemeral' } }) }
  const { messages, losses } = encodedWith({}, { messages: [user, said(marked, text('Hi')), user] })
  expect(messages[1]?.content).toEqual([thinking, text('Hi')])
  expect(losses).toEqual(['cache'])
})
