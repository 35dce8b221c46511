import type { ToolDefinition } from '@lamella/core'
import { updateMark } from '@lamella/core/plugin'
import type { WireContext } from '../shared/wire-context.ts'
import type { EncoderDefinition } from './format.ts'
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
  const updates = context.messages.map((message) => updateMark(message)).filter((mark) => mark?.tools !== undefined)
  const [first] = updates
  if (first === undefined || conversation?.instruction?.('', first, model) !== undefined) return context
  const tools = new Map<string, ToolDefinition>((context.tools ?? []).map((tool) => [tool.name, tool]))
  for (const mark of updates) {
    for (const name of mark?.tools?.removed ?? []) tools.delete(name)
    for (const tool of mark?.tools?.added ?? []) tools.set(tool.name, tool)
  }
  return { ...context, tools: [...tools.values()] }
}
