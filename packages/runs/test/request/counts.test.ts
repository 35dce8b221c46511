import { extend, type RunContext, type RunUsage } from '@lamella/runs'
import { describe, expect, it } from 'vitest'
import { scope } from '../../../core/test/support/layers.ts'
import { assistant, converse, cutOf, talk, user } from '../support/runs.ts'

/** The tokens of a request as they are estimated: by its characters. */
const estimated = ({ report: { tokens } }: RunContext): number => tokens.layers + tokens.tools + tokens.framing

/** Asks turns of about 46 tokens; a provider counts each request as `count` says. */
async function conversation(turns: number, window: number, count: (estimate: number, turn: number) => RunUsage) {
  const talking = converse(talk(window))
  const all: { context: RunContext; counted: number }[] = []
  let usage: RunUsage | undefined
  for (let turn = 0; turn < turns; turn++) {
    const context = await talking.turn(`The question no. ${turn}`, `The answer with ${turn}.`, {
      ...(usage && { usage }),
    })
    usage = count(estimated(context), turn)
    all.push({ context, counted: usage.input })
  }
  return all
}

const times =
  (factor: number) =>
  (estimate: number): RunUsage => ({ input: Math.round(factor * estimate) })

describe('a request after one that the provider has counted', () => {
  it.each([1.55, 0.8, 3, 0.3])('is counted from there, where it counts %s times the estimate', async (factor) => {
    const [, ...later] = await conversation(30, 100_010, times(factor))
    for (const { context, counted } of later.slice(19)) {
      const { total, layers, tools, framing, correction, anchored } = context.report.tokens
      expect(Math.abs(total - counted)).toBeLessThan(0.01 * counted + 2)
      expect(total).toBe(layers + tools + framing + (correction ?? 0))
      expect(anchored).toBeGreaterThan(0.5 * total)
    }
  })

  it.each([1.55, 0.8])('fits, and uses the window, where it counts %s times the estimate', async (factor) => {
    const [, ...later] = await conversation(150, 3_010, times(factor))
    const cuts = later.flatMap(({ context }, index) => (cutOf(context) === 'window' ? [index] : []))
    expect(cuts.length).toBeGreaterThan(1)
    expect(later.filter(({ counted }) => counted > 3_000 + 1)).toEqual([])
    for (const cut of cuts) expect(later[cut - 1]?.counted).toBeGreaterThan(0.85 * 3_000)
  })

  it('takes hidden text for what it is: a constant', async () => {
    const all = await conversation(60, 100_010, (estimate) => ({ input: 1_600 + Math.round(1.2 * estimate) }))
    for (const { context, counted } of all.slice(5)) {
      expect(Math.abs(context.report.tokens.total - counted)).toBeLessThan(0.02 * counted)
    }
  })

  it('counts an answer as the provider did, less reasoning that is not shown again', async () => {
    const talking = converse(talk(10_010))
    const first = await talking.turn('The question', 'The answer')
    const usage = { input: estimated(first), output: 115, reasoning: 100 }
    const next = await talking.ask('Next', { usage })
    // The answer has 10 characters and 2 of framing, the question as many as it has.
    expect(next.report.tokens.anchored).toBe(usage.input + 15)
    expect(next.report.tokens.total).toBe(usage.input + 15 + 'Next'.length + 2)
  })

  it.each([
    ['three times too large', (estimate: number) => 3 * estimate],
    ['a single token', () => 1],
    ['larger than the window', () => 10_000_000],
  ])('bears one usage that is %s', async (_, odd) => {
    const even = await conversation(40, 20_010, times(1.2))
    const all = await conversation(40, 20_010, (estimate, turn) => ({
      input: turn === 30 ? odd(estimate) : Math.round(1.2 * estimate),
    }))
    expect(all.map(({ context }) => cutOf(context))).toEqual(even.map(({ context }) => cutOf(context)))
    const after = all[31]?.context.report.tokens.total ?? 0
    expect(Math.abs(after - (even[31]?.counted ?? 0))).toBeLessThan(0.01 * after)
  })

  it('believes a usage with which the next one agrees', async () => {
    const all = await conversation(50, 200_010, (estimate, turn) => times(turn < 30 ? 1 : 2)(estimate))
    const { context, counted } = all.at(-1) as (typeof all)[number]
    expect(Math.abs(context.report.tokens.total - counted)).toBeLessThan(0.01 * counted)
  })

  it('is estimated, where a provider says the same number whatever it is sent', async () => {
    const all = await conversation(40, 100_010, () => ({ input: 100 }))
    const { context } = all.at(-1) as (typeof all)[number]
    expect(context.report.tokens.total).toBe(estimated(context))
  })

  it('is estimated with what was learned of its model, where something before it has changed', async () => {
    const session = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0 ? user(`The question no. ${index}`) : assistant(`The answer with ${index}`),
    )
    const first = await extend(talk(10_010), { scope, session, message: 'One' })
    const edited = [user('An edited question, the first one'), ...session.slice(1), user('One'), assistant('Two')]
    const usage = { input: 2 * estimated(first) }
    const next = await extend(talk(10_010), { scope, session: edited, message: 'Next', run: first.run, usage })
    const { anchored, total } = next.report.tokens
    expect([anchored, total]).toEqual([undefined, 2 * estimated(next)])
    expect(next.run.counts?.anchor).toBeUndefined()
  })

  it('is the same for the same run and usage', async () => {
    const first = await extend(talk(10_010), { scope, message: 'One' })
    const request = {
      scope,
      session: [user('One'), assistant('Two')],
      message: 'Next',
      run: first.run,
      usage: { input: 40 },
    }
    const [one, other] = [await extend(talk(10_010), request), await extend(talk(10_010), request)]
    expect(JSON.stringify(one.run)).toBe(JSON.stringify(other.run))
    expect(one.messages).toEqual(other.messages)
  })
})
