import type { Message } from '@lamella/core'
import { updateMark } from '@lamella/core/plugin'
import { at, type Ledger, lose } from '../shared/ledger.ts'
import type { EncoderDefinition } from './format.ts'
import type { FormatTypes } from './format-types.ts'
import type { EncodeBase } from './run.ts'
import { takesToolUpdates } from './run-tools.ts'

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
