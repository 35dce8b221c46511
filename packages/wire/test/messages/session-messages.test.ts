import { isLamellaError } from '@lamella/core'
import { fromSessionMessages, type SessionMessage } from '@lamella/wire/messages'
import { expect, test } from 'vitest'
import { deepFreeze } from '../freeze.ts'

const call = (toolCallId: string): SessionMessage => ({
  type: 'tool_call',
  toolCallId,
  toolName: 'look',
  input: { q: toolCallId },
})
const result = (
  toolCallId: string,
  output: Extract<SessionMessage, { type: 'tool_result' }>['output'],
): SessionMessage => ({
  type: 'tool_result',
  toolCallId,
  toolName: 'look',
  output,
})

test('each type of record has its role', () => {
  const records: SessionMessage[] = [
    { type: 'user', content: 'a' },
    { type: 'assistant', content: 'b' },
    call('c'),
    result('c', 'd'),
    { type: 'compaction', content: 'e' },
    { type: 'system', content: 'f' },
  ]
  expect(fromSessionMessages(records, { mergeConsecutive: false }).map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'assistant',
    'tool',
    'assistant',
    'system',
  ])
})

test('records of one turn become one message with its calls, and one with their results', () => {
  const records = deepFreeze<SessionMessage[]>([
    { type: 'user', content: 'Look it up.' },
    { type: 'assistant', content: 'I look.' },
    call('a'),
    call('b'),
    result('a', 'found'),
    result('b', { n: 1 }),
    call('c'),
    { type: 'tool_result', toolCallId: 'c', toolName: 'look', output: 'no', isError: true },
  ])
  const part = (id: string): object => ({ type: 'tool-call', toolCallId: id, toolName: 'look', input: { q: id } })
  const answer = (id: string, output: object): object => ({
    type: 'tool-result',
    toolCallId: id,
    toolName: 'look',
    output,
  })
  expect(fromSessionMessages(records)).toEqual([
    { role: 'user', content: 'Look it up.' },
    { role: 'assistant', content: [{ type: 'text', text: 'I look.' }, part('a'), part('b')] },
    {
      role: 'tool',
      content: [answer('a', { type: 'text', value: 'found' }), answer('b', { type: 'json', value: { n: 1 } })],
    },
    { role: 'assistant', content: [part('c')] },
    { role: 'tool', content: [answer('c', { type: 'error-text', value: 'no' })] },
  ])
})

test('an AI SDK output is kept, and a value that only looks like one is a value', () => {
  const outputOf = (output: Parameters<typeof result>[1]): unknown =>
    fromSessionMessages([result('a', output)]).flatMap(({ content }) => content as { output: unknown }[])[0]?.output
  expect(outputOf({ type: 'error-text', value: 'no' })).toEqual({ type: 'error-text', value: 'no' })
  expect(outputOf({ type: 'execution-denied' })).toEqual({ type: 'execution-denied' })
  expect(outputOf({ type: 'text' })).toEqual({ type: 'json', value: { type: 'text' } })
  expect(outputOf([1])).toEqual({ type: 'json', value: [1] })
})

test('records can stay separate, and roles can be made to alternate', () => {
  const records: SessionMessage[] = [
    { type: 'compaction', content: 'Before: much.' },
    { type: 'assistant', content: 'And now?' },
  ]
  expect(fromSessionMessages(records, { mergeConsecutive: false })).toHaveLength(2)
  expect(fromSessionMessages(records, { ensureAlternating: true, separator: ' ' })).toEqual([
    { role: 'user', content: '[The conversation begins here.]' },
    { role: 'assistant', content: 'Before: much. And now?' },
  ])
})

test('a record of an unknown type, and an unknown option, are errors', () => {
  try {
    fromSessionMessages([{ type: 'note' } as never])
    expect.unreachable()
  } catch (error) {
    expect(isLamellaError(error, 'WIRE_DECODE') && error.message).toContain('"note"')
  }
  expect(() => fromSessionMessages([], { merge: true } as never)).toThrow(/OPTION_INVALID/)
  expect(() => fromSessionMessages(undefined as never)).toThrow(/WIRE_DECODE/)
})

test.each([
  [undefined, 'type'],
  [null, 'type'],
  ['user', 'type'],
  [{ type: '__proto__' }, 'type'],
  [{ type: 'user' }, 'content'],
  [{ type: 'system', content: [] }, 'content'],
  [{ type: 'compaction', content: null }, 'content'],
  [{ type: 'tool_call', toolName: 'a', input: 1 }, 'toolCallId'],
  [{ type: 'tool_result', toolCallId: 'a', output: 1 }, 'toolName'],
  [{ type: 'tool_result', toolCallId: 'a', toolName: 'a' }, 'output'],
])('an invalid record is an error that names the field: %j', (record, path) => {
  expect(() => fromSessionMessages([record] as never)).toThrow(
    expect.objectContaining({ code: 'WIRE_DECODE', details: expect.objectContaining({ path }) }),
  )
})
