import type { Message, ToolOutput, UserPart } from '@lamella/core'
import { type AnthropicRequest, encodeAnthropic, validateAnthropic, type WireContext } from '@lamella/wire/anthropic'
import { expect, test } from 'vitest'
import { call, png, result, weather } from '../fixtures.ts'
import { answer, user } from './encoded.ts'
import { anthropic, serverCall, serverResult } from './parts.ts'

const ephemeral = { type: 'ephemeral' } as const
const hour = { type: 'ephemeral', ttl: '1h' } as const
const mark = anthropic({ cacheControl: ephemeral })
const text = (value: string, more: object = {}): UserPart => ({ type: 'text', text: value, ...more })

/** Encodes a context with cache marks, checks the request, and returns the places of the marks and the losses. */
function marked(context: WireContext): { request: AnthropicRequest; marks: string[]; losses: string[] } {
  const { request, losses } = encodeAnthropic(context, { model: 'claude-sonnet-4-5' })
  expect(validateAnthropic(request).filter(({ level }) => level === 'error')).toEqual([])
  const found = losses.map(({ code, path }) => `${code} ${path}`)
  return { request, marks: marksIn(request, ''), losses: found }
}

/** Returns the paths of all objects with a mark. */
function marksIn(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'cache_control' in value ? [path] : []
  return [
    ...own,
    ...Object.entries(value).flatMap(([key, item]) => marksIn(item, path === '' ? key : `${path}.${key}`)),
  ]
}

test('writes marks on messages, parts, tools, results and system parts', () => {
  const context: WireContext = {
    system: [{ role: 'system', content: 'Be kind.', ...mark }],
    messages: [{ ...user, ...mark }],
    tools: [{ ...weather, ...mark }],
  }
  expect(marked(context)).toMatchObject({ marks: ['system.0', 'messages.0.content.0', 'tools.0'], losses: [] })
  expect(marked({ messages: [{ role: 'user', content: [text('a', mark), text('b')] }] })).toMatchObject({
    marks: ['messages.0.content.0'],
    losses: [],
  })
})

test('puts the mark of a message on its last block, unless the block has its own', () => {
  const own = anthropic({ cacheControl: hour })
  const { request } = marked({ messages: [{ role: 'user', content: [text('a'), text('b', own)], ...mark }] })
  expect(request.messages[0]?.content).toMatchObject([{ type: 'text' }, { cache_control: hour }])
  const said: Message = { role: 'assistant', content: [{ type: 'text', text: 'Hm.' }, call('a')], ...mark }
  const turn = marked({ messages: [user, said, { role: 'tool', content: [result('a')] }] })
  expect(turn.marks).toEqual(['messages.1.content.1'])
  const spoken = marked({ messages: [user, { ...answer, ...mark }, user] })
  expect(spoken.marks).toEqual(['messages.1.content.0'])
})

test('takes the mark of a result from itself, its output or a piece, and never puts it inside the result', () => {
  const output: ToolOutput = {
    type: 'content',
    value: [
      { type: 'text', text: 'a', ...mark },
      { type: 'media', data: png, mediaType: 'image/png' },
    ],
  }
  for (const part of [
    { ...result('a'), ...mark },
    result('a', output),
    result('a', { type: 'text', value: 'x', ...mark }),
  ]) {
    const tool: Message = { role: 'tool', content: [part] }
    expect(marked({ messages: [user, { role: 'assistant', content: [call('a')] }, tool] })).toMatchObject({
      marks: ['messages.2.content.0'],
      losses: [],
    })
  }
})

test('puts the mark of a tool message on its last result', () => {
  const calls: Message = { role: 'assistant', content: [call('a'), call('b')] }
  const { marks } = marked({
    messages: [user, calls, { role: 'tool', content: [result('b'), result('a')], ...mark }, user],
  })
  // Results are in the order of their calls.
  expect(marks).toEqual(['messages.2.content.0'])
})

