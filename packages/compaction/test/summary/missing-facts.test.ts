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
  it('needs a text, such as that of a compaction that wrote one', () => {
    expect(() => missingFacts(messages, undefined as never)).toThrow(/OPTION_INVALID/)
  })

  it.each([
    ['예산은 이제 1,800원입니다.', '예산 1,800원'],
    ['งบประมาณ1,800บาทนะครับ', 'งบประมาณ 1,800 บาท'],
    ['الميزانية الآن ١٨٠٠ درهم.', 'الميزانية 1800'],
    ['बजट अब १८०० रुपये है।', 'बजट 1800'],
    ['予算は１８００円です。', '予算 1800'],
  ])(
    'knows a number next to letters of a script without spaces, and in digits of any script: %s',
    (content, summary) => {
      const values = (text: string): readonly MissingFact[] =>
        missingFacts([{ role: 'user', content }], text).filter(({ kind }) => kind === 'value')
      expect(values(summary)).toEqual([])
      expect(values(summary.replace('800', '900'))).toHaveLength(1)
    },
  )

  it('names values and sentences that a summary does not say, those of users first', () => {
    expect(brief(missingFacts(messages, 'They want dinner.'))).toEqual([
      'user sentence We decided to take the menu with fish.',
      'user value docs/menu.md',
      'user sentence See docs/menu.md for the plan.',
      'user value 12',
      'user value 19:30',
      'user sentence I need a table for 12 people at 19:30.',
      'user value 0151-4711',
      'user sentence My phone number is 0151-4711.',
      'user sentence Ask for Maria Lopez.',
      'tool value 1204',
    ])
    expect(missingFacts(messages, 'They want dinner.').at(3)?.sources).toEqual([{ start: 0, end: 1 }])
  })

  it('finds what is said in other words and forms', () => {
    const text =
      'They need a table for 12 people at 19:30, phone number 0151-4711, ask for MARIA LOPEZ; they take the menu with fish, see docs/menu.md. The price is 1,204.'
    expect(missingFacts(messages, text)).toEqual([])
  })

  it('does not take a part of a number or a word for it', () => {
    const text = 'Table for 112 people, 19:301, phone 0151-47112.'
    const values = missingFacts(messages.slice(0, 1), text).filter(({ kind }) => kind === 'value')
    expect(values.map((one) => one.text).sort()).toEqual(['0151-4711', '12', '19:30'])
  })

  it.each([
    ['English', 'The boathouse deposit is 4871 euros.', 'No, the boathouse deposit is 4902 euros.'],
    ['German', 'Die Kaution fürs Bootshaus beträgt 4871 Euro.', 'Nein, die Kaution fürs Bootshaus beträgt 4902 Euro.'],
    ['Japanese', '艇庫の保証金は4871円です。', 'やはり艇庫の保証金は4902円です。'],
    ['Chinese', '船库押金是4871元。', '不对，船库押金是4902元。'],
    ['Spanish', 'La fianza del cobertizo son 4871 euros.', 'Mejor dicho, la fianza del cobertizo son 4902 euros.'],
  ])('names the newer sentence of a subject where the summary has the older one, in %s', (_, before, after) => {
    const spoken: readonly Message[] = [before, after].map((content) => ({ role: 'user', content }))
    expect(missingFacts(spoken, before)).toContainEqual({
      kind: 'correction',
      text: after,
      by: 'user',
      sources: [{ start: 1, end: 2 }],
    })
    expect(missingFacts(spoken, after).map(({ kind }) => kind)).not.toContain('correction')
  })

  it.each([
    ['with more words', 'The budget is 900 euros.', 'Actually, the budget is now 950 euros.'],
    ['with fewer words', 'Actually, the budget is now 900 euros.', 'The budget is 950 euros.'],
  ])('finds what was said again %s and another value, however often it was said', (_, before, after) => {
    const often = [500, 600, 700, 800].map((value) => `The budget is ${value} euros.`)
    const spoken: readonly Message[] = [...often, before, after].map((content) => ({ role: 'user', content }))
    const corrections = missingFacts(spoken, before).filter(({ kind }) => kind === 'correction')
    expect(corrections.map(({ text }) => text)).toEqual([after])
  })

  it('reads a summary among the messages, and the positions that it is given', () => {
    const before = '## Facts\n- #1: The code is 4711.'
    expect(missingFacts(compacted(messages, 3, before), 'Price 1204.')).toContainEqual({
      kind: 'value',
      text: '4711',
      by: 'summary',
      sources: [{ start: 1, end: 2 }],
    })
    expect(missingFacts(messages.slice(3), '', { positions: [40] })[0]?.sources).toEqual([{ start: 40, end: 41 }])
  })

  it('does not say secrets', () => {
    const [missing] = missingFacts([{ role: 'user', content: 'The password is hunter22.' }], '')
    expect(missing?.text).toBe('The password is [left out].')
  })
})
