import type { AssistantMessage, Message } from '@lamella/core'
import { updateMark } from '@lamella/core/plugin'
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

/** Returns the messages of a context as a host sends them: without marks of this library. */
export function messagesForHost(
  messages: readonly Message[],
  { bindsThinking = false, systemInMiddle = false }: MessagesForHostOptions = {},
): Message[] {
  return messages.flatMap((message): readonly Message[] => {
    const { content } = message
    if (systemInMiddle && typeof content === 'string' && updateMark(message)?.by === 'owner') {
      return [{ role: 'system', content }]
    }
    const valid = bindsThinking && message.role === 'assistant' ? withoutStaleThinking(message) : message
    return valid.content.length === 0 && content.length > 0 ? [] : [withoutOwnMarks(valid)]
  })
}

function withoutStaleThinking(message: AssistantMessage): AssistantMessage {
  const { content } = message
  if (typeof content === 'string') return message
  const valid = content.filter(
    (part) => part.type !== 'reasoning' || part.providerOptions?.['lamella']?.['stale'] !== true,
  )
  return valid.length === content.length ? message : { ...message, content: valid }
}
