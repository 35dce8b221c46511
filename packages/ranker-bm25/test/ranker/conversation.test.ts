import { isLamellaError, type Message, type Ranker } from '@lamella/core'
import type { Rankable } from '@lamella/core/plugin'
import { bm25, type ConversationOptions } from '@lamella/ranker-bm25'
import { createSessionStore } from '@lamella/store/memory'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoint } from '../../../testkit/src/samples/code-point.ts'
import { documents, query, toDocument } from '../simple-memory.ts'

const none: ConversationOptions = { neighbours: [], question: 0, answer: 0, speaker: 0, date: 0, importance: 0 }
const rank = (conversation: ConversationOptions, query: string, documents: readonly Rankable[]): readonly number[] =>
  bm25({ conversation: { ...none, ...conversation } }).rank(query, documents)
const turns = (...texts: readonly string[]): readonly Rankable[] => texts.map((text, i) => ({ id: `${i}`, text }))
const found = (scores: readonly number[]): readonly number[] => scores.flatMap((score, i) => (score > 0 ? [i] : []))

describe('conversation', () => {
  it('is explained by terms that add up to the score, also where long answers count by their best part', () => {
    let explained = 0
    fc.assert(
      fc.property(documents(12), query, (all, asked) => {
        const texts = all.map(toDocument)
        const ranker = bm25({ conversation: { importance: 0 }, language: 'none' })
        const scores = ranker.rank(asked.join(' '), texts)
        for (const [index, score] of scores.entries()) {
          const terms = ranker.explain?.(asked.join(' '), texts, index) ?? []
          expect(Math.abs(terms.reduce((sum, term) => sum + term.score, 0) - score)).toBeLessThan(1e-9)
          if (score > 0) explained++
        }
      }),
      { numRuns: 200 },
    )
    expect(explained).toBeGreaterThan(100)
  })

  it('is what a ranker without the option ranks messages in memory with, whose roles are their voices', async () => {
    const chat = ['kitchen', 'garden', 'bathroom', 'hallway', 'cellar', 'attic'].flatMap((room): Message[] => {
      const said = `The ${room} renovation budget went to number ${room.length} Copper Street.`
      const more = 'A renovation of the attic needs a plan, and a renovation of the cellar has a budget of its own. '
      return [
        { role: 'user', content: said },
        { role: 'assistant', content: `${said} ${more.repeat(12)}` },
      ]
    })
    const asked = 'What was the budget of the attic renovation?'
    const best = async (ranker: Ranker): Promise<number | undefined> => {
      const store = createSessionStore({ ranker })
      await store.append({ tenant: 'acme' }, 's', chat)
      return (await store.search({ tenant: 'acme' }, { query: asked })).hits[0]?.item.position
    }
    expect(await best(bm25())).toBe(10)
    expect(await best(bm25({ conversation: false }))).not.toBe(10)
    expect(bm25().turns?.turns).toBeUndefined()
  })

  it('is off by default, and all of its parts can be turned off', () => {
    const documents = turns('Where is the launch?', 'In Oslo.').map((one) => ({
      ...one,
      speaker: 'Kim',
      importance: 9,
    }))
    const scores = bm25().rank('Kim: launch', documents)
    expect(found(scores)).toEqual([0])
    expect(rank({}, 'Kim: launch', documents)).toEqual(scores)
    expect(bm25({ conversation: false }).rank('Kim: launch', documents)).toEqual(scores)
  })

  it('finds a turn by the text of nearby turns, nearer ones first, and not across sessions', () => {
    const documents = turns('tea', 'x', 'y', 'z', 'tea', 'w')
    const scores = rank({ neighbours: [0.5, 0.1] }, 'tea', documents)
    expect(found(scores)).toEqual([0, 1, 2, 3, 4, 5])
    expect(scores[0]).toBeGreaterThan(scores[1] as number)
    expect(scores[1]).toBeGreaterThan(scores[2] as number)
    const apart = documents.map((one, i) => ({ ...one, session: i < 4 ? 'a' : 'b' }))
    expect(found(rank({ neighbours: [0.5] }, 'tea', apart))).toEqual([0, 1, 4, 5])
    const mixed = turns('tea', 'x', 'y').map((one, i) => ({ ...one, session: `${i % 2}` }))
    expect(found(rank({ neighbours: [0.5] }, 'tea', mixed))).toEqual([0, 2])
  })

  it.each([
    ['English', 'We had cake. Was there tea? Sorry! I must go', [0, 1], [0]],
    ['Chinese', '我们去了。tea 呢？走了', [0, 1], [0]],
    ['Arabic', 'cake. هل tea؟', [0, 1], [0]],
    ['Greek', 'cake. υπάρχει tea\u037e', [0, 1], [0]],
    ['no question', 'We had cake and tea.', [0], [0]],
    ['two lines', 'tea\nWho had cake?', [0], [0, 1]],
    ['a number', 'Is 3.5 tea too much?', [0, 1], [0]],
  ])('finds an answer by the question directly before it: %s', (_, text, tea, cake) => {
    const documents = turns(text, 'Yes!', 'No!')
    expect(found(rank({ question: 1 }, 'tea', documents))).toEqual(tea)
    expect(found(rank({ question: 1 }, 'cake', documents))).toEqual(cake.filter((i) => i > 0 || /cake/.test(text)))
  })

  it('finds a turn by its speaker and by its date', () => {
    const said = { id: 'a', text: 'Yes.', speaker: 'Kim Smith', date: '2023-05-08T23:30:00-05:00' }
    const other = { id: 'b', text: 'No.' }
    for (const query of ['Kim', 'Smith']) expect(found(rank({ speaker: 1 }, query, [said, other]))).toEqual([0])
    for (const query of ['on 8 May', 'in 2023']) expect(found(rank({ date: 0.5 }, query, [said, other]))).toEqual([0])
    const spellDate = (date: string): string => `jour ${date.slice(8, 10)}`
    expect(found(rank({ date: 0.5, spellDate }, 'jour', [said, other]))).toEqual([0])
  })

  it('raises turns of the session that best matches the query', () => {
    const documents = ['tea', 'tea', 'tea', 'x', 'tea'].map((text, i) => ({
      id: `${i}`,
      text,
      session: i < 4 ? 'a' : 'b',
    }))
    const [first, , , none, last] = rank({ session: 0.25 }, 'tea', documents)
    expect(first).toBeGreaterThan(last as number)
    expect(none).toBe(0)
    const one = documents.map((document) => ({ ...document, session: 'a' }))
    expect(rank({ session: 0.25 }, 'tea', one)).toEqual(rank({}, 'tea', one))
  })

  it('raises important turns, and ignores an invalid importance', () => {
    const importances = [1, undefined, 5, 10, Number.NaN, 11, 'vital' as unknown as number]
    const documents = importances.map((importance, i) => ({ id: `${i}`, text: 'tea', importance })) as Rankable[]
    const [plain] = rank({}, 'tea', documents) as readonly [number]
    const factors = rank({ importance: 0.5 }, 'tea', documents).map((score) => score / plain)
    const expected = [0.6, 1, 1, 1.5, 1, 1, 1]
    for (const [i, factor] of factors.entries()) expect(factor).toBeCloseTo(expected[i] as number, 9)
  })

  it('ignores an invalid date', () => {
    const dates = ['yesterday', '2023-02-31', '', '\ud800', '12023-05-08', '2023-05-08']
    const documents = dates.map((date, i) => ({ id: `${i}`, text: 'tea', date }))
    expect(found(rank({ date: 1 }, '2023 May 8', documents))).toEqual([5])
  })

  it('throws if spellDate does not return a string', () => {
    const spellDate = (): string => 5 as unknown as string
    expect(() => rank({ date: 1, spellDate }, 'x', [{ id: 'a', text: 'x', date: '2023-05-08' }])).toThrow(
      expect.toSatisfy((error) => isLamellaError(error, 'OPTION_INVALID')) as Error,
    )
  })

  it('returns finite scores, never below 0, for any text, and is not affected by sessions of earlier rankings', () => {
    const text = fc.oneof(
      fc.string({ unit: codePoint }),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('Tea?', '茶吗？'),
    )
    const used = bm25({ conversation: true })
    const turn = fc.record(
      { id: text, text, session: text, speaker: text, date: text },
      { requiredKeys: ['id', 'text'] },
    )
    fc.assert(
      fc.property(text, fc.array(turn, { maxLength: 8 }), (query, documents) => {
        const scores = used.rank(query, documents)
        expect(scores).toHaveLength(documents.length)
        expect(scores.every((score) => Number.isFinite(score) && score >= 0)).toBe(true)
        expect(scores).toEqual(bm25({ conversation: true }).rank(query, documents))
      }),
      { numRuns: 200 },
    )
  })
})
