import { checkToolRules, type ToolRule, type ToolRuleType } from './tool-rule.ts'

/** In which order kinds of rules are told: what comes first stands first, then what a call does, then its limits. */
const order: Readonly<Record<ToolRuleType, number>> = {
  startConstraint: 0,
  exitLoop: 1,
  continueLoop: 2,
  maxCalls: 3,
  requiresPrior: 4,
}

/**
 * Rules as the model is told them: a heading and a line each. Start constraints first, then what ends and what continues
 * the loop, the limits of calls, and what needs another tool before it; inside a kind in the order given. '' for no rules.
 * A name cannot break its line, nor the marks around it.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * renderToolRules([toolRule.exitLoop('send_message'), toolRule.startConstraint('context')])
 * // # Tool Execution Rules
 * //
 * // - Call `context` first before any other tools
 * // - The conversation will end after calling `send_message`
 */
export function renderToolRules(rules: readonly ToolRule[]): string {
  const checked = checkToolRules('renderToolRules', rules)
  if (checked.length === 0) return ''
  const lines = checked.toSorted((a, b) => order[a.type] - order[b.type]).map((rule) => `- ${sentenceOf(rule)}`)
  return `# Tool Execution Rules\n\n${lines.join('\n')}`
}

/** A rule in words, without a full stop. */
export function sentenceOf(rule: ToolRule): string {
  const tool = codeSpan(rule.tool)
  switch (rule.type) {
    case 'startConstraint':
      return `Call ${tool} first before any other tools`
    case 'exitLoop':
      return `The conversation will end after calling ${tool}`
    case 'continueLoop':
      return `The conversation will be continued after calling ${tool}`
    case 'maxCalls':
      return `Call ${tool} at most ${rule.max} ${rule.max === 1 ? 'time' : 'times'}`
    case 'requiresPrior':
      return `Call ${tool} only after calling ${codeSpan(rule.prior)}`
  }
}

/**
 * A name between backticks, on one line: whatever some reader takes for white space or a line break is a space, and the
 * marks are longer than any run of backticks in the name.
 *
 * Source: CommonMark 0.31, 6.1 "Code spans".
 */
export function codeSpan(name: string): string {
  const text = name.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').replace(/\p{Cs}/gu, '\ufffd')
  const runs = text.match(/`+/g) ?? []
  const mark = '`'.repeat(1 + runs.reduce((longest, run) => Math.max(longest, run.length), 0))
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${mark}${pad}${text}${pad}${mark}`
}
