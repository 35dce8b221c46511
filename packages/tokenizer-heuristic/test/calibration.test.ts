import { isLamellaError } from '@lamella/core'
import { type CalibrationOptions, calibrate, heuristic, type Observation } from '@lamella/tokenizer-heuristic'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const observation = (actual: unknown, estimated: unknown = 10_000, model: unknown = 'm'): Observation =>
  ({ model, estimated, actual }) as Observation
const refusal = expect.toSatisfy((error) => isLamellaError(error, 'OPTION_INVALID'))

/** Numbers that providers and bugs produce. */
const hostile = fc.oneof(
  fc.constantFrom(0, -0, Number.NaN, -1, Number.POSITIVE_INFINITY, 1e308, 2 ** 53, 1.5, null, undefined, '12', {}, 1n),
  fc.double(),
  fc.integer(),
)
const model = fc.constantFrom('a', 'b', '__proto__', 'constructor', '', 'toString')
const observations = fc.array(
  fc.record({ model, estimated: fc.oneof(fc.integer({ min: 1, max: 1e6 }), hostile), actual: hostile }),
  { maxLength: 60 },
)

describe('calibrate', () => {
  it('converges to the true factor despite noise', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.55, max: 1.9, noNaN: true }),
        fc.array(fc.tuple(fc.integer({ min: 500, max: 200_000 }), fc.double({ min: -0.05, max: 0.05, noNaN: true })), {
          minLength: 150,
          maxLength: 200,
        }),
        (truth, requests) => {
          const calibration = calibrate(heuristic())
          for (const [estimated, noise] of requests) {
            calibration.observe(observation(Math.round(estimated * truth * (1 + noise)), estimated))
          }
          expect(Math.abs(calibration.factor('m') / truth - 1)).toBeLessThan(0.05)
        },
      ),
    )
  })

  it('adapts when a provider changes', () => {
    const calibration = calibrate(heuristic())
    for (let i = 0; i < 500; i++) calibration.observe(observation(8_000))
    for (let i = 0; i < 100; i++) calibration.observe(observation(13_500))
    expect(calibration.factor('m')).toBeGreaterThan(1.3)
    expect(calibration.factor('m')).toBeLessThan(1.35)
  })

  it('stays within its bounds, whatever it observes', () => {
    fc.assert(
      fc.property(
        observations,
        fc.double({ min: 0.1, max: 1, noNaN: true }),
        fc.double({ min: 1, max: 9, noNaN: true }),
        (list, lowest, highest) => {
          const calibration = calibrate(heuristic(), { lowest, highest })
          for (const one of list) {
            calibration.observe(one as Observation)
            const factor = calibration.factor(one.model)
            expect(factor).toBeGreaterThanOrEqual(lowest)
            expect(factor).toBeLessThanOrEqual(highest)
          }
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('reaches its bounds and stays there', () => {
    const calibration = calibrate(heuristic())
    for (let i = 0; i < 300; i++) {
      calibration.observe(observation(1_000_000, 10_000, 'high'))
      calibration.observe(observation(1, 10_000, 'low'))
    }
    expect(calibration.factor('high')).toBeCloseTo(2, 3)
    expect(calibration.factor('low')).toBeCloseTo(0.5, 3)
  })

  it('changes by 7 % at most for one outlier at the start, and by 1 % at most later', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 50 }), fc.integer({ min: 5_000, max: 19_000 }), (outlier, usual) => {
        const calibration = calibrate(heuristic())
        calibration.observe(observation(outlier))
        expect(Math.abs(Math.log(calibration.factor('m')))).toBeLessThan(0.07)
        for (let i = 0; i < 60; i++) calibration.observe(observation(usual))
        const before = calibration.factor('m')
        calibration.observe(observation(outlier))
        expect(Math.abs(calibration.factor('m') / before - 1)).toBeLessThan(0.01)
      }),
    )
  })

  it.each([0, -5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 1.5, null, undefined, '9000', 9_000n])(
    'learns nothing from %s and reports it',
    (number) => {
      const calibration = calibrate(heuristic())
      expect(calibration.observe({ model: 'm', estimated: 9_000, actual: number } as Observation)).toBe('no-count')
      expect(calibration.observe({ model: 'm', estimated: number, actual: 9_000 } as Observation)).toBe('no-count')
      expect(calibration.state().models).toEqual([])
    },
  )

  it('learns nothing from a small request, where framing outweighs the text', () => {
    const calibration = calibrate(heuristic())
    expect(calibration.observe(observation(300, 99))).toBe('too-small')
    expect(calibration.observe(observation(300, 100))).toBe('learned')
  })

  it('keeps models apart, including those named like object members', () => {
    const calibration = calibrate(heuristic())
    for (const name of ['__proto__', 'constructor']) expect(calibration.factor(name)).toBe(1)
    calibration.observe(observation(12_000, 10_000, '__proto__'))
    expect(calibration.factor('__proto__')).toBeGreaterThan(1)
    expect([calibration.factor('constructor'), calibration.factor('')]).toEqual([1, 1])
  })

  it('remembers 256 models and drops the one observed longest ago', () => {
    const calibration = calibrate(heuristic())
    for (let i = 0; i < 256; i++) calibration.observe(observation(12_000, 10_000, `m${i}`))
    calibration.observe(observation(12_000, 10_000, 'm0'))
    calibration.observe(observation(12_000, 10_000, 'new'))
    expect(calibration.state().models).toHaveLength(256)
    expect([calibration.factor('m0') > 1, calibration.factor('m1'), calibration.factor('m2') > 1]).toEqual([
      true,
      1,
      true,
    ])
  })

  it('continues from its state, saved as JSON, as if it had never stopped', () => {
    fc.assert(
      fc.property(observations, observations, (first, second) => {
        const whole = calibrate(heuristic())
        for (const one of first) whole.observe(one as Observation)
        const resumed = calibrate(heuristic(), { state: JSON.parse(JSON.stringify(whole.state())) })
        for (const one of second) {
          whole.observe(one as Observation)
          resumed.observe(one as Observation)
        }
        expect(resumed.state()).toEqual(whole.state())
      }),
      { numRuns: 500 },
    )
  })

  it('keeps an imported state within its own bounds and continues to learn', () => {
    const models = [{ model: 'm', log: 900, weight: 1e300 }]
    const calibration = calibrate(heuristic(), { state: { version: 1, models } })
    expect(calibration.factor('m')).toBeCloseTo(2, 12)
    for (let i = 0; i < 200; i++) calibration.observe(observation(10_000))
    expect(calibration.factor('m')).toBeCloseTo(1, 1)
  })

  it('returns a tokenizer that keeps its factor and includes it in its name', () => {
    const calibration = calibrate(heuristic())
    for (let i = 0; i < 100; i++) calibration.observe(observation(12_000))
    const before = calibration.tokenizer('m')
    expect(before).toMatchObject({ name: 'heuristic*1.2', exact: false })
    const text = 'A text that is counted twice. '.repeat(10)
    expect(before.count(text)).toBe(Math.ceil(heuristic().count(text) * 1.2))
    for (let i = 0; i < 100; i++) calibration.observe(observation(15_000))
    expect(before.count(text)).toBe(Math.ceil(heuristic().count(text) * 1.2))
    expect(calibration.tokenizer('m').name).not.toBe(before.name)
    expect(before.count('')).toBe(0)
  })

  it('scales counts with no error other than rounding', () => {
    const tokenizer = { name: 'characters', exact: true, count: (text: string): number => text.length }
    const calibration = calibrate(tokenizer)
    for (let i = 0; i < 3; i++) calibration.observe(observation(16_000))
    const scaled = calibration.tokenizer('m')
    expect(scaled.exact).toBe(false)
    fc.assert(
      fc.property(fc.string({ maxLength: 500 }), (text) => {
        const true_ = text.length * calibration.factor('m')
        expect(Math.abs(scaled.count(text) - true_)).toBeLessThanOrEqual(1 + 0.005 * text.length)
      }),
    )
  })

  it.each([
    { lowest: 2 },
    { highest: 0.5 },
    { lowest: 0 },
    { halfLife: 0 },
    { least: Number.NaN },
    { Lowest: 1 },
    { state: 'x' },
    { state: { version: 0, models: [] } },
    { state: { version: 1, models: {} } },
    { state: { version: 1, models: [{ model: 'm', log: null, weight: 1 }] } },
    { state: { version: 1, models: [{ model: 'm', log: 0, weight: -1 }] } },
    { state: { version: 1, models: [null] } },
  ])('rejects the options %j', (options) => {
    expect(() => calibrate(heuristic(), options as CalibrationOptions)).toThrow(refusal)
  })

  it('rejects the state of a later release by its version', () => {
    const state = { version: 2, models: [] }
    expect(() => calibrate(heuristic(), { state } as never)).toThrow(/has version 2 .* reads up to 1\..*FORMAT_NEWER/)
  })

  it('takes the factor of its own tokenizer out of the report of a build', () => {
    const [plain, reported] = [calibrate(heuristic()), calibrate(heuristic())]
    const tokens = (total: number, tokenizer: string): object => ({ total, framing: 1_000, tokenizer })
    for (let i = 0; i < 30; i++) {
      plain.observe(observation(13_000))
      // (12,250 - 1,000) / 1.25 + 1,000: framing is not multiplied.
      reported.observe(observation(13_000, tokens(12_250, 'heuristic*1.25')))
    }
    expect(plain.factor('m')).toBeCloseTo(reported.factor('m'), 12)
    const other = calibrate(heuristic())
    expect(other.observe(observation(10_000, tokens(10_000, 'o200k_base')))).toBe('learned')
    expect(other.factor('m')).toBe(1)
    for (const name of ['heuristic*', 'heuristic*x', 'heuristic*-1', 'heuristic*0'])
      expect(other.observe(observation(10_000, tokens(10_000, name)))).toBe('no-count')
  })

  it.each([
    [{ estimated: 1, actual: 1 }],
    [{ model: 7, estimated: 1, actual: 1 }],
    [null],
    [{ model: 'm', acutal: 1 }],
  ])('rejects the observation %j', (one) => {
    expect(() => calibrate(heuristic()).observe(one as unknown as Observation)).toThrow(refusal)
  })
})
