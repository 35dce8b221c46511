import type { Message } from '@lamella/core'
import { validateAnthropic } from '@lamella/wire/anthropic'
import { expect, test } from 'vitest'
import { call, result } from '../fixtures.ts'
import { answer, encodedWith, user } from './encoded.ts'
import { anthropic, serverCall, serverResult } from './parts.ts'

const goOn = { role: 'user', content: '[Please continue.]' }
const thinkingOn = { providerOptions: { anthropic: { thinking: { type: 'adaptive' } } } }

// Source: Anthropic, "Errors", "Prefill not supported"; the API's own error names claude-opus-4-6.
test.for([
  'claude-opus-4-6',
  'claude-sonnet-4-6',
  'claude-opus-4-8',
  'claude-opus-5',
  'us.anthropic.claude-opus-4-8-v1:0',
])('%s refuses a final assistant message: a marked user message follows it', (model) => {
  expect(encodedWith({ model }, { messages: [user, answer] })).toEqual({
    messages: [user, answer, goOn],
    losses: [],
    repairs: ['alternation'],
  })
})

test.for(['claude-sonnet-4-5', 'claude-opus-4-5', 'claude-3-5-haiku-latest', 'my-own-model'])(
  '%s continues a final assistant message',
  (model) => {
    expect(encodedWith({ model }, { messages: [user, answer] }).messages).toEqual([user, answer])
  },
)

test('no model continues a final assistant message while it thinks', () => {
  const context = { messages: [user, answer], parameters: { ...thinkingOn, maxOutputTokens: 4_096 } }
  expect(encodedWith({ model: 'claude-sonnet-4-5' }, context).messages).toEqual([user, answer, goOn])
})

test('trailing spaces stay if the message is no longer the last one', () => {
  const spaced = { role: 'assistant', content: 'Hi ' } as const
  expect(encodedWith({ model: 'claude-opus-4-8' }, { messages: [user, spaced] }).messages).toEqual([user, spaced, goOn])
})

test('a turn that was paused while Anthropic ran a tool continues by itself', () => {
  const paused: Message = { role: 'assistant', content: [serverCall('srvtoolu_1'), serverResult('srvtoolu_1')] }
  const { messages, repairs } = encodedWith({ model: 'claude-opus-4-8' }, { messages: [user, paused] })
  expect([messages.length, repairs]).toEqual([2, []])
})

test('a pending call of an Anthropic tool is omitted once the turn is over', () => {
  const open: Message = { role: 'assistant', content: [serverCall('srvtoolu_1'), { type: 'text', text: 'Wait.' }] }
  const { messages, losses } = encodedWith({ model: 'claude-opus-4-8' }, { messages: [user, open] })
  expect(messages).toEqual([user, { role: 'assistant', content: 'Wait.' }, goOn])
  expect(losses).toEqual(['provider-executed'])
})

test('a message that only sets the effort does not end a conversation', () => {
  const content = { output_config: { effort: 'low' } }
  const effort: Message = { role: 'system', content: '', ...anthropic({ role: 'system', extra: content }) }
  const { messages } = encodedWith({ model: 'claude-opus-4-8' }, { messages: [user, answer, effort] })
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'system', 'user'])
  expect(validateAnthropic({ model: 'claude-opus-4-8', max_tokens: 1, messages })).toEqual([])
})

test('tool results still end a conversation', () => {
  const asked: Message = { role: 'assistant', content: [call('a')] }
  const answered: Message = { role: 'tool', content: [result('a')] }
  const { messages } = encodedWith({ model: 'claude-opus-4-8' }, { messages: [user, asked, answered] })
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
})

const manual = { providerOptions: { anthropic: { thinking: { type: 'enabled', budgetTokens: 1_024 } } } }
const asks: Message = { role: 'assistant', content: [call('a')] }

test.for([true, false])(
  'a turn that began without thinking is detected with mergeConsecutive: %s',
  (mergeConsecutive) => {
    const words = { role: 'user', content: 'And tomorrow?' } as const
    const messages: Message[] = [user, asks, { role: 'tool', content: [result('a')] }, words, words]
    const context = { messages, parameters: { ...manual, maxOutputTokens: 4_096 } }
    const { losses } = encodedWith({ mergeConsecutive }, context)
    expect(losses).toEqual(['parameter'])
  },
)

test('the rule about the start of a turn checks all user messages at the end of the conversation', () => {
  const use = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] }
  const outcome = { type: 'tool_result', tool_use_id: 'a', content: 'x' }
  const text = { type: 'text', text: 'And?' }
  const base = { model: 'claude-sonnet-4-5', max_tokens: 4_096, thinking: { type: 'enabled', budget_tokens: 1_024 } }
  const codes = (...last: object[]): string[] =>
    validateAnthropic({ ...base, messages: [user, use, ...last] }).map(({ code }) => code)
  // The API merges them into one turn, so both mean the same.
  expect(codes({ role: 'user', content: [outcome, text] })).toContain('AN-THINKING-FIRST')
  expect(codes({ role: 'user', content: [outcome] }, { role: 'user', content: [text] })).toContain('AN-THINKING-FIRST')
})
