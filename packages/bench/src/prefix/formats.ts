import type { Framing } from '@lamella/core'
import { anthropicFraming, toAnthropic } from '@lamella/wire/anthropic'
import { encodeGemini, geminiFraming } from '@lamella/wire/gemini'
import { openaiChatFraming, toOpenAIChat } from '@lamella/wire/openai-chat'
import { openaiResponsesFraming, openaiResponsesFramingFor, toOpenAIResponses } from '@lamella/wire/openai-responses'

/** The input of the encoders. */
export type Encodable = Parameters<typeof toOpenAIChat>[0]

/** A request as JSON texts, in the order in which a provider's cache reads it. */
export interface RequestTexts {
  /** The tools, then the system prompt. */
  readonly head: readonly string[]
  readonly messages: readonly string[]
}

/** One wire format. */
export interface Format {
  readonly name: string
  readonly framing: Framing
  texts(context: Encodable): RequestTexts
}

/** The first model that reads instructions after the input, and binds its reasoning. */
const gpt62 = 'gpt-6.2-sol'

export const formats: readonly Format[] = [
  {
    name: 'OpenAI Chat',
    framing: openaiChatFraming,
    texts: (context) => {
      const { tools = [], messages } = toOpenAIChat(context)
      const count = messages[0]?.role === 'system' ? 1 : 0
      return textsOf([...tools, ...messages.slice(0, count)], messages.slice(count))
    },
  },
  {
    name: 'OpenAI Responses',
    framing: openaiResponsesFraming,
    texts: (context) => {
      const { tools = [], instructions, input } = toOpenAIResponses(context)
      return textsOf([...tools, instructions], typeof input === 'string' ? [input] : input)
    },
  },
  {
    name: 'GPT-6.2',
    framing: openaiResponsesFramingFor({ model: gpt62, toolChanges: true, settingChanges: true }),
    texts: (context) => {
      const parameters = { ...context.parameters, model: gpt62 }
      const { tools = [], instructions, input } = toOpenAIResponses({ ...context, parameters }, { store: false })
      const items: readonly unknown[] = typeof input === 'string' ? [input] : input
      // It reads the instructions after the input; what the owner wrote is the first item.
      const first = items.findIndex((item) => !/^(system|developer)$/.test(String(Object(item).role)))
      const count = first < 0 ? items.length : first
      return textsOf(
        [...tools, ...items.slice(0, count)],
        [...items.slice(count), ...(instructions ? [instructions] : [])],
      )
    },
  },
  {
    name: 'Anthropic',
    framing: anthropicFraming,
    texts: (context) => {
      const { tools = [], system, messages } = toAnthropic(context)
      return textsOf([...tools, system], messages)
    },
  },
  {
    name: 'Gemini',
    framing: geminiFraming,
    texts: (context) => {
      const { tools = [], systemInstruction, contents } = encodeGemini(context).request
      return textsOf([...tools, systemInstruction], contents)
    },
  },
]

function textsOf(head: readonly unknown[], messages: readonly unknown[]): RequestTexts {
  return {
    head: head.flatMap((item) => (item === undefined ? [] : [JSON.stringify(item)])),
    messages: messages.map((item) => JSON.stringify(item)),
  }
}
