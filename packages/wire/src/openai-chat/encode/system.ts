import type { SystemMessage } from '@lamella/core'
import { cleanText, joinTexts, lose } from '../../shared/ledger.ts'
import { readFields, withExtra } from '../provider-fields.ts'
import type { OpenAIChatMessage } from '../types.ts'
import { withValidName } from './participant.ts'
import type { EncodeState } from './state.ts'

/** Writes one system message; nothing if it is empty. */
export function encodeSystem(state: EncodeState, message: SystemMessage, out: OpenAIChatMessage[]): void {
  const fields = withValidName(state, readFields(state, message.providerOptions, ['role', 'extra']))
  const content = cleanText(state, message.content)
  if (content === '') return
  const role = fields.role === 'developer' ? 'developer' : state.systemRole
  out.push(withExtra(state, { role, content }, fields))
}

/** Writes all parts of the system prompt as one message. Empty parts leave no separator behind. */
export function encodeJoinedSystem(
  state: EncodeState,
  system: readonly SystemMessage[],
  separator: string,
  out: OpenAIChatMessage[],
): void {
  const texts: string[] = []
  let role = state.systemRole
  for (const [index, part] of system.entries()) {
    state.index = index
    const fields = readFields(state, part.providerOptions, ['role', 'extra'])
    if (fields.role === 'developer') role = 'developer'
    if (fields.extra !== undefined) {
      lose(state, 'provider-options', 'A joined system prompt has no place for the fields of one part.')
    }
    const text = cleanText(state, part.content)
    if (text !== '') texts.push(text)
  }
  if (texts.length > 0) out.push({ role, content: joinTexts(state, texts, separator) })
}
