import type { Message } from '@lamella/core'
import { decodeAnthropic, encodeAnthropic, toAnthropic } from '@lamella/wire/anthropic'
import { expect, test } from 'vitest'
import { call, result } from '../fixtures.ts'
import { answer, encoded, encodedWith, user } from './encoded.ts'
import { anthropic, serverCall, serverResult } from './parts.ts'

const part = (content: string, fields?: object): Message & { role: 'system' } => ({
  role: 'system',
  content,
  ...(fields && anthropic(fields as never)),
})
const ephemeral = { type: 'ephemeral' } as const
/** A model that supports the role, which `encoded` does not choose. */
const newest = { model: 'claude-opus-4-8' }
const withRole = (...messages: Message[]): ReturnType<typeof encoded> => encodedWith(newest, { messages })
const rules: Message = part('New rules.')
const kept: Message = part('New rules.', { role: 'system' })

test('the system prompt is one text, with a configurable separator between its parts', () => {
  const context = { system: [part('One'), part(' '), part('Two')], messages: [user] }
  expect(toAnthropic(context).system).toBe('One\n\nTwo')
  expect(toAnthropic(context, { separator: '\n---\n' }).system).toBe('One\n---\nTwo')
  expect(toAnthropic({ messages: [user] })).not.toHaveProperty('system')
})

test('each part of the system prompt can be a block', () => {
  const system = [part('One'), part(''), part('Two', { cacheControl: ephemeral })]
  expect(toAnthropic({ system, messages: [user] }, { system: 'per-layer' }).system).toEqual([
    { type: 'text', text: 'One' },
    { type: 'text', text: 'Two', cache_control: ephemeral },
  ])
})

test('a joined system prompt is split only where a mark requires it, and keeps its text', () => {
  const system = [part('A'), part('B', { cacheControl: ephemeral }), part('C'), part('D')]
  const { system: blocks } = toAnthropic({ system, messages: [user] })
  expect(blocks).toEqual([
    { type: 'text', text: 'A\n\nB', cache_control: ephemeral },
    { type: 'text', text: '\n\nC\n\nD' },
  ])
})

test('a prompt stays split when it is read and written again, even where there was no room for its mark', () => {
  const marked = { type: 'text' as const, text: 'x', providerOptions: { anthropic: { cacheControl: ephemeral } } }
  const context = {
    system: [part('A', { cacheControl: ephemeral }), part('B')],
    messages: [{ role: 'user' as const, content: [marked, marked, marked, marked] }],
  }
  const { request, losses } = encodeAnthropic(context)
  expect(losses.map(({ path }) => path)).toEqual(['system[0]'])
  expect(request.system).toEqual([
    { type: 'text', text: 'A' },
    { type: 'text', text: '\n\nB' },
  ])
  const again = encodeAnthropic(decodeAnthropic(request))
  expect(again.request).toEqual(request)
  expect(again.losses).toEqual([])
})

test('a part with its own fields stays a separate block', () => {
  const system = [part('A'), part('B', { extra: { citations: [] } }), part('C')]
  expect(toAnthropic({ system, messages: [user] }).system).toEqual([
    { type: 'text', text: 'A' },
    { type: 'text', text: '\n\nB', citations: [] },
    { type: 'text', text: '\n\nC' },
  ])
})

test('system messages at the start of the conversation join the system prompt', () => {
  const { request, losses } = encodeAnthropic({ system: [part('A')], messages: [rules, part('B'), user] })
  expect(request).toMatchObject({ system: 'A\n\nNew rules.\n\nB', messages: [user] })
  expect(losses).toEqual([])
})

test('system messages in the middle become user texts, which is a loss', () => {
  const { messages, losses, repairs } = encoded(user, rules, answer, rules, user)
  expect(messages).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Hello' },
        { type: 'text', text: 'New rules.' },
      ],
    },
    answer,
    {
      role: 'user',
      content: [
        { type: 'text', text: 'New rules.' },
        { type: 'text', text: 'Hello' },
      ],
    },
  ])
  expect([losses, repairs]).toEqual([['system-role', 'system-role'], []])
})

test('a system message keeps its role on request, in a valid place', () => {
  expect(withRole(user, kept, answer, user, kept)).toEqual({
    messages: [
      user,
      { role: 'system', content: 'New rules.' },
      answer,
      user,
      { role: 'system', content: 'New rules.' },
    ],
    losses: [],
    repairs: [],
  })
  const results: Message = { role: 'tool', content: [result('a')] }
  const { messages } = withRole({ role: 'assistant', content: [call('a')] }, results, kept)
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'system'])
  const searched: Message = { role: 'assistant', content: [serverCall('srvtoolu_1'), serverResult('srvtoolu_1')] }
  expect(withRole(user, searched, kept).losses).toEqual([])
})

