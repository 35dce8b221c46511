import type { Size } from '@lamella/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ContextConfigOptions,
  contextConfig,
  defaultBlockCharacters,
  limitsFor,
} from '../../src/config/context-config.ts'
import type { ModelContextLimits } from '../../src/config/model-context-limits.ts'

describe('contextConfig', () => {
  it('has the documented defaults', () => {
    expect(contextConfig()).toEqual({
      defaultLimits: { maxTokens: 200_000, memoryTokens: 12_000, historyTokens: 80_000, reservedResponseTokens: 8_000 },
      modelOverrides: {},
      includeDescriptions: true,
      includeSchemas: false,
      shortPermissions: false,
      activityEntriesLimit: 15,
      compression: { type: 'truncate', keepRecent: 100 },
      maxMessagesCap: 500,
      deadline: 10_000,
      compressionDeadline: 60_000,
    })
    expect(defaultBlockCharacters).toBe(5_000)
  })

  it('keeps given values, including false and 0, and copies given objects', () => {
    const limits = { maxTokens: 50_000, memoryTokens: 0, historyTokens: '50%' } as const
    const modelOverrides = { tiny: { maxTokens: 9_500, historyTokens: 900, memoryTokens: '1.5%' as const } }
    const config = contextConfig({
      defaultLimits: limits,
      modelOverrides,
      includeDescriptions: false,
      includeSchemas: true,
      activityEntriesLimit: 0,
      maxMessagesCap: 0,
      compression: { type: 'truncate', keepRecent: 0 },
    })
    expect(config).toMatchObject({
      defaultLimits: { ...limits, reservedResponseTokens: 8_000 },
      modelOverrides,
      includeDescriptions: false,
      activityEntriesLimit: 0,
      maxMessagesCap: 0,
      compression: { type: 'truncate', keepRecent: 0 },
    })
    modelOverrides.tiny.maxTokens = 1
    expect(limitsFor(config, 'tiny').maxTokens).toBe(9_500)
    expect(Object.isFrozen(config)).toBe(true)
  })

  it.each<[string, unknown, string]>([
    ['a misspelled option', { maxMessageCap: 1 }, "Did you mean 'maxMessagesCap'"],
    ['a cap below 0', { maxMessagesCap: -1 }, 'OPTION_INVALID'],
    ['a share above 100 %', { defaultLimits: { memoryTokens: '101%' } }, 'OPTION_INVALID'],
    ['a share without %', { defaultLimits: { historyTokens: '25' } }, 'OPTION_INVALID'],
    ['a share as reserve', { defaultLimits: { reservedResponseTokens: '5%' } }, 'OPTION_INVALID'],
    ['a window of 0', { defaultLimits: { maxTokens: 0 } }, 'OPTION_INVALID'],
    [
      'an override that is none',
      { modelOverrides: { tiny: 8_000 } },
      "modelOverrides['tiny']: 'options' must be an object",
    ],
    ['a misspelled limit of a model', { modelOverrides: { tiny: { maxToken: 8_000 } } }, "modelOverrides['tiny']"],
    ['a strategy that is none', { compression: { type: 'forget' } }, 'OPTION_INVALID'],
    ['a strategy as a word', { compression: 'truncate' }, 'OPTION_INVALID'],
    ['parts that are more than the whole', { defaultLimits: { maxTokens: 90_000 } }, 'BUDGET_INVALID'],
    [
      'parts of a model that are more than the whole',
      { modelOverrides: { tiny: { maxTokens: 8_000 } } },
      "modelOverrides['tiny']: memory (12000)",
    ],
  ])('refuses %s', (_, options, message) => {
    expect(() => contextConfig(options as ContextConfigOptions)).toThrow(message)
  })
})

describe('limitsFor', () => {
  it('converts shares to tokens, and never exceeds the window', () => {
    const size = fc.oneof(
      fc.integer({ min: 0, max: 300_000 }),
      fc.integer({ min: 0, max: 100 }).map((n): Size => `${n}%`),
    )
    const limits = fc.record({
      maxTokens: fc.integer({ min: 1, max: 300_000 }),
      memoryTokens: size,
      historyTokens: size,
      reservedResponseTokens: fc.integer({ min: 0, max: 20_000 }),
    })
    const tokens = (given: Size, of: number): number =>
      typeof given === 'number' ? given : Number((BigInt(Number.parseInt(given, 10)) * BigInt(of)) / 100n)
    let fitting = 0
    fc.assert(
      fc.property(limits, (given: ModelContextLimits) => {
        const { maxTokens, memoryTokens, historyTokens, reservedResponseTokens } = given
        const memory = tokens(memoryTokens, maxTokens)
        const history = tokens(historyTokens, maxTokens)
        const make = () => contextConfig({ modelOverrides: { m: given } })
        if (memory + history + reservedResponseTokens > maxTokens) {
          expect(make).toThrow(/BUDGET_INVALID/)
          return
        }
        fitting++
        expect(limitsFor(make(), 'm')).toEqual({ ...given, memoryTokens: memory, historyTokens: history })
      }),
      { numRuns: 3_000 },
    )
    expect(fitting).toBeGreaterThan(200)
  })

  it('uses the default limits for fields that an override lacks', () => {
    const config = contextConfig({
      defaultLimits: { memoryTokens: '10%', historyTokens: '40%' },
      modelOverrides: { small: { maxTokens: 30_000 }, same: {} },
    })
    expect(limitsFor(config, 'small')).toEqual({
      maxTokens: 30_000,
      memoryTokens: 3_000,
      historyTokens: 12_000,
      reservedResponseTokens: 8_000,
    })
    expect(limitsFor(config, 'same')).toEqual(limitsFor(config))
    expect(limitsFor(config, 'unknown')).toEqual(limitsFor(config))
  })

  it('supports models named like properties of Object', () => {
    expect(limitsFor(contextConfig(), '__proto__').maxTokens).toBe(200_000)
    expect(limitsFor(contextConfig(), 'constructor').maxTokens).toBe(200_000)
    const modelOverrides = JSON.parse('{"__proto__":{"maxTokens":300000},"constructor":{"maxTokens":400000}}')
    const config = contextConfig({ modelOverrides })
    expect(limitsFor(config, '__proto__').maxTokens).toBe(300_000)
    expect(limitsFor(config, 'constructor').maxTokens).toBe(400_000)
  })

  it('checks a configuration that contextConfig did not make', () => {
    const { defaultLimits } = contextConfig()
    expect(() => limitsFor({ defaultLimits: { ...defaultLimits, maxTokens: 10 }, modelOverrides: {} })).toThrow(
      /BUDGET_INVALID/,
    )
    expect(() => limitsFor({ defaultLimits, modelOverrides: { m: { maxTokens: -1 } } }, 'm')).toThrow(/OPTION_INVALID/)
  })
})
