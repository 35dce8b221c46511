import type { Parameters, ToolDefinition } from '@lamella/core'
import { checkParameter } from '../../shared/check-parameter.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { lose } from '../../shared/ledger.ts'
import { providerToolOf } from '../../shared/provider-tool.ts'
import { namesOf } from '../chosen-names.ts'
import type { OpenAIResponsesTool, OpenAIResponsesToolChoice } from '../types.ts'
import type { ResponsesState } from './state.ts'

/**
 * Writes the tool choice. Leaves it out if there are no tools (OR-TOOL-CHOICE), which is a loss if it requires a call.
 * A provider tool is chosen by its type.
 *
 * @throws LamellaError `WIRE_PARAMETER` for a tool that is not in the list of tools.
 */
export function encodeToolChoice(
  state: ResponsesState,
  choice: Parameters['toolChoice'],
  tools: readonly ToolDefinition[],
  wireTools: readonly OpenAIResponsesTool[],
): OpenAIResponsesToolChoice | undefined {
  if (choice === undefined) return undefined
  if (wireTools.length === 0 && !state.run.inputFacts.tools) {
    if (choice !== 'auto' && choice !== 'none') {
      lose(state, 'tool-choice', 'The tool choice is left out: there are no tools.')
    }
    return undefined
  }
  if (typeof choice === 'string') return choice
  const tool = tools.find(({ name }) => name === choice.toolName)
  const own = tool === undefined ? undefined : providerToolOf(tool)
  const isOurs = own === undefined || own.provider === 'openai'
  const isThere = tool === undefined ? state.run.inputFacts.tools || namesOf(wireTools).has(choice.toolName) : isOurs
  checkParameter('OpenAI Responses', 'toolChoice', choice, isThere, 'the name of one of the tools')
  return own === undefined
    ? { type: 'function', name: state.base.names.toWire(state, choice.toolName) }
    : choiceOf(state, own.tool, choice.toolName)
}

function choiceOf(
  state: ResponsesState,
  { type, server_label }: UnknownRecord,
  name: string,
): OpenAIResponsesToolChoice {
  if (type === 'custom') return { type: 'custom', name: state.base.names.toWire(state, name) }
  if (type === 'mcp' && typeof server_label === 'string') return { type: 'mcp', server_label }
  return { type } as OpenAIResponsesToolChoice
}
