import type { Framing, Message } from '@lamella/core'
import { anthropicFraming, fromAnthropic } from '@lamella/wire/anthropic'
import { fromOpenAIChat, openaiChatFraming } from '@lamella/wire/openai-chat'
import { fromOpenAIResponses, openaiResponsesFraming } from '@lamella/wire/openai-responses'

/** What a request says, without its tools, and the same as the items that a provider's cache reads. */
interface Said {
  readonly messages: readonly Message[]
  readonly items: readonly unknown[]
}

/** The format that a host writes. */
export interface Wire {
  readonly name: 'openai-chat' | 'openai-responses' | 'anthropic'
  readonly framing: Framing
  read(body: object): Said
}

type Body = Readonly<Record<string, unknown>>

export const chat: Wire = {
  name: 'openai-chat',
  framing: openaiChatFraming,
  read: (body) => {
    const { messages } = body as { readonly messages: readonly object[] }
    return { messages: fromOpenAIChat(messages), items: messages }
  },
}

export const responses: Wire = {
  name: 'openai-responses',
  framing: openaiResponsesFraming,
  read: (body) => {
    const { instructions, input } = body as Body & { readonly input: readonly object[] }
    return withSystem(instructions, fromOpenAIResponses(input), input)
  },
}

export const messages: Wire = {
  name: 'anthropic',
  framing: anthropicFraming,
  read: (body) => {
    const { system, messages: said } = body as Body & { readonly messages: readonly object[] }
    return withSystem(system, fromAnthropic(said), said)
  },
}

/** `system`: a text, or blocks of text. */
function withSystem(system: unknown, said: readonly Message[], items: readonly object[]): Said {
  if (system === undefined) return { messages: said, items }
  const content = Array.isArray(system) ? system.map((block) => String(block.text)).join('\n') : String(system)
  return { messages: [{ role: 'system', content }, ...said], items: [system, ...items] }
}
