import type { BuiltContext, Parameters } from '@lamella/core'
import { explain } from '@lamella/core/plan'
import type { PricedRequest, Pricing } from '@lamella/core/plugin'
import { extend } from '@lamella/runs'
import { describe, expect, it } from 'vitest'
import { scope } from '../../../core/test/support/layers.ts'
import { assistant, converse, cutOf, talk, user } from '../support/runs.ts'

/** The tokens of a request as they are estimated: by its characters. */
const estimated = ({ report: { tokens } }: BuiltContext): number => tokens.layers + tokens.tools + tokens.framing

const session = Array.from({ length: 40 }, (_, index) =>
  index % 2 === 0 ? user(`The question no. ${index}`) : assistant(`The answer with ${index}`),
)

/** A conversation whose provider counts twice the estimate, up to its next question. */
async function counted(window: number) {
  const first = await extend(talk(window), { scope, session, message: 'One' })
  const usage = { input: 2 * estimated(first) }
  return { first, usage, after: [...session, user('One'), assistant('Two')] }
}

describe('the report of a request that was counted', () => {
  it('says in the same tokens what repeats, where a cache ends, and what the whole takes', async () => {
    const { first, usage, after } = await counted(100_010)
    const { report } = await extend(talk(100_010), { scope, session: after, message: 'Next', run: first.run, usage })
    const { total, anchored } = report.tokens
    expect([anchored, report.cache.prefix]).toEqual([usage.input, usage.input])
    expect(report.cache.points.at(-1)).toMatchObject({ of: 'end', tokens: total })
    expect(report.cache.points.find(({ of }) => of === 'page')?.tokens).toBe(usage.input)
    expect(explain(report)).toContain(
      `the provider counts ${(total - estimated({ report } as BuiltContext)).toLocaleString('en')} more`,
    )
  })

  it('says of a cut how many of its tokens are new', async () => {
    const { first, usage, after } = await counted(100_010)
    const next = await extend(talk(100_010), {
      scope,
      session: after,
      message: 'Next',
      run: first.run,
      usage,
      cut: true,
    })
    expect(cutOf(next)).toBe('asked')
    const { total } = next.report.tokens
    expect(total).toBe(2 * estimated(next))
    expect(next.report.run?.cut?.newTokens).toBe(total - (next.report.cache.prefix ?? 0))
  })

  it('costs what its tokens cost, of which parts add up', async () => {
    const { first, usage, after } = await counted(100_010)
    const asked: PricedRequest[] = []
    const prices: Pricing = {
      cost: (request) => {
        asked.push(request)
        const none = { uncached: 0, cached: 0 }
        return { ...none, layers: {}, tools: none, framing: none, answer: 0 }
      },
    }
    const builder = talk(100_010).budget({ window: 100_010, reserve: 10, prices })
    const { report } = await extend(builder, { scope, session: after, message: 'Next', run: first.run, usage })
    expect(report.cost?.answer).toBe(0)
    const { layout, placeOf = (place) => place, prefix } = asked.at(-1) as PricedRequest
    expect(placeOf(layout.fragments.at(-1)?.end ?? 0)).toBe(report.tokens.total)
    expect(prefix).toBe(usage.input)
  })

  it('names the window that was given, and what required content takes of it', async () => {
    const { first, usage, after } = await counted(100_010)
    const required = { scope, session: after, message: 'x'.repeat(60_000), run: first.run, usage }
    await expect(extend(talk(100_010), required)).rejects.toMatchObject({
      code: 'CONTEXT_OVERFLOW',
      details: { window: 100_010, reserve: 10, smallestWindow: expect.closeTo(120_024, -2) },
    })
  })
})

describe('settings on top of a request', () => {
  /** Asks twice, with parameters and with what a host sends beside them. */
  async function twice(first: [Parameters, unknown?], second: [Parameters, unknown?]) {
    const talking = converse(talk(100_010))
    const [parameters, settings] = first
    const one = await talking.turn('One', 'Two', { builder: talk(100_010).parameters(parameters), settings })
    const usage = { input: 2 * estimated(one) }
    const [other, more] = second
    const next = await talking.ask('Next', { builder: talk(100_010).parameters(other), settings: more, usage })
    return next.report.tokens.anchored
  }
  const effort = (value: string, more: object = {}): Parameters => ({
    providerOptions: { openai: { reasoningEffort: value, ...more } },
  })

  it('void a count, for a provider counts hidden text for them', async () => {
    expect(await twice([effort('low')], [effort('high')])).toBeUndefined()
    expect(await twice([{}], [{ toolChoice: 'required' }])).toBeUndefined()
    expect(await twice([{}, { thinking: 'off' }], [{}, { thinking: 'on' }])).toBeUndefined()
    expect(await twice([effort('low')], [effort('low')])).toBeGreaterThan(0)
  })

  it('are not those that only name something, or that say how to sample', async () => {
    expect(
      await twice([effort('low', { previous_message_id: 'a' })], [effort('low', { previous_message_id: 'b' })]),
    ).toBeGreaterThan(0)
    expect(
      await twice([effort('low', { metadata: { trace: 1 } })], [effort('low', { metadata: { trace: 2 } })]),
    ).toBeGreaterThan(0)
    expect(await twice([{ temperature: 0 }], [{ temperature: 1 }])).toBeGreaterThan(0)
  })

  it('that change and change back, or are no JSON, end no epoch', async () => {
    const talking = converse(talk(100_010))
    const cycle: { self?: object } = {}
    cycle.self = cycle
    for (const settings of ['low', 'high', 'low', cycle]) {
      expect(cutOf(await talking.turn('One', 'Two', { settings }))).toBeUndefined()
    }
  })
})