test.for<[string, Message[]]>([
  ['behind the assistant', [user, answer, kept]],
  ['before the user', [user, kept, user]],
  ['twice before the user', [user, kept, kept, user]],
  ['behind the assistant in the middle', [user, answer, kept, user]],
])('a system message %s becomes a user text in any case', ([, messages]) => {
  const { messages: written, losses } = withRole(...messages)
  expect(written.map(({ role }) => role)).not.toContain('system')
  expect(new Set(losses)).toEqual(new Set(['system-role']))
  expect(JSON.stringify(written)).toContain('New rules.')
})

test('a message that only sets the effort stays in its place', () => {
  const effort = part('', { role: 'system', extra: { output_config: { effort: 'low' } } })
  const wire = { role: 'system', content: [], output_config: { effort: 'low' } }
  expect(withRole(effort, user, answer, effort, user)).toEqual({
    messages: [wire, user, answer, wire, user],
    losses: [],
    repairs: [],
  })
})

const tools = ['a.b', 'c'].map((name) => ({ name, inputSchema: {} }))

test('a system message can add and remove tools', () => {
  const toolChanges = [
    { type: 'tool_addition', toolName: 'a.b' },
    { type: 'tool_removal', toolName: 'c' },
  ]
  const context = {
    messages: [user, part('Changed.', { role: 'system', toolChanges })],
    tools,
  }
  expect(encodedWith(newest, context).messages[1]?.content).toEqual([
    { type: 'text', text: 'Changed.' },
    { type: 'tool_addition', tool: { type: 'tool_reference', name: 'a_b' } },
    { type: 'tool_removal', tool: { type: 'tool_reference', name: 'c' } },
  ])
  expect(withRole(user, part('', { role: 'system', toolChanges: ['x'] })).losses).toEqual(['provider-options'])
  // In an invalid place the words stay, and the tools are a loss.
  const messages = [user, part('Changed.', { role: 'system', toolChanges, extra: { n: 1 } }), user]
  const moved = encodedWith(newest, { messages, tools })
  expect(moved.losses).toEqual(['system-role', 'provider-options', 'provider-options'])
  expect(JSON.stringify(moved.messages)).not.toContain('tool_addition')
})

test('blocks of a system message are written unchanged, unless its text has changed', () => {
  const blocks = [
    { type: 'text', text: 'New rules.' },
    { type: 'tool_removal', tool: { type: 'tool_reference', name: 'c' } },
  ]
  const messages = [user, part('New rules.', { role: 'system', blocks })]
  expect(encodedWith(newest, { messages, tools }).messages[1]?.content).toEqual(blocks)
  // The API rejects a reference to a tool that the request does not have.
  const unknown = encodedWith(newest, { messages })
  expect(unknown).toMatchObject({ messages: [user, { content: 'New rules.' }], losses: ['provider-options'] })
  const changed = withRole(user, part('[redacted]', { role: 'system', blocks }))
  expect(changed.messages[1]?.content).toBe('[redacted]')
  expect(changed.losses).toEqual(['provider-options'])
})

test('options of empty texts are reported as losses', () => {
  const empty = part(' ', { cacheControl: ephemeral, extra: { n: 1 } })
  const { losses, repairs } = encodedWith(
    {},
    { system: [empty], messages: [user, part('', { cacheControl: ephemeral })] },
  )
  expect(losses).toEqual(['provider-options', 'cache', 'cache'])
  expect(repairs).toEqual(['empty-text', 'empty-message'])
})

test.for(['claude-sonnet-4-5', 'claude-opus-4-7', 'claude-sonnet-5', 'claude-haiku-5', 'my-own-model'])(
  '%s does not support the role: the words stay in place as a user message',
  (model) => {
    const { messages, losses } = encodedWith({ model }, { messages: [user, kept, answer, user] })
    const content = ['Hello', 'New rules.'].map((text) => ({ type: 'text', text }))
    expect(messages).toEqual([{ role: 'user', content }, answer, user])
    expect(losses).toEqual(['system-role'])
  },
)

test.for(['claude-opus-4-8', 'claude-opus-5', 'claude-fable-5-1', 'claude-sonnet-5-5', 'claude-haiku-5-5'])(
  '%s receives a mid-conversation system message in its own role',
  (model) => {
    const { messages, losses } = encodedWith({ model }, { messages: [user, kept, answer, user] })
    expect(messages).toEqual([user, { role: 'system', content: 'New rules.' }, answer, user])
    expect(losses).toEqual([])
  },
)

test('content that only a system message can carry is a loss for models without the role', () => {
  const effort = part('', { role: 'system', extra: { output_config: { effort: 'low' } } })
  expect(encoded(effort, user, answer, effort, user)).toEqual({
    messages: [user, answer, user],
    losses: ['parameter', 'parameter'],
    repairs: [],
  })
  const toolChanges = [{ type: 'tool_removal', toolName: 'c' }]
  const changed = encoded(user, part('Changed.', { role: 'system', toolChanges, extra: { n: 1 } }), answer, user)
  expect(changed.losses).toEqual(['provider-options', 'provider-options', 'system-role'])
  expect(JSON.stringify(changed.messages)).not.toMatch(/tool_removal|"n"/)
})
