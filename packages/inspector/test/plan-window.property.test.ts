import {
  createContext,
  createEstimator,
  defineLayer,
  isLamellaError,
  type Message,
  type Tokenizer,
} from '@lamella/core'
import { detailsOf } from '@lamella/core/plugin'
import { readRecording, recorder } from '@lamella/inspector'
import { history, memory, message, skills } from '@lamella/layers'
import { bm25 } from '@lamella/ranker-bm25'
import { charTokenizer } from '@lamella/testkit'
import { heuristic } from '@lamella/tokenizer-heuristic'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RecordedContext } from '../src/contract/recording.ts'
import { fateOf, fragmentRows } from '../src/model/fragment-rows.ts'
import { planLayers } from '../src/model/plan-layers.ts'
import { planWindow } from '../src/model/plan-window.ts'
import { changeLayers } from '../src/model/what-if.ts'
import { conversation, rules } from './support/sample-recording.ts'

const runs = Number(process.env['LAMELLA_RUNS'] ?? 200)

const entries = Array.from({ length: 24 }, (_, index) => ({
  id: `m${index}`,
  text: `Kim said about seats, miles and meals ${index % 5}: ${'aisle if there is one, else window; '.repeat(1 + (index % 6))}`,
}))
const listed = Array.from({ length: 18 }, (_, index) => ({
  name: `look-up-${index}`,
  description: `Looks up the ${index}. table. ${'Use it before you answer. '.repeat(1 + (index % 4))}`,
}))

/** A layer whose sizes are shares of the window, and whose text is not the sum of its parts. */
const notes = defineLayer('notes', {
  order: 60,
  priority: 25,
  budget: { min: '4%', max: '15%' },
  load: () => Array.from({ length: 15 }, (_, rank) => ({ id: `n${rank}`, content: `Note ${rank}, `.repeat(9), rank })),
  compose: (kept) => `<notes count="${kept.length}">\n${kept.map(({ content }) => content).join('\n---\n')}\n</notes>`,
})

/** The layers that most programs have, and one of the program's own. */
function builderOf(tokenizer: Tokenizer, turns: number) {
  const session: readonly Message[] = conversation(turns)
  const builder = createContext()
    .tokenizer(tokenizer)
    .use([
      rules,
      notes,
      skills({ source: { skills: () => ({ skills: listed }) }, advertise: 'always' }),
      memory({ source: { entries: () => ({ entries }) }, ranker: bm25() }),
      history(),
      message(),
    ])
  const request = { scope: { tenant: 'acme', kind: 'private' }, session, message: 'Which seats and miles?' } as const
  const built = async (window: number) => {
    try {
      return await builder.budget({ window, reserve: 100 }).build(request)
    } catch (error) {
      if (isLamellaError(error, 'CONTEXT_OVERFLOW') || isLamellaError(error, 'LAYER_OVERFLOW')) return undefined
      throw error
    }
  }
  const known = new Map<number, RecordedContext | undefined>()
  const recorded = async (window: number): Promise<RecordedContext | undefined> => {
    if (known.has(window)) return known.get(window)
    const lines: string[] = []
    const tracer = recorder({ write: (line) => void lines.push(line) })
    const observed = builder.observe(tracer).budget({ window, reserve: 100 })
    await observed.build(request)
    await tracer.flush()
    known.set(window, readRecording(lines).builds[0]?.made)
    return known.get(window)
  }
  return { built, recorded }
}

describe('a window that is moved', () => {
  const tokenizers = { estimate: createEstimator(), heuristic: heuristic({ mode: 'careful' }), chars: charTokenizer }
  const cases = Object.entries(tokenizers).flatMap(([name, tokenizer]) =>
    [6, 40].map((turns) => ({ name, turns, ...builderOf(tokenizer, turns) })),
  )

  it('has the total of a build in that window, and keeps what it keeps', async () => {
    const seen = { exact: 0, cut: 0, overflow: 0, beyond: 0 }
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...cases),
        fc.constantFrom(1_500, 3_000, 4_500, 7_000, 12_000),
        fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 600, max: 9_500 }) }, fc.integer({ min: 101, max: 700 })),
        async ({ built, recorded, name }, first, window) => {
          const scale = name === 'chars' ? 4 : 1
          const made = await recorded(first * scale)
          if (!made) throw new Error('The build was not recorded.')
          const outcome = attempt(() => planWindow(made, planLayers(made), window * scale))
          const context = await built(window * scale)
          if (!context || !outcome) {
            seen.overflow++
            expect(outcome === undefined || outcome.over > 0).toBe(context === undefined)
            return
          }
          if (!outcome.exact) {
            seen.beyond++
            expect(window).toBeGreaterThan(first)
            return
          }
          seen.exact++
          if (context.report.truncated) seen.cut++
          expect(outcome.total).toBe(context.report.tokens.total)
          const { layers } = detailsOf(context.report)
          const sent = layers.flatMap(({ name: of, kept }) =>
            kept.map(({ fragment, rung }) => `${of} ${fragment.id} ${rung}`),
          )
          const planned = fragmentRows(made).flatMap((row) => {
            const { state, rung } = fateOf(row, outcome.plan)
            const own = Math.min(rung, row.fragment.contents.length - 1)
            return state === 'dropped' ? [] : [`${row.of.name} ${row.fragment.id} ${own}`]
          })
          expect(planned).toEqual(sent)
          const bar = outcome.bar.reduce((sum, { tokens }) => sum + tokens, 0)
          expect(bar).toBe(window * scale)
        },
      ),
      { numRuns: runs, endOnFailure: true },
    )
    expect(seen.exact).toBeGreaterThan(runs / 2)
    expect(seen.cut).toBeGreaterThan(runs / 4)
    expect(seen.overflow).toBeGreaterThan(0)
  })

  it('says that its total is a sum where nobody has composed the text', async () => {
    const [one] = cases
    const made = await one?.recorded(5_000)
    if (!made) throw new Error('The build was not recorded.')
    const layers = planLayers(made)
    expect(planWindow(made, layers, 5_000)).toMatchObject({ exact: true, total: made.tokens.total })
    for (const change of [{ without: true }, { policy: 'oldest-first' }] as const) {
      expect(planWindow(made, changeLayers(layers, new Map([['memory', change]])), 2_500).exact).toBe(false)
    }
    expect(planWindow(made, changeLayers(layers, new Map([['memory', { min: 900 }]])), 2_500).exact).toBe(true)
    const parts = made.layers.map((layer) => (layer.name === 'memory' ? { ...layer, composed: [] } : layer))
    expect(planWindow({ ...made, layers: parts }, planLayers({ layers: parts }), 2_500).exact).toBe(false)
  })
})

function attempt<Value>(task: () => Value): Value | undefined {
  try {
    return task()
  } catch (error) {
    if (isLamellaError(error, 'LAYER_OVERFLOW')) return undefined
    throw error
  }
}
