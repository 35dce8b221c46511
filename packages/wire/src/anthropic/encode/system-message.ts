import type { SystemMessage } from '@lamella/core'
import { isBlank, isRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { lose, mend } from '../../shared/ledger.ts'
import { askLastMark, controlOf } from '../cache/marks.ts'
import { takesSystemRole } from '../models.ts'
import { type AnthropicFields, type AnthropicKeys, ofMark, peekFields, readFields } from '../provider-fields.ts'
import { isForSystem, textOfBlocks } from '../raw-block.ts'
import { addMessage, type DraftBlock, textBlock } from './drafts.ts'
import type { AnthropicState } from './state.ts'
import { encodeToolChange, knownChanges } from './tool-change.ts'
import { encodeString } from './user.ts'

const known: AnthropicKeys = ['role', ...ofMark, 'extra']
const ofRole: AnthropicKeys = [...known, 'blocks', 'toolChanges']

/** The loss for a system message that becomes a user message. */
export const sentAsUser = 'Sent as user text: most models accept system messages only at the start.'

/**
 * Encodes a system message in the middle of a conversation. It becomes user text in its place, unless it had the role
 * in a recorded request or requests it, and the model is known to support it. Moving it to the system prompt would
 * change the start of the request: a cache would miss, and thinking that is bound to its prefix would be rejected.
 */
export function encodeSystemMessage(state: AnthropicState, message: SystemMessage): void {
  const isRequested = message.providerOptions?.['anthropic']?.['role'] === 'system'
  const role = isRequested && takesSystemRole(state.base.model) ? 'system' : 'user'
  if (isDirective(message) && role === 'user') {
    readFields(state, message.providerOptions, known)
    lose(state, 'parameter', `${nameOf(state)} does not support an effort between messages.`)
    return
  }
  const fields = readSystemFields(state, message, role, isRequested)
  const control = controlOf(state, fields)
  const content = role === 'system' ? encodeRole(state, message.content, fields) : encodeString(state, message.content)
  if (content.length === 0 && !isDirective(message)) {
    mend(state, 'empty-message', 'The system message is empty and is dropped.')
    askLastMark(state, [], control)
    return
  }
  if (role === 'user') lose(state, 'system-role', sentAsUser)
  const blocks = control !== undefined && typeof content === 'string' ? [textBlock(content)] : content
  if (typeof blocks !== 'string') askLastMark(state, blocks, control)
  const isUpdate = isRequested && message.providerOptions?.['lamella']?.['update'] !== undefined
  addMessage(state, { role, content: blocks, extra: fields.extra, wasSystem: true, isUpdate })
}

/** Returns the options for the role. User text cannot have the fields of a system message. */
function readSystemFields(
  state: AnthropicState,
  { providerOptions }: SystemMessage,
  role: 'system' | 'user',
  isRequested: boolean,
): AnthropicFields {
  const fields = readFields(state, providerOptions, role === 'system' ? ofRole : known)
  if (role === 'system' || !isRequested || fields.extra === undefined) return fields
  lose(state, 'provider-options', 'User text cannot have the fields of a system message.')
  const { extra: _, ...others } = fields
  return others
}

function nameOf({ base: { model } }: AnthropicState): string {
  return model === undefined ? 'An unknown model' : `The model ${model}`
}

/** Whether a system message has no text and only sets the effort from there on, which is allowed anywhere. */
export function isDirective({ content, providerOptions }: SystemMessage): boolean {
  const { role, extra } = peekFields(providerOptions)
  return role === 'system' && isBlank(content) && isRecord(extra) && isRecord(extra['output_config'])
}

/**
 * Returns its original blocks, or its text and the tools that it adds and removes; an empty list if there are no such
 * blocks.
 */
function encodeRole(
  state: AnthropicState,
  content: string,
  { blocks, toolChanges }: AnthropicFields,
): string | DraftBlock[] {
  if (Array.isArray(blocks) && blocks.every(isForSystem) && textOfBlocks(blocks) === content) {
    return knownChanges(
      state,
      blocks.map(({ cache_control: _, ...block }) => cleanJson(state, block)),
    )
  }
  if (blocks !== undefined) lose(state, 'provider-options', 'The blocks are not sent: the text has changed since.')
  const text = encodeString(state, content)
  const changes = Array.isArray(toolChanges) ? toolChanges.flatMap((change) => encodeToolChange(state, change)) : []
  if (changes.length === 0) return text === '' ? [] : text
  return text === '' ? changes : [textBlock(text), ...changes]
}
