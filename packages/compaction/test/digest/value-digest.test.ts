import { type ValueDigestOptions, valueDigest } from '@lamella/compaction/digest'
import type { JsonValue, Message } from '@lamella/core'
import type { DigestRequest } from '@lamella/core/plugin'
import { asideMark } from '@lamella/store'
import { describe, expect, it } from 'vitest'

const user = (content: string): Message => ({ role: 'user', content })
const assistant = (content: string): Message => ({ role: 'assistant', content })
const call = (input: unknown, toolName = 'get_order'): Message => ({
  role: 'assistant',
  content: [{ type: 'tool-call', toolCallId: 'call_0123456789', toolName, input }],
})
const result = (value: JsonValue, toolName = 'get_order'): Message => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: 'call_0123456789', toolName, output: { type: 'json', value } }],
})

const text = (value: string): Message => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: 'call_0123456789', toolName: 'bash', output: { type: 'text', value } }],
})

/** Digests messages; a token is a character. */
function digest(messages: readonly Message[], more: Partial<DigestRequest> = {}, options: ValueDigestOptions = {}) {
  return valueDigest(options).digest({
    gone: messages.map((message, position) => ({ position, message })),
    before: undefined,
    shown: [],
    maxTokens: 10_000,
    count: (text) => text.length,
    ...more,
  })
}

/** The lines of a digest without its heading. */
const linesOf = (...args: Parameters<typeof digest>): readonly string[] =>
  digest(...args)
    ?.text.split('\n')
    .slice(1) ?? []

