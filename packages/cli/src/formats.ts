import type { Context, Framing, Tokenizer } from '@lamella/core'
import { heuristic } from '@lamella/tokenizer-heuristic'
import { tiktoken } from '@lamella/tokenizer-tiktoken'
import { anthropicFramingFor, toAnthropic } from '@lamella/wire/anthropic'
import { geminiFramingFor, toGemini } from '@lamella/wire/gemini'
import { type Loss, openaiChatFramingFor, toOpenAIChat, type WireRepair } from '@lamella/wire/openai-chat'
import { openaiResponsesFramingFor, toOpenAIResponses } from '@lamella/wire/openai-responses'

/** Told of what a request does not carry, and of what was put right. */
interface Hearers {
  readonly onLoss: (loss: Loss) => void
  readonly onRepair: (repair: WireRepair) => void
}

/** A wire format that requests can be written in. */
export interface Format {
  readonly name: string
  /** The model where none is given. */
  readonly model: string
  /** What a model's requests cost beside their texts. */
  framing(options: { readonly model: string }): Framing
  /** How the tokens of a model are counted; `undefined` for one whose encoding is not public. */
  tokenizer(model: string | undefined): Promise<Tokenizer>
  /** The request's body. */
  encode(context: Context, hearers: Hearers): object
}

// The makers of these models publish no tokenizer that could be used here: a count that is rarely too low.
const estimated = async (): Promise<Tokenizer> => heuristic({ mode: 'upper' })
const exact = (model: string | undefined): Promise<Tokenizer> => (model === undefined ? estimated() : tiktoken(model))

/** All formats; the first is the default. */
export const formats: readonly [Format, ...Format[]] = [
  {
    name: 'openai-chat',
    model: 'gpt-4o',
    framing: openaiChatFramingFor,
    tokenizer: exact,
    encode: toOpenAIChat,
  },
  {
    name: 'openai-responses',
    model: 'gpt-4o',
    framing: openaiResponsesFramingFor,
    tokenizer: exact,
    encode: toOpenAIResponses,
  },
  {
    name: 'anthropic',
    model: 'claude-opus-4-8',
    framing: anthropicFramingFor,
    tokenizer: estimated,
    encode: toAnthropic,
  },
  {
    name: 'gemini',
    model: 'gemini-2.5-pro',
    framing: geminiFramingFor,
    tokenizer: estimated,
    encode: toGemini,
  },
]
