import type { SystemMessage } from '@lamella/core'
import { cleanText, joinTexts, lose } from '../../shared/ledger.ts'
import type { OpenAIResponsesItem, OpenAIResponsesMessage } from '../items.ts'
import { type OpenAIResponsesFields, readFields, withExtra } from '../provider-fields.ts'
import type { EncodeState } from './state.ts'

/** Where the system prompt goes. */
export interface SystemPlacement {
  readonly perLayer: boolean
  readonly inInput: boolean
  readonly separator: string
}

const known: readonly (keyof OpenAIResponsesFields)[] = ['role', 'inInput', 'itemExtra']

/** Writes one system message; nothing if it is empty. */
export function encodeSystem(state: EncodeState, message: SystemMessage, out: OpenAIResponsesItem[]): void {
  const content = cleanText(state, message.content)
  if (message.providerOptions === undefined) {
    if (content !== '') out.push({ role: state.systemRole, content })
    return
  }
  const fields = readFields(state, message.providerOptions, known)
  if (content === '') return
  const wire: OpenAIResponsesMessage = { role: fields.role === 'developer' ? 'developer' : state.systemRole, content }
  out.push(withExtra(state, wire, fields.itemExtra))
}

/**
 * Writes the system prompt: as messages at the start of the input, or joined to one text, which is given back for the
 * instructions. A part that stood in the input when it was read goes there again. Empty parts leave no separator behind.
 */
export function encodeSystemPrompt(
  state: EncodeState,
  system: readonly SystemMessage[],
  { perLayer, inInput, separator }: SystemPlacement,
  out: OpenAIResponsesItem[],
): string | undefined {
  state.list = 'system'
  const texts: string[] = []
  const own: OpenAIResponsesItem[] = []
  let role = state.systemRole
  for (const [index, part] of system.entries()) {
    state.index = index
    if (perLayer || part.providerOptions?.['openai']?.['inInput'] === true) {
      encodeSystem(state, part, own)
      continue
    }
    const fields = readFields(state, part.providerOptions, known)
    if (fields.role === 'developer') role = 'developer'
    if (fields.itemExtra !== undefined) {
      lose(state, 'provider-options', 'A joined system prompt has no place for the fields of one part.')
    }
    const text = cleanText(state, part.content)
    if (text !== '') texts.push(text)
  }
  const joined = texts.length === 0 ? undefined : joinTexts(state, texts, separator)
  if (joined !== undefined && inInput) out.push({ role, content: joined })
  for (const item of own) out.push(item)
  return inInput ? undefined : joined
}
