import type { Message } from '@lamella/core'
import { trimMessages } from '@lamella/layers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { trimByPages } from '../../src/history/trim-by-pages.ts'
import { trimByPlan } from '../../src/history/trim-messages.ts'
import { anyTurns, conversation, turns } from '../support/conversations.ts'
import { toolProblems } from '../support/tool-problems.ts'

const size = (message: Message): number => JSON.stringify(message).length
const total = (messages: readonly Message[]): number => messages.reduce((sum, message) => sum + size(message), 0)

describe('trimMessages', () => {
  it.each<[string, object]>([
    ['window', {}],
    ['count', { window: 100 }],
    ['window', { window: Number.NaN, count: size }],
    ['windwo', { windwo: 100, count: size }],
    ['count', { window: 100, count: 3 }],
    ['pageMessages', { window: 100, count: size, pageMessages: 0 }],
    ['repair', { window: 100, count: size, repair: 'drop' }],
    ['count', { window: 100, count: async () => 3 }],
    ['count', { window: 100, count: () => Number.NaN }],
    ['count', { window: 100, count: () => -5 }],
  ])('rejects options that are missing, misspelled or wrong, naming the option: %s of %j', (option, options) => {
    const trim = (): unknown => trimMessages([{ role: 'user', content: 'Hi' }], options as never)
    expect(trim).toThrow(expect.objectContaining({ code: 'OPTION_INVALID', details: { what: 'trimMessages', option } }))
  })

  it('returns messages that fit unchanged', () => {
    const messages = conversation([{ calls: [['a', 'b']], size: 3, answered: true }])
    expect(trimMessages(messages, { window: 10_000, count: size })).toEqual({
      messages,
      tokens: total(messages),
      dropped: 0,
    })
  })

  it('fits, begins with a user message, keeps calls whole and the newest user message, on generated conversations', () => {
    fc.assert(
      fc.property(turns, fc.integer({ min: 200, max: 3_000 }), (list, window) => {
        const all = conversation(list)
        const { messages, tokens, dropped } = trimMessages(all, { window, count: size })
        expect(tokens).toBeLessThanOrEqual(window)
        expect(tokens).toBe(total(messages))
        expect(dropped).toBe(all.length - messages.length)
        expect(toolProblems(messages)).toEqual([])
        if (all.length > 0) expect(messages[0]?.role).toBe('user')
        const newest = all.findLast((message) => message.role === 'user')
        if (newest) expect(messages).toContain(newest)
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 1_000) },
    )
  })

  it('handles unanswered calls, and does not count stand-ins as messages of the conversation', () => {
    fc.assert(
      fc.property(anyTurns, fc.integer({ min: 300, max: 3_000 }), (list, window) => {
        const all = conversation(list)
        const { messages, tokens, dropped } = trimMessages(all, { window, count: size })
        expect(tokens).toBeLessThanOrEqual(window)
        expect(tokens).toBe(total(messages))
        expect(toolProblems(messages)).toEqual([])
        if (all.length > 0) expect(messages[0]?.role).toBe('user')
        const own = messages.filter((message) => !JSON.stringify(message).includes('"synthetic":true')).length
        expect(dropped).toBeGreaterThanOrEqual(0)
        expect(dropped).toBeLessThanOrEqual(all.length - own)
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 1_000) },
    )
  })

  it('makes the same cut by pages as the planner does', () => {
    let cuts = 0
    let asked = 0
    const pages = fc.integer({ min: 1, max: 12 })
    fc.assert(
      fc.property(anyTurns, fc.integer({ min: 200, max: 4_000 }), pages, (list, window, pageMessages) => {
        const all = conversation(list)
        const cut = trimByPages(all, window, size, pageMessages)
        if (!cut) return
        cuts++
        if (JSON.stringify(all.slice(cut.start)).includes('tool-approval-request')) asked++
        const planned = trimByPlan(all, { window, count: size, pageMessages })
        expect({ start: all.length - planned.messages.length, tokens: planned.tokens }).toEqual(cut)
        expect(planned.messages).toEqual(all.slice(cut.start))
      }),
      { numRuns: 4 * Number(process.env['LAMELLA_RUNS'] ?? 1_000) },
    )
    expect(cuts).toBeGreaterThan(0)
    expect(asked).toBeGreaterThan(0)
  })

  it('leaves only rare cases to the planner', () => {
    const all = Array.from({ length: 1_000 }, (_, turn): readonly Message[] => [
      { role: 'user', content: `question ${turn}` },
      ...conversation([{ calls: [['a', 'b']], size: 1, answered: true, how: 'approved' }]).slice(1),
    ]).flat()
    let counted = 0
    const count = (): number => {
      counted++
      return 50
    }
    expect(trimMessages(all, { window: 8_000, count }).messages).toHaveLength(160)
    expect(counted).toBeLessThanOrEqual(162)
    const ids = Array.from({ length: 50_000 }, (_, index) => `c${index}`)
    const many = conversation([{ calls: [ids], size: 1, answered: true }])
    expect(trimMessages(many, { window: 8_000, count }).messages).toEqual(many)
  })

  it('counts only messages that could be kept', () => {
    const all = Array.from(
      { length: 10_000 },
      (_, index): Message => ({ role: index % 2 ? 'assistant' : 'user', content: 'x' }),
    )
    let counted = 0
    const count = (): number => {
      counted++
      return 50
    }
    const { messages } = trimMessages(all, { window: 8_000, count })
    expect(messages).toHaveLength(160)
    expect(counted).toBeLessThanOrEqual(162)
  })

  it('names old images and files before it drops messages, as the history layer does', () => {
    const seen = (turn: number): Message[] => [
      {
        role: 'user',
        content: [
          { type: 'text', text: `Look at ${turn}` },
          { type: 'image', image: 'A'.repeat(1_000), mediaType: 'image/png' },
        ],
      },
      { role: 'assistant', content: `I see ${turn}` },
    ]
    const all = Array.from({ length: 30 }, (_, turn) => seen(turn)).flat()
    const imagesIn = (messages: readonly Message[]): number =>
      messages.filter(({ content }) => typeof content !== 'string' && content.some(({ type }) => type === 'image'))
        .length
    let before = { dropped: 61, images: -1 }
    for (const window of [2_000, 5_000, 8_000, 12_000, 24_000, 40_000]) {
      const { messages, tokens, dropped } = trimMessages(all, { window, count: size })
      expect(tokens).toBeLessThanOrEqual(window)
      expect(tokens).toBe(total(messages))
      expect(dropped).toBe(all.length - messages.length)
      const images = imagesIn(messages)
      // A larger window takes nothing away.
      expect([dropped <= before.dropped, images >= before.images]).toEqual([true, true])
      before = { dropped, images }
    }
    expect(before).toEqual({ dropped: 0, images: 30 })
    // Without images the first page of ten messages has 1,200 characters, and with them 6,000.
    const { messages } = trimMessages(all, { window: 32_000, count: size })
    expect([messages.length, imagesIn(messages)]).toEqual([60, 25])
    expect(messages[0]?.content).toEqual([
      { type: 'text', text: 'Look at 0' },
      { type: 'text', text: '[Image, image/png, no longer shown]' },
    ])
    expect(messages.at(-2)).toBe(all.at(-2))
  })

  it('reports an error when not even the newest user message fits', () => {
    expect(() => trimMessages([{ role: 'user', content: 'x'.repeat(100) }], { window: 10, count: size })).toThrow(
      /CONTEXT_OVERFLOW/,
    )
  })
})
