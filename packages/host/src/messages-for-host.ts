import type { AssistantMessage, AssistantPart, Message } from '@lamella/core'
import { type Check, checkOptions, isObject, mustBeBoolean, updateMark } from '@lamella/core/plugin'
import { withoutOwnMarks } from '@lamella/store'

/** Options of `messagesForHost`. */
export interface MessagesForHostOptions {
  /**
   * Whether the model rejects thinking that was made in another context (`supportsFeature(model, 'preserved-thinking')` of
   * `@lamella/models`): what a cut has made invalid is then left out. Default `false`.
   */
  readonly bindsThinking?: boolean | undefined
  /** Whether the provider takes system messages among the others, for changed texts of the owner. Default `false`. */
  readonly systemInMiddle?: boolean | undefined
}

const mustBeMessages: Check = (value) =>
  Array.isArray(value) &&
  value.every((message) => isObject(message) && /^(string|object)$/.test(typeof message['content']))
    ? undefined
    : 'must be a list of messages'

/** Returns the messages of a context as a host sends them: without marks of this library. */
export function messagesForHost(messages: readonly Message[], options: MessagesForHostOptions = {}): Message[] {
  const checks = { bindsThinking: mustBeBoolean, systemInMiddle: mustBeBoolean }
  const { bindsThinking = false, systemInMiddle = false } = checkOptions('messagesForHost', options, checks)
  checkOptions('messagesForHost', { messages }, { messages: mustBeMessages }, ['messages'])
  return messages.flatMap((message): readonly Message[] => {
    const { content } = message
    if (systemInMiddle && typeof content === 'string' && updateMark(message)?.by === 'owner') {
      return [{ role: 'system', content }]
    }
    const valid = message.role === 'assistant' ? withoutInvalidThinking(message, bindsThinking) : message
    return valid.content.length === 0 && content.length > 0 ? [] : [withoutOwnMarks(valid)]
  })
}

/**
 * Leaves out thinking that a cut has made invalid, where the model binds it, and that of models which it does not read. What was said
 * after it goes by value: the API of OpenAI takes an item by its id only with the reasoning before it.
 */
function withoutInvalidThinking(message: AssistantMessage, bindsThinking: boolean): AssistantMessage {
  const { content } = message
  if (typeof content === 'string') return message
  const valid = content.filter((part) => {
    const stale = part.type === 'reasoning' && part.providerOptions?.['lamella']?.['stale']
    return stale !== 'model' && !(stale === true && bindsThinking)
  })
  return valid.length === content.length ? message : { ...message, content: valid.map(withoutItemId) }
}

function withoutItemId(part: AssistantPart): AssistantPart {
  if (part.type === 'tool-approval-request') return part
  const { openai, ...others } = part.providerOptions ?? {}
  if (openai?.['itemId'] === undefined) return part
  const { itemId: _, ...options } = openai
  return { ...part, providerOptions: { ...others, ...(Object.keys(options).length > 0 && { openai: options }) } }
}
