import type { AssistantPart } from '@lamella/core'
import type { EncodeState } from '../../kit/run.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import type { OpenAIResponsesInputPart, OpenAIResponsesItem } from '../items.ts'
import type { OpenAIResponsesRequest, OpenAIResponsesTool } from '../types.ts'
import type { OpenAIResponsesOptions } from './options.ts'

/** What the functions of this encoder share during one run. */
interface ResponsesRun {
  /** The input of the request, as it grows. */
  readonly input: OpenAIResponsesItem[]
  readonly systemRole: 'system' | 'developer'
  /** Whether the API keeps items: then they carry their ids, and it knows their reasoning by its id. */
  readonly stored: boolean
  /** Ids of items that are in the request. Two items of one id are refused (OR-ID-DUP). */
  readonly itemIds: Set<string>
  /** How often a person had a word about a request for approval, by its id. */
  readonly approvals: Map<string, number>
  /** Whether the request carries on a conversation that the API holds. */
  readonly continues: boolean
  /** What the input has brought along so far. */
  readonly brought: Brought
}

interface Brought {
  /** Whether the API holds a part of the conversation: then a result may answer a call that is not there. */
  holds: boolean
  /** Whether items of the input bring tools along. */
  tools: boolean
}

/** How a part that the provider ran is written: as the item that it was, by its id, or not at all (a result, mostly). */
export type ProviderRun =
  | { readonly kind: 'item'; readonly item: UnknownRecord }
  | { readonly kind: 'reference'; readonly id: string }
  | { readonly kind: 'part of its call' }

/** Parts that the provider ran, and how each is written. */
export type NativeParts = ReadonlyMap<AssistantPart, ProviderRun>

export interface ResponsesTypes {
  readonly options: OpenAIResponsesOptions
  readonly run: ResponsesRun
  readonly tool: OpenAIResponsesTool
  /** The joined prompt, where it goes into the instructions. */
  readonly system: string | undefined
  readonly part: OpenAIResponsesInputPart
  readonly turn: NativeParts
  readonly request: OpenAIResponsesRequest
}

/** A place in the context, and what one run of this encoder shares. */
export type ResponsesState = EncodeState<ResponsesTypes>

/** The format's name in a sentence. */
export const title = 'OpenAI Responses'
