import { continueText, missingAssistantText } from '../../messages/ensure-alternating.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { lose, mend } from '../../shared/ledger.ts'
import { fieldsOfOthers, isMistral, signedCalls, wantsReasoning, wantsSignatures } from '../models.ts'
import type { OpenAIChatMessage } from '../types.ts'
import type { ChatState } from './state.ts'

/** Returns the messages as the model's server requires them, if it accepts less, or wants more, than others. */
export function forModel(state: ChatState, messages: OpenAIChatMessage[]): OpenAIChatMessage[] {
  const { model } = state.base
  if (isMistral(model)) return forMistral(state, messages)
  const hasField = wantsReasoning(model)
  const hasSignatures = wantsSignatures(model)
  if (!hasField && !hasSignatures) return messages
  let isSigned = false
  const written = messages.map((message) => {
    if (message.role !== 'assistant') return message
    const tool_calls = hasSignatures ? signedCalls(message.tool_calls ?? []) : undefined
    isSigned ||= tool_calls !== undefined
    return hasField || tool_calls
      ? { ...(hasField && { reasoning_content: '' }), ...message, ...(tool_calls && { tool_calls }) }
      : message
  })
  if (isSigned)
    lose(state, 'reasoning', 'Calls without a thought signature are sent with a placeholder.')
  return written
}

/**
 * Returns messages that Mistral's models accept: an answer follows results before anybody else speaks, no system message
 * follows an answer or a result, none has the role of the developer, and the last message is not the model's. A message has
 * none of the fields that only other servers know, such as the reasoning of DeepSeek or the name of a user.
 */
function forMistral(state: ChatState, messages: readonly OpenAIChatMessage[]): OpenAIChatMessage[] {
  const written: OpenAIChatMessage[] = []
  const left = new Set<string>()
  const add = (role: 'assistant' | 'user', content: string): void => {
    mend(state, 'alternation', `A marked ${role} message is added, since Mistral requires one there.`)
    written.push({ role, content })
  }
  for (const given of messages) {
    const before = written.at(-1)?.role
    const isSystem = given.role === 'system' || given.role === 'developer'
    const isLate = isSystem && (before === 'assistant' || before === 'tool')
    if (isLate) lose(state, 'system-role', 'Mistral accepts no system message after an answer: sent as a user message.')
    if (before === 'tool' && (isLate || given.role === 'user')) add('assistant', missingAssistantText)
    const role = isLate ? 'user' : isSystem ? 'system' : given.role
    const message = (role === given.role ? given : { ...given, role }) as UnknownRecord & OpenAIChatMessage
    const others = fieldsOfOthers(message)
    for (const field of others) left.add(field)
    const kept = Object.entries(message).filter(([field]) => !others.includes(field))
    written.push(others.length === 0 ? message : (Object.fromEntries(kept) as typeof message))
  }
  const last = written.at(-1) as UnknownRecord | undefined
  if (last?.['role'] === 'assistant' && last['prefix'] !== true) add('user', continueText)
  if (left.size > 0)
    lose(
      state,
      'provider-options',
      `Fields that Mistral does not accept in messages are left out: ${[...left].join(', ')}.`,
    )
  return written
}
