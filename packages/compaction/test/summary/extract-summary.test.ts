import { extractSummary, parseSections } from '@lamella/compaction/summary'
import type { Message } from '@lamella/core'
import { charTokenizer } from '@lamella/testkit'
import { describe, expect, it } from 'vitest'
import { renderSections } from '../../src/summary/render-sections.ts'
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
  it('has sentences word for word by who said them, files and values, each with its message', () => {
    expect(extractSummary(talk).text.split('\n')).toEqual([
      'Written from earlier messages. #n is the message a line comes from.',
      '## Users',
      '#0: I need to book a flight to Lisbon on May 3. My budget is 850 euros.',
      '#0: I prefer aisle seats.',
      '#1, #2: May I have your name? — My name is Anna Keller.',
      '#2: We decided to use MySQL for the bookings.',
      '#5: Actually, use PostgreSQL instead of MySQL.',
      '#5: The budget is now 900 euros.',
      '## Assistant',
      "#1: I'll send you the options by Friday.",
      '#8: I have sent the options to you.',
      '## Files',
      '#8: src/db.ts: edit_file',
      '## Values',
      '#4, #7: order_id: EHG42',
      '#7: EHG42 status = confirmed (was pending)',
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

  it.each([
    [
      'English',
      'The lighthouse ledger is booked under KM553201.',
      'For the lighthouse ledger take LT998104 after all.',
    ],
    ['German', 'Das Leuchtturmbuch läuft unter KM553201.', 'Beim Leuchtturmbuch doch lieber LT998104 nehmen.'],
    ['Japanese', '灯台の帳簿はKM553201で予約します。', 'やはり灯台の帳簿はLT998104にします。'],
    ['Chinese', '灯塔账本登记在KM553201名下。', '灯塔账本还是改用LT998104吧。'],
    ['Spanish', 'El libro del faro va con KM553201.', 'Mejor pon LT998104 para el libro del faro.'],
  ])('shows nothing without the newer sentence of its subject, in %s', (_, before, after) => {
    const talkBetween = Array.from({ length: 40 }, (__, n) => user(`Note ${n + 100}: fence ${n * 7 + 1000} painted.`))
    const messages = [user(before), ...talkBetween.slice(0, 20), user(after), ...talkBetween.slice(20)]
    const sizes = Array.from({ length: 30 }, (__, n) => 100 + 60 * n)
    const seen = sizes.map((maxTokens) => {
      const { text } = extractSummary(messages, { maxTokens, tokenizer: charTokenizer })
      return [text.includes('KM553201'), text.includes('LT998104')]
    })
    expect(seen.filter(([old, now]) => old && !now)).toEqual([])
    expect(seen.some(([old, now]) => old && now)).toBe(true)
  })

  it.each([
    ['German', 'Die Kaution für den Bootsschuppen beträgt 4.871 Euro.'],
    ['Japanese', '艇庫の保証金は4871円です。'],
    ['Chinese', '船库押金是4871元。'],
    ['Spanish', 'La fianza del cobertizo son 4871 euros.'],
    ['English, without a verb', 'Boathouse deposit, as agreed with Nadia: slate.'],
  ])('prefers what users say once to what is said again and again, in %s', (_, fact) => {
    const usual = Array.from({ length: 60 }, (__, n) => [
      user(`So what about all of this on day ${n + 1}?`),
      assistant('It is all as it was, and there is nothing to say about it.'),
    ])
    const { text } = extractSummary([user(fact), ...usual.flat()], { maxTokens: 200, tokenizer: charTokenizer })
    expect(text).toContain(fact)
  })

  it('keeps a summary that is not in sections, sentence by sentence', () => {
    const { lines } = extractSummary(compacted([...talk, user('Thanks.')], 9, 'They spoke. The code is 4711.'))
    expect(lines).toMatchObject([
      { text: 'They spoke.', sources: [{ start: 0, end: 9 }] },
      { text: 'The code is 4711.', sources: [{ start: 0, end: 9 }] },
    ])
    expect(lines.map(({ section }) => section)).toEqual(['facts', 'facts'])
  })

  it('leaves out the oldest of like facts first, and says what is missing', () => {
    const facts = Array.from({ length: 12 }, (_, n) =>
      user(`The code of locker ${n + 10} in the old station hall is ${4711 + n}.`),
    )
    const messages = [user('Please help me to write the list of lockers.'), ...facts]
    // All lines are as long, so that no older one fits where a newer one does not.
    const options = { positions: messages.map((_, at) => at + 10), tokenizer: charTokenizer }
    const all = extractSummary(messages, options)
    expect(all.missing).toEqual([])
    let before = 0
    for (let maxTokens = all.text.length; maxTokens > 150; maxTokens -= 40) {
      const { text, missing } = extractSummary(messages, { ...options, maxTokens })
      expect(text.length).toBeLessThanOrEqual(maxTokens)
      const left = facts.map((_, n) => text.includes(String(4711 + n)))
      // Only older ones are gone.
      expect(left).toEqual([...left].sort((a, b) => Number(a) - Number(b)))
      const gone = facts.flatMap((_, n) => (left[n] ? [] : [String(4711 + n)]))
      expect(
        missing
          .map((one) => one.text)
          .filter((one) => /^\d{4}$/.test(one))
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
    expect(extractSummary([user('Hi.')], { maxTokens: 1 }).lines).toEqual([])
  })

  it.each([{ maxTokens: 0 }, { positions: [-1] }, { omit: 1 }, { tokens: 1 }])('rejects %j', (options) => {
    expect(() => extractSummary([], options as object)).toThrow(/extractSummary/)
  })
})

describe('parseSections', () => {
  it('reads what renderSections writes', () => {
    const { lines, text } = extractSummary(talk)
    const read = parseSections(text, { start: 0, end: talk.length })
    expect(new Set(read)).toEqual(new Set(lines))
    expect(read).toHaveLength(lines.length)
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
