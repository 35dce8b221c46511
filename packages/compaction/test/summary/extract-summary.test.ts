import { extractSummary, parseSections, renderSections } from '@lamella/compaction/summary'
import type { Message } from '@lamella/core'
import { charTokenizer } from '@lamella/testkit'
import { describe, expect, it } from 'vitest'
import { compacted } from './support.ts'

const user = (content: string): Message => ({ role: 'user', content })
const assistant = (content: string): Message => ({ role: 'assistant', content })
const tool = (id: string, value: { readonly [key: string]: string | number }): readonly Message[] => [
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: id, toolName: 'get_order', input: {} }] },
  {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: id, toolName: 'get_order', output: { type: 'json', value } }],
  },
]

const talk: readonly Message[] = [
  user('I need to book a flight to Lisbon on May 3. My budget is 850 euros. I prefer aisle seats.'),
  assistant("I'll send you the options by Friday. May I have your name?"),
  user('My name is Anna Keller. We decided to use MySQL for the bookings.'),
  ...tool('a', { order_id: 'EHG42', status: 'pending' }),
  user('Actually, use PostgreSQL instead of MySQL. The budget is now 900 euros.'),
  ...tool('b', { order_id: 'EHG42', status: 'confirmed' }),
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'I have sent the options to you.' },
      { type: 'tool-call', toolCallId: 'c', toolName: 'edit_file', input: { path: 'src/db.ts' } },
    ],
  },
]

describe('extractSummary', () => {
  it('fills each section, with the message that each line comes from', () => {
    expect(extractSummary(talk).text.split('\n')).toEqual([
      'Written from earlier messages. #n is the message a line comes from.',
      '## Goal',
      '- #0: I need to book a flight to Lisbon on May 3.',
      '## Decisions and preferences',
      '- #0: I prefer aisle seats.',
      '- #2: We decided to use MySQL for the bookings.',
      '  now #5: MySQL -> Actually, use PostgreSQL instead of MySQL.',
      '- #5: Actually, use PostgreSQL instead of MySQL.',
      '- #5: The budget is now 900 euros.',
      '  was #0: My budget is 850 euros.',
      '## Facts',
      '- #2: My name is Anna Keller.',
      '## Facts from tools',
      '- #4: order_id: EHG42',
      '- #7: EHG42 status = confirmed (was pending)',
      '## Files',
      '- #8: src/db.ts: changed',
      '## State',
      '- #8: I have sent the options to you.',
      "  was #1: I'll send you the options by Friday.",
    ])
  })

  it('gives the same lines in one go and in steps, each of which merges the summary before', () => {
    const whole = extractSummary(talk)
    for (const end of [1, 3, 6, 8]) {
      const first = extractSummary(talk.slice(0, end))
      const second = extractSummary(compacted(talk, end, first.text))
      expect([end, second.text]).toEqual([end, whole.text])
    }
  })

  it('keeps a promise that was not kept, and one that was with what kept it', () => {
    const open = extractSummary([user('Hi'), assistant('I will send the invoice to Maria by Monday.')])
    expect(open.lines.map(({ section }) => section)).toEqual(['promises'])
    const others = [user('Hi'), assistant('I will send the invoice by Monday.'), assistant('I have booked the hotel.')]
    expect(extractSummary(others).lines.map(({ section }) => section)).toEqual(['promises', 'state'])
  })

  it('keeps a summary that is not in sections, sentence by sentence', () => {
    const { lines } = extractSummary(compacted([...talk, user('Thanks.')], 9, 'They spoke. The code is 4711.'))
    expect(lines).toMatchObject([
      { text: 'They spoke.', sources: [{ start: 0, end: 9 }] },
      { text: 'The code is 4711.', sources: [{ start: 0, end: 9 }] },
    ])
  })

  it('lets the oldest facts give way first, shortened before they are dropped, and says what is missing', () => {
    const facts = Array.from({ length: 12 }, (_, n) =>
      user(`The code of locker ${n + 10} in the old station hall is ${4711 + n}.`),
    )
    const all = extractSummary([user('Please help me to write the list of lockers.'), ...facts], {
      tokenizer: charTokenizer,
    })
    expect(all.missing).toEqual([])
    let before = 0
    for (let maxTokens = all.text.length; maxTokens > 150; maxTokens -= 40) {
      const { text, missing } = extractSummary([user('Please help me to write the list of lockers.'), ...facts], {
        maxTokens,
        tokenizer: charTokenizer,
      })
      expect(text.length).toBeLessThanOrEqual(maxTokens)
      expect(text).toContain('Please help me')
      const left = facts.map((_, n) => text.includes(String(4711 + n)))
      // Only older ones are gone.
      expect(left.lastIndexOf(false) + 1).toBe(left.filter((one) => !one).length)
      const gone = facts.flatMap((_, n) => (left[n] ? [] : [String(4711 + n)]))
      expect(
        missing
          .map((one) => one.text)
          .filter((one) => one.length === 4)
          .sort(),
      ).toEqual(gone)
      expect(gone.length).toBeGreaterThanOrEqual(before)
      before = gone.length
    }
    expect(before).toBeGreaterThan(6)
  })

  it('does not repeat what looks like a secret, and does not call it missing', () => {
    const { text, missing } = extractSummary([
      user('My password is swordfish, the key is sk-abcdefgh12345678 and the code 4711.'),
    ])
    expect(text).not.toMatch(/swordfish|sk-abc/)
    expect(text).toContain('4711')
    expect(missing).toEqual([])
    const own = extractSummary([user('The code is 4711, the other 4712.')], { omit: (value) => value === '4711' })
    expect(own.text).toContain('the other 4712')
    expect(own.text).not.toContain('4711')
  })

  it('says nothing about nothing', () => {
    expect(extractSummary([])).toEqual({ text: '', lines: [], missing: [] })
    expect(extractSummary([user('Hi.'), assistant('Hello!')]).text).toBe('')
  })

  it.each([{ maxTokens: 0 }, { positions: [-1] }, { omit: 1 }, { tokens: 1 }])('rejects %j', (options) => {
    expect(() => extractSummary([], options as object)).toThrow(/extractSummary/)
  })
})

describe('parseSections', () => {
  it('reads what renderSections writes', () => {
    const { lines, text } = extractSummary(talk)
    const read = parseSections(text, { start: 0, end: talk.length })
    // What a fact of a tool was has the numbers of the fact.
    const expected = lines.map((line) => {
      const was = line.by ? line.was?.map((one) => ({ ...one, sources: line.sources })) : line.was
      return was ? { ...line, was } : line
    })
    expect(read).toEqual(expected)
    expect(renderSections(read)).toBe(text.split('\n').slice(1).join('\n'))
  })

  it('leaves out numbers of messages that the summary is not of, and what no section has', () => {
    const text = 'Hello\n# Goal:\n* #3, #99: Go.\n## Weather\n- #1: Rain.\n## facts\nNo number\n- #2-3 Two.'
    expect(parseSections(text, { start: 2, end: 5 })).toEqual([
      { section: 'goal', text: 'Go.', sources: [{ start: 3, end: 4 }] },
      { section: 'facts', text: 'No number', sources: [] },
      { section: 'facts', text: 'Two.', sources: [{ start: 2, end: 4 }] },
    ])
  })
})
