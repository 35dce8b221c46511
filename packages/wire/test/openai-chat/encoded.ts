import type { Message } from '@lamella/core'
import { encodeOpenAIChat, type OpenAIChatMessage, validateOpenAIChat } from '@lamella/wire/openai-chat'
import { expect } from 'vitest'

/** Encodes messages, checks that the request is valid, and returns the messages and the codes of losses and repairs. */
export function encoded(...messages: Message[]): {
  messages: OpenAIChatMessage[]
  losses: string[]
  repairs: string[]
} {
  const { request, losses, repairs } = encodeOpenAIChat({ messages }, { model: 'gpt-4o' })
  expect(validateOpenAIChat(request).filter(({ level }) => level === 'error')).toEqual([])
  return {
    messages: request.messages,
    losses: losses.map(({ code }) => code),
    repairs: repairs.map(({ code }) => code),
  }
}
