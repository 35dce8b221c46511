import { createContext, type Message, plan } from '@lamella/core'
import { readRecording, recorder } from '@lamella/inspector'
import { history, message } from '@lamella/layers'
import { requestLimiter } from '@lamella/models'
import { charTokenizer } from '@lamella/testkit'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RecordedContext } from '../src/contract/recording.ts'
import { type FragmentRow, fateOf, fragmentRows, plannedReasons, recordedReasons } from '../src/model/fragment-rows.ts'
import { planLayers } from '../src/model/plan-layers.ts'
import { planWindow } from '../src/model/plan-window.ts'
import { changeLayers, otherPolicies, windowRange } from '../src/model/what-if.ts'
import { windowBar } from '../src/model/window-bar.ts'
import { conversation, memory, rules, skills } from './support/sample-recording.ts'

const session: readonly Message[] = conversation(30)

async function recorded(windows: readonly number[]): Promise<readonly RecordedContext[]> {
  const lines: string[] = []
  const tracer = recorder({ write: (line) => void lines.push(line) })
  const builder = createContext()
    .tokenizer(charTokenizer)
    .use([rules, memory('spring'), skills, history(), message()])
    .observe(tracer)
  for (const window of windows) {
    await builder.budget({ window, reserve: 100 }).build({ scope: { tenant: 'acme' }, session, message: 'Hello' })
  }
  await tracer.flush()
  return readRecording(lines).builds.flatMap(({ made }) => made ?? [])
}

/** The recorded rung of a fragment's unit: a call has no shorter form, but goes down with its results. */
function recordedRung({ within, fragment }: FragmentRow): number {
  if (fragment.kept === undefined) return within.tokens.length
  return within.fragments.reduce((most, { kept = 0 }) => Math.max(most, kept), 0)
}

let made: RecordedContext
beforeAll(async () => {
  made = (await recorded([9_000]))[0] as RecordedContext
})

