import type { JsonValue, SystemMessage } from '@lamella/core'
import type { UpdateMark } from '@lamella/core/plugin'
import { openaiInstruction } from '../../openai/models.ts'
import { isDefinition } from '../../shared/provider-tool.ts'
import type { OpenAIResponsesItem } from '../items.ts'
import { takesToolItems } from '../models.ts'
import { settingsItem } from '../settings.ts'
import type { ResponsesState } from './state.ts'
import { encodeTool } from './tools.ts'

/**
 * The text before an item that adds tools: models take the newest item for the whole list. Source: earendil-works/pi,
 * openai-responses-shared, read on 2026-11-27. It names no tool, since a name could be a stranger's.
 */
const addition = 'The next item adds tools. All tools before it stay available.'

/**
 * Returns an update of a run as a system message; `undefined` if the model is not known to take it. Tools can only be added:
 * a change that removes or replaces one is none.
 */
export function responsesInstruction(
  content: string,
  mark: UpdateMark,
  model: string | undefined,
): SystemMessage | undefined {
  if (mark.tools === undefined) return openaiInstruction(content, mark, model)
  const { added, removed } = mark.tools
  if (removed.length > 0 || added.length === 0 || !takesToolItems(model)) return undefined
  const additionalTools = added as unknown as JsonValue[]
  return { role: 'system', content: addition, providerOptions: { openai: { role: 'developer', additionalTools } } }
}

/** Writes the tools that a system message adds as an item of their own. */
export function encodeToolItem(state: ResponsesState, added: unknown): void {
  if (!Array.isArray(added)) return
  const tools = added.filter(isDefinition).flatMap((tool) => encodeTool(state, tool) ?? [])
  if (tools.length === 0) return
  state.run.inputFacts.tools = true
  state.run.input.push({ type: 'additional_tools', role: 'developer', tools } as unknown as OpenAIResponsesItem)
}

/** Writes the settings that a system message changes as an item of their own. */
export function encodeSettingsItem({ run: { input, inputFacts } }: ResponsesState, configuration: unknown): void {
  const item = settingsItem(configuration)
  if (item === undefined) return
  inputFacts.configuration = configuration
  input.push(item as unknown as OpenAIResponsesItem)
}
