import type { AssistantPart, Message } from '../contract/message.ts'

/** Marks thinking that was made in another context. Encoders leave it out where the model would reject it. */
export function withStaleThinking(message: Message): Message {
  if (!hasThinking(message)) return message
  const content = (message.content as readonly AssistantPart[]).map((part) => {
    if (part.type !== 'reasoning') return part
    const { lamella, ...others } = part.providerOptions ?? {}
    return { ...part, providerOptions: { ...others, lamella: { ...lamella, stale: true } } }
  })
  return { ...message, content } as Message
}

/** Whether a message has thinking of the model. */
export function hasThinking({ role, content }: Message): boolean {
  return role === 'assistant' && Array.isArray(content) && content.some((part) => part.type === 'reasoning')
}
