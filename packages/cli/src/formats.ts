import type { Context, Framing } from '@lamella/core'
import { type Loss, openaiChatFraming, toOpenAIChat } from '@lamella/wire/openai-chat'

/** A wire format that requests can be written in. */
export interface Format {
  readonly name: string
  readonly framing: Framing
  /** The request's body. What the format cannot carry is told to `onLoss`. */
  encode(context: Context, onLoss: (loss: Loss) => void): object
}

/** All formats; the first is the default. */
export const formats: readonly [Format, ...Format[]] = [
  {
    name: 'openai-chat',
    framing: openaiChatFraming,
    encode: (context, onLoss) => toOpenAIChat(context, { onLoss }),
  },
]
