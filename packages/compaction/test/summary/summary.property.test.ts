import { extractSummary } from '@lamella/compaction/summary'
import type { Message } from '@lamella/core'
import { charTokenizer } from '@lamella/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectCorrected, expectForm, expectSources, has } from './checks.ts'
import { compacted, sessionOf, turns } from './support.ts'

// 5,000 sessions: LAMELLA_SUMMARIES=5000.
const numRuns = Number(process.env['LAMELLA_SUMMARIES'] ?? 150)

const plays = fc.record({
  turns,
  /** Where the session is compacted, as shares of its length. */
  cuts: fc.array(fc.nat({ max: 100 }), { maxLength: 3 }),
  maxTokens: fc.constantFrom(200, 500, 1_500, 20_000),
})

describe('summaries of generated sessions', () => {
  it(`fit, have true sources, tell what is missing, and never show a replaced value alone (${numRuns} sessions)`, () => {
    let [shownOld, gone] = [0, 0]
    fc.assert(
      fc.property(plays, ({ turns: list, cuts, maxTokens }) => {
        const { messages, present } = sessionOf(list)
        const frozen = JSON.stringify(messages)
        let shown: readonly Message[] = messages
        const ends = [...cuts.map((cut) => Math.max(1, Math.floor((cut * messages.length) / 100))), messages.length]
        const lost = new Set<string>()
        let text = ''
        for (const end of ends.sort((a, b) => a - b)) {
          const seen = shown.slice(0, shown.length - (messages.length - end))
          const made = extractSummary(seen, { maxTokens, tokenizer: charTokenizer })
          expect(extractSummary(seen, { maxTokens, tokenizer: charTokenizer })).toEqual(made)
          text = made.text
          for (const one of made.missing) lost.add(one.text)
          expect(text.length).toBeLessThanOrEqual(maxTokens)
          // A session is not compacted to nothing.
          shown = text === '' ? shown : compacted(messages, end, text)
          expectForm(text)
          expectSources(text, messages)
        }
        expect(JSON.stringify(messages)).toBe(frozen)
        if (text === '') return
        for (const [now, before] of present) {
          const told = [...lost].some((one) => one.includes(now))
          if (!has(text, now)) gone++
          expect([now, has(text, now) || told]).toEqual([now, true])
          for (const old of before) {
            if (!has(text, old)) continue
            shownOld++
            expectCorrected(text, old, now)
          }
        }
      }),
      { numRuns },
    )
    expect(shownOld).toBeGreaterThan(0)
    expect(gone).toBeGreaterThan(0)
  })
})
