import { defineLayer, type Layer } from '@lamella/core'
import { checkConflicts } from './conflicts.ts'
import { renderToolRules } from './render-tool-rules.ts'
import { checkToolRules, type ToolRule } from './tool-rule.ts'

/**
 * Creates the tool rules layer, which tells the model the rules of its tools. Order 550, the end of the standard system
 * prompt; priority 950; stability `static`. One fragment, `tool-rules`, pinned, because the model must know every rule
 * that is enforced. Without rules the layer is empty. In a run, other rules are the owner's: a system
 * message to the model, or a new epoch where it takes none.
 *
 * @throws LamellaError `OPTION_INVALID`, `TOOL_RULES_CONFLICT`
 * @example
 * const context = await createContext()
 *   .use(toolRules([toolRule.exitLoop('send_message')]))
 *   .budget({ window: 8_000, reserve: 1_000 })
 *   .build({ scope: { tenant: 'acme' } })
 */
export function toolRules(rules: readonly ToolRule[]): Layer<'tool-rules'> {
  const checked = checkToolRules('toolRules', rules)
  checkConflicts(checked)
  const content = renderToolRules(checked)
  return defineLayer('tool-rules', {
    order: 550,
    priority: 950,
    stability: 'static',
    // Without waiting for the next epoch: a tracker already enforces the new rules.
    update: 'replace',
    load: () => (content === '' ? undefined : [{ id: 'tool-rules', content, pinned: true, origin: { by: 'owner' } }]),
  })
}
