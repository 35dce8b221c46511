import { isLamellaError } from '@lamella/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkToolRules, type ToolRule, toolRule } from '../../src/tool-rules/tool-rule.ts'
import { hostileName } from './support.ts'

describe('toolRule', () => {
  it('makes plain data that JSON preserves', () => {
    const rules = [
      toolRule.exitLoop('send_message'),
      toolRule.continueLoop('search'),
      toolRule.maxCalls('api_request', 3),
      toolRule.requiresPrior('write', 'read'),
      toolRule.startConstraint('context'),
    ]
    expect(rules).toEqual([
      { type: 'exitLoop', tool: 'send_message' },
      { type: 'continueLoop', tool: 'search' },
      { type: 'maxCalls', tool: 'api_request', max: 3 },
      { type: 'requiresPrior', tool: 'write', prior: 'read' },
      { type: 'startConstraint', tool: 'context' },
    ])
    expect(JSON.parse(JSON.stringify(rules))).toEqual(rules)
    expect(checkToolRules('test', JSON.parse(JSON.stringify(rules)))).toEqual(rules)
  })

  it('accepts any well-formed name, whatever it contains', () => {
    fc.assert(
      fc.property(hostileName, (name) => {
        expect(JSON.parse(JSON.stringify(toolRule.requiresPrior(name, name)))).toEqual({
          type: 'requiresPrior',
          tool: name,
          prior: name,
        })
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['an empty name', () => toolRule.exitLoop('')],
    ['a name that is not a string', () => toolRule.continueLoop(7 as unknown as string)],
    ['half of a surrogate pair', () => toolRule.startConstraint('a\ud800')],
    ['a name of 257 characters', () => toolRule.exitLoop('x'.repeat(257))],
    ['an empty prior', () => toolRule.requiresPrior('a', '')],
    ['a limit below 0', () => toolRule.maxCalls('a', -1)],
    ['a limit that is not a whole number', () => toolRule.maxCalls('a', 1.5)],
    ['a limit that is not a number', () => toolRule.maxCalls('a', '3' as unknown as number)],
  ])('rejects %s', (_, make) => {
    expect(thrownBy(make)).toBe('OPTION_INVALID')
  })
})

describe('checkToolRules', () => {
  const check = (rules: unknown) => () => checkToolRules('test', rules as readonly ToolRule[])

  it('names the rule and the field that is wrong, and suggests the likely one', () => {
    expect(
      check([
        { type: 'exitLoop', tool: 'a' },
        { type: 'exitloop', tool: 'b' },
      ]),
    ).toThrow(/'rules\[1\]\.type' must be one of .* Did you mean 'exitLoop'\?/)
    expect(check([{ type: 'requiresPrior', tool: 'a', prio: 'b' }])).toThrow(
      /'rules\[0\]\.prio' is not a field.*Did you mean 'prior'/,
    )
    expect(check([{ type: 'requiresPrior', tool: 'a' }])).toThrow(/'rules\[0\]\.prior' is undefined, not a string/)
    expect(check([null])).toThrow(/'rules\[0\]' must be a rule/)
    expect(check([{ type: '__proto__', tool: 'a' }])).toThrow(/OPTION_INVALID/)
    expect(check({})).toThrow(/OPTION_INVALID/)
  })

  it('treats the same rule given twice as one, whatever the order of its fields', () => {
    const twice = [
      { type: 'maxCalls', tool: 'a', max: 1 },
      { max: 1, tool: 'a', type: 'maxCalls' },
    ] as const
    expect(checkToolRules('test', twice)).toEqual([toolRule.maxCalls('a', 1)])
  })
})

function thrownBy(make: () => unknown): string | undefined {
  try {
    make()
    return undefined
  } catch (error) {
    return isLamellaError(error) ? error.code : 'another error'
  }
}
