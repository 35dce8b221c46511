import { expect, it } from 'vitest'
import { entered } from '../../src/entered/entered.ts'

it.each(['next', 'build'] as const)(
  '%s checks each of 41 messages once, from the question to the request',
  async (way) => {
    const functions = await entered(way)
    const checks = functions.filter(({ name }) => name === 'messageProblem')
    expect(checks.map(({ file }) => file)).toEqual(['packages/core/src/messages/message-problem.ts'])
    // 41 messages, the question that a run prepares for its store, and what a run has put between them.
    expect(checks[0]?.calls).toBeGreaterThanOrEqual(41)
    expect(checks[0]?.calls).toBeLessThanOrEqual(45)
  },
)
