import { defineLayer, type Layer } from '@lamella/core'
import { checkConflicts } from './conflicts.ts'
import { renderToolRules } from './render-tool-rules.ts'
import { checkToolRules, type ToolRule } from './tool-rule.ts'

/**
 * Tells the model the rules of its tools. Order 550 (the end of the system prompt of the standard layers), priority 950,
 * stability `static`. One fragment, `tool-rules`, pinned: a rule that is enforced is always told. Without rules there is
 * nothing.
 *
 * @throws LamellaError `OPTION_INVALID`, `TOOL_RULES_CONFLICT`
 * @example
 * const context = await createContext()
 *   .use(toolRulesLayer([toolRule.exitLoop('send_message')]))
 *   .budget({ window: 8_000, reserve: 1_000 })
 *   .build({ scope: { tenant: 'acme' }, message: 'Hello' })
 */
export function toolRulesLayer(rules: readonly ToolRule[]): Layer<'tool-rules'> {
  const checked = checkToolRules('toolRulesLayer', rules)
  checkConflicts(checked)
  const content = renderToolRules(checked)
  return defineLayer('tool-rules', {
    order: 550,
    priority: 950,
    stability: 'static',
    load: () => (content === '' ? undefined : [{ id: 'tool-rules', content, pinned: true, origin: { by: 'owner' } }]),
  })
}
