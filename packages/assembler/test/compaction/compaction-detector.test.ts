import { isLamellaError } from '@lamella/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CompactionDetector } from '../../src/compaction/compaction-detector.ts'
import type { ContextAssemblerConfig } from '../../src/seed/contract.ts'

const config: ContextAssemblerConfig = {
  defaultModel: 'claude-3-7-sonnet',
  compactionThreshold: 0.8, // Trigger at 80% of context
  compactionMessageThreshold: 100, // Trigger at 100 messages
}

describe('CompactionDetector', () => {
  it('detects that a session needs compaction', () => {
    const detector = new CompactionDetector(config)

    const stats = detector.calculateStats(
      150, // message count
      180_000, // token count
      25, // tool call count
    )

    const check = detector.check(stats, 180_000, 200_000)

    expect(check.needed).toBe(true)
    expect(check.reason).toBe('token_limit')
    expect(check).toEqual({
      messageCount: 150,
      tokenCount: 180_000,
      toolCallCount: 25,
      needed: true,
      reason: 'token_limit',
      currentTokens: 180_000,
      threshold: 160_000,
      coolingDown: false,
    })
  })

  it.each<[string, [number, number, number], string | undefined]>([
    ['80 % of the window', [0, 160_000, 0], undefined],
    ['a token above', [0, 160_001, 0], 'token_limit'],
    ['100 messages', [100, 0, 0], undefined],
    ['101 messages', [101, 0, 0], 'message_count'],
    ['50 calls', [0, 0, 50], undefined],
    ['51 calls', [0, 0, 51], 'tool_count'],
    ['messages and calls', [101, 0, 51], 'message_count'],
  ])('triggers only above its thresholds: %s', (_, [messages, tokens, calls], reason) => {
    const detector = new CompactionDetector()
    const check = detector.check(detector.calculateStats(messages, tokens, calls), tokens, 200_000)
    expect([check.needed, check.reason]).toEqual([reason !== undefined, reason])
  })

  it('computes decimal shares exactly, without floating-point errors, on generated sizes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: -1, max: 1 }),
        (percent, window, more) => {
          const tokens = Math.max(0, Math.floor((window * percent) / 100) + more)
          const detector = new CompactionDetector({ compactionThreshold: percent / 100 })
          const check = detector.check(detector.calculateStats(0, tokens, 0), tokens, window)
          expect(check.needed).toBe(BigInt(tokens) * 100n > BigInt(window) * BigInt(percent))
        },
      ),
      { numRuns: 5_000 },
    )
  })

  it('triggers on request, but not during the cooldown', () => {
    const detector = new CompactionDetector({ compactionMessageThreshold: 0, compactionToolThreshold: 0 })
    const small = detector.calculateStats(0, 0, 0)
    const large = detector.calculateStats(1, 0, 0)
    expect(detector.check(small, 0, 1)).toMatchObject({ needed: false, coolingDown: false })
    expect(detector.check(small, 0, 1, { explicit: true })).toMatchObject({ needed: true, reason: 'explicit' })
    expect(detector.check(large, 0, 1, { coolingDown: true })).toMatchObject({
      needed: false,
      reason: 'message_count',
      coolingDown: true,
    })
    expect(detector.check(small, 0, 1, { coolingDown: true }).coolingDown).toBe(false)
    expect(detector.check(large, 0, 1, { coolingDown: true, explicit: true })).toMatchObject({
      needed: true,
      reason: 'explicit',
      coolingDown: false,
    })
  })

  it.each<[string, () => unknown]>([
    ['a threshold of 0', () => new CompactionDetector({ compactionThreshold: 0 })],
    ['a threshold above 1', () => new CompactionDetector({ compactionThreshold: 80 })],
    ['half a message', () => new CompactionDetector({ compactionMessageThreshold: 0.5 })],
    ['an invalid config', () => new CompactionDetector(null as unknown as object)],
    ['a size that is not a number', () => new CompactionDetector().calculateStats(Number.NaN, 0, 0)],
    ['a missing size', () => new CompactionDetector().calculateStats(1, undefined as unknown as number, 0)],
    ['a window of 0', () => new CompactionDetector().check({ messageCount: 0, tokenCount: 0, toolCallCount: 0 }, 1, 0)],
  ])('rejects %s', (_, call) => {
    expect(isLamellaError(thrown(call), 'OPTION_INVALID')).toBe(true)
  })
})

function thrown(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}
