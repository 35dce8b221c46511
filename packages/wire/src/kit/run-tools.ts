import type { ToolDefinition } from '@lamella/core'
import { type UpdateMark, updateMark } from '@lamella/core/plugin'
import type { WireContext } from '../shared/wire-context.ts'
import type { ConversationRules, EncoderDefinition } from './format.ts'
import type { FormatTypes } from './format-types.ts'

/**
 * Returns the context with the tools that the model shall have now, if a run tells other tools in messages and the format or
 * the model takes none there. Otherwise the tools stay as they were first sent.
 */
export function withRunTools<Types extends FormatTypes>(
  { conversation }: EncoderDefinition<Types>,
  context: WireContext,
  model: string | undefined,
): WireContext {
  if (context.report?.run === undefined) return context
  const updates = toolUpdates(context)
  if (takesAll(conversation, updates, model)) return context
  const tools = new Map<string, ToolDefinition>((context.tools ?? []).map((tool) => [tool.name, tool]))
  for (const mark of updates) {
    for (const name of mark.tools?.removed ?? []) tools.delete(name)
    for (const tool of mark.tools?.added ?? []) tools.set(tool.name, tool)
  }
  return { ...context, tools: [...tools.values()] }
}

/** Whether the model takes all changes of tools of a run in messages: otherwise the tools of the request have them all. */
export function takesToolUpdates<Types extends FormatTypes>(
  { conversation }: EncoderDefinition<Types>,
  context: WireContext,
  model: string | undefined,
): boolean {
  return takesAll(conversation, toolUpdates(context), model)
}

function toolUpdates({ messages }: WireContext): readonly UpdateMark[] {
  return messages.flatMap((message) => updateMark(message) ?? []).filter(({ tools }) => tools !== undefined)
}

function takesAll(
  conversation: ConversationRules | undefined,
  updates: readonly UpdateMark[],
  model: string | undefined,
): boolean {
  return updates.every((mark) => conversation?.instruction?.('', mark, model) !== undefined)
}
