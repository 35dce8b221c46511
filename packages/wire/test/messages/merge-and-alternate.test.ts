import type { Message } from '@lamella/core'
import { missingUserText } from '@lamella/wire/kit'
import { ensureAlternating, mergeConsecutive } from '@lamella/wire/messages'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { missingAssistantText } from '../../src/messages/ensure-alternating.ts'
import { call, result } from '../fixtures.ts'
import { deepFreeze } from '../freeze.ts'
import { context } from '../histories.ts'

const numRuns = Number(process.env['LAMELLA_RUNS'] ?? 50)
const user = (content: string): Message => ({ role: 'user', content })
const assistant = (content: string): Message => ({ role: 'assistant', content })

describe('mergeConsecutive', () => {
  test('joins texts of one role with two newlines, or with the given separator', () => {
    const messages = deepFreeze([user('a'), user(''), user('b'), assistant('c')])
    expect(mergeConsecutive(messages)).toEqual([user('a\n\nb'), assistant('c')])
    expect(mergeConsecutive(messages, { separator: ' ' })).toEqual([user('a b'), assistant('c')])
  })

  test('joins parts in order, and turns a text among them into a part', () => {
    const image = { type: 'image' as const, image: 'https://example.com/a.png' }
    expect(mergeConsecutive([user('a'), { role: 'user', content: [image] }, user('b')])).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'a' }, image, { type: 'text', text: 'b' }] },
    ])
  })

  test('joins the results of tools', () => {
    const tool = (id: string): Message => ({ role: 'tool', content: [result(id)] })
    expect(mergeConsecutive([tool('a'), tool('b')])).toEqual([{ role: 'tool', content: [result('a'), result('b')] }])
  })

  test('keeps all options, the last one for each name', () => {
    const of = (openai: Record<string, number>): Message => ({ ...user('a'), providerOptions: { openai } })
    expect(mergeConsecutive([of({ x: 1, y: 1 }), of({ y: 2 }), user('a')])[0]?.providerOptions).toEqual({
      openai: { x: 1, y: 2 },
    })
  })

  test('returns messages without neighbours of their role unchanged', () => {
    const messages = [user('a'), assistant('b')]
    expect(mergeConsecutive(messages)[1]).toBe(messages[1])
  })

  test('keeps every part and every text, and leaves no neighbours of one role', () => {
    fc.assert(
      fc.property(context, ({ messages }) => {
        const merged = mergeConsecutive(deepFreeze(messages), { separator: '' })
        for (const [at, { role }] of merged.entries()) expect(merged[at + 1]?.role).not.toBe(role)
        expect(pieces(merged)).toEqual(pieces(messages))
        expect(mergeConsecutive(merged)).toEqual(merged)
      }),
      { numRuns },
    )
  })
})

/** Returns all content of messages, however it is split. */
function pieces(messages: readonly Message[]): unknown[] {
  return messages.flatMap(({ role, content }) => {
    if (typeof content !== 'string') {
      return (content as { type: string; text?: string }[]).flatMap((part) =>
        part.type === 'text' ? texts(role, part.text ?? '') : [part],
      )
    }
    return texts(role, content)
  })
}

function texts(role: string, text: string): unknown[] {
  return text.split('').map((character) => [role, character])
}

describe('ensureAlternating', () => {
  test('makes the user speak first and the assistant answer', () => {
    const messages: Message[] = [
      { role: 'system', content: 'Be kind.' },
      { role: 'assistant', content: [call('a')] },
      { role: 'tool', content: [result('a')] },
      user('Hm.'),
      user('Well?'),
    ]
    expect(ensureAlternating(deepFreeze(messages))).toEqual([
      messages[0],
      user(missingUserText),
      messages[1],
      messages[2],
      assistant(missingAssistantText),
      user('Hm.\n\nWell?'),
    ])
  })

  test('adds the marker for the start of a conversation only at its beginning', () => {
    const rules: Message = { role: 'system', content: 'New rules.' }
    expect(ensureAlternating([assistant('a'), rules, assistant('b')])).toEqual([
      user('[The conversation begins here.]'),
      assistant('a'),
      rules,
      user('[No message of the user was recorded.]'),
      assistant('b'),
    ])
  })

  test('returns alternating messages unchanged', () => {
    const messages = [user('a'), assistant('b'), user('c')]
    expect(ensureAlternating(messages)).toEqual(messages)
  })

  test('makes users and assistants alternate in any input, and is idempotent', () => {
    fc.assert(
      fc.property(context, ({ messages }) => {
        const arranged = ensureAlternating(deepFreeze(messages))
        const roles = arranged.filter(({ role }) => role !== 'system').map(({ role }) => role)
        for (const [at, role] of roles.entries()) {
          const before = roles[at - 1] ?? 'assistant'
          // This function does not repair a result without a call, which stays in place.
          if (role !== 'tool') expect(`${before} ${role}`).toMatch(/^(assistant user|user assistant|tool assistant)$/)
        }
        expect(['user', 'tool', undefined]).toContain(arranged.find(({ role }) => role !== 'system')?.role)
        expect(ensureAlternating(arranged)).toEqual(arranged)
      }),
      { numRuns },
    )
  })
})