test('allows marks on results of tools that Anthropic ran', () => {
  const said: Message = {
    role: 'assistant',
    content: [serverCall('srvtoolu_1', mark), serverResult('srvtoolu_1', mark)],
  }
  expect(marked({ messages: [user, said, user] })).toMatchObject({
    marks: ['messages.1.content.0', 'messages.1.content.1'],
    losses: [],
  })
})

test('keeps the last marks if there are too many, and reports the others', () => {
  const content = ['a', 'b', 'c', 'd'].map((value) => text(value, mark))
  const { marks, losses } = marked({
    system: [{ role: 'system', content: 'Be kind.', ...mark }],
    messages: [{ role: 'user', content }],
    tools: [{ ...weather, ...mark }],
  })
  expect(marks).toEqual([0, 1, 2, 3].map((at) => `messages.0.content.${at}`))
  expect(losses).toEqual(['cache tools[0]', 'cache system[0]'])
})

test('counts the mark that the API sets itself as one of four', () => {
  const content = ['a', 'b', 'c', 'd', 'e'].map((value, at) => text(value, at < 4 ? mark : {}))
  const { request, marks, losses } = marked({
    messages: [{ role: 'user', content }],
    parameters: anthropic({ cacheControl: ephemeral }),
  })
  expect(request.cache_control).toEqual(ephemeral)
  expect(marks).toHaveLength(4)
  expect(losses).toEqual(['cache messages[0].content[0]'])
})

test('shortens a one-hour mark after a five-minute mark to five minutes', () => {
  const { request, losses } = marked({
    system: [{ role: 'system', content: 'Be kind.', ...mark }],
    messages: [{ role: 'user', content: [text('a', anthropic({ cacheControl: hour }))] }],
    parameters: anthropic({ cacheControl: hour }),
  })
  expect(request.messages[0]?.content).toMatchObject([{ cache_control: ephemeral }])
  expect(request.cache_control).toEqual(ephemeral)
  expect(losses).toEqual(['cache messages[0].content[0]', 'cache parameters'])
})

test('omits a mark on the last block whose lifetime differs from that of the request', () => {
  const { request, losses } = marked({
    messages: [{ role: 'user', content: [text('a', anthropic({ cacheControl: hour }))] }],
    parameters: anthropic({ cacheControl: ephemeral }),
  })
  expect(request.messages[0]?.content).toBe('a')
  expect(losses).toEqual(['cache messages[0].content[0]'])
})

test.for<[string, Message[], string]>([
  ['an unknown mark', [{ ...user, ...anthropic({ cacheControl: { type: 'forever' } }) }], 'messages[0]'],
  [
    'a mark of two hours',
    [{ ...user, ...anthropic({ cacheControl: { type: 'ephemeral', ttl: '2h' } }) }],
    'messages[0]',
  ],
  ['a mark on an empty message', [user, { role: 'user', content: '', ...mark }], 'messages[1]'],
  ['a mark on an empty part', [{ role: 'user', content: [text('a'), text('', mark)] }], 'messages[0].content[1]'],
  [
    'a mark on thinking',
    [
      user,
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'x', ...anthropic({ signature: 'c2ln', cacheControl: ephemeral }) },
          { type: 'text', text: 'y' },
        ],
      },
      user,
    ],
    'messages[1].content[0]',
  ],
])('%s is a loss', ([, messages, path]) => {
  expect(marked({ messages })).toMatchObject({ marks: [], losses: [`cache ${path}`] })
})

test('reports a loss for a mark on a tool that is deferred or not sent', () => {
  const later = { ...weather, name: 'later', ...anthropic({ deferLoading: true, cacheControl: ephemeral }) }
  const { marks, losses } = marked({ messages: [user], tools: [weather, later, { ...weather, ...mark }] })
  expect(marks).toEqual([])
  expect(losses).toEqual(['cache tools[1]', 'cache tools[2]'])
})
