import { checkToolRules, type ToolRule, type ToolRuleType } from './tool-rule.ts'

/** The order of the kinds of rules in the text. */
const order: Readonly<Record<ToolRuleType, number>> = {
  startConstraint: 0,
  exitLoop: 1,
  continueLoop: 2,
  maxCalls: 3,
  requiresPrior: 4,
}

/**
 * Renders rules for the model: a heading, then one line per rule. Start constraints come first, then the tools that end
 * or continue the loop, the call limits, and the tools that require a prior call; rules of one kind keep their order.
 * Without rules the text is empty. A tool name cannot break out of its line or its backticks.
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

/** Returns one rule as a sentence, without a full stop. */
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
    default:
      return rule satisfies never
  }
}

/**
 * Formats a name as a Markdown code span on one line: any kind of white space or line break becomes a space, and the
 * delimiters are longer than any run of backticks in the name.
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
