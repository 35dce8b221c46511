import type { EncodeState } from '../../kit/run.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import type { OpenAIResponsesInputPart, OpenAIResponsesItem } from '../items.ts'
import type { OpenAIResponsesRequest, OpenAIResponsesTool } from '../types.ts'
import type { OpenAIResponsesOptions } from './options.ts'

/** State shared by the functions of this encoder during one run. */
interface ResponsesRun {
  /** The input of a request under construction. */
  readonly input: OpenAIResponsesItem[]
  readonly systemRole: 'system' | 'developer'
  /** Whether the API stores items: they then keep their ids, and reasoning is identified by id. */
  readonly stored: boolean
  /** Ids of items in the request. The API rejects two items with the same id (OR-ID-DUP). */
  readonly itemIds: Set<string>
  /** The number of responses to each approval request, by its id. */
  readonly approvals: Map<string, number>
  /** Whether the request continues a conversation that the API stores. */
  readonly continues: boolean
  /** What the input has added so far. */
  readonly inputFacts: InputFacts
}

interface InputFacts {
  /** Whether the API stores a part of the conversation: a result may then answer a call outside the request. */
  holds: boolean
  /** Whether input items add tools. */
  tools: boolean
  /** Settings that an input item changes, with those of the request. */
  configuration: unknown
}

/** How a provider-executed part is written: as its recorded item, by its id, or not at all (mostly results). */
export type ProviderRun =
  | { readonly kind: 'item'; readonly item: UnknownRecord }
  | { readonly kind: 'reference'; readonly id: string }
  | { readonly kind: 'part of its call' }

/**
 * Provider-executed parts by index in the message, and how each is written. Not by object: the same object may occur
 * several times in a message.
 */
export type NativeParts = ReadonlyMap<number, ProviderRun>

export interface ResponsesTypes {
  readonly options: OpenAIResponsesOptions
  readonly run: ResponsesRun
  readonly tool: OpenAIResponsesTool
  /** The joined prompt, if it goes into the instructions. */
  readonly system: string | undefined
  readonly part: OpenAIResponsesInputPart
  readonly turn: NativeParts
  readonly request: OpenAIResponsesRequest
}

/** A position in the context, and the shared state of this encoder run. */
export type ResponsesState = EncodeState<ResponsesTypes>

/** The format's name as used in sentences. */
export const title = 'OpenAI Responses'
