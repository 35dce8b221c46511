import type { Message } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { callsOf } from '../../../src/prefix/calls.ts'
import { neededValues, needsOf } from '../../../src/prefix/needed/needed-values.ts'
import { assistant, call, result, user } from './messages.ts'

const conversation: readonly Message[] = [
  user('I am ada_byron and want to cancel.'),
  call('c1', 'find', { name: 'ada_byron', mode: 'fast_search' }),
  result('c1', 'find', { payments: { card_4711: { zip: 10115 } }, email: 'ada@example.org' }),
  assistant('Is ada@example.org right, or eva@example.org?'),
]

describe('needed values', () => {
  it('are those of an answer that an earlier message has, from calls and from texts', () => {
    expect(neededValues(conversation)).toEqual([
      [{ value: 'ada_byron', from: 'call', old: false }],
      [{ value: 'ada@example.org', from: 'text', old: false }],
    ])
  })

  it('are also names of fields, and numbers in JSON', () => {
    const answer = call('c2', 'pay', { with: 'card_4711', zip: 10115 })
    expect(neededValues([...conversation, answer]).at(-1)).toEqual([
      { value: 'card_4711', from: 'call', old: false },
      { value: '10115', from: 'call', old: false },
    ])
  })

  it('are not names of arguments, call ids or values that only thinking had', () => {
    const session: readonly Message[] = [
      user('The user_name is W100.'),
      { role: 'assistant', content: [{ type: 'reasoning', text: 'Perhaps W200?' }] },
      call('call_1234', 'list', {}),
      result('call_1234', 'list', 'call_1234'),
      call('call_5678', 'find', { user_name: 'W200', after: 'call_1234' }),
    ]
    expect(neededValues(session).at(-1)).toEqual([])
  })

  it('are old if none of the last six messages has them', () => {
    const filler = (count: number): readonly Message[] => Array.from({ length: count }, () => user('And?'))
    const old = (count: number): boolean | undefined =>
      neededValues([user('Take W100.'), ...filler(count), assistant('W100 it is.')]).at(-1)?.[0]?.old
    expect([old(5), old(6)]).toEqual([false, true])
  })

  it('belong to the calls before the answers', () => {
    const calls = [callsOf(conversation), callsOf([assistant('Hello, W100.'), user('Hi'), assistant('W100?')])]
    const needs = needsOf([conversation, [assistant('Hello, W100.'), user('Hi'), assistant('W100?')]], calls)
    expect(calls.flat().map((one) => needs.get(one)?.map(({ value }) => value))).toEqual([
      ['ada_byron'],
      ['ada@example.org'],
      ['W100'],
    ])
  })
})
