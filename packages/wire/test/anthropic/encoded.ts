import type { Message } from '@lamella/core'
import {
  type AnthropicMessage,
  type AnthropicOptions,
  encodeAnthropic,
  validateAnthropic,
  type WireContext,
} from '@lamella/wire/anthropic'
import { expect } from 'vitest'

/** The result of encoding: the messages, and the codes of losses and repairs. */
export interface Encoded {
  readonly messages: AnthropicMessage[]
  readonly losses: string[]
  readonly repairs: string[]
}

export const user = { role: 'user', content: 'Hello' } as const
export const answer = { role: 'assistant', content: 'Hi' } as const

/** Encodes messages, checks that the request is valid, and returns the result. */
export function encoded(...messages: Message[]): Encoded {
  return encodedWith({}, { messages })
}

/** Does the same for a whole context, with options. */
export function encodedWith(options: AnthropicOptions, context: WireContext): Encoded {
  const { request, losses, repairs } = encodeAnthropic(context, { model: 'claude-sonnet-4-5', ...options })
  expect(validateAnthropic(request).filter(({ level }) => level === 'error')).toEqual([])
  return {
    messages: request.messages,
    losses: losses.map(({ code }) => code),
    repairs: repairs.map(({ code }) => code),
  }
}
