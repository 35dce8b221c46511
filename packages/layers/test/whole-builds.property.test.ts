import type { Context, Message } from '@lamella/core'
import { explain } from '@lamella/core/plan'
import { createCounter, defaultFraming, summaryRange } from '@lamella/core/plugin'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toolProblems } from './support/tool-problems.ts'
import {
  buildWhole,
  kept,
  largestStep,
  reserve,
  sizesOf,
  stepsBack,
  type Whole,
  wholes,
} from './support/whole-builds.ts'

// 15,000 builds in all: LAMELLA_RUNS=3000.
const runs = { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 30) }

/** In a smaller window, the heading of one layer with its shortest entry is more than a tenth. */
const leastBudget = 'word '.repeat(950)

const bytes = (context: Context): string => JSON.stringify([context.system, context.messages, context.tools])
const names = (whole: Whole): readonly string[] => [
  ...whole.messages.map((_, position) => `history/m${position}`),
  ...whole.entries.map(({ id }) => `memory/${id}`),
  ...whole.skills.map(({ name }) => `skills/${name}`),
  ...whole.hints.map((_, index) => `hints/h${index}`),
]

describe('a whole build with the standard layers', () => {
  it('G1, G2, G3, G5, G7: fits, keeps pinned fragments, keeps calls whole and everything in order, and explains its omissions', async () => {
    await fc.assert(
      fc.asyncProperty(wholes, async (whole) => {
        const { window } = await sizesOf(whole)
        const context = await buildWhole(whole, window)
        if (!context) return
        const { tokens, layers, rows } = context.report
        const counter = createCounter(whole.tokenizer, defaultFraming)
        expect(tokens.total + reserve + tokens.free).toBe(window)
        expect(tokens.free).toBeGreaterThanOrEqual(0)
        const own = (layers['history']?.got ?? 0) + (layers['message']?.got ?? 0)
        expect(own).toBe(counter.content(context.messages))

        expect(context.system[0]?.content).toBe('You are Kim, a careful gardener.')
        if (whole.text !== undefined) expect(context.messages.at(-1)?.content).toBe(whole.text)
        const summaries = (list: readonly Message[]): readonly Message[] => list.filter((one) => summaryRange(one))
        expect(summaries(context.messages)).toEqual(summaries(whole.messages))
        const newest = whole.messages.findLast(({ role }) => role === 'user')
        if (whole.text === undefined && newest) expect(context.messages).toContain(newest)

        expect(toolProblems(context.messages)).toEqual([])
        if (context.messages.length > 0) expect(context.messages[0]?.role).toBe('user')
        const positions = context.messages.map((one) => whole.messages.indexOf(one)).filter((at) => at >= 0)
        expect(positions).toEqual(positions.toSorted((a, b) => a - b))

        for (const [name, layer] of Object.entries(layers)) {
          const own = rows.filter((row) => row.layer === name)
          const count = (action: string): number => own.filter((row) => row.action === action).length
          expect([count('dropped'), count('shortened')]).toEqual([layer.dropped, layer.shortened])
          expect(layer.kept + layer.shortened + layer.dropped).toBe(layer.fragments)
          for (const row of own) expect(row.tokensBefore).toBeGreaterThanOrEqual(row.tokensAfter)
        }
        const omitted = layers['history']?.omitted ?? []
        const left = omitted.reduce((sum, { count }) => sum + count, 0)
        expect((layers['history']?.fragments ?? 0) + left).toBe(whole.messages.length)
        const byWindow = omitted.some(({ cause }) => cause === 'window')
        expect(context.report.truncated).toBe(rows.some(({ reason }) => reason === 'window') || byWindow)
      }),
      runs,
    )
  })

  it('G4: a larger window never loses content that a smaller one kept, and a window of the full size loses nothing', async () => {
    await fc.assert(
      fc.asyncProperty(wholes, fc.double({ min: 0, max: 0.3, noNaN: true }), async (whole, more) => {
        const { full, window } = await sizesOf(whole)
        const small = await buildWhole(whole, window)
        const large = await buildWhole(whole, window + Math.round(full * more))
        const all = await buildWhole(whole, full)
        expect(all?.report.truncated).toBe(false)
        if (!small) return
        if (!large) expect.unreachable('a larger window overflows')
        const [before, after] = [kept(whole, small), kept(whole, large)]
        const lost = names(whole).filter((name) => after(name) < before(name))
        expect(lost).toEqual([])
      }),
      runs,
    )
  })

  it('G6, G9: returns the same bytes for the same input, and never changes the input', async () => {
    await fc.assert(
      fc.asyncProperty(wholes, async (whole) => {
        const { window } = await sizesOf(whole)
        const input = JSON.stringify(whole.messages)
        const [one, two] = [await buildWhole(whole, window), await buildWhole(whole, window)]
        expect(two && bytes(two)).toBe(one && bytes(one))
        expect(two && explain(two.report)).toBe(one && explain(one.report))
        expect(JSON.stringify(whole.messages)).toBe(input)
      }),
      runs,
    )
  })

  it('G8: repeats the messages of the last request while its cut does not move', async () => {
    await fc.assert(
      fc.asyncProperty(wholes, async (whole) => {
        const { window } = await sizesOf(whole)
        const said = whole.text ?? 'Now?'
        const grown: readonly Message[] = [
          ...whole.messages,
          { role: 'user', content: said },
          { role: 'assistant', content: '!' },
        ]
        const one = await buildWhole({ ...whole, text: said }, window)
        const two = await buildWhole({ ...whole, messages: grown, text: 'Next?' }, window)
        if (!one || !two) return
        const isCut = ({ report }: Context): string =>
          JSON.stringify([
            report.rows.filter((row) => row.layer === 'history').map((row) => [row.fragment, row.tokensAfter]),
            report.layers['history']?.omitted,
          ])
        if (isCut(one) !== isCut(two)) return
        const same = one.messages.length - 1
        expect(JSON.stringify(two.messages.slice(0, same))).toBe(JSON.stringify(one.messages.slice(0, same)))
      }),
      runs,
    )
  })

  it('leaves at most a tenth of the budget free, or too little to restore anything in a layer that outlives the history', async () => {
    let cut = 0
    await fc.assert(
      fc.asyncProperty(wholes, async (whole) => {
        const { window } = await sizesOf(whole)
        if (window - reserve < whole.tokenizer.count(leastBudget)) return
        const context = await buildWhole(whole, window)
        if (!context?.report.truncated) return
        cut++
        const { rows, tokens } = context.report
        if (tokens.free <= (window - reserve) / 10) return
        // A page is one step, and so is a call with its results, however large they are.
        if (tokens.free < largestStep(whole, context)) return
        // The additional tokens of each lost fragment of another layer, were it one rung longer.
        const stepBack = await stepsBack(whole, context)
        // Excludes hints, which give way before the history so that a page can stay.
        const above = rows.filter(({ layer }) => layer !== 'history' && layer !== 'hints')
        const fits = above.filter((row) => stepBack(row) <= tokens.free)
        expect({ window, free: tokens.free, fits }).toEqual({ window, free: tokens.free, fits: [] })
      }),
      runs,
    )
    expect(cut).toBeGreaterThan(0)
  })
})
