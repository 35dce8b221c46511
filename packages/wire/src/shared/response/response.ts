import type { Message, ToolCallPart } from '@lamella/core'
import type { UnknownRecord } from '../guards.ts'
import type { Diagnosis } from './diagnosis.ts'
import type { ResponseMend } from './mends.ts'
import type { Usage } from './usage.ts'

/**
 * Why the model stopped, in one vocabulary for all providers.
 *
 * - `stop`: it is done, or wrote a stop sequence.
 * - `tool-calls`: it waits for the results of `calls`.
 * - `length`: the output limit or the window is full. The last of `calls` may lack arguments: answer it with an error.
 * - `content-filter`: the provider or the model refused.
 * - `error`: the model failed, for example by a malformed call.
 * - `other`: everything else, such as a pause; see `rawFinishReason`.
 */
export type FinishReason = 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'error' | 'other'

/** A provider's response, decoded. A stream gives the same as the whole response. */
export interface DecodedResponse {
  /** What the response adds to the conversation: one assistant message, or none if the provider sent no content. */
  readonly messages: Message[]
  /** The calls among them that the caller answers, in order. */
  readonly calls: readonly ToolCallPart[]
  readonly finishReason: FinishReason
  /** The reason in the provider's words; `undefined` if it gave none. */
  readonly rawFinishReason: string | undefined
  /** `undefined` if the provider did not count. */
  readonly usage: Usage | undefined
  /** The response as the provider sends it without streaming: ids, log probabilities, safety ratings, other choices. */
  readonly body: UnknownRecord
  /** The types of events that this version does not know, and that were left out. Only for streams that have some. */
  readonly ignored?: readonly string[]
  /** What the server sent in another form than the format describes, and how it was read. Only if there is any. */
  readonly mended?: readonly ResponseMend[]
  /** What the provider says of the request: reasoning that it removed, and why its cache missed. Only if it says anything. */
  readonly diagnosis?: Diagnosis
}

/** What had arrived of a response that failed. */
export interface PartialResponse {
  /** Finished parts, and text as far as it came. Valid as history. */
  readonly messages: Message[]
  readonly usage: Usage | undefined
  /** Calls and signed reasoning that broke off, which no provider would accept back. */
  readonly torn: readonly TornPart[]
}

/** A piece of a response, as soon as it arrives. `part` numbers the parts of the response in the order of their start. */
export type StreamDelta =
  | { readonly type: 'text' | 'reasoning'; readonly part: number; readonly text: string }
  /** A piece of a call's arguments, as JSON text; the first one of a call may be empty. */
  | {
      readonly type: 'tool-input'
      readonly part: number
      readonly toolCallId: string
      readonly toolName: string
      readonly text: string
    }

/**
 * A part that broke off, or a call that cannot be read, with its text as far as it came: the JSON of a call's arguments, or
 * reasoning. The id and the name of a call are missing if they have not arrived.
 */
export type TornPart =
  | { readonly type: 'tool-call'; readonly toolCallId?: string; readonly toolName?: string; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }

/** Returns the torn part of a call; '' is an id or a name that has not arrived. */
export function tornCall(toolCallId: string, toolName: string, text: string): TornPart {
  return { type: 'tool-call', ...(toolCallId !== '' && { toolCallId }), ...(toolName !== '' && { toolName }), text }
}