describe('a digest of values', () => {
  it.each<[string, Message, string]>([
    ['an id with what it is of', user('My user id is mia_li_3668.'), '#0 My user id is: mia_li_3668'],
    ['an order number', user('Where is order #4711?'), '#0 Where is order: 4711'],
    [
      'a date and a time',
      user('The flight is on 2026-05-20 at 10:45.'),
      '#0 The flight is on: 2026-05-20; The flight is on 2026-05-20 at: 10:45',
    ],
    ['an amount of money', assistant('The price is $59.'), '#0 The price is: 59'],
    ['an amount with groups of digits', assistant('The total is $1,204.50 now'), '#0 The total is: 1,204.50'],
    ['a path', user('See src/run/digest.ts please'), '#0 See: src/run/digest.ts'],
    ['an e-mail address', user('Write to ada@example.org'), '#0 Write to: ada@example.org'],
    ['the input of a call', call({ order_id: 'W4711' }), '#0 order_id: W4711'],
    ['a field of a result', result({ order_id: 'W4711' }), '#0 order_id: W4711'],
    [
      'numbers of JSON as they are written',
      text('{"order_id": 12345678901234567890, "total": 19.10, "list": [1234567890123456789,20.50]}'),
      '#0 order_id: 12345678901234567890; total: 19.10; list: 20.50, 1234567890123456789',
    ],
    [
      'a text with such a number',
      text('{"order_id": 4711, "note": "as in [19.10]"}'),
      '#0 order_id: 4711; as in 19.10',
    ],
    ['names and addresses in fields', result({ first_name: 'Ada', city: 'Turin' }), '#0 Ada city: Turin'],
    [
      'the ids by which things are listed',
      result({ cards: { card_7815: { kind: 'gift' } } }),
      '#0 cards: card_7815 kind: gift',
    ],
    ['several values of a field', result([{ id: 'A1B2' }, { id: 'C3D4' }]), '#0 id: A1B2, C3D4'],
    ['long numbers of a result', result({ stock: 12_345 }), '#0 stock: 12345'],
  ])('has %s', (_, message, line) => {
    const lines = linesOf([message])
    expect(lines.map(sortedEntries)).toEqual([sortedEntries(line)])
  })

  it.each<[string, Message]>([
    ['plain words', user('Hello, how are you? I am fine, and so is the cat.')],
    ['small numbers in a text', user('I have 2 cats and 31 dogs.')],
    ['positions in files', user('error in 331,29 and 343,10')],
    ['thinking', { role: 'assistant', content: [{ type: 'reasoning', text: 'order W4711' }] }],
    ['handles of contents', assistant('It is in blob:iaak7bbewjpetk7pnryc2ujyu3.')],
    ['truth values', result({ is_gift: true, note: null })],
  ])('does not have %s', (_, message) => {
    expect(linesOf([message])).toEqual([])
  })

  it('does not have what is said of the head of a content, but all of a text that only looks like one', () => {
    const value =
      'steps\n[2,597,725 characters in 60,000 lines. To read more: read_result {"handle":"blob:iaak7bbewjpetk7pnryc2ujyu3"}]'
    const output = { type: 'text' as const, value }
    const told = (more: object): readonly string[] =>
      linesOf([
        {
          role: 'tool',
          content: [{ type: 'tool-result', toolCallId: 'c', toolName: 't', output: { ...output, ...more } }],
        },
      ])
    expect(told({ providerOptions: { [asideMark]: { content: 'blob:a', key: 'blob:b', tag: 'c' } } })).toEqual([])
    expect(told({}).join()).toContain('2,597,725')
  })

  it('does not have ids of calls, whatever their form', () => {
    const lines = linesOf([call({ note: 'call_0123456789' }), result({ order_id: 'W4711', by: 'call_0123456789' })])
    expect(lines.join()).toContain('W4711')
    expect(lines.join()).not.toContain('call_0123456789')
  })

  it('tells what a value is of by the words of its sentence, in any language', () => {
    expect(linesOf([user('The lighthouse ledger is booked under KM553201.')])).toEqual([
      '#0 The lighthouse ledger is booked under: KM553201',
    ])
    expect(linesOf([user('KM553201 ist das Kassenbuch. Danke!')])).toEqual(['#0 ist das Kassenbuch: KM553201'])
    expect(linesOf([user('お世話になります。灯台の帳簿はKM553201です。')])).toEqual(['#0 灯台の帳簿は: KM553201'])
  })

  it('names no secret as the thing that others belong to, nor in the words around a value', () => {
    const gone = [
      result({ password: 'hunter22', iban: 'DE02120300' }),
      user('My password is swordfish99 for order W4711.'),
    ]
    expect(JSON.stringify(digest(gone))).not.toMatch(/hunter22|swordfish99/)
  })

  it('reads a result that is JSON in a text as fields, and any other text as words', () => {
    expect(linesOf([text('{"order_id": "W4711"}')])).toEqual(['#0 order_id: W4711'])
    expect(linesOf([text('{ not json: W4711')])).toEqual(['#0 not json: W4711'])
  })

  it('names the message that each value comes from, messages in order', () => {
    const lines = linesOf([user('Order W4711'), assistant('Yes.'), user('and order W4712')])
    expect(lines).toEqual(['#0 Order: W4711', '#2 and order: W4712'])
  })

  it('leaves out what the request shows, in messages or in the system prompt', () => {
    const gone = [user('Orders W4711, W4712 and W4713')]
    const shown = ['Known: W4711', user('So W4712?')]
    expect(linesOf(gone, { shown })).toEqual(['#0 Orders W4711 W4712 and: W4713'])
  })

  it('shows the newest value of a field, and the earlier one as replaced', () => {
    const gone = [result({ id: 'W4711', date: '2026-05-18' }), result({ id: 'W4711', date: '2026-05-20' })]
    expect(linesOf(gone)).toContainEqual(expect.stringContaining('date: 2026-05-20 (was 2026-05-18)'))
    const thrice = [...gone, result({ id: 'W4711', date: '2026-05-25' })]
    expect(linesOf(thrice).join('\n')).toMatch(
      /date: 2026-05-25 \(was (2026-05-20, 2026-05-18|2026-05-18, 2026-05-20)\)/,
    )
    const back = [...gone, result({ id: 'W4711', date: '2026-05-18' })]
    expect(linesOf(back).join('\n')).toContain('date: 2026-05-18 (was 2026-05-20)')
    expect(linesOf(gone, { shown: [user('on 2026-05-20')] }).join('\n')).toContain('2026-05-18 (replaced)')
  })

  it('does not take the same field of another thing, or another item of a list, for a correction', () => {
    const other = linesOf([result({ id: 'W4711', date: '2026-05-18' }), result({ id: 'W4712', date: '2026-05-20' })])
    const list = linesOf([result({ dates: ['2026-05-18', '2026-05-19'] }), result({ dates: ['2026-05-20'] })])
    expect([...other, ...list].join('\n')).not.toMatch(/was|replaced/)
  })

  it('continues from the digest before', () => {
    const first = digest([result({ id: 'W4711', date: '2026-05-18' })])
    const again = valueDigest().digest({
      gone: [{ position: 7, message: result({ id: 'W4711', date: '2026-05-20' }) }],
      before: JSON.parse(JSON.stringify(first?.memory)) as JsonValue,
      shown: [],
      maxTokens: 10_000,
      count: (text) => text.length,
    })
    expect(again?.text.split('\n').slice(1)).toEqual(['#7 W4711 date: 2026-05-20 (was 2026-05-18)'])
  })

  it('keeps what was said by people, often and lately, when there is little room', () => {
    const gone = [
      ...Array.from({ length: 30 }, (_, at) => result({ id: `AAA${at + 100}` })),
      user('My order is W4711.'),
      result([{ id: 'ZZZ9' }, { id: 'ZZZ8' }, { id: 'ZZZ7' }]),
    ]
    const text = digest(gone, { maxTokens: 160 })?.text ?? ''
    expect(text).toContain('W4711')
    expect(text).not.toContain('AAA100')
    expect(text.length).toBeLessThanOrEqual(160)
  })

  it('keeps of like values those that take less, when there is little room', () => {
    const gone = [result([{ name_of_the_room_on_the_third_floor: 'QQ4711' }, { room: 'QQ4712' }])]
    const text = digest(gone, { maxTokens: 120 })?.text ?? ''
    expect(text).toContain('QQ4712')
    expect(text).not.toContain('QQ4711')
  })

  it('is the same text for the same messages', () => {
    const gone = Array.from({ length: 50 }, (_, at) =>
      result({ id: `W${4_000 + (at % 20)}`, date: `2026-05-${10 + (at % 9)}` }),
    )
    expect(digest(gone)).toEqual(digest(structuredClone(gone)))
  })

  it('does not show what the function leaves out, nor by default what looks like a secret', () => {
    const gone = [
      user('The key is ghp_0123456789abcdef0123 for order W4711'),
      result({ password: 'hunter22', iban: 'DE02120300' }),
    ]
    expect(digest(gone)?.text).not.toMatch(/ghp_|hunter22/)
    expect(JSON.stringify(digest(gone)?.memory)).not.toMatch(/ghp_|hunter22/)
    const own = { omit: (_: string, label: string) => label === 'iban' }
    expect(digest(gone, {}, own)?.text).not.toContain('DE02120300')
    expect(digest(gone, {}, own)?.text).toContain('hunter22')
  })

  it('remembers no secret as what replaced another value, and still marks that value', () => {
    const gone = [
      result({ order_id: 'W4711', code: 'ABC123' }),
      result({ order_id: 'W4711', code: 'ghp_0123456789abcdef0123' }),
    ]
    const made = digest(gone)
    expect(JSON.stringify(made)).not.toContain('ghp_')
    expect(made?.text).toContain('code: ABC123 (replaced)')
    const later = digest([user('Thanks for 2026-05-20.')], { before: made?.memory ?? [] })
    expect(later?.text).toContain('code: ABC123 (replaced)')
  })

  it('reads only what is an entry from a store', () => {
    const before: JsonValue[] = [
      null,
      7,
      ['W1111'],
      ['W2222', 'order', '', -1, 1, ''],
      ['W3333', 'order', '', 1, 'x', ''],
      ['W4444', 'o'.repeat(1_000), '', 1, 1, ''],
      ['W5555', 'order', '', 1, 1, ''],
    ]
    for (const other of ['text', { a: 1 }, null, before]) {
      expect(linesOf([], { before: other })).toEqual(other === before ? ['#1 order: W5555'] : [])
    }
  })

  it('remembers within a limit', () => {
    const gone = Array.from({ length: 3_000 }, (_, at) => user(`Order W${10_000 + at} ${'x'.repeat(60)}${at}`))
    expect(JSON.stringify(digest(gone)?.memory).length).toBeLessThanOrEqual(24_100)
  })

  it.each([
    [{ share: 0 }, 'share'],
    [{ share: 0.6 }, 'share'],
    [{ share: '10%' }, 'share'],
    [{ omit: true }, 'omit'],
    [{ shares: 0.1 }, 'shares'],
  ])('refuses the options %j', (options, key) => {
    expect(() => valueDigest(options as ValueDigestOptions)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', message: expect.stringContaining(key) }),
    )
  })
})

function sortedEntries(line: string): string {
  const [position = '', ...rest] = line.split(' ')
  return [position, ...rest.join(' ').split('; ').sort()].join(' ')
}
