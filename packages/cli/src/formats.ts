import type { Context, Framing, Tokenizer } from '@lamella/core'
import { heuristic } from '@lamella/tokenizer-heuristic'
import { tiktoken } from '@lamella/tokenizer-tiktoken'
import { anthropicFraming, toAnthropic } from '@lamella/wire/anthropic'
import { geminiFraming, toGemini } from '@lamella/wire/gemini'
import { type Loss, openaiChatFraming, toOpenAIChat, type WireRepair } from '@lamella/wire/openai-chat'
import { openaiResponsesFraming, toOpenAIResponses } from '@lamella/wire/openai-responses'

/** Told of what a request does not carry, and of what was put right. */
interface Hearers {
  readonly onLoss: (loss: Loss) => void
  readonly onRepair: (repair: WireRepair) => void
}

/** A wire format that requests can be written in. */
export interface Format {
  readonly name: string
  readonly framing: Framing
  /** The model where none is given. */
  readonly model: string
  /** How the tokens of its models are counted. */
  tokenizer(model: string): Promise<Tokenizer>
  /** The request's body. */
  encode(context: Context, hearers: Hearers): object
}

// The makers of these models publish no tokenizer that could be used here: a count that is rarely too low.
const estimated = async (): Promise<Tokenizer> => heuristic({ mode: 'upper' })

/** All formats; the first is the default. */
export const formats: readonly [Format, ...Format[]] = [
  {
    name: 'openai-chat',
    framing: openaiChatFraming,
    model: 'gpt-4o',
    tokenizer: (model) => tiktoken(model),
    encode: toOpenAIChat,
  },
  {
    name: 'openai-responses',
    framing: openaiResponsesFraming,
    model: 'gpt-4o',
    tokenizer: (model) => tiktoken(model),
    encode: toOpenAIResponses,
  },
  {
    name: 'anthropic',
    framing: anthropicFraming,
    model: 'claude-opus-4-8',
    tokenizer: estimated,
    encode: toAnthropic,
  },
  {
    name: 'gemini',
    framing: geminiFraming,
    model: 'gemini-2.5-pro',
    tokenizer: estimated,
    encode: toGemini,
  },
]