describe('planWindow', () => {
  it('keeps what the builder keeps, in random windows', async () => {
    const windows = fc.sample(fc.integer({ min: 1_200, max: 16_000 }), {
      numRuns: Number(process.env['LAMELLA_RUNS'] ?? 80),
      seed: 22,
    })
    const builds = await recorded(windows)
    expect(builds).toHaveLength(windows.length)
    const whole = (await recorded([60_000]))[0] as RecordedContext
    const layers = planLayers(whole)
    for (const [index, build] of builds.entries()) {
      const own = planWindow(build, planLayers(build), windows[index] ?? 0)
      const rows = fragmentRows(build)
      expect(rows.map((row) => fateOf(row, own.plan).rung)).toEqual(rows.map(recordedRung))
      // From the recording of a large window, where nothing gave way, the slider reaches the same plan.
      const { plan: reached } = planWindow(whole, layers, windows[index] ?? 0)
      const offered = new Set(fragmentRows(build).map(({ of, fragment }) => `${of.name} ${fragment.id}`))
      const same = fragmentRows(whole).filter(({ of, fragment }) => offered.has(`${of.name} ${fragment.id}`))
      expect(same.map((row) => fateOf(row, reached).rung)).toEqual(rows.map(recordedRung))
    }
  })

  it('keeps what the builder keeps under other limits, in random windows', async () => {
    const image = (index: number): Message => ({
      role: 'user',
      content: [
        { type: 'text', text: `Look at ${index}.` },
        { type: 'file', mediaType: 'image/png', data: 'aGVs'.repeat(4 + (index % 7) * 9) },
      ],
    })
    const pictured = session.flatMap((one, index) =>
      index % 6 === 0 ? [image(index), { role: 'assistant', content: 'Seen.' } as const, one] : [one],
    )
    const lines: string[] = []
    const tracer = recorder({ write: (line) => void lines.push(line) })
    const builder = createContext()
      .tokenizer(charTokenizer)
      .use([rules, memory('spring'), skills, history(), message()])
      .observe(tracer)
    const budgets = fc.sample(
      fc.record({
        window: fc.integer({ min: 6_000, max: 30_000 }),
        images: fc.option(fc.nat(6), { nil: undefined }),
        imageBytes: fc.option(fc.integer({ min: 16, max: 300 }), { nil: undefined }),
        bytes: fc.option(fc.integer({ min: 12_000, max: 40_000 }), { nil: undefined }),
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 80), seed: 22 },
    )
    const uses: unknown[] = []
    for (const { window, ...limits } of budgets) {
      const request = { scope: { tenant: 'acme' }, session: pictured, message: 'Hello' }
      const built = await builder
        .budget({ window, reserve: 100, limits: requestLimiter(limits) })
        .build(request)
        .catch(() => undefined)
      if (built) uses.push(built.report.limits)
    }
    await tracer.flush()
    const builds = readRecording(lines).builds.flatMap((build) => build.made ?? [])
    expect(builds).toHaveLength(uses.length)
    let limited = 0
    for (const [index, build] of builds.entries()) {
      expect(build.limits ?? {}).toEqual(uses[index])
      if (build.room) limited++
      const own = planWindow(build, planLayers(build), build.tokens.window)
      const rows = fragmentRows(build)
      expect(rows.map((row) => fateOf(row, own.plan).rung)).toEqual(rows.map(recordedRung))
    }
    expect(limited).toBeGreaterThan(0)
  })

  it('gives a bar that adds up to the window, and to its total', () => {
    fc.assert(
      fc.property(fc.integer({ min: 500, max: 30_000 }), (window) => {
        const { bar, total } = planWindow(made, planLayers(made), window)
        expect(bar.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(window)
        const used = bar.filter(({ kind }) => kind !== 'free' && kind !== 'reserve')
        expect(used.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(total)
      }),
    )
  })

  it('has the same parts as the recorded bar where nothing is changed', () => {
    const names = (bar: ReturnType<typeof windowBar>): readonly string[] => bar.map(({ name }) => name)
    expect(names(planWindow(made, planLayers(made), made.tokens.window).bar)).toEqual(names(windowBar(made)))
  })
})

describe('changeLayers', () => {
  const layersWith = (changes: Parameters<typeof changeLayers>[1]): ReturnType<typeof changeLayers> =>
    changeLayers(planLayers(made), changes)

  it('leaves a layer out: it takes nothing, and all of its fragments are dropped', () => {
    const { plan: result, bar } = planWindow(made, layersWith(new Map([['memory', { without: true }]])), 9_000)
    expect(bar.map(({ name }) => name)).not.toContain('memory')
    const rows = fragmentRows(made).filter(({ of }) => of.name === 'memory')
    expect(rows.map((row) => fateOf(row, result).state)).toEqual(rows.map(() => 'dropped'))
    expect(rows.map(plannedReasons(result, result))).toEqual(rows.map(() => 'the layer is left out'))
  })

  it('keeps a higher minimum of a layer that would give way first', () => {
    const sizeOf = (layers: ReturnType<typeof changeLayers>): number =>
      planWindow(made, layers, 4_000).bar.find(({ name }) => name === 'skills')?.tokens ?? 0
    expect(sizeOf(layersWith(new Map()))).toBeLessThan(1_000)
    expect(sizeOf(layersWith(new Map([['skills', { min: 1_000 }]])))).toBeGreaterThanOrEqual(1_000)
  })

  it.each(otherPolicies)('plans with the policy %s', (policy) => {
    const layers = layersWith(new Map([['memory', { policy }]]))
    expect(plan(layers, 3_000).fits).toBe(true)
    expect(layers.find(({ name }) => name === 'memory')?.policy.name).toBe(policy)
  })
})

describe('windowRange', () => {
  it('reaches from nothing but what is fixed to everything kept', () => {
    const layers = planLayers(made)
    const [least, most] = windowRange(made, plan(layers, Number.MAX_SAFE_INTEGER).asked)
    expect(planWindow(made, layers, least).over).toBeGreaterThan(0)
    expect(planWindow(made, layers, most).plan.truncated).toBe(false)
  })
})

describe('recordedReasons', () => {
  it('has a reason for each recorded fragment that is not kept in full, and for no other', () => {
    const reasonOf = recordedReasons(made)
    for (const row of fragmentRows(made)) {
      expect(reasonOf(row) !== undefined).toBe(fateOf(row, undefined).state !== 'kept')
    }
  })
})

describe('plannedReasons', () => {
  it('are those of the fates of the plan, also where a maximum of a layer takes something', () => {
    const limited = planLayers(made).map((layer) => (layer.name === 'memory' ? { ...layer, max: 2_000 } : layer))
    const unlimited = plan(limited, Number.MAX_SAFE_INTEGER)
    for (const budget of [3_000, 6_000, 9_000]) {
      const planned = plan(limited, budget)
      const reasons = new Map(planned.fates.map(({ layer, unit, reason }) => [`${layer} ${unit.position}`, reason]))
      const reasonOf = plannedReasons(planned, unlimited)
      for (const row of fragmentRows(made)) {
        const reason = reasons.get(`${row.of.name} ${row.unit}`)
        const expected = reason && (reason === 'window' ? /did not fit the window/ : /own maximum/)
        if (expected) expect(reasonOf(row)).toMatch(expected)
        else expect(reasonOf(row)).toBeUndefined()
      }
    }
    expect(unlimited.fates.length).toBeGreaterThan(0)
  })
})
