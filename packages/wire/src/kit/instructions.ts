import type { Message, ToolDefinition } from '@lamella/core'
import { type UpdateMark, updateMark } from '@lamella/core/plugin'
import { at, type Ledger, lose } from '../shared/ledger.ts'
import type { WireContext } from '../shared/wire-context.ts'
import type { ConversationRules, EncoderDefinition } from './format.ts'
import type { EncodeBase, FormatTypes } from './run.ts'

/**
 * Returns the messages of a context, with the owner's updates of a run, and those about tools, as system messages if the
 * model takes them. If not, they are sent as the fenced user text that they are.
 *
 * Only a run marks updates: in messages that come from elsewhere, the mark has no meaning.
 */
export function withInstructions<Types extends FormatTypes>(
  definition: EncoderDefinition<Types>,
  state: Ledger<unknown, EncodeBase<Types>>,
): readonly Message[] {
  const { context, model, parameters } = state.base
  const { messages, report } = context
  if (report?.run === undefined || !messages.some(({ providerOptions }) => providerOptions?.['lamella']))
    return messages
  const takesTools = takesToolUpdates(definition, context, model)
  return messages.map((message, index): Message => {
    const mark = updateMark(message)
    if (mark === undefined || typeof message.content !== 'string') return message
    if (mark.settings) return definition.conversation?.settings?.(mark.settings, parameters, model) ?? message
    if (mark.by !== 'owner' && mark.tools === undefined) return message
    const isTaken = mark.tools === undefined || takesTools
    const instruction = isTaken ? definition.conversation?.instruction?.(message.content, mark, model) : undefined
    if (instruction !== undefined) return instruction
    lose(at(state, 'messages', index), 'system-role', 'Sent as user text: the model may take no instruction here.')
    return message
  })
}

/**
 * Returns the context with the current tools, if a run announces changed tools in messages and the format or the model takes
 * none there. Otherwise the tools stay as they were first sent.
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
function takesToolUpdates<Types extends FormatTypes>(
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
