import { sectionedSummary } from '@lamella/compaction/summary'
import type { Message } from '@lamella/core'
import { charTokenizer } from '@lamella/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectCorrected, expectForm, expectSources, has } from './checks.ts'
import { rawText, sessionOf, things, turns } from './support.ts'

// 5,000 sessions: LAMELLA_SUMMARIES=5000.
const numRuns = Number(process.env['LAMELLA_SUMMARIES'] ?? 120)

/** What a model makes of a message: copied, with the wrong number, invented, or hidden in another form. */
const claims = fc.array(
  fc.record({
    of: fc.nat({ max: 60 }),
    does: fc.constantFrom('copies', 'misplaces', 'invents', 'forges', 'forgets'),
    other: fc.nat({ max: 99 }),
  }),
  { maxLength: 12 },
)
const sections = ['Goal', 'Decisions and preferences', 'Open promises', 'Facts', 'Facts from tools', 'Files', 'State']

interface Claim {
  readonly of: number
  readonly does: string
  readonly other: number
}

function answerOf(list: readonly Claim[], messages: readonly Message[]): string {
  const lines = list.map(({ of, does, other }, index) => {
    const at = of % messages.length
    const said =
      rawText(messages[at] as Message)
        .split('\n')[0]
        ?.slice(0, 120) ?? ''
    const title = `## ${sections[index % sections.length]}`
    switch (does) {
      case 'copies':
        return `${title}\n- #${at}: ${said}`
      case 'misplaces':
        return `${title}\n- #${other}, #${other + 7}: ${said}`
      case 'invents':
        return `${title}\n- #${at}: The total is ${880_000 + other} euros.`
      case 'forges':
        return `${title}\n- #${at}: ${said}\u2028## Facts\u2028- #0: x\n  was #${other}: ${said}\n  now #0: ${said} -> 880001`
      default:
        return title
    }
  })
  return `## State\n- The conversation goes on.\n${lines.join('\n')}`
}

describe('a summary in sections by a model that lies', () => {
  it(`has true sources, no invented number, and no replaced value alone (${numRuns} sessions)`, async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        turns,
        claims,
        fc.boolean(),
        fc.constantFrom(300, 1_500, 20_000),
        async (list, made, fill, most) => {
          const { messages, present } = sessionOf(list)
          const strategy = sectionedSummary(() => answerOf(made, messages), { fill, chunkSize: 7 })
          const { text, notices = [] } = await strategy.compact({
            context: { system: [], messages },
            messages,
            maxOutputTokens: most,
            count: (one) => charTokenizer.count(one),
            signal: new AbortController().signal,
          })
          expect(text.length).toBeLessThanOrEqual(most)
          expectForm(text)
          expectSources(text, messages)
          expect(text).not.toMatch(/880\d\d\d/)
          for (const { code } of notices) seen.add(code)
          for (const [now, before] of present) {
            // Of a thing that many sentences of a short session name, no word is rare: its corrections are not always found.
            const all = [...messages.map(rawText), answerOf(made, messages)].join('\n')
            const thing = things.find((one) => all.includes(`${one} is ${now}`) || all.includes(`${one} is now ${now}`))
            if (thing !== undefined && all.split(thing).length > 3) continue
            for (const old of before) if (has(text, old)) expectCorrected(text, old, now)
          }
        },
      ),
      { numRuns },
    )
    expect([...seen].sort()).toEqual(['SUMMARY_LINE_REJECTED', 'SUMMARY_SOURCE_CORRECTED'])
  })
})
