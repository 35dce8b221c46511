import { type MissingFact, missingFacts } from '@lamella/compaction/summary'
import type { Message } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { compacted } from './support.ts'

const messages: readonly Message[] = [
  {
    role: 'user',
    content: 'I need a table for 12 people at 19:30. My phone number is 0151-4711. Ask for Maria Lopez.',
  },
  { role: 'assistant', content: 'I will call the restaurant Azul tomorrow.' },
  { role: 'user', content: 'We decided to take the menu with fish. See docs/menu.md for the plan.' },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'a',
        toolName: 'get_booking',
        output: { type: 'json', value: { booking_id: 'T77', price: 1204, list: [5001, 5002] } },
      },
    ],
  },
]
const brief = (list: readonly MissingFact[]): readonly string[] =>
  list.map(({ kind, text, by }) => `${by} ${kind} ${text}`)

describe('missingFacts', () => {
  it('names numbers, names, files, promises and decisions that a summary does not say, those of users first', () => {
    expect(brief(missingFacts(messages, 'They want dinner.'))).toEqual([
      'user decision We decided to take the menu with fish.',
      'user file docs/menu.md',
      'user number 12 people',
      'user number 19:30',
      'user number 0151-4711',
      'user name Maria Lopez',
      'assistant promise I will call the restaurant Azul tomorrow.',
      'assistant name Azul',
      'tool number 1204',
    ])
    expect(missingFacts(messages, 'They want dinner.')[2]?.sources).toEqual([{ start: 0, end: 1 }])
  })

  it('finds what is said in other words and forms', () => {
    const text =
      'Table for 12 people, 19:30, phone 0151-4711, contact MARIA LOPEZ; the menu is the one with fish, see docs/menu.md. The assistant calls restaurant Azul tomorrow. Price: 1,204.'
    expect(missingFacts(messages, text)).toEqual([])
  })

  it('does not take a part of a number or a word for it', () => {
    const text = 'Table for 112 people, 19:301, phone 0151-47112, Maria Lopezes.'
    expect(brief(missingFacts(messages.slice(0, 1), text))).toEqual([
      'user number 12 people',
      'user number 19:30',
      'user number 0151-4711',
      'user name Maria Lopez',
    ])
  })

  it('tells a value that stands without its correction, and asks for no value that was replaced', () => {
    const talk: readonly Message[] = [
      { role: 'user', content: 'Our address is Main Street 12. We decided to use MySQL.' },
      { role: 'user', content: 'Actually, use PostgreSQL instead of MySQL. Our address is now Main Street 14.' },
    ]
    expect(brief(missingFacts(talk, 'Address: Main Street 14. They use PostgreSQL instead.'))).toEqual([])
    const stale = brief(missingFacts(talk, 'They decided to use MySQL. Main Street 14.'))
    expect(stale).toContain('user correction Actually, use PostgreSQL instead of MySQL.')
  })

  it('reads a summary among the messages, and the positions that it is given', () => {
    const before = '## Facts\n- #1: The code is 4711.'
    expect(missingFacts(compacted(messages, 3, before), 'Price 1204.')).toEqual([
      { kind: 'number', text: '4711', by: 'summary', sources: [{ start: 1, end: 2 }] },
    ])
    expect(missingFacts(messages.slice(3), '', { positions: [40] })[0]?.sources).toEqual([{ start: 40, end: 41 }])
  })

  it('does not count secrets', () => {
    expect(missingFacts([{ role: 'user', content: 'The password is hunter22.' }], '')).toEqual([])
  })
})
