import type { Parameters } from '@lamella/core'
import { checkParameter } from '../../shared/check-parameter.ts'
import { lose } from '../../shared/ledger.ts'
import { refusesForcedTools } from '../models.ts'
import type { AnthropicTool, AnthropicToolChoice } from '../types.ts'
import type { AnthropicState } from './state.ts'

/**
 * Returns the tool choice, or none without tools, which is a loss if it forced a call. Models that do not support
 * forced calls choose freely, which is also a loss.
 *
 * @param isSerial Whether the model may make only one call per answer.
 * @throws LamellaError `WIRE_PARAMETER` if the chosen tool is missing from the tools.
 */
export function encodeToolChoice(
  state: AnthropicState,
  choice: Parameters['toolChoice'],
  tools: readonly AnthropicTool[],
  model: string | undefined,
  isSerial: boolean | undefined,
): AnthropicToolChoice | undefined {
  const serial = isSerial === undefined ? {} : { disable_parallel_tool_use: isSerial }
  if (choice === undefined && isSerial !== true) return undefined
  if (tools.length === 0) {
    if (choice !== undefined && choice !== 'auto' && choice !== 'none') {
      lose(state, 'tool-choice', 'A tool choice without tools is dropped.')
    }
    return undefined
  }
  if (choice === undefined || choice === 'auto') return { type: 'auto', ...serial }
  if (choice === 'none') return { type: 'none' }
  if (choice !== 'required') checkParameter('Anthropic', 'toolChoice', choice, isAmong(state, choice, tools), expected)
  if (refusesForcedTools(model)) {
    lose(
      state,
      'parameter',
      `The model ${model} does not support a tool choice that forces a call, so the choice is left to the model.`,
    )
    return { type: 'auto', ...serial }
  }
  if (choice === 'required') return { type: 'any', ...serial }
  return { type: 'tool', name: state.base.names.toWire(state, choice.toolName), ...serial }
}

const expected = 'the name of one of the tools'

function isAmong(
  state: AnthropicState,
  choice: { readonly toolName: string },
  tools: readonly AnthropicTool[],
): boolean {
  const name = state.base.names.toWire(state, choice.toolName)
  return tools.some((tool) => tool.name === name)
}
