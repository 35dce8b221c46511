import type { Message, Tokenizer } from '@lamella/core'
import { charTokenizer } from '@lamella/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countingSession } from './support/conversations.ts'
import { bytes, inTokens, stepBack } from './support/step-back.ts'
import { buildWhole, kept, reserve, type Sizes, sizesOf, type Whole, wholes } from './support/whole-builds.ts'

// Each case is several builds, and shrinking one takes minutes, so the seed has to be enough.
const runs = { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 30), endOnFailure: true }

const shares: Sizes = {
  memory: { min: '5%', max: '25%' },
  skills: { min: '10%', max: '20%' },
  tools: { min: '5%', max: '25%' },
  history: { min: '10%' },
}
const sizes = fc.constantFrom<Sizes>({}, {}, shares)

/** Returns which turn a message is in. */
const turnOf = ({ messages }: Whole, position: number): number =>
  messages.findLastIndex(({ role }, index) => role === 'user' && index <= position)

/** The number of messages per page; a turn that begins in a page is entirely in it. */
const pageOf = ({ maxMessages }: Whole): number => 2 * Math.min(10, maxMessages / 5)

/**
 * The tokens by which the planner's sum of the parts may exceed the composed text: a separator of two characters for
 * each of five text layers and, with an estimate, what rounding each part up adds.
 */
const spareOf = ({ tokenizer, entries, skills, hints, docs }: Whole): number =>
  tokenizer === charTokenizer ? 10 : 5 + entries.length + skills.length + hints.length + docs.split('\n').length

describe('a whole build in any window', () => {
  it('leaves at most a tenth of the budget free, or less than the one step that could be taken back', async () => {
    let looked = 0
    await fc.assert(
      fc.asyncProperty(wholes, sizes, async (whole, own) => {
        const { full, window } = await sizesOf(whole)
        const context = await buildWhole(whole, window, undefined, own)
        if (!context?.report.truncated) return
        const { free } = context.report.tokens
        if (free <= (window - reserve) / 10) return
        // A share is its size in this window, so the sequence of steps stays the same in a larger one.
        const fixed = inTokens(own, window)
        const again = await buildWhole(whole, window, undefined, fixed)
        expect(again && bytes(again)).toBe(bytes(context))
        const step = await stepBack(whole, context, { window, most: 2 * full, sizes: fixed })
        if (!step) return
        looked++
        expect(step.tokens).toBeGreaterThan(free - spareOf(whole))
        // And it is one step: one fragment, or messages that are dropped together in the history.
        expect(step.layers).toHaveLength(1)
        if (step.layers[0] !== 'history') {
          expect(step.fragments).toHaveLength(1)
          return
        }
        const positions = step.fragments.map((name) => Number(name.slice('history/m'.length)))
        if (whole.cut === 'pages') expect(positions.length).toBeLessThanOrEqual(pageOf(whole))
        else expect(new Set(positions.map((position) => turnOf(whole, position))).size).toBe(1)
      }),
      runs,
    )
    expect(looked).toBeGreaterThan(0)
  })

  it('G4 inside a layer, with sizes as shares of the window: a larger window either restores or removes something, never both', async () => {
    await fc.assert(
      fc.asyncProperty(wholes, fc.double({ min: 0, max: 0.3, noNaN: true }), async (whole, more) => {
        const { full, window } = await sizesOf(whole)
        const small = await buildWhole(whole, window, undefined, shares)
        const large = await buildWhole(whole, window + Math.round(full * more), undefined, shares)
        if (!small || !large) return
        const [had, has] = [kept(whole, small), kept(whole, large)]
        const names = [
          ...new Set([...small.report.rows, ...large.report.rows].map((row) => `${row.layer}/${row.fragment}`)),
        ]
        for (const layer of Object.keys(small.report.layers)) {
          const own = names.filter((name) => name.startsWith(`${layer}/`))
          const lost = own.filter((name) => has(name) < had(name))
          const won = own.filter((name) => has(name) > had(name))
          expect({ layer, both: lost.length > 0 && won.length > 0 }).toEqual({ layer, both: false })
        }
      }),
      runs,
    )
  })

  it('G10: reads and counts as much of a session of a million messages as of one of a hundred thousand', async () => {
    await fc.assert(
      fc.asyncProperty(wholes, async (whole) => {
        const { window } = await sizesOf(whole)
        const short = await workOf(whole, window, 100_000)
        const long = await workOf(whole, window, 1_000_000)
        expect(long).toEqual(short)
        // A message takes at least 4 tokens. Sessions are read 64 messages at a time, and up to a whole turn further.
        expect(short.read).toBeLessThanOrEqual(Math.max(window, 500) / 4 + 4 * 64)
        // A few forms of each message read, and the other layers' texts.
        const own = whole.entries.length + whole.skills.length + whole.hints.length + 8
        expect(short.texts).toBeLessThanOrEqual(60 * (short.read + own))
      }),
      runs,
    )
  })
})

const early: readonly Message[] = [
  { role: 'user', content: 'What grows in the shade?' },
  { role: 'assistant', content: 'Ferns do.' },
]

/** Messages read and texts counted for the given number of messages before the conversation. */
async function workOf(whole: Whole, window: number, before: number): Promise<{ read: number; texts: number }> {
  const { messages } = whole
  const session = countingSession(before + messages.length, (position) =>
    position < before ? (early[position % 2] as Message) : (messages[position - before] as Message),
  )
  let texts = 0
  const tokenizer: Tokenizer = {
    ...whole.tokenizer,
    count: (text) => {
      texts++
      return whole.tokenizer.count(text)
    },
  }
  await buildWhole({ ...whole, tokenizer }, window, session)
  return { read: session.messagesRead, texts }
}
