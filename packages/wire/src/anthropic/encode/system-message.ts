import type { SystemMessage } from '@lamella/core'
import { isRecord } from '../../shared/guards.ts'
import { isBlank } from '../../shared/is-blank.ts'
import { cleanJson } from '../../shared/json.ts'
import { lose, mend } from '../../shared/ledger.ts'
import { askLastMark, controlOf } from '../cache/marks.ts'
import { takesSystemRole } from '../models.ts'
import { type AnthropicFields, peekFields, readFields } from '../provider-fields.ts'
import { isForSystem, textOfBlocks } from '../raw-block.ts'
import { addMessage, type DraftBlock, textBlock } from './drafts.ts'
import type { AnthropicState } from './state.ts'
import { encodeString } from './user.ts'

const known: readonly (keyof AnthropicFields)[] = ['role', 'cacheControl', 'cache_control', 'extra']
const ofRole: readonly (keyof AnthropicFields)[] = [...known, 'blocks', 'toolChanges']

/** What is noted where a system message has become the user's. */
export const sentAsUser = 'Sent as a text of the user: most models take system messages only at the start.'

/**
 * Writes a system message between others. It becomes a text of the user in its place, unless it is known to have had the role
 * in a recorded request, or asks for it, and the model is known to take it. In the system prompt it would change what stands
 * before every other message: a cache would miss, and thinking that is bound to its prefix would be refused.
 */
export function encodeSystemMessage(state: AnthropicState, message: SystemMessage): void {
  const isAsked = message.providerOptions?.['anthropic']?.['role'] === 'system'
  const role = isAsked && takesSystemRole(state.base.model) ? 'system' : 'user'
  if (isDirective(message) && role === 'user') {
    readFields(state, message.providerOptions, known)
    lose(state, 'parameter', `${nameOf(state)} takes no effort between messages.`)
    return
  }
  const fields = readSystemFields(state, message, role, isAsked)
  const control = controlOf(state, fields)
  const content = role === 'system' ? encodeRole(state, message.content, fields) : encodeString(state, message.content)
  if (content.length === 0 && !isDirective(message)) {
    mend(state, 'empty-message', 'The system message is empty and is left out.')
    askLastMark(state, [], control)
    return
  }
  if (role === 'user') lose(state, 'system-role', sentAsUser)
  const blocks = control !== undefined && typeof content === 'string' ? [textBlock(content)] : content
  if (typeof blocks !== 'string') askLastMark(state, blocks, control)
  addMessage(state, { role, content: blocks, extra: fields.extra, wasSystem: true })
}

/** What the options hold for the role. A text of the user has no place for what was asked of a system message. */
function readSystemFields(
  state: AnthropicState,
  { providerOptions }: SystemMessage,
  role: 'system' | 'user',
  isAsked: boolean,
): AnthropicFields {
  const fields = readFields(state, providerOptions, role === 'system' ? ofRole : known)
  if (role === 'system' || !isAsked || fields.extra === undefined) return fields
  lose(state, 'provider-options', 'A text of the user has no place for the fields of a system message.')
  const { extra: _, ...others } = fields
  return others
}

function nameOf({ base: { model } }: AnthropicState): string {
  return model === undefined ? 'A model that is not known' : `The model ${model}`
}

/** Whether a system message says nothing and only sets the effort from there on, which it may do anywhere. */
export function isDirective({ content, providerOptions }: SystemMessage): boolean {
  const { role, extra } = peekFields(providerOptions)
  return role === 'system' && isBlank(content) && isRecord(extra) && isRecord(extra['output_config'])
}

/** The blocks that it had, or its text and the tools that it offers and takes away. An empty list where there is nothing. */
function encodeRole(
  state: AnthropicState,
  content: string,
  { blocks, toolChanges }: AnthropicFields,
): string | DraftBlock[] {
  if (Array.isArray(blocks) && blocks.every(isForSystem) && textOfBlocks(blocks) === content) {
    return blocks.map(({ cache_control: _, ...block }) => ({ ...cleanJson(state, block) }) as unknown as DraftBlock)
  }
  if (blocks !== undefined) lose(state, 'provider-options', 'The blocks are not sent: the text was changed since.')
  const text = encodeString(state, content)
  const changes = Array.isArray(toolChanges) ? toolChanges.flatMap((change) => toolChange(state, change)) : []
  if (changes.length === 0) return text === '' ? [] : text
  return text === '' ? changes : [textBlock(text), ...changes]
}

function toolChange(state: AnthropicState, change: unknown): DraftBlock[] {
  if (isRecord(change) && typeof change['toolName'] === 'string') {
    const { type } = change
    const tool = { type: 'tool_reference', name: state.base.names.toWire(state, change['toolName']) }
    if (type === 'tool_addition' || type === 'tool_removal') return [{ type, tool } as DraftBlock]
  }
  lose(state, 'provider-options', 'Anthropic knows only tool_addition and tool_removal, with a toolName.')
  return []
}
