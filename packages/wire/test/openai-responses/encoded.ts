import type { AssistantPart, JsonValue, Message, ProviderOptions, TextPart } from '@lamella/core'
import {
  encodeOpenAIResponses,
  type OpenAIResponsesItem,
  type OpenAIResponsesOptions,
  validateOpenAIResponses,
} from '@lamella/wire/openai-responses'
import { expect } from 'vitest'

export const user: Message = { role: 'user', content: 'Hello' }

/** Encodes messages, checks that the request is valid, and returns the items and the codes of losses and repairs. */
export function encoded(
  messages: readonly Message[],
  options: OpenAIResponsesOptions = {},
): { input: OpenAIResponsesItem[]; losses: string[]; repairs: string[] } {
  const { request, losses, repairs } = encodeOpenAIResponses({ messages }, { model: 'gpt-5', ...options })
  expect(validateOpenAIResponses(request).filter(({ level }) => level === 'error')).toEqual([])
  return {
    input: request.input,
    losses: losses.map(({ code }) => code),
    repairs: repairs.map(({ code }) => code),
  }
}

/** Provider options of OpenAI. */
export function openai(fields: { [field: string]: unknown }): { readonly providerOptions: ProviderOptions } {
  return { providerOptions: { openai: fields as { [field: string]: JsonValue } } }
}

export function thought(itemId: string | undefined, text = '', more: object = {}): AssistantPart {
  return { type: 'reasoning', text, ...openai({ ...(itemId !== undefined && { itemId }), ...more }) }
}

export function said(text: string, fields: { [field: string]: unknown } = {}): TextPart {
  return { type: 'text', text, ...openai(fields) }
}
