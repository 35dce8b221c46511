import fc from 'fast-check'
import { type ToolRule, toolRule } from '../../src/tool-rules/tool-rule.ts'

/** Names that try to break out of their line or of the delimiters around them. */
export const hostileName: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\n',
        '\r\n',
        '\u2028',
        '\u0085',
        '\v',
        '\0',
        '`',
        '``',
        '`\n- Call ',
        '# ',
        '$&',
        '__proto__',
        ' ',
      ),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join('').replace(/\p{Cs}/gu, ''))
  .filter((name) => name !== '')

/** Few names, so that rules interact; two of them are properties of every object. */
export const toolNames = ['a', 'b', 'c', 'd', '__proto__', 'constructor'] as const

const tool = fc.constantFrom(...toolNames)

/** Any rules, most of which are consistent. */
export const anyRules: fc.Arbitrary<readonly ToolRule[]> = fc.array(
  fc.oneof(
    tool.map((name): ToolRule => toolRule.exitLoop(name)),
    tool.map((name): ToolRule => toolRule.continueLoop(name)),
    fc.tuple(tool, fc.integer({ min: 0, max: 3 })).map(([name, max]): ToolRule => toolRule.maxCalls(name, max)),
    fc.tuple(tool, tool).map(([name, prior]): ToolRule => toolRule.requiresPrior(name, prior)),
    tool.map((name): ToolRule => toolRule.startConstraint(name)),
  ),
  { maxLength: 7 },
)

/** Checks whether rules contradict each other, pair by pair and with the transitive closure of requirements. */
export function contradict(rules: readonly ToolRule[]): boolean {
  const pairs = rules.flatMap((one) => rules.map((other) => [one, other] as const))
  const clash = pairs.some(([one, other]) => {
    if (one.tool === other.tool) {
      if (one.type === 'exitLoop' && other.type === 'continueLoop') return true
      if (one.type === 'maxCalls' && other.type === 'maxCalls') return one.max !== other.max
      if (one.type === 'startConstraint' && other.type === 'requiresPrior') return true
      if (one.type === 'startConstraint' && other.type === 'maxCalls') return other.max === 0
    }
    if (one.type !== 'requiresPrior' || one.prior !== other.tool) return false
    return other.type === 'exitLoop' || (other.type === 'maxCalls' && other.max === 0)
  })
  const closure = new Set(rules.flatMap((rule) => (rule.type === 'requiresPrior' ? `${rule.tool} ${rule.prior}` : [])))
  for (const middle of toolNames)
    for (const from of toolNames)
      for (const to of toolNames)
        if (closure.has(`${from} ${middle}`) && closure.has(`${middle} ${to}`)) closure.add(`${from} ${to}`)
  return clash || toolNames.some((name) => closure.has(`${name} ${name}`))
}
