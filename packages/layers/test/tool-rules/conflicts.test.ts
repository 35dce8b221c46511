import { isLamellaError } from '@lamella/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RuleErrorDetails } from '../../src/tool-rules/conflicts.ts'
import { type ToolRule, toolRule } from '../../src/tool-rules/tool-rule.ts'
import { createToolRuleTracker } from '../../src/tool-rules/tool-rule-tracker.ts'
import { toolRules } from '../../src/tool-rules/tool-rules.ts'
import { anyRules, contradict } from './support.ts'

const { exitLoop, continueLoop, maxCalls, requiresPrior, startConstraint } = toolRule

describe('contradictory rules', () => {
  it.each<[string, readonly ToolRule[], readonly string[], string]>([
    ['exit and continue', [exitLoop('a'), continueLoop('a')], ['a'], '`a` both ends and continues the loop'],
    ['two limits', [maxCalls('a', 1), maxCalls('a', 2)], ['a'], '`a` has several call limits: 1, 2'],
    [
      'a start constraint that requires another tool',
      [startConstraint('a'), requiresPrior('a', 'b')],
      ['a'],
      '`a` must be called before any other tool, but requires `b`',
    ],
    [
      'a start constraint that may never be called',
      [startConstraint('a'), maxCalls('a', 0)],
      ['a'],
      '`a` must be called first, but may never be called',
    ],
    [
      'a prior that may never be called',
      [requiresPrior('a', 'b'), maxCalls('b', 0)],
      ['a', 'b'],
      '`a` requires `b`, which may never be called',
    ],
    [
      'a prior that ends the loop',
      [requiresPrior('a', 'b'), exitLoop('b')],
      ['a', 'b'],
      '`a` requires `b`, after which the loop ends',
    ],
    ['a tool that requires itself', [requiresPrior('a', 'a')], ['a'], '`a` requires `a`'],
    [
      'tools that require each other',
      [requiresPrior('x', 'a'), requiresPrior('a', 'b'), requiresPrior('b', 'c'), requiresPrior('c', 'a')],
      ['a', 'b', 'c'],
      '`a` requires `b` requires `c` requires `a`',
    ],
  ])('rejects %s', (_, rules, tools, problem) => {
    for (const make of [() => createToolRuleTracker(rules), () => toolRules(rules)]) {
      expect(detailsOf(make)).toEqual({ tools, problem })
    }
  })

  it('are rejected exactly when an oracle finds them contradictory', () => {
    let refused = 0
    fc.assert(
      fc.property(anyRules, (rules) => {
        const isRefused = detailsOf(() => createToolRuleTracker(rules)) !== undefined
        if (isRefused) refused++
        expect(isRefused).toBe(contradict(rules))
      }),
      { numRuns: 2 * Number(process.env['LAMELLA_RUNS'] ?? 1_250) },
    )
    expect(refused).toBeGreaterThan(250)
  })

  it('are found at the end of a chain of 20,000 rules', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) => requiresPrior(`t${index}`, `t${index + 1}`))
    expect(detailsOf(() => createToolRuleTracker(chain))).toBeUndefined()
    const closed = [...chain, requiresPrior('t20000', 't19999')]
    expect(detailsOf(() => createToolRuleTracker(closed))?.tools).toEqual(['t19999', 't20000'])
  })
})

function detailsOf(make: () => unknown): RuleErrorDetails['TOOL_RULES_CONFLICT'] | undefined {
  try {
    make()
    return undefined
  } catch (error) {
    if (!isLamellaError(error, 'TOOL_RULES_CONFLICT')) throw error
    return error.details as RuleErrorDetails['TOOL_RULES_CONFLICT']
  }
}
