import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderToolRules } from '../../src/tool-rules/render-tool-rules.ts'
import { toolRule } from '../../src/tool-rules/tool-rule.ts'
import { anyRules, hostileName } from './support.ts'

describe('renderToolRules', () => {
  it('lists start constraints first, then the effects of calls, then their limits', () => {
    const rules = [
      toolRule.exitLoop('send_message'),
      toolRule.continueLoop('search'),
      toolRule.maxCalls('api_request', 3),
      toolRule.startConstraint('context'),
    ]
    const text = [
      '# Tool Execution Rules',
      '',
      '- Call `context` first before any other tools',
      '- The conversation will end after calling `send_message`',
      '- The conversation will be continued after calling `search`',
      '- Call `api_request` at most 3 times',
    ].join('\n')
    expect(renderToolRules(rules)).toBe(text)
    expect(renderToolRules(rules.toReversed())).toBe(text)
    expect(renderToolRules([...rules, toolRule.requiresPrior('write', 'read')])).toBe(
      `${text}\n- Call \`write\` only after calling \`read\``,
    )
  })

  it('keeps the given order within a kind, and lists the same rule once', () => {
    const rules = [toolRule.exitLoop('b'), toolRule.exitLoop('a'), toolRule.exitLoop('b'), toolRule.maxCalls('c', 1)]
    expect(renderToolRules(rules).split('\n').slice(2)).toEqual([
      '- The conversation will end after calling `b`',
      '- The conversation will end after calling `a`',
      '- Call `c` at most 1 time',
    ])
  })

  it('returns an empty text if there are no rules', () => {
    expect(renderToolRules([])).toBe('')
  })

  it('puts each rule with a hostile name on one line, inside delimiters that the name cannot close', () => {
    const sentence = /^- Call (`+) ?(.+?) ?\1(?!`) only after calling (`+) ?(.+?) ?\3(?!`)$/u
    fc.assert(
      fc.property(hostileName, hostileName, (tool, prior) => {
        const [heading, empty, line = '', ...more] = renderToolRules([toolRule.requiresPrior(tool, prior)]).split(
          /\r\n|[\n\r\v\f\u0085\u2028\u2029]/,
        )
        expect([heading, empty, more]).toEqual(['# Tool Execution Rules', '', []])
        const [, , shown, , shownPrior] = sentence.exec(line) ?? []
        const words = (text = ''): string => text.replace(/[\s\p{Cc}]/gu, '')
        expect([words(shown), words(shownPrior)]).toEqual([words(tool), words(prior)])
      }),
      { numRuns: 2_000 },
    )
  })

  it('writes one line per distinct rule, whatever the rules are', () => {
    fc.assert(
      fc.property(anyRules, (rules) => {
        const different = new Set(rules.map((rule) => JSON.stringify(rule))).size
        const lines = renderToolRules(rules).split('\n')
        expect(lines).toHaveLength(different === 0 ? 1 : different + 2)
      }),
      { numRuns: 1_000 },
    )
  })
})
