import type { Message } from '@lamella/core'
import type { EncodeBase } from '../../kit/run.ts'
import { continueText, missingAssistantText } from '../../messages/ensure-alternating.ts'
import { type PlacedMessages, placeOf } from '../../messages/placed-messages.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { at, type Ledger, lose, mend } from '../../shared/ledger.ts'
import { wantsReasoning } from '../../shared/wants-reasoning.ts'
import { isMistral, refusesLateSystem, signed, wantsSignatures } from '../models.ts'
import type { OpenAIChatMessage } from '../types.ts'
import type { ChatState, ChatTypes } from './state.ts'

/** Returns a conversation whose later system messages are the user's, for models that take them only at its start. */
export function withLateSystem(ledger: Ledger<unknown, EncodeBase<ChatTypes>>, placed: PlacedMessages): PlacedMessages {
  if (!refusesLateSystem(ledger.base.model)) return placed
  let isLate = false
  const messages = placed.messages.map((message, index): Message => {
    const { role, content } = message
    isLate ||= role !== 'system'
    if (!isLate || role !== 'system') return message
    lose(
      at(ledger, 'messages', placeOf(placed, index)),
      'system-role',
      'Sent as user text: the model may take no instruction here.',
    )
    return { role: 'user', content }
  })
  return { ...placed, messages }
}

/** Returns the messages as the model's server requires them, if it accepts less, or wants more, than others. */
export function forModel(state: ChatState, messages: OpenAIChatMessage[]): OpenAIChatMessage[] {
  const { model, options } = state.base
  if (isMistral(model)) return forMistral(state, messages)
  const { acceptedFields } = options
  const hasField = wantsReasoning(model) && (acceptedFields?.includes('reasoning_content') ?? true)
  const hasSignatures = wantsSignatures(model)
  if (!hasField && !hasSignatures) return messages
  const isRouted = acceptedFields
    ? !acceptedFields.includes('extra_content')
    : messages.some((message) => 'reasoning_details' in message)
  let isSigned = false
  const written = messages.map((message) => {
    if (message.role !== 'assistant') return message
    const answer = hasSignatures ? signed(message, isRouted) : message
    isSigned ||= answer !== message
    return hasField ? { reasoning_content: '', ...answer } : answer
  })
  if (isSigned) lose(state, 'reasoning', 'Unsigned calls are sent with a placeholder signature.')
  return written
}

/**
 * Returns messages that Mistral's models accept: an answer follows results before a user speaks, none has the role of the
 * developer, and the last message is not the model's.
 */
function forMistral(state: ChatState, messages: readonly OpenAIChatMessage[]): OpenAIChatMessage[] {
  const written: OpenAIChatMessage[] = []
  const add = (role: 'assistant' | 'user', content: string): void => {
    mend(state, 'alternation', `A marked ${role} message is added for Mistral.`)
    written.push({ role, content })
  }
  for (const given of messages) {
    const message: OpenAIChatMessage = given.role === 'developer' ? { ...given, role: 'system' } : given
    if (message.role === 'user' && written.at(-1)?.role === 'tool') add('assistant', missingAssistantText)
    written.push(message)
  }
  const last = written.at(-1) as UnknownRecord | undefined
  if (last?.['role'] === 'assistant' && last['prefix'] !== true) add('user', continueText)
  return written
}
